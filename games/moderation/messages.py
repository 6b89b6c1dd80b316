"""Snapshots of messages that moderators remove, and their restoration."""

from typing import Any

from django.db import transaction
from django.utils.dateparse import parse_datetime

from games.chat import rooms
from games.models import Game, Message, ModerationAction, Player, Report


def snapshot(message: Message) -> dict[str, Any]:
    """Return the message as JSON, with all data needed to restore it."""
    return {
        "key": message.pk,
        "game": message.game_id,
        "room": str(message.room),
        "player": message.player_id,
        "text": message.text,
        "at": message.sent_at.isoformat(),
        "reports": list(message.reports.order_by("pk").values_list("pk", flat=True)),
    }


@transaction.atomic
def put_back(action: ModerationAction) -> bool:
    """Restore a message that ``action`` removed, with its reports. Return False if the message exists already."""
    facts = action.facts["message"]
    game = Game.objects.select_for_update().get(pk=facts["game"])
    if game.messages.filter(pk=facts["key"]).exists():
        return False
    # The player's row exists as long as the game; the key keeps the message's place among the others.
    player = Player.objects.filter(pk=facts["player"], game=game).first()
    message = Message(
        pk=facts["key"], game=game, room=facts["room"], player=player, user=action.about, text=facts["text"]
    )
    message.save(force_insert=True)
    Message.objects.filter(pk=message.pk).update(sent_at=parse_datetime(facts["at"]))
    Report.objects.filter(pk__in=facts["reports"]).update(message=message)
    rooms.bump_version(game, Message.Room(facts["room"]))
    return True
