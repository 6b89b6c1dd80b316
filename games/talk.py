"""What players say to each other at a table: plain text, in the order in which it was said, for the players alone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import BLANK, UNSEEN
from games import notify, owing
from games.models import Delivery, Game, Kind, Membership, Message, Notice, Player
from games.play.refusals import Refused

AT_ONCE = 50
"""So many messages are shown at once."""

MOST_A_MINUTE = 12
"""Nobody says more than that at all tables together."""

STRIPPED = UNSEEN - {"Cn"}
"""Categories that are taken out of messages: not those of characters newer than this Python, such as next year's
emoji."""


class Said(NamedTuple):
    """A message as one player hears it: ``new`` if somebody else has said it since he last looked."""

    message: Message
    new: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """What one player hears at a table: the newest messages, the newest last; ``earlier``: whether there are more."""

    said: list[Said]
    earlier: bool

    @property
    def unread(self) -> int:
        """How many of them are new."""
        return sum(said.new for said in self.said)

    @property
    def last(self) -> Message | None:
        """The newest message."""
        return self.said[-1].message if self.said else None


def membership_of(game: Game, user: Any) -> Membership:
    """What ``user`` keeps to himself at this table; not stored yet if it is nothing."""
    return Membership.objects.filter(game=game, user=user).first() or Membership(game=game, user=user)


def said_at(game: Game) -> QuerySet[Message]:
    """Everything said at the table, the newest last."""
    return game.messages.select_related("user").order_by("pk")


def hear(game: Game, membership: Membership) -> Talk:
    """The talk as one person may hear it, who has a seat there or sits in."""
    if not game.talk:
        return Talk([], False)
    newest = list(said_at(game).reverse()[: AT_ONCE + 1])
    said = [Said(message, _is_new(message, membership)) for message in newest[:AT_ONCE]]
    return Talk(said[::-1], len(newest) > AT_ONCE)


def _is_new(message: Message, membership: Membership) -> bool:
    return message.pk > membership.read and message.user_id != membership.user_id


def cleaned(text: str) -> str:
    """The text as it is kept: lines without spaces at their ends, nothing that nobody can see.

    Raises Refused if nothing is left, it is too long, or it holds a NUL.
    """
    if "\0" in text:
        raise Refused(_("A message can't contain invisible characters."))
    lines = (_visible(line) for line in unicodedata.normalize("NFC", text).splitlines())
    tidy = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    if not tidy:
        raise Refused(_("Write something first."))
    if len(tidy) > Message.LENGTH:
        raise Refused(_("A message has at most %(limit)d characters.") % {"limit": Message.LENGTH})
    return tidy


def _visible(line: str) -> str:
    seen = (c for c in line.replace("\t", " ") if c not in BLANK and unicodedata.category(c) not in STRIPPED)
    return "".join(seen).rstrip()


@transaction.atomic
def say(me: Player, user: Any, text: str, after: int | None = None) -> None:
    """Let ``user``, who sees the table from the seat ``me``, say something there; whom it names is owed a notice.

    ``after`` is the last message on his page: the same text again from the same page is one request repeated and
    changes nothing. Raises Refused.
    """
    text = cleaned(text)
    # The lock puts messages in one order, so that what was read up to a key has been read.
    game = Game.objects.select_for_update().get(pk=me.game_id)
    if after is not None and game.messages.filter(user=user, text=text, pk__gt=after).exists():
        return
    _check_pace(user)
    message = Message.objects.create(game=game, player=me, user=user, text=text)
    _changed(game)
    for player, person in _named(game, text):
        if person != user:
            owing.mention(player, person, message)


def _check_pace(user: User) -> None:
    lately = timezone.now() - timedelta(minutes=1)
    if Message.objects.filter(user=user, at__gt=lately).count() >= MOST_A_MINUTE:
        raise Refused(_("That is a lot for one minute. Wait a little and send it again."))


def _changed(game: Game) -> None:
    game.talk += 1
    game.save(update_fields=["talk"])
    notify.on_commit_talk(game)


def _named(game: Game, text: str) -> Iterator[tuple[Player, User]]:
    """Everybody at the table whose user name or display name stands behind an ``@``, with the seat he plays."""
    for player in game.players.select_related("user", "friend"):
        friend = player.friend if player.stand_in == Player.StandIn.FRIEND else None
        for person in (player.user, friend):
            if person is None:
                continue
            names = "|".join(re.escape(name) for name in {person.username, person.shown_name})
            if re.search(rf"(?<!\w)@(?:{names})(?!\w)", text, re.IGNORECASE):
                yield player, person


def read(game: Game, user: Any, upto: int) -> None:
    """Note that ``user`` has read the talk up to the message of that key. Raises Refused if it is not of this table."""
    if not game.messages.filter(pk=upto).exists():
        raise Refused(_("There is no such message at this table."))
    membership, _made = Membership.objects.get_or_create(game=game, user=user)
    Membership.objects.filter(pk=membership.pk, read__lt=upto).update(read=upto)


def write_note(game: Game, user: Any, text: str) -> None:
    """Keep private notes in place of the former ones. Raises Refused if they are too long or hold a NUL."""
    tidy = "\n".join(text.splitlines())
    if "\0" in tidy:
        raise Refused(_("Notes can't contain invisible characters."))
    if len(tidy) > Membership.NOTE_LENGTH:
        raise Refused(_("Notes have at most %(limit)d characters.") % {"limit": Membership.NOTE_LENGTH})
    Membership.objects.update_or_create(game=game, user=user, defaults={"note": tidy})


@transaction.atomic
def remove(message: Message) -> None:
    """A moderator takes a message away, and with it the notices of it that have not gone out."""
    game = Game.objects.select_for_update().get(pk=message.game_id)
    mentions = Notice.objects.filter(game=game, kind=Kind.MENTION, data__message=message.pk)
    Delivery.objects.filter(notice__in=mentions, state=Delivery.State.OWED).update(state=Delivery.State.DROPPED)
    mentions.filter(state=Notice.State.OWED).update(state=Notice.State.DROPPED)
    message.delete()
    _changed(game)
