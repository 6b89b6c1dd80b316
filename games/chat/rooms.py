"""What people say to each other at a table: plain text, in the order in which it was said, in two rooms.

At the table the players talk, for themselves alone. In the gallery those talk who watch a public table: full accounts
without a seat. While the game runs nobody hears the gallery who plays in it, sits in or has seen its hidden cards, for
what is said there could be advice; nor do visitors and guests, whom anybody can be with one press. After the end every
signed-in person may hear it, the players too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access.restrictions import check_may_write
from accounts.friends.friendships import blocked_by, blocks_of
from accounts.models import User
from accounts.profile.names import BLANK, UNSEEN
from games.access import may_watch
from games.models import Delivery, Game, Kind, Membership, Message, Notice, Player
from games.notifications import enqueue
from games.play.knowledge import has_seen_cards
from games.play.refusals import Refused
from games.realtime import broadcast

Room = Message.Room

AT_ONCE = 50
"""So many messages are shown at once."""

MOST_A_MINUTE = 12
"""Nobody says more than that at all tables together."""

STRIPPED = UNSEEN - {"Cn"}
"""Categories that are taken out of messages: not those of characters newer than this Python, such as next year's
emoji."""


class Said(NamedTuple):
    """A message as one person hears it: ``new`` if somebody else has said it since he last looked, ``hidden`` if it
    comes from whom he has blocked, ``own`` if it is his."""

    message: Message
    new: bool
    hidden: bool
    own: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """What one person hears in a room: the newest messages, the newest last; ``earlier``: whether there are more.

    ``count`` is how often the talk there has changed; ``may_say``: he may say something himself.
    """

    game: Game
    room: Message.Room
    said: list[Said]
    earlier: bool
    may_say: bool = True

    @property
    def count(self) -> int:
        """How often the talk has changed."""
        return self.game.talk if self.room == Room.TABLE else self.game.gallery

    @property
    def url(self) -> str:
        """The room's own page."""
        return reverse(_PAGE[self.room], args=[self.game.table])

    @property
    def read_url(self) -> str:
        """Where is noted what was read."""
        return reverse(f"{_PAGE[self.room]}-read", args=[self.game.table])

    @property
    def unread(self) -> int:
        """How many of them are new."""
        return sum(said.new for said in self.said)

    @property
    def newest(self) -> Message | None:
        """The last one that is new."""
        return next((said.message for said in reversed(self.said) if said.new), None)

    @property
    def last(self) -> Message | None:
        """The newest message."""
        return self.said[-1].message if self.said else None


_PAGE = {Room.TABLE: "talk", Room.GALLERY: "gallery"}
_READ = {Room.TABLE: "read", Room.GALLERY: "gallery_read"}


def membership_of(game: Game, user: Any) -> Membership:
    """What ``user`` keeps to himself at this table; not stored yet if it is nothing."""
    membership = Membership.objects.filter(game=game, user=user).first() or Membership(game=game)
    membership.user = user
    return membership


def said_at(game: Game, room: Message.Room = Room.TABLE) -> QuerySet[Message]:
    """Everything said in a room of the table, the newest last."""
    return game.messages.filter(room=room).select_related("user").order_by("pk")


def hear(game: Game, membership: Membership, room: Message.Room = Room.TABLE) -> Talk:
    """The newest of the talk for one person, who may hear it."""
    silent = not (game.talk if room == Room.TABLE else game.gallery)
    newest = [] if silent else list(said_at(game, room).reverse()[: AT_ONCE + 1])
    said = heard(newest[:AT_ONCE][::-1], membership, room)
    return Talk(game, room, said, len(newest) > AT_ONCE, room == Room.TABLE or not membership.user.is_guest)


def heard(messages: Iterable[Message], membership: Membership, room: Message.Room) -> list[Said]:
    """These messages of a room as one person hears them."""
    messages = list(messages)
    blocked = blocks_of(membership.user) if messages else set()
    return [_said(message, membership, getattr(membership, _READ[room]), blocked) for message in messages]


def _said(message: Message, membership: Membership, read: int, blocked: Collection[int]) -> Said:
    own, hidden = message.user_id == membership.user_id, message.user_id in blocked
    return Said(message, message.pk > read and not own and not hidden, hidden, own)


def hears_gallery(game: Game, user: Any, me: Player | None) -> bool:
    """Whether ``user``, who sees the table from the seat ``me`` if he has one, may hear what spectators say."""
    return may_watch(game, user, me) and not (game.keeps_secrets and has_seen_cards(game, user))


def may_hear(message: Message, user: Any, me: Player | None) -> bool:
    """Whether ``user``, who sees its table from the seat ``me`` if he has one, hears the room in which it was said."""
    return hears_gallery(message.game, user, me) if message.room == Room.GALLERY else me is not None


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


def say(me: Player, user: Any, text: str, after: int | None = None) -> None:
    """Let ``user``, who sees the table from the seat ``me``, say something there; whom it names is owed a notice.

    ``after`` is the last message on his page: the same text again from the same page is one request repeated and
    changes nothing. Raises Refused.
    """
    _say(Message(game=me.game, room=Room.TABLE, player=me, user=user, text=text), after)


def call(game: Game, user: Any, text: str, after: int | None = None) -> None:
    """Let ``user``, who may hear the gallery, say something there. Otherwise like ``say``; Refused for guests too."""
    if user.is_guest:
        raise Refused(_("Guests only listen here. Make an account to say something: your seats stay yours."))
    _say(Message(game=game, room=Room.GALLERY, user=user, text=text), after)


@transaction.atomic
def _say(message: Message, after: int | None) -> None:
    message.text = cleaned(message.text)
    check_may_write(message.user)
    # The lock puts messages in one order, so that what was read up to a key has been read.
    game = Game.objects.select_for_update().get(pk=message.game_id)
    same = game.messages.filter(room=message.room, user=message.user, text=message.text)
    if after is not None and same.filter(pk__gt=after).exists():
        return
    _check_pace(message.user)
    message.save(force_insert=True)
    changed(game, message.room)
    deaf = blocked_by(message.user)
    for player, person in _named(game, message):
        if person != message.user and person.pk not in deaf:
            enqueue.mention(player, person, message)


def _check_pace(user: Any) -> None:
    lately = timezone.now() - timedelta(minutes=1)
    if Message.objects.filter(user=user, at__gt=lately).count() >= MOST_A_MINUTE:
        raise Refused(_("That is a lot for one minute. Wait a little and send it again."))


def changed(game: Game, room: str) -> None:
    """What is said in this room of the table, which is locked, is not what it was: open pages hear of it."""
    if room == Room.TABLE:
        game.talk += 1
        game.save(update_fields=["talk"])
        broadcast.on_commit_talk(game)
    else:
        game.gallery += 1
        game.save(update_fields=["gallery"])
        broadcast.on_commit_gallery(game)


def _named(game: Game, message: Message) -> Iterator[tuple[Player | None, User]]:
    """Everybody in the room whose user name or display name stands behind an ``@``, with the seat he plays."""
    if "@" not in message.text:
        return
    for player, person in _at_table(game) if message.room == Room.TABLE else _in_gallery(game):
        names = "|".join(re.escape(name) for name in {person.username, person.shown_name})
        if re.search(rf"(?<!\w)@(?:{names})(?!\w)", message.text, re.IGNORECASE):
            yield player, person


def _at_table(game: Game) -> Iterator[tuple[Player | None, User]]:
    for player in game.players.select_related("user", "friend"):
        friend = player.friend if player.stand_in == Player.StandIn.FRIEND else None
        yield from ((player, person) for person in (player.user, friend) if person is not None)


def _in_gallery(game: Game) -> Iterator[tuple[Player | None, User]]:
    """Who has said something there; whether each may still hear it is seen before a notice goes out."""
    for person in User.objects.filter(said__game=game, said__room=Room.GALLERY).distinct():
        yield None, person


def read(game: Game, user: Any, upto: int, room: Message.Room = Room.TABLE) -> None:
    """Note that ``user`` has read the talk up to the message of that key. Raises Refused if it is not of this room."""
    if not game.messages.filter(pk=upto, room=room).exists():
        raise Refused(_("There is no such message at this table."))
    membership, _made = Membership.objects.get_or_create(game=game, user=user)
    field = _READ[room]
    Membership.objects.filter(pk=membership.pk, **{f"{field}__lt": upto}).update(**{field: upto})


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
    changed(game, message.room)
