"""Fast playouts of a hand by the quick policy, with cards as numbers (rules 2 to 5), for search and fitting.

They follow the rules except in rare situations: four of a kind is always scored, open cards are never requested, and
suits never break ties. Between two players, the tricks are solved exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pow, sqrt
from random import Random

from games.rules.contract import Options, Seat
from games.rules.swedish_chicago.bot import race, solve
from games.rules.swedish_chicago.bot.keep_values import keeping
from games.rules.swedish_chicago.bot.numbers import ALL, NUMBER, POINTS, claimed, place, strength
from games.rules.swedish_chicago.bot.weights import CHICAGO, LAST
from games.rules.swedish_chicago.legal import LEAST
from games.rules.swedish_chicago.options import SHORTEST
from games.rules.swedish_chicago.table import PARTS, Table

LAST_TRICK = 5

_FORLORN = 0.2
"""The chance below which a Chicago is not considered."""

NEAR = 3
"""The number of points that a player can easily announce before the Chicago round."""

_HIGHER = {card: sum(1 << other for other in ALL if other >> 4 == card >> 4 and other > card) for card in ALL}


def missing(hand: Sequence[int]) -> int:
    """Return the number of cards that could break a Chicago.

    For each card held, these are the higher cards of the same suit that are not held.
    """
    own = 0
    for card in hand:
        own |= 1 << card
    return sum([(_HIGHER[card] & ~own).bit_count() for card in hand])


def may_hope(options: Options, score: int) -> bool:
    """Return whether a player with this score may come to declare a Chicago in this hand, with a use for it (5.1).

    Those who may declare one in the shortest race have reached its end already.
    """
    return bool(options["negative"]) or (score + NEAR >= LEAST and options["target"] != str(SHORTEST))


def two_highest(hand: Sequence[int]) -> int:
    """Return the sum of the two highest values, on which the chance to take the last trick depends."""
    *_, second, first = sorted([card & 15 for card in hand])
    return first + second


class Deal:
    """A hand being played out: all players' cards as numbers, and the scores.

    ``order`` is the table order, without players who have resigned. The top card of ``stock`` is the last one. ``rest``
    lists the seats still to act in the phase, in order. ``claims`` has the strengths announced in this round, by seat;
    ``trick`` has the cards of the current trick with their seats.
    """

    __slots__ = (
        "claims", "declarer", "hands", "leader", "limit", "made", "negative", "options", "order", "part", "phase",
        "played", "points", "rest", "scores", "stock", "stopped", "target", "thrown", "trick",
    )  # fmt: skip

    def __init__(self, options: Options, order: Sequence[Seat], scores: Sequence[int]) -> None:
        self.options, self.order, self.scores = options, list(order), list(scores)
        self.target, self.limit = int(options["target"]), int(options["throw_limit"])
        self.negative = options["negative"]
        self.part, self.phase, self.rest = 1, "exchange", list(order)
        self.hands: dict[Seat, list[int]] = {}
        self.played: dict[Seat, list[int]] = {seat: [] for seat in order}
        self.stock: list[int] = []
        self.thrown: list[int] = []
        self.stopped: frozenset[Seat] = frozenset()
        self.claims: dict[Seat, int] = {}
        self.trick: list[tuple[int, Seat]] = []
        self.declarer: Seat | None = None
        self.leader = self.order[0]
        self.made: list[Seat] = []
        self.points = list(POINTS)
        if options["straight_flush"] == "10":
            self.points[8] = 10
        elif options["straight_flush"] == "wins":
            self.points[8] = self.target

    @classmethod
    def of(cls, table: Table) -> Deal:
        """Return the current hand of a table whose phase is exchange, announce, chicago or play."""
        deal = cls(table.options, table.order(), table.scores)
        deal.part, deal.phase, deal.rest = table.part, table.phase, table.due.copy()
        deal.hands = {seat: [NUMBER[card] for card in table.hands[seat]] for seat in deal.order}
        deal.played = {seat: [NUMBER[card] for card in table.played[seat]] for seat in deal.order}
        deal.stock, deal.thrown = [NUMBER[card] for card in table.stock], [NUMBER[card] for card in table.discards]
        deal.stopped, deal.made, deal.declarer = frozenset(table.stopped), table.made, table.declarer
        deal.trick = [(NUMBER[card], seat) for card, seat in table.trick]
        deal.leader = deal.order[0] if table.leader is None else table.leader
        if deal.phase == "announce":
            said = table.said[table.part - 1]
            claims = {seat: claimed(deal.hands[seat], said[seat]) for seat in deal.order}
            deal.claims = {seat: claim for seat, claim in claims.items() if claim}
        return deal

    def may_declare(self, seat: Seat) -> bool:
        """Return whether the score allows a Chicago (5.1, 7.5).

        At least 15 points are needed, unless scores may be negative.
        """
        return bool(self.negative) or self.scores[seat] >= LEAST

    def score(self, seat: Seat, points: int) -> None:
        after = self.scores[seat] + points
        if after >= self.target and points > 0 and self.options["must_chicago"] and seat not in self.made:
            after = 0
        self.scores[seat] = after if after > 0 or self.negative else 0

    def finish(self, rng: Random) -> None:
        while self.part <= PARTS and self.phase in ("exchange", "announce"):
            if self.phase == "exchange":
                self.exchanges(rng)
            else:
                self.announcements()
        if self.phase == "chicago":
            self._declarations()
        self._tricks()

    def exchanges(self, rng: Random) -> None:
        for seat in self.rest:
            if seat not in self.stopped:
                tables = keeping(self.part, may_hope(self.options, self.scores[seat]))
                self.exchange(seat, tables.best(self.hands[seat], self.limit), rng)
        self.rest, self.phase = self.order, "announce" if self.part < PARTS else "chicago"
        self.claims = {}

    def exchange(self, seat: Seat, kept: int, rng: Random) -> None:
        """Throw all cards except those in the bit mask, and draw as many (2.1, 2.3)."""
        hand, stock = self.hands[seat], self.stock
        thrown = [card for number, card in enumerate(hand) if not kept >> number & 1]
        hand = [card for number, card in enumerate(hand) if kept >> number & 1]
        for _ in thrown:
            if not stock:
                stock += rng.sample(self.thrown, len(self.thrown))
                self.thrown.clear()
            hand.append(stock.pop())
        self.thrown += thrown
        self.hands[seat] = hand

    def announcements(self) -> None:
        claims = self.claims
        highest = max(map(place, claims.values()), default=0)
        for seat in self.rest:
            held = strength(self.hands[seat])
            if held and place(held) >= highest:
                claims[seat], highest = held, place(held)
        self.score_best(claims)
        self.part, self.phase, self.rest = self.part + 1, "exchange", self.order

    def score_best(self, claims: dict[Seat, int]) -> None:
        """Score the best of these strengths, unless it is tied (3.3, 3.4, 4.3)."""
        best = max(claims.values(), default=0)
        if best:
            holders = [seat for seat, held in claims.items() if held == best]
            alike = self.options["ties"] == "none" and sum(place(held) == place(best) for held in claims.values()) > 1
            if len(holders) == 1 and not alike:
                self.score(holders[0], self.points[place(best)])

    def _declarations(self) -> None:
        for seat in self.rest:
            if self.may_declare(seat) and declares(self, seat):
                self.declarer = seat
                break
        self.begin_tricks()

    def begin_tricks(self) -> None:
        self.leader = self.order[0]
        if self.declarer is not None and self.options["chicago_lead"] == "declarer":
            self.leader = self.declarer
        first = self.order.index(self.leader)
        self.phase, self.rest = "play", self.order[first:] + self.order[:first]

    def _tricks(self) -> None:
        taker = self._taker() if len(self.order) > 2 else self._solved()
        declarer = self.declarer
        if declarer is not None:
            if taker != declarer:
                self.score(declarer, -LEAST)
                self.score(taker, int(self.options["breaker"]))
                return
            self.made = [*self.made, declarer]
            self.score(declarer, LEAST)
        if declarer is None or self.options["chicago_last_trick"] == "adds":
            self.score(taker, LAST_TRICK)
        self.score_best({seat: strength([*self.hands[seat], *self.played[seat]]) for seat in self.order})

    def _taker(self) -> Seat:
        seats = self.order
        at = {seat: number for number, seat in enumerate(seats)}
        hands = [self.hands[seat].copy() for seat in seats]
        trick = [(card, at[seat]) for card, seat in self.trick if seat in at]
        declarer = None if self.declarer is None else at[self.declarer]
        return seats[solve.plainly(hands, [at[seat] for seat in self.rest], trick, declarer)]

    def _solved(self) -> Seat:
        """Return the seat that takes the last trick, or breaks the Chicago, if two players play perfectly."""
        one = self.rest[0]
        other = next(seat for seat in self.order if seat != one)
        own, held = tuple(sorted(self.hands[one])), tuple(sorted(self.hands[other]))
        led = self.trick[-1][0] if self.trick and self.trick[-1][1] == other else None
        if self.declarer is None:
            if led is None:
                return one if solve.takes_last(own, held) else other
            return other if solve.leads_well(led, held, own) else one
        if led is None:
            made = solve.takes_all(own, held) if one == self.declarer else solve.takes_all_from(held, own)
        elif one == self.declarer:
            made = solve.takes_all_after(led, own, held)
        else:
            made = solve.holds_after(led, held, own)
        return self.declarer if made else (other if self.declarer == one else one)


def declares(deal: Deal, seat: Seat) -> bool:
    """Return whether the seat is likelier to win with a Chicago than with the last trick."""
    hand, options, rivals = deal.hands[seat], deal.options, len(deal.order) - 1
    if options["must_chicago"] and seat not in deal.made and deal.scores[seat] >= deal.target - LEAST:
        return True  # nothing else can win (7.4)
    first = deal.order[0] == seat
    made = pow(CHICAGO[first or options["chicago_lead"] == "declarer"][missing(hand)], rivals)
    if made < _FORLORN:
        return False
    won = LEAST + (LAST_TRICK if options["chicago_last_trick"] == "adds" else 0)
    last = pow(LAST[first][two_highest(hand)], sqrt(rivals))
    declared = made * _after(deal, seat, won, 0) + (1 - made) * _after(deal, seat, -LEAST, 0)
    return declared > last * _after(deal, seat, LAST_TRICK, 0) + (1 - last) * _after(deal, seat, 0, LAST_TRICK)


def _after(deal: Deal, seat: Seat, own: int, others: int) -> float:
    """Return the seat's chance to win after adding these points to its score and to the strongest rival's score."""
    scores = deal.scores.copy()
    held = place(strength(deal.hands[seat]))
    # A pair is seldom the best hand; better combinations mostly are.
    best = deal.points[held] if own >= 0 and held > 1 else 0
    scores[seat] = max(0, scores[seat] + own + best)
    if others:
        rival = max([each for each in deal.order if each != seat], key=scores.__getitem__)
        scores[rival] += others
    return race.after(scores, deal.order, deal.target)[seat]
