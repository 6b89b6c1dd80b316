"""The quick player for thousands of playouts; it knows only its own cards and public facts (rules 2 to 7)."""

from collections.abc import Sequence
from random import Random

from games.rules.automation import Automation
from games.rules.contract import Seat
from games.rules.swedish_chicago import legal
from games.rules.swedish_chicago.bot import solve
from games.rules.swedish_chicago.bot.keep_values import keeping
from games.rules.swedish_chicago.bot.numbers import CODE, HIGH_CARD, NUMBER, place, strength
from games.rules.swedish_chicago.bot.playout import Deal, declares, may_hope
from games.rules.swedish_chicago.hands import FOUR, combination, points
from games.rules.swedish_chicago.moves import PLAYS, understand
from games.rules.swedish_chicago.pieces import HAND
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.table import Table
from games.rules.swedish_chicago.view import View

_QUEEN = 12
WORTH_A_RESET = 9
"""The score of a rival for which a reset is better than 7 points (7.1)."""


class QuickPolicy(Automation[State, View]):
    def quick_policy(self, state: State, seat: Seat, rng: Random) -> str:
        return CHOICES[state.phase](state, seat)


def _exchange(table: Table, seat: Seat) -> str:
    hand = table.hands[seat]
    hopes = may_hope(table.options, table.scores[seat])
    return throw(hand, keeping(table.part, hopes).best([NUMBER[card] for card in hand], table.limit))


def _open(table: Table, seat: Seat) -> str:
    """Return ``take`` if the open card improves the hand or is high, otherwise ``refuse`` (7.6)."""
    opened = table.open
    assert opened is not None
    card, hand = NUMBER[opened.card], [NUMBER[each] for each in table.hands[seat]]
    pairs = any(each & 15 == card & 15 for each in hand)
    makes = len(hand) == HAND - 1 and place(strength([*hand, card])) > HIGH_CARD + 1
    return "take" if makes or pairs or card & 15 >= _QUEEN else "refuse"


def _announce(table: Table, seat: Seat) -> str:
    """Return the highest announcement that doesn't cost all points (7.4), otherwise ``pass``."""
    moves = legal.announcements(table, seat)
    if table.options["must_chicago"] and seat not in table.made:
        room = table.target - table.scores[seat]
        return next(move for move in moves if move == "pass" or _worth(table, seat, move) < room)
    return moves[0]


def _worth(table: Table, seat: Seat, move: str) -> int:
    """Return the points for an announcement."""
    kind = understand(move).type or combination(table.hands[seat])
    return 0 if kind is None else points(kind, table.options)


def _quads(table: Table, seat: Seat) -> str:
    """Return an announcement for a reset, or for more than four of a kind, otherwise ``pass`` (7.1).

    A type above four of a kind prevents a reset by others.
    """
    if not legal.may_announce(table, seat):
        return "pass"
    better = place(strength([NUMBER[card] for card in table.hands[seat]])) > FOUR + 1
    return legal.announcements(table, seat)[0] if better or _choose(table, seat) == "reset" else "pass"


def _choose(table: Table, seat: Seat) -> str:
    """Return ``reset`` or ``score``.

    A reset is better if scoring causes a fall (7.4), or if it doesn't win and a rival has much to lose (7.1).
    """
    best = max(table.scores[other] for other in table.order() if other != seat)
    seven = table.scores[seat] + points("four of a kind", table.options)
    falls = seven >= table.target and table.options["must_chicago"] and seat not in table.made
    wins = seven >= max(table.target, best + 1) and not falls
    return "reset" if falls or (best >= WORTH_A_RESET and not wins) else "score"


def _chicago(table: Table, seat: Seat) -> str:
    deal = Deal(table.options, table.order(), table.scores)
    deal.hands = {seat: [NUMBER[card] for card in table.hands[seat]]}
    deal.made = table.made
    return "declare" if declares(deal, seat) else "pass"


def _play(table: Table, seat: Seat) -> str:
    """Return the play of a card, keeping high cards for the last tricks; in a Chicago, play high cards (4.2)."""
    return card_for_trick(table.hands[seat], table.trick, table.declarer, seat)


def card_for_trick(codes: Sequence[str], trick: Sequence[tuple[str, Seat]], declarer: Seat | None, seat: Seat) -> str:
    hand = [NUMBER[card] for card in codes]
    if not trick:
        return PLAYS[CODE[solve.lead(hand, declarer is not None)]]
    suit = trick[0][0][1]
    best = max(NUMBER[card] for card, _ in trick if card[1] == suit)
    return PLAYS[CODE[solve.follow(hand, best, declarer is not None, seat == declarer)]]


def throw(hand: Sequence[str], kept: int) -> str:
    """Return the exchange move that keeps the cards in this bit mask."""
    return " ".join(["exchange", *(card for number, card in enumerate(hand) if not kept >> number & 1)])


CHOICES = {
    "exchange": _exchange, "open": _open, "announce": _announce, "quads": _quads, "choose": _choose,
    "chicago": _chicago, "play": _play,
}  # fmt: skip
