"""Moves of bots by webhook: the site posts ``table.to_move``, and makes the move in the response.

The receiver can be stateless: each post contains the table as the bot's seat sees it. After a response without a move,
the bot can still move by API. docs/api/bots.md describes both ways for authors of bots.
"""

import json
from dataclasses import replace
from time import monotonic
from typing import Any, NamedTuple

from django.db import transaction
from django.http import Http404
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.access.account_lock import hold_account
from accounts.models import User
from games import play
from games.core.access import TableAccess, access_among, table_access_or_404
from games.models import NOT_PACKED, Delivery, Notice, NotificationKind, Player, Webhook
from games.models.read_transaction import snapshot
from games.notifications.channels.message import Sent
from games.notifications.channels.webhook import Post, asks_for_moves
from games.notifications.errors import TemporaryFailure, Unfinished
from games.notifications.net.public_urls import Address
from games.notifications.net.safe_http import BROKEN_OFF
from games.presentation.as_data import describe
from games.rules.contract import State

KIND = "table.to_move"

MOST_MOVES = 40
"""Maximum number of moves per call; the next sweep requests any further moves."""

SECONDS = 5.0
"""Seconds after which no further move is requested.

The last request may still take its full timeout, so one program can occupy a thread of the queue ``calls``, and delay
the shutdown of a worker, for fifteen seconds.
"""

LONGEST_MOVE = 100

NOT_READ = _('We can’t read the answer. It must be JSON such as {"move": "draw"}, or empty.')
NOT_LEGAL = _("The answer wasn’t a legal move. The turn stays open for a move through the API.")
TOO_LATE = _("The answer came too late: it was no longer this seat’s turn.")


class _Question(NamedTuple):
    seat: Player
    version: str
    body: dict[str, Any]


class _Unreadable(Exception):
    """The response is neither empty nor a JSON object with a possible ``move``."""


def set_address(bot: User, address: str) -> Webhook:
    """Set a bot's webhook address, or reactivate its webhook.

    Moves are requested for open turns at once. Raise `BadAddress` if the address is not allowed.
    """
    facts = {"address": str(Address.parse(address.strip())), "stopped": False, "problem": "", "response": ""}
    with transaction.atomic():
        assert bot.owner is not None
        hold_account(bot.owner)
        hold_account(bot)
        hook, _made = Webhook.objects.update_or_create(user=bot, form=Webhook.Form.PLAYER, defaults=facts)
        _ask_again(bot)
    return hook


def _ask_again(bot: User) -> None:
    """Make the notices of open turns due again, except notices that are being sent."""
    seats = Player.objects.filter(NOT_PACKED, user=bot, to_move_since__isnull=False)
    keys = [f"turn:{pk}:{since}" for pk, since in seats.values_list("pk", "to_move_since")]
    settled = Notice.objects.filter(user=bot, kind=NotificationKind.TURN, key__in=keys).exclude(
        deliveries__state=Delivery.State.PENDING
    )
    again = list(settled.values_list("pk", flat=True))
    Delivery.objects.filter(notice__in=again).delete()
    Notice.objects.filter(pk__in=again).update(state=Notice.State.PENDING, due_at=timezone.now())


@asks_for_moves
def ask(delivery: Delivery, post: Post) -> Sent:
    """Request the moves of the notice's turn one by one, until the turn ends or a response contains no valid move.

    Idempotent: each move is made once, for the version in the request. Raise the exceptions of ``post``,
    `TemporaryFailure` for a truncated response and while the table is paused, and `Unfinished` if the turn continues
    beyond the limits.
    """
    sent, end = Sent(), monotonic() + SECONDS
    changed: play.Changed | None = None
    for number in range(MOST_MOVES):
        question, changed = _question(delivery, changed), None
        if question is None:
            return sent
        try:
            response = post(f"{delivery.notice_id}-{question.version}", question.body)
            if response.broken:
                raise TemporaryFailure(BROKEN_OFF, response.status)
        except TemporaryFailure:
            if number:  # the shortest retry delay, since the program has just responded
                delivery.tries = 1
                Delivery.objects.filter(pk=delivery.pk).update(tries=1)
            raise
        sent = Sent(response=response.text, status=response.status)
        try:
            text = _move_in(response.body)
            if not text:
                return sent
            changed = play.move(question.seat, text, question.version, delivery.user)
        except _Unreadable:
            return replace(sent, problem=_stored(NOT_READ))
        except play.WrongMove as wrong:
            why = f"{response.text} ({wrong.code}, {wrong.paragraph})"
            return replace(sent, response=why, problem=_stored(NOT_LEGAL))
        except play.Stale:
            continue  # the bot has moved by the API since, or a standing order has moved
        except play.Paused as paused:
            raise TemporaryFailure(paused.message) from paused
        except play.Refused:
            return replace(sent, problem=_stored(TOO_LATE))
        if monotonic() > end:
            break
    raise Unfinished(_("The turn goes on. We’ll ask for the next move in a moment."))


def _question(delivery: Delivery, changed: play.Changed | None) -> _Question | None:
    """Return the request for the next move, or None if the turn is over or another player has the seat.

    ``changed`` is the game after the previous move, so that it need not be loaded again.
    """
    notice, bot = delivery.notice, delivery.user
    if changed is not None and changed.players:
        return _question_at(delivery, access_among(changed.game, changed.players, bot), changed.state)
    if notice.game is None:
        return None
    with snapshot():
        try:
            return _question_at(delivery, table_access_or_404(notice.game.public_id, bot))
        except Http404:
            return None  # the bot has lost its seat at a private table


def _question_at(delivery: Delivery, access: TableAccess, state: State | None = None) -> _Question | None:
    seat = access.me
    if seat is None or not access.game.is_running or seat.to_move_since != delivery.notice.data.get("asked"):
        return None
    seen = describe(access, delivery.user, state)
    if not seen["my_move"]:
        return None
    facts = {"kind": KIND, "table": seen["id"], "version": seen["version"], "legal": seen["legal"], "view": seen}
    return _Question(seat, seen["version"], facts)


def _move_in(body: bytes) -> str:
    """Return the move in the response, or an empty string. Raise `_Unreadable` if the response can't be read."""
    if not body.strip():
        return ""
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise _Unreadable from error
    move = answer.get("move", "") if isinstance(answer, dict) else None
    if not isinstance(move, str) or len(move) > LONGEST_MOVE or not move.isprintable():
        raise _Unreadable
    return move.strip()


def _stored(text: Promise) -> str:
    """Return the text untranslated, because it may be shown in another language later."""
    with translation.override(None):
        return str(text)
