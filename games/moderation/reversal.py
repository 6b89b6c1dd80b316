"""Reversal of moderators' actions."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction, User
from games import play
from games.models import Appeal, Game, ModerationAction, Player
from games.moderation import messages, names, reports, rights
from games.moderation.cases import acting
from games.moderation.refusals import Settled

Kind = ModerationAction.Kind

FINAL: Mapping[str, str | Promise] = {
    Kind.REVEAL: _("You can’t take back a look at hidden cards."),
    Kind.UPHOLD: _("An answer to an appeal is final. Take back the decision itself instead."),
    Kind.UNDO: _("This decision took another one back, so you can’t take it back too. Make a new decision instead."),
}
"""Kinds of actions that can't be reversed, with the reason."""

OF_GAMES = {Kind.EXTEND, Kind.REPLACE, Kind.END}


def right_for(action: ModerationAction) -> str:
    return rights.MODERATE_GAMES if action.kind in OF_GAMES else rights.MODERATE


def why_final(action: ModerationAction) -> str:
    """Return a sentence that says why this action can't be reversed, or an empty string if it can."""
    if ModerationAction.objects.filter(undoes=action).exists():
        return str(_("This has already been taken back."))
    if action.kind == Kind.END and action.game is not None and not action.game.is_stopped:
        return str(_("All cards of this game are open now, so it can’t go on."))
    return str(FINAL.get(action.kind, ""))


@transaction.atomic
def take_back(by: User, action: ModerationAction, reason: str, *, words: str = "") -> ModerationAction:
    """Reverse an action as far as possible, and return the UNDO action.

    ``details["restored"]`` of the UNDO action is False if something could not be restored: a name or a seat may be
    taken by now. An open appeal is granted too. Raise `Refused` like other actions, and if the action is final (409).
    """
    _lock(action)
    right = right_for(action)
    with acting(Kind.UNDO, by, reason, words, right=right, about=action.about, game=action.game, undoes=action) as undo:
        if why := why_final(action):
            raise Settled(why)
        undo.details["restored"] = _UNDO.get(action.kind, _nothing)(action)
        waiting = Appeal.objects.filter(action=action, state=Appeal.State.OPEN)
        waiting.update(state=Appeal.State.GRANTED, answered_at=timezone.now())
    return undo


def _lock(action: ModerationAction) -> None:
    """Serialize concurrent reversals. The log's own rows can't be locked, because they are never written."""
    if action.kind == Kind.END and action.game is not None:
        action.game = Game.objects.select_for_update().get(pk=action.game.pk)
    if action.about_id is not None:
        User.objects.select_for_update(no_key=True).get(pk=action.about_id)


def _nothing(action: ModerationAction) -> bool:
    return True


def _reopen(action: ModerationAction) -> bool:
    reports.reopen(action)
    return True


def _lift(action: ModerationAction) -> bool:
    """Lift the restriction, and give back the seats that computer players still play. Return whether all are back."""
    Restriction.objects.filter(pk=action.details["restriction"], lifted_at=None).update(lifted_at=timezone.now())
    return _seats_back(action)


def _seats_back(action: ModerationAction) -> bool:
    back = []
    seats = Player.objects.filter(pk__in=action.details.get("seats", ())).select_related("game")
    for player in seats.order_by("game_id"):
        try:
            back.append(action.about is not None and play.restore(player, action.about))
        except play.Over:
            # In a game that is over, nothing needs to be given back; a stopped one may be reopened.
            back.append(not player.game.is_stopped)
    return all(back)


def _shorten(action: ModerationAction) -> bool:
    player = Player.objects.filter(game=action.game, seat=action.details["seat"]).first()
    given = play.Extension(action.details["asked"], action.details["seconds"])
    with suppress(play.Over):
        return player is not None and play.shorten(player, given)
    return False


def _reopen_game(action: ModerationAction) -> bool:
    if action.game is not None:
        play.reopen_game(action.game)
    return True


def _rename(action: ModerationAction) -> bool:
    return action.about is not None and names.restore(action.about, action.facts["before"], action.facts["after"])


_UNDO: Mapping[Any, Callable[[ModerationAction], bool]] = {
    Kind.DISMISS: _reopen,
    Kind.MUTE: _lift,
    Kind.SUSPEND: _lift,
    Kind.BAN: _lift,
    Kind.RENAME: _rename,
    Kind.REMOVE: messages.put_back,
    Kind.EXTEND: _shorten,
    Kind.END: _reopen_game,
    Kind.REPLACE: _seats_back,
}
