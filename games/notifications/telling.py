"""The question "How shall we tell you?": whom it is put to, and what its answer changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from accounts.mail import bounces
from accounts.models import User
from games.models import Game, Player, PushSubscription, Telling, Webhook


@dataclass(frozen=True, slots=True)
class Question:
    """What a user whom no notice reaches is asked, and what has failed so far.

    ``address``: the one they gave, whose link is not followed yet (``waits``) or to which mails come back (``trouble``:
    what the mail server said). ``dead``: the browsers that no longer take notices. ``guest``: whether an address for
    notices alone may be given; others confirm their account's.
    """

    guest: bool
    address: str = ""
    waits: bool = False
    trouble: str = ""
    dead: tuple[str, ...] = ()


def question(user: Any) -> Question | None:
    """The question for this user; None for one who is told somewhere, or has said that they look in."""
    if not user.is_authenticated or user.can_be_mailed:
        return None
    told = Telling.objects.filter(user=user).first()
    if told is not None and (told.looks_in or (told.confirmed_at is not None and not user.mail_trouble)):
        return None
    browsers = list(PushSubscription.objects.filter(user=user).order_by("pk").values_list("name", "ended_at"))
    if any(ended is None for _name, ended in browsers) or Webhook.objects.filter(user=user, stopped=False).exists():
        return None
    address = told.address if told is not None and user.is_guest else ""
    trouble = user.mail_trouble if address else ""
    return Question(
        guest=user.is_guest,
        address=address,
        waits=bool(address) and not trouble,
        trouble=trouble,
        dead=tuple(name for name, _ended in browsers),
    )


def question_at(game: Game, players: list[Player], me: Player | None, user: Any) -> Question | None:
    """The question at a table with other people: before its start, and between one's turns once the first is over."""
    if me is None or me.user_id != user.pk or me.resigned:
        return None
    if game.is_open:
        return question(user)
    people = sum(player.user_id is not None for player in players)
    asked = game.is_running and people > 1 and me.last_turn_end and me.to_move_since is None
    return question(user) if asked else None


def look_in(user: User) -> None:
    """The user does not want to be told. An address that they gave is forgotten."""
    facts = {"looks_in": True, "address": "", "requested_at": None, "confirmed_at": None}
    Telling.objects.update_or_create(user=user, defaults=facts)
    if not user.email:
        bounces.clear(user)
