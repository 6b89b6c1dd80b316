"""The quick policy, which chooses a move by a few dozen comparisons, for playouts and for the weakest players.

For each business, it finds the most promising hand from the player's cards there and in hand (a *target*), given the
chance to win a shootout against the rivals' visible cards and the tile's value. Then it rates every card at every
business, drawing and the special cards by a weighted sum. It uses the player's own hand and public facts. The weights
are fitted by ``python -m lab.fit chicago_poker``.
"""

from collections.abc import Iterable, Sequence
from math import exp
from random import Random
from typing import NamedTuple

from games.rules.automation import Automation
from games.rules.chicago_poker.bot.reach import NOTHING, missing, rating, reach
from games.rules.chicago_poker.bot.weights import WEIGHTS, Weights
from games.rules.chicago_poker.hand_limit import may_play, may_take
from games.rules.chicago_poker.legal import moves_in_turn
from games.rules.chicago_poker.moves import AIMED, BRIBERIES, PLAYS, SENDS, understand
from games.rules.chicago_poker.pieces import COLUMN, HAND, VALUE
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.table import Business, Table
from games.rules.chicago_poker.view import View
from games.rules.contract import Seat

_EVEN = 0.5


class Target(NamedTuple):
    worth: float
    chance: float
    cards: list[str]
    lacking: int
    business: Business
    column: list[str]
    gain: float
    threat: float
    urgent: bool


class QuickPolicy(Automation[State, View]):
    def quick_policy(self, state: State, seat: Seat, rng: Random) -> str:
        return quick(state, seat, rng)


def quick(table: Table, seat: Seat, rng: Random, weights: Weights = WEIGHTS) -> str:
    if table.tie is not None:
        return _answer(table, seat)
    if table.must_choose:
        return moves_in_turn(table, seat)[0]
    if not table.due + table.extra:
        return "end"
    return _Choice(table, seat, weights).move()


def ratings(table: Table, seat: Seat) -> dict[str, float]:
    """Return the quick policy's ratings of the active player's moves; some uses of special cards are not rated."""
    return {move: rated for rated, move in _Choice(table, seat, WEIGHTS).ratings()}


def absurd(table: Table, seat: Seat) -> set[str]:
    """Return plays by the active player that look absurd, even if their rating is close to the best."""
    return set(_Choice(table, seat, WEIGHTS).absurd())


def _answer(table: Table, seat: Seat) -> str:
    """Return the move that sends the highest gangster, or ``decline`` if there is none (6.4)."""
    gangsters = table.hands[seat][: table.gangsters(seat)]
    return SENDS[max(gangsters, key=VALUE.__getitem__)] if gangsters else "decline"


class _Choice:
    __slots__ = ("actions", "gangsters", "hand", "reach", "seat", "table", "weights")

    def __init__(self, table: Table, seat: Seat, weights: Weights) -> None:
        self.table, self.seat, self.weights = table, seat, weights
        self.hand = table.hands[seat]
        self.gangsters = self.hand[: table.gangsters(seat)]
        self.actions = table.due + table.extra
        self.reach = reach(tuple(self.gangsters))

    def move(self) -> str:
        """Return the move with the highest rating, or the first legal one if no rated move respects the hand limit."""
        for _rating, move in sorted(self._rated(), reverse=True):
            if self._comes_down(move):
                return move
        return moves_in_turn(self.table, self.seat)[0]

    def _targets(self) -> list[Target]:
        return [
            self._target(slot, business)
            for slot, business in enumerate(self.table.street)
            if business is not None and len(business.columns[self.seat]) < COLUMN
        ]

    def absurd(self) -> Iterable[str]:
        """Yield plays that look absurd.

        These are useless cards at a marker, fifth cards with poor chances, and cards that probably win elsewhere.
        """
        targets = self._targets()
        claims = self._claims([each for each in targets if each.chance > _EVEN and not each.lacking])
        for target in targets:
            for card in self.gangsters:
                if target.urgent:
                    bad = card not in target.cards or target.chance < _EVEN / 2
                elif len(target.column) == COLUMN - 1:
                    bad = self._beats(target, card) < _EVEN
                else:
                    bad = any(other is not target for other in claims.get(card, ()))
                if bad:
                    yield PLAYS[target.business.tile][card]

    def ratings(self) -> list[tuple[float, str]]:
        """Return moves within the hand limit, with their ratings; some uses of special cards are not rated."""
        return [each for each in self._rated() if self._comes_down(each[1])]

    def _rated(self) -> list[tuple[float, str]]:
        """Return moves with their ratings, including those that break the hand limit (3.6)."""
        targets = self._targets()
        return [*self._plays(targets), *self._others(targets)]

    def _comes_down(self, move: str) -> bool:
        """Return whether the hand can still come down to seven cards after the move (3.6)."""
        if move == "draw":
            return may_take(self.table, self.seat)
        if move.startswith("bribery"):
            return may_take(self.table, self.seat, "bribery")
        return may_play(self.table, self.seat, understand(move))

    def _target(self, slot: int, business: Business) -> Target:
        w, column = self.weights, business.columns[self.seat]
        urgent = any(place == slot and owner != self.seat for place, owner in self.table.markers)
        threat, gain = self._threat(business), self._gain(business.tile)
        shown = self._shown(business) if urgent else -1.0
        best = (-1.0, 0.0, NOTHING)
        for made in self.reach.makeable(column, min(COLUMN, self.actions) if urgent else COLUMN):
            if urgent and (made.lacking or made.rating < shown):
                continue
            chance = 1 / (1 + exp(w.steep * (threat - made.rating)))
            worth = gain * chance * (1.0, w.lacking_one, w.lacking_two)[made.lacking]
            if worth > best[0]:
                best = (worth, chance, made)
        worth, chance, made = best
        return Target(max(worth, 0.0), chance, made.cards, made.lacking, business, column, gain, threat, urgent)

    def _threat(self, business: Business) -> float:
        """Return the expected rating of the rivals' best hand at the business."""
        w, highest = self.weights, -9.0
        for seat, column in enumerate(business.columns):
            if seat == self.seat or (not column and seat in self.table.out):
                continue
            shown = self._open(column)
            shows = rating(shown)
            if len(column) == COLUMN:
                threat = shows + w.threat_hidden * (len(column) - len(shown))
            else:
                threat = w.threat + w.threat_card * len(column) + w.threat_shown * max(0.0, shows - 0.5)
            highest = max(highest, threat)
        return highest

    def _open(self, column: list[str]) -> list[str]:
        down = self.table.down
        return [card for card in column if card not in down] if down else column

    def _shown(self, business: Business) -> float:
        return max(rating(self._open(column)) for seat, column in enumerate(business.columns) if seat != self.seat)

    def _gain(self, tile: str) -> float:
        """Return the value of taking the tile.

        It adds the seat's own progress and a share of the most progress that a rival would make.
        """
        w, controlled, short = self.weights, self.table.controlled, self.table.short
        gain = denied = 0.0
        for seat, tiles in enumerate(controlled):
            after = w.near ** -missing((*tiles, tile), short)
            before = w.near ** -missing(tuple(tiles), short)
            if seat == self.seat:
                gain = after - before
            else:
                denied = max(denied, after - before)
        return 0.1 + gain + w.deny * denied

    def _plays(self, targets: Sequence[Target]) -> list[tuple[float, str]]:
        w, plays = self.weights, list[tuple[float, str]]()
        keeps = self.reach.keeps(w)
        claims = self._claims(targets)
        for target in targets:
            lay, spare = self._lay(target), self._spare(target)
            last, texts = len(target.column) == COLUMN - 1, PLAYS[target.business.tile]
            for card in self.gangsters:
                rated = lay if card in target.cards else spare - keeps[card]
                for other in claims.get(card, ()):
                    if other is not target:
                        rated -= w.claim * other.worth
                plays.append((rated + self._mark(target, card) if last else rated, texts[card]))
        return plays

    def _lay(self, target: Target) -> float:
        w = self.weights
        lay = w.lay * target.worth * (1 + w.lay_urgent * target.urgent)
        return lay * w.lay_lacking if target.lacking else lay

    def _spare(self, target: Target) -> float:
        w = self.weights
        spare = -w.fill_urgent if target.urgent else -w.fill
        full = len(target.column) + len(target.cards) + target.lacking >= COLUMN
        return spare - w.spoil * target.worth if full else spare

    def _claims(self, targets: Sequence[Target]) -> dict[str, list[Target]]:
        claims: dict[str, list[Target]] = {}
        for target in targets:
            for card in target.cards:
                claims.setdefault(card, []).append(target)
        return claims

    def _mark(self, target: Target, card: str) -> float:
        """Return the value of the marker that this fifth card sets."""
        if target.urgent:
            return 0.0
        w = self.weights
        return w.mark * target.gain * (self._beats(target, card) - w.mark_at)

    def _beats(self, target: Target, card: str) -> float:
        return 1 / (1 + exp(self.weights.steep * (target.threat - rating([*target.column, card]))))

    def _others(self, targets: Sequence[Target]) -> Iterable[tuple[float, str]]:
        """Yield drawing, ending and the special cards, with ratings.

        Optional draws stop when only the revolver can be drawn, because firing and drawing it could go on for ever.
        """
        w, table, hand = self.weights, self.table, self.hand
        if table.deck or (table.discarded and (table.due or set(table.discarded) != {"revolver"})):
            needed = max(targets, default=None, key=lambda target: target.worth)
            first = needed is not None and needed.lacking == 0 and len(needed.cards) < self.actions
            yield w.draw + w.draw_room * (HAND - len(hand)) + w.draw_first * first, "draw"
        if not table.due and len(hand) <= HAND:
            yield w.stop, "end"
        for card in hand[len(self.gangsters) :]:
            if card in _SPECIALS:
                yield from _SPECIALS[card](self)

    def _revolver(self) -> Iterable[tuple[float, str]]:
        yield self.weights.revolver, "revolver"

    def _raid(self) -> Iterable[tuple[float, str]]:
        """Yield a raid on the last column with unseen cards that stay hidden until the next action (5.3)."""
        seen = {card for card, seats in self.table.seen.items() if self.seat in seats}
        told = [
            (business.tile, seat)
            for business, seat, column in self._columns()
            if any(card in self.table.down and card not in seen for card in column)
            and not (self.actions == 1 and COLUMN in map(len, business.columns))
        ]
        if told:
            tile, seat = told[-1]
            yield self.weights.raid, AIMED["raid"][tile][seat]

    def _liquidation(self) -> Iterable[tuple[float, str]]:
        """Yield liquidations of columns with several cards and no marker (5.2), rated by the visible hand."""
        w = self.weights
        for business, seat, column in self._columns():
            if 1 < len(column) < COLUMN:
                shows = rating([card for card in column if card not in self.table.down])
                yield w.liquidation + w.liquidation_shown * shows, AIMED["liquidation"][business.tile][seat]

    def _columns(self) -> Iterable[tuple[Business, Seat, list[str]]]:
        for business in self.table.street:
            if business is not None:
                for seat, column in enumerate(business.columns):
                    if column and seat != self.seat:
                        yield business, seat, column

    def _bribery(self) -> Iterable[tuple[float, str]]:
        if self.table.discarded:
            yield self.weights.bribery, BRIBERIES[max(self.table.discarded, key=self._matches)]

    def _matches(self, card: str) -> float:
        return self.reach.matches(card) if card in VALUE else -1.0


_SPECIALS = {
    "raid1": _Choice._raid, "raid2": _Choice._raid, "liquidation": _Choice._liquidation,
    "revolver": _Choice._revolver, "bribery": _Choice._bribery,
}  # fmt: skip
"""Functions that rate the special cards.

Limousines are left to the search, because they have too many uses.
"""
