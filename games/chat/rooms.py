"""The chat at a table: plain text in two rooms, in the order of posting.

Only players and their substitutes can read and use the players' room. The gallery of a public table is for spectators:
full accounts without a seat. While the game runs or may be reopened, the gallery is closed to players, substitutes,
the bots' owners, the owners' other bots and anyone else who has seen hidden cards, because a message could give advice.
It is also closed to guests and signed-out visitors, because a player could easily pose as one. After the game, every
signed-in user can read it.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access.account_lock import hold_account
from accounts.access.restrictions import check_may_write
from accounts.friends.friendships import blocked_by, blocks_of
from accounts.models import User, Visitor
from accounts.refusals import Refused
from accounts.validators.characters import clean_lines
from games.core import broadcast, notices
from games.core.access import may_spectate
from games.models import Delivery, Game, Membership, Message, Notice, NotificationKind, Player
from games.play.core.seen_hands import has_looked, has_part_in

Room = Message.Room

MESSAGES_SHOWN = 50
"""Number of messages on a page, and in the chat beside a table."""

MESSAGES_PER_MINUTE = 12
"""Rate limit per user, at all tables together."""


class ShownMessage(NamedTuple):
    """A message as shown to one reader.

    ``persona`` is the short name of the author's persona, or empty if the game has no personas. ``hidden`` messages are
    by users that the reader has blocked. ``new`` messages are unread, and neither hidden nor the reader's own.
    """

    message: Message
    persona: str
    new: bool
    hidden: bool
    own: bool


@dataclass(frozen=True, slots=True)
class Chat:
    """The newest messages in a room, newest last, as shown to one reader."""

    game: Game
    room: Message.Room
    messages: list[ShownMessage]
    has_earlier: bool
    may_post: bool = True

    @property
    def version(self) -> int:
        """The number of changes to the room's messages so far."""
        return self.game.chat_version if self.room == Room.TABLE else self.game.gallery_version

    @property
    def url(self) -> str:
        return reverse(_URL_NAMES[self.room], args=[self.game.public_id])

    @property
    def read_url(self) -> str:
        """The address to which pages post the key of the last message read."""
        return reverse(f"{_URL_NAMES[self.room]}-read", args=[self.game.public_id])

    @property
    def unread(self) -> int:
        return sum(shown.new for shown in self.messages)

    @property
    def newest(self) -> Message | None:
        """The newest unread message."""
        return next((shown.message for shown in reversed(self.messages) if shown.new), None)

    @property
    def last(self) -> Message | None:
        return self.messages[-1].message if self.messages else None

    @property
    def phrases(self) -> list[Message.Phrase]:
        """The quick phrases; the gallery has no phrase about waiting."""
        in_table = self.room == Room.TABLE
        return [phrase for phrase in Message.Phrase if in_table or phrase is not Message.Phrase.MOMENT]


_URL_NAMES = {Room.TABLE: "chat", Room.GALLERY: "gallery"}
_READ_FIELDS = {Room.TABLE: "read", Room.GALLERY: "gallery_read"}


def membership_of(game: Game, user: User) -> Membership:
    """Return the notes and read positions of ``user`` at this table, or an empty, unsaved `Membership`."""
    membership = Membership.objects.filter(game=game, user=user).first() or Membership()
    membership.game, membership.user = game, user
    return membership


def messages_in(game: Game, room: Message.Room = Room.TABLE) -> QuerySet[Message]:
    """Return all messages in a room of the table, newest last."""
    return game.messages.filter(room=room).select_related("user", "player").order_by("pk")


def chat_for(game: Game, membership: Membership, room: Message.Room = Room.TABLE) -> Chat:
    """Return the newest messages of a room, for a reader with access to the room."""
    is_empty = not (game.chat_version if room == Room.TABLE else game.gallery_version)
    newest = [] if is_empty else list(messages_in(game, room).reverse()[: MESSAGES_SHOWN + 1])
    shown = messages_for(newest[:MESSAGES_SHOWN][::-1], membership, room)
    return Chat(game, room, shown, len(newest) > MESSAGES_SHOWN, room == Room.TABLE or not membership.user.is_guest)


def messages_for(messages: Iterable[Message], membership: Membership, room: Message.Room) -> list[ShownMessage]:
    messages = list(messages)
    blocked = blocks_of(membership.user) if messages else set()
    read = getattr(membership, _READ_FIELDS[room])
    return [_shown_message(message, membership, read, blocked) for message in messages]


def _shown_message(message: Message, membership: Membership, read: int, blocked: Collection[int]) -> ShownMessage:
    own, hidden = message.user_id == membership.user_id, message.user_id in blocked
    return ShownMessage(
        message, _persona(message, membership.game), message.pk > read and not own and not hidden, hidden, own
    )


def _persona(message: Message, game: Game) -> str:
    personas = game.rules.presentation.PERSONAS
    return personas[message.player.persona].short if personas and message.player is not None else ""


def may_read_gallery(game: Game, user: Visitor, me: Player | None) -> bool:
    """Return whether ``user`` may read the spectators' messages; ``me`` is the user's seat, or None."""
    if not user.is_authenticated or not may_spectate(game, user, me):
        return False
    return not game.keeps_secrets or not (has_part_in(game, user) or has_looked(game, user))


def may_read(message: Message, user: Visitor, me: Player | None) -> bool:
    """Return whether ``user`` may read the room of this message; ``me`` is the user's seat, or None."""
    return may_read_gallery(message.game, user, me) if message.room == Room.GALLERY else me is not None


def clean_text(text: str) -> str:
    """Return the text as it is stored: trimmed, with at most one empty line in a row.

    Raise `Refused` for a text that is empty or too long, or contains NUL, a misplaced joiner or too many combining
    marks.
    """
    if "\0" in text:
        raise Refused(_("A message can’t contain invisible characters."))
    tidy = re.sub(r"\n{3,}", "\n\n", clean_lines(text)).strip()
    if not tidy:
        raise Refused(_("Write something first."))
    if len(tidy) > Message.LENGTH:
        raise Refused(_("A message can’t be longer than %(limit)d characters.") % {"limit": Message.LENGTH})
    return tidy


def post(me: Player, user: User, text: str, after: int | None = None, phrase: str = "") -> None:
    """Post a message by ``user`` at the table of their seat ``me``, and notify the users mentioned in it.

    If ``phrase`` is the code of a quick phrase, post that instead of ``text``. ``after`` is the last message on the
    user's page: posting the same text from the same page is idempotent. Raise `Refused` if the text or the phrase is
    invalid, or if the user is muted, has left the seat, or has posted too much in the last minute.
    """
    _post(Message(game=me.game, room=Room.TABLE, player=me, user=user, text=text, phrase=phrase), after)


def post_in_gallery(game: Game, user: User, text: str, after: int | None = None, phrase: str = "") -> None:
    """Post a message in the gallery, as ``post`` does at the table; ``user`` must be allowed to read the gallery.

    Also raise `Refused` for guests.
    """
    if user.is_guest:
        raise Refused(_("Guests can read here but not write. Make an account to join in: you keep your seats."))
    _post(Message(game=game, room=Room.GALLERY, user=user, text=text, phrase=phrase), after)


@transaction.atomic
def _post(message: Message, after: int | None) -> None:
    message.text = _phrase(message.phrase) if message.phrase else clean_text(message.text)
    author = message.user
    assert author is not None
    check_may_write(author)
    hold_account(author)
    # The lock serializes messages, so that no lower key appears after a higher key was read.
    game = Game.objects.select_for_update().get(pk=message.game_id)
    _check_seat(game, message)
    same = game.messages.filter(room=message.room, user=author, text=message.text)
    if after is not None and same.filter(pk__gt=after).exists():
        return
    _check_rate(author)
    message.save(force_insert=True)
    bump_version(game, message.room)
    blocking = blocked_by(author)
    for player, person in _mentioned(game, message):
        if person != author and person.pk not in blocking:
            notices.enqueue_mention(player, person, message)


def _check_seat(game: Game, message: Message) -> None:
    """Raise `Refused` if the user gave up the seat before the game was locked."""
    if message.player_id is not None and not game.players.filter(pk=message.player_id).exists():
        raise Refused(_("You’ve left this table, so you can’t write here any more."))


def _phrase(code: str) -> str:
    """Return the quick phrase in the active language. Raise `Refused` for an unknown code."""
    if code not in Message.Phrase:
        raise Refused(_("That isn’t one of our quick phrases. Write it out instead."))
    return str(Message.Phrase(code).label)


def _check_rate(user: User) -> None:
    since = timezone.now() - timedelta(minutes=1)
    if Message.objects.filter(user=user, sent_at__gt=since).count() >= MESSAGES_PER_MINUTE:
        raise Refused(_("That’s a lot for one minute. Wait a moment and send it again."))


def bump_version(game: Game, room: str) -> None:
    """Increment the version of a room's messages at a locked table, and broadcast it to open pages."""
    if room == Room.TABLE:
        game.chat_version += 1
        game.save(update_fields=["chat_version"])
        broadcast.on_commit_chat(game)
    else:
        game.gallery_version += 1
        game.save(update_fields=["gallery_version"])
        broadcast.on_commit_gallery(game)


def _mentioned(game: Game, message: Message) -> Iterator[tuple[Player | None, User]]:
    """Yield the users in the room whose name follows an ``@``, each with the seat they play (None in the gallery)."""
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
    """Yield the authors of messages in the gallery; delivery checks again whether they may still read it."""
    for person in User.objects.filter(messages__game=game, messages__room=Room.GALLERY).distinct():
        yield None, person


def mark_read(game: Game, user: User, upto: int, room: Message.Room = Room.TABLE) -> None:
    """Record that ``user`` has read all messages up to the key ``upto``.

    Raise `Refused` if there is no such message in the room.
    """
    if not game.messages.filter(pk=upto, room=room).exists():
        raise Refused(_("This message isn’t at this table."))
    membership, _made = Membership.objects.get_or_create(game=game, user=user)
    field = _READ_FIELDS[room]
    Membership.objects.filter(pk=membership.pk, **{f"{field}__lt": upto}).update(**{field: upto})


def save_note(game: Game, user: User, text: str) -> None:
    """Replace the user's private notes. Raise `Refused` if they are too long or contain forbidden characters."""
    if "\0" in text:
        raise Refused(_("Notes can’t contain invisible characters."))
    tidy = clean_lines(text)
    if len(tidy) > Membership.NOTE_LENGTH:
        raise Refused(_("Notes can’t be longer than %(limit)d characters.") % {"limit": Membership.NOTE_LENGTH})
    Membership.objects.update_or_create(game=game, user=user, defaults={"note": tidy})


@transaction.atomic
def remove(message: Message) -> None:
    """Delete a message, and drop the unsent notices to users mentioned in it."""
    game = Game.objects.select_for_update().get(pk=message.game_id)
    mentions = Notice.objects.filter(game=game, kind=NotificationKind.MENTION, data__message=message.pk)
    Delivery.objects.filter(notice__in=mentions, state=Delivery.State.PENDING).update(state=Delivery.State.DROPPED)
    mentions.filter(state=Notice.State.PENDING).update(state=Notice.State.DROPPED)
    message.delete()
    bump_version(game, message.room)
