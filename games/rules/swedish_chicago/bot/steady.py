"""The computer player *steady*, which rates moves in points, from a view alone. Equal views give equal moves."""

from collections.abc import Callable, Sequence
from heapq import nlargest
from math import prod
from statistics import fmean

from games.rules.automation import Automation
from games.rules.swedish_chicago.bot import odds
from games.rules.swedish_chicago.bot.guesses import Tricks, chance, unseen
from games.rules.swedish_chicago.bot.numbers import NUMBER
from games.rules.swedish_chicago.bot.quick import WORTH_A_RESET
from games.rules.swedish_chicago.hands import FOUR, PLACE, Form, combination, form, points
from games.rules.swedish_chicago.legal import LEAST
from games.rules.swedish_chicago.moves import understand
from games.rules.swedish_chicago.pieces import HAND, VALUE
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.table import PARTS
from games.rules.swedish_chicago.view import SeatView, View

_DRAWS, _FEW_DRAWS = 160, 32
"""The number of sampled draws for evaluating an exchange, and for preselecting exchanges."""

_HOPEFUL = 5
"""The number of exchanges to evaluate with all draws."""

_DEALS = 60
"""The number of sampled deals for evaluating a trick or a Chicago."""

_LASTING = (0.2, 0.4, 1.0)
"""The share of a hand's value in the tricks that remains after later exchanges, by phase."""

_LAST, _CHICAGO = 5, 15

_FREEDOM = 20
"""The value of a first Chicago beyond its points if one is needed to win (7.4)."""

_CAUTION = 3.0
"""The points per rival by which a Chicago must look better than no Chicago, since the rivals play well."""


class SteadyPolicy(Automation[State, View]):
    def policy(self, view: View) -> str:
        if not view.legal or view.seat is None:
            raise ValueError("there is no move to choose")
        if len(view.legal) == 1:
            return view.legal[0]
        return _CHOICES[view.phase](_Hand(view, view.seats[view.seat]))


class _Hand:
    def __init__(self, view: View, own: SeatView) -> None:
        self.view, self.own, self.options = view, own, view.options
        self.target = view.target
        self.cards = list(own.hand or ())
        self.rivals = [view.seats[seat] for seat in view.order if seat != own.seat]
        self.players = len(view.order)
        self.needs_chicago = view.options["must_chicago"] and not own.made_chicago
        self.leads = view.options["chicago_lead"] == "declarer" or view.order[0] == own.seat
        self.left = unseen(view)
        self._best: dict[tuple[str | None, tuple[str, ...]], float] = {}

    def gain(self, points: float) -> float:
        """Return the value of additional points.

        Reaching the target without a required Chicago loses all points (7.4).
        """
        return -self.own.score if self.needs_chicago and self.own.score + points >= self.target else points

    def worth(self, cards: Sequence[str]) -> float:
        made = form(cards)
        key = (made.type, made.ranks[:1])
        best = self._best.get(key)
        if best is None:
            best = self._best[key] = self._announced(made)
        return best + _LASTING[self.view.part - 1] * self._in_tricks(cards)

    def _announced(self, made: Form) -> float:
        """Return the expected points for the combination in all remaining phases."""
        if made.type is None:
            return 0.0
        return self.gain(self._value(made.type)) * sum(
            prod(odds.beats(made, 0 if rival.stopped else part, _least(rival)) for rival in self.rivals)
            for part in range(self.view.part, PARTS + 1)
        )

    def _value(self, kind: str) -> int:
        wins = self.options["straight_flush"] == "wins" and kind == "straight flush"
        return self.target if wins else points(kind, self.options)

    def _in_tricks(self, cards: Sequence[str]) -> float:
        last = self.gain(_LAST) * odds.last_trick(cards, self.players)
        if not self.may_declare():
            return last
        return max(last, self.declared(odds.chicago(cards, self.players, self.leads)))

    def may_declare(self) -> bool:
        """Return whether the score allows a Chicago (5.1, 7.5).

        At least 15 points are needed, unless scores may be negative.
        """
        return bool(self.options["negative"]) or self.own.score >= LEAST

    def declared(self, made: float) -> float:
        """Return a cautious estimate of the gain from declaring a Chicago that succeeds with this chance."""
        won = _CHICAGO + (_LAST if self.options["chicago_last_trick"] == "adds" else 0)
        lost = _CHICAGO if self.options["negative"] else min(_CHICAGO, self.own.score)
        promised = made * (won + (_FREEDOM if self.needs_chicago else 0)) - (1 - made) * lost
        return promised - _CAUTION * (self.players - 1)


def _least(rival: SeatView) -> str | None:
    said = [each for each in rival.said if each is not None and each != "pass"]
    return max(said, key=PLACE.__getitem__) if said else None


def _exchange(hand: _Hand) -> str:
    """Return the exchange with the highest average value of the hand over some sampled draws (2.1)."""
    rng = chance(hand.view)
    draws = [rng.sample(hand.left, HAND) for _ in range(_DRAWS)]
    hopeful = nlargest(_HOPEFUL, hand.view.legal, lambda move: _thrown(hand, move, draws[:_FEW_DRAWS]))
    return max(hopeful, key=lambda move: _thrown(hand, move, draws))


def _thrown(hand: _Hand, move: str, draws: Sequence[Sequence[str]]) -> float:
    """Return the value of the hand after this exchange.

    An open card that is worse than the average draw is refused.
    """
    _verb, *thrown = move.split()
    kept = [card for card in hand.cards if card not in thrown]
    if not thrown:
        return hand.worth(kept)
    worths = [hand.worth([*kept, *draw[: HAND - len(kept)]]) for draw in draws]
    hidden = fmean(worths)
    return fmean(max(hidden, each) for each in worths) if thrown[0] == "open" else hidden


def _open(hand: _Hand) -> str:
    """Return ``take`` if the open card is at least as good as an average draw, otherwise ``refuse`` (7.6)."""
    opened = hand.view.open
    if opened is None:
        raise ValueError("no card lies open")
    hidden = fmean(hand.worth([*hand.cards, card]) for card in hand.left)
    return "take" if hand.worth([*hand.cards, opened.card]) >= hidden else "refuse"


def _announce(hand: _Hand) -> str:
    """Return the highest announcement that may score without a fall back to 0, otherwise ``pass`` (3.1, 7.4, 7.8)."""
    return next(move for move in hand.view.legal if move == "pass" or hand.gain(_worth(hand, move)) > 0)


def _worth(hand: _Hand, move: str) -> int:
    """Return the points for an announcement."""
    kind = understand(move).type or combination(hand.cards)
    return 0 if kind is None else points(kind, hand.options)


def _quads(hand: _Hand) -> str:
    """Return an announcement for a reset, or of more than four of a kind, otherwise ``pass`` (7.1, 7.3).

    A type above four of a kind prevents a reset, and may win the game.
    """
    kind = combination(hand.cards)
    return hand.view.legal[0] if kind is not None and (PLACE[kind] > FOUR or _wants_reset(hand)) else "pass"


def _choose(hand: _Hand) -> str:
    return "reset" if _wants_reset(hand) else "score"


def _wants_reset(hand: _Hand) -> bool:
    """Return whether a reset of all others is better than scoring 7 (7.1)."""
    best = max(rival.score for rival in hand.rivals)
    seven = hand.gain(points("four of a kind", hand.options))
    wins = hand.own.score + seven >= max(hand.target, best + 1)
    return seven < 0 or (best >= WORTH_A_RESET and not wins)


def _chicago(hand: _Hand) -> str:
    """Return ``declare`` if a Chicago promises more than the last trick, otherwise ``pass`` (5.1)."""
    declarer = hand.own.seat
    tricks = Tricks(hand.view, declarer, declarer if hand.leads else hand.view.order[0])
    made = fmean(tricks.play(tricks.deal()) == tricks.own for _ in range(_DEALS))
    last = hand.gain(_LAST) * odds.last_trick(hand.cards, hand.players)
    return "declare" if hand.declared(made) > last else "pass"


def _play(hand: _Hand) -> str:
    """Return the play with the best average result; of equal ones, the lowest card (4.2, 5.2, 5.3)."""
    view = hand.view
    tricks = Tricks(view, view.declarer, hand.own.seat if view.leader is None else view.leader)
    worth = [_taken(hand, tricks, position) for position in range(hand.players)]
    totals = dict.fromkeys(sorted(view.legal, key=lambda move: VALUE[move.split()[1]]), 0.0)
    for _ in range(_DEALS):
        hands = tricks.deal()
        for move in totals:
            totals[move] += worth[tricks.play(hands, NUMBER[move.split()[1]])]
    return max(totals, key=totals.__getitem__)


def _taken(hand: _Hand, tricks: Tricks, taker: int) -> float:
    """Return the viewer's gain if this position takes the last trick, or breaks the Chicago."""
    if tricks.declarer is None or tricks.declarer == tricks.own:
        return hand.gain(_LAST) if taker == tricks.own else 0.0
    if taker == tricks.declarer:
        return 0.0
    return _CHICAGO + (hand.gain(int(hand.options["breaker"])) if taker == tricks.own else 0.0)


_CHOICES: dict[str, Callable[[_Hand], str]] = {
    "exchange": _exchange, "open": _open, "announce": _announce, "quads": _quads, "choose": _choose,
    "chicago": _chicago, "play": _play,
}  # fmt: skip
