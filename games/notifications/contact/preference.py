"""The question of how to notify a user: when to ask it, and the effect of the answer "I'll look in"."""

from dataclasses import dataclass, replace

from accounts.mail import bounces
from accounts.models import User, Visitor
from games import clock
from games.models import ContactPreference, Game, Player, PushSubscription, Webhook


@dataclass(frozen=True, slots=True)
class Question:
    """The question put to a user who gets no notifications, with earlier failures.

    A ``guest`` may give an ``address`` for notifications only; other users confirm their account's address. ``waits``
    means that the address is not confirmed yet. ``trouble`` is the mail server's response if mails to the address
    bounced, or empty. ``dead`` lists the names of browsers whose subscription has ended. ``quick`` means that turns at
    the table take minutes and are not announced by mail.
    """

    guest: bool
    address: str = ""
    waits: bool = False
    trouble: str = ""
    dead: tuple[str, ...] = ()
    quick: bool = False


def question(user: Visitor) -> Question | None:
    """Return the question for this user, or None for visitors and for users who get notifications or need none."""
    if not user.is_authenticated or user.can_be_mailed:
        return None
    answer = ContactPreference.objects.filter(user=user).first()
    if answer is not None and (answer.looks_in or (answer.confirmed_at is not None and not user.mail_trouble)):
        return None
    browsers = list(PushSubscription.objects.filter(user=user).order_by("pk").values_list("name", "ended_at"))
    if any(ended is None for _name, ended in browsers) or Webhook.objects.filter(user=user, stopped=False).exists():
        return None
    return _question(user, answer, tuple(name for name, _ended in browsers))


def _question(user: User, answer: ContactPreference | None, dead: tuple[str, ...]) -> Question:
    address = answer.address if answer is not None and user.is_guest else ""
    trouble = user.mail_trouble if address else ""
    return Question(user.is_guest, address, waits=bool(address) and not trouble, trouble=trouble, dead=dead)


def question_at(game: Game, players: list[Player], me: Player | None, user: Visitor) -> Question | None:
    """Return the question at a table before its start, or while the user waits for other people after a first turn.

    Return None if the user doesn't own the seat ``me``, has resigned, or needs no notifications (in general or at quick
    tables).
    """
    if not user.is_authenticated or me is None or me.user_id != user.pk or me.resigned:
        return None
    people = sum(player.user_id is not None for player in players)
    waits = game.is_running and people > 1 and me.last_turn_end and me.to_move_since is None
    quick = clock.is_quick(game.terms)
    if quick and ContactPreference.objects.filter(user=user, looks_in_tonight=True).exists():
        return None
    found = question(user) if game.is_open or waits else None
    return found and replace(found, quick=quick)


def look_in_tonight(user: User) -> None:
    """Store that the user needs no notifications at quick tables; slower tables are not affected."""
    ContactPreference.objects.update_or_create(user=user, defaults={"looks_in_tonight": True})


def look_in(user: User) -> None:
    """Store that the user wants no notifications, and delete an address that they gave."""
    facts = {"looks_in": True, "address": "", "requested_at": None, "confirmed_at": None}
    ContactPreference.objects.update_or_create(user=user, defaults=facts)
    if not user.email:
        bounces.clear(user)
