"""Likely samples of positions, given a viewer's knowledge (rules 2 to 5).

The possible hands of each rival agree with the certain facts: suits not followed, combinations announced and not
broken, ranks named. They are weighted by how well they explain everything else: the number of thrown cards, passes, a
Chicago. All samples of a view share these hands.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, combinations
from random import Random

from games.rules.contract import Seat
from games.rules.swedish_chicago.bot.guesses import chance, voids
from games.rules.swedish_chicago.bot.keep_rates import naturalness
from games.rules.swedish_chicago.bot.numbers import ALL, CODE, HIGH_CARD, NUMBER, TYPE_PLACE, place, strength
from games.rules.swedish_chicago.bot.playout import missing
from games.rules.swedish_chicago.bot.weights import CHICAGO
from games.rules.swedish_chicago.hands import CONTAINED, STAGE_NAMES, TYPES
from games.rules.swedish_chicago.pieces import HAND, RANKS, canonical
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.table import PARTS
from games.rules.swedish_chicago.view import SeatView, View

PROPOSALS = 160
"""The number of possible hands generated per rival and view."""

_TRIES = 30
"""The maximum number of attempts to draw a hand that contradicts neither certain facts nor another rival's hand."""

_TRIES_IN_ALL = 4 * PROPOSALS
"""The maximum number of attempts for all hands of a rival.

Without it, a rare combination would take a tenth of a second.
"""

_FEW = 2
"""The maximum hand size for which all possible hands are listed."""

_DOUBT = 0.03
"""The weight of hands that contradict common play; other hands have a weight of about 1."""

_PAT = 0.85
"""How often a player who keeps all five cards holds a five-card combination."""

_FIVE, _FIVE_WEIGHTS = ("straight", "flush", "full house"), (3, 3, 2)

_COMBINED = {"pair": 1, "two pairs": 2, "trips": 1, "full house": 1, "four of a kind": 1}
"""The number of ranks named in a comparison that belong to the combination, by type (3.3)."""

_ALIKE = {"pair": 2, "two pairs": 2, "trips": 3, "full house": 3, "four of a kind": 4}
"""The number of cards of a named rank that the rival must hold, by type."""


class Held:
    """The known facts about a rival's five cards, including played cards, and possible hands that agree with them."""

    def __init__(self, view: View, of: SeatView, pool: Sequence[int]) -> None:
        self.view, self.of, self.pool = view, of, pool
        self.played = [NUMBER[card] for card in of.played]
        self.missing_suits = voids(view, of.seat)
        self.fitting = [card for card in pool if card >> 4 not in self.missing_suits]
        self.last = max((part for part in range(PARTS) if of.thrown[part] is not None), default=-1)
        self.kept = HAND - (of.thrown[self.last] or 0) if self.last >= 0 else None
        self.claim = _claim(view, of)
        self.said, self.named = self._announced()
        self.exact = self._announced_since_last_exchange()
        self.tries = _TRIES_IN_ALL

    def _announced(self) -> tuple[str | None, tuple[int, ...]]:
        """Return the announced type that the rival still holds, and the ranks named for it (2.4, 3.3).

        Return None as the type if it was revealed, or if there was no announcement.
        """
        if self.claim is not None:
            return self.claim, ()
        if self.of.shown:
            return None, ()
        for part in (1, 0):
            kind = self.of.said[part]
            if kind is None or kind == "pass" or not self._is_recorded(part, kind):
                continue
            return kind, self._named(part, kind)
        return None, ()

    def _is_recorded(self, part: int, kind: str) -> bool:
        """Return whether no announcement in this part was higher, so that breaking the combination would reveal it."""
        said = [seat.said[part] for seat in self.view.seats]
        return TYPE_PLACE[kind] >= max(TYPE_PLACE.get(each or "", 0) for each in said)

    def _named(self, part: int, kind: str) -> tuple[int, ...]:
        """Return the ranks that the rival named in the comparison of this part, or an empty tuple."""
        own = str(self.of.seat)
        for number, event in self.view.told:
            if number == part + 1 and event.kind == "revealed":
                ranks = [stage["ranks"].get(own) for stage in event.details["stages"][: _COMBINED.get(kind, 0)]]
                return tuple(RANKS.index(rank) + 2 for rank in ranks if rank is not None)
        return ()

    def _announced_since_last_exchange(self) -> str | None:
        """Return the rival's announcement or pass made with exactly the cards held now, or None."""
        if self.last >= 0:
            return self.of.said[self.last] if self.last < PARTS - 1 else None
        said = [each for each in self.of.said[: PARTS - 1] if each is not None]
        return said[-1] if said and self.of.stopped else None

    def proposals(self, rng: Random) -> list[tuple[list[int], float]]:
        """Return possible hands, without the played cards, and their weights.

        For small hands, return all; for larger ones, a sample.
        """
        if self.of.hand_size > _FEW or self.of.hand_size + len(self.played) != HAND:
            made = [self.propose(rng) for _ in range(PROPOSALS)]
            return [each for each in made if self.holds_the_claim(each[0])] or made
        cards = self.fitting if len(self.fitting) >= self.of.hand_size else self.pool
        hands = [*map(list, combinations(cards, self.of.hand_size))]
        hands = [hand for hand in hands if self._matches_announcement(hand)] or hands
        return [(hand, self._weight([*hand, *self.played], ())) for hand in _some(hands, rng)]

    def _matches_announcement(self, hand: Sequence[int]) -> bool:
        if self.said is None:
            return True
        five = [*hand, *self.played]
        ranks = [card & 15 for card in five]
        least = _ALIKE.get(self.said, 0)
        return place(strength(five)) >= TYPE_PLACE[self.said] and all(ranks.count(rank) >= least for rank in self.named)

    def holds_the_claim(self, hand: Sequence[int]) -> bool:
        """Return whether this hand has exactly the type announced in this round, or contains it (3.1, 7.8).

        If none was announced, return True.
        """
        return self.claim is None or self._is_announced(place(strength(hand)), self.claim)

    def _is_announced(self, held: int, kind: str) -> bool:
        if self.view.options["announcing"] == "lower":
            return held > HIGH_CARD and kind in CONTAINED[TYPES[held - 1]]
        return held == TYPE_PLACE[kind]

    def propose(self, rng: Random) -> tuple[list[int], float]:
        """Return a possible hand, without the played cards, and its weight."""
        core = self._core(rng) if self.said else self._rest_of_revealed(rng) or self._stands_pat(rng)
        count = self.of.hand_size
        hand = [card for card in core if card not in self.played]
        if len(hand) > count:
            hand = hand[:count]
        rest = [card for card in self.fitting if card not in hand] if hand else self.fitting
        if len(rest) < count - len(hand):
            rest = [card for card in self.pool if card not in hand]
        hand += rng.sample(rest, count - len(hand))
        return hand, self._weight([*hand, *self.played], core)

    def _rest_of_revealed(self, rng: Random) -> tuple[int, ...]:
        """Return the remaining cards of a revealed combination from which the rival has thrown cards (2.4)."""
        shown = [NUMBER[card] for card in self.of.shown]
        left = [card for card in shown if card in self.pool]
        most = min(len(left), self.view.discards, self.of.thrown[self.last] or 0)
        return tuple(rng.sample(left, len(left) - rng.randint(1, most))) if most else tuple(left)

    def _stands_pat(self, rng: Random) -> tuple[int, ...]:
        """Return, in most samples, a five-card combination for a rival who kept all cards.

        Random hands have too few of these.
        """
        if self.kept != HAND or self.last < 0 or rng.random() > _PAT:
            return ()
        return self._combined(rng.choices(_FIVE, _FIVE_WEIGHTS)[0], (), rng)

    def _weight(self, five: Sequence[int], core: Sequence[int]) -> float:
        if len(five) != HAND:
            return 1.0
        held = place(strength(five))
        weight = 1.0
        if self.exact == "pass":
            weight *= 1.0 if held < max(1, self._highest_before()) else _DOUBT
        elif self.exact is not None and not self._is_announced(held, self.exact):
            weight *= _DOUBT
        if self.said and held < TYPE_PLACE[self.said]:
            weight *= _DOUBT
        if self.kept is not None and self.last >= 0 and self.kept < HAND:
            weight *= self._explains_the_throw(five, core)
        if self.view.declarer == self.of.seat:
            leads = self.view.order[0] == self.of.seat or self.view.options["chicago_lead"] == "declarer"
            weight *= max(_DOUBT, CHICAGO[leads][missing(five)])
        return weight

    def _highest_before(self) -> int:
        order = self.view.order[: self.view.order.index(self.of.seat)]
        part = max(self.last, 0)
        said = [self.view.seats[seat].said[part] for seat in order]
        return max([TYPE_PLACE.get(each or "", 0) for each in said], default=0)

    def _explains_the_throw(self, five: Sequence[int], core: Sequence[int]) -> float:
        """Return how natural it is that the rival kept some of these cards and threw the known number of others."""
        kept = self.kept or 0
        must = set(core) if len(core) <= kept else set()
        total = sum([
            naturalness(self.last, chosen) for chosen in combinations(five, kept) if must <= set(chosen)
        ])  # fmt: skip
        return max(total, _DOUBT / 10)

    def _core(self, rng: Random) -> tuple[int, ...]:
        return self._combined(self.said or "", self.named, rng)

    def _combined(self, kind: str, named: Sequence[int], rng: Random) -> tuple[int, ...]:
        cards = [*self.fitting, *self.played]
        for _ in range(min(_TRIES, self.tries)):
            self.tries -= 1
            core = _COMBINING[kind](cards, named, rng)
            new = [card for card in core if card not in self.played]
            if core and len(new) <= self.of.hand_size and len(core) + self._others(core) <= HAND:
                return core
        return ()

    def _others(self, core: Sequence[int]) -> int:
        return sum(card not in core for card in self.played)


def _claim(view: View, of: SeatView) -> str | None:
    """Return the type that the player announced in the current round and therefore holds (3.1), or None."""
    said = of.said[view.part - 1] if view.phase in ("announce", "quads") else None
    return None if said == "pass" else said


def _some(hands: list[list[int]], rng: Random) -> list[list[int]]:
    return rng.sample(hands, PROPOSALS) if len(hands) > PROPOSALS else hands


def _of_rank(cards: Iterable[int], sizes: Sequence[int], named: Sequence[int], rng: Random) -> tuple[int, ...]:
    """Return cards of equal rank, ``sizes`` of each rank, with named ranks first.

    Return an empty tuple if that is impossible.
    """
    by_rank: dict[int, list[int]] = {}
    for card in cards:
        by_rank.setdefault(card & 15, []).append(card)
    found: list[int] = []
    for number, size in enumerate(sizes):
        ranks = [rank for rank, of in by_rank.items() if len(of) >= size]
        if number < len(named):
            ranks = [rank for rank in ranks if rank == named[number]]
        if not ranks:
            return ()
        rank = rng.choices(ranks, [len(by_rank[rank]) ** size for rank in ranks])[0]
        found += rng.sample(by_rank.pop(rank), size)
    return tuple(found)


def _equals(*sizes: int) -> Callable[[Sequence[int], Sequence[int], Random], tuple[int, ...]]:
    return lambda cards, named, rng: _of_rank(cards, sizes, named, rng)


def _straight(cards: Sequence[int], named: Sequence[int], rng: Random) -> tuple[int, ...]:
    top = named[0] if named else rng.randrange(5, 15)
    by_rank = [[card for card in cards if card & 15 == (rank if rank > 1 else 14)] for rank in range(top - 4, top + 1)]
    return tuple(rng.choice(of) for of in by_rank) if all(by_rank) else ()


def _flush(cards: Sequence[int], named: Sequence[int], rng: Random) -> tuple[int, ...]:
    suit = rng.randrange(4)
    of = [card for card in cards if card >> 4 == suit]
    return tuple(rng.sample(of, HAND)) if len(of) >= HAND else ()


def _straight_flush(cards: Sequence[int], named: Sequence[int], rng: Random) -> tuple[int, ...]:
    suit = rng.randrange(4)
    return _straight([card for card in cards if card >> 4 == suit], named, rng)


_COMBINING: dict[str, Callable[[Sequence[int], Sequence[int], Random], tuple[int, ...]]] = {
    "pair": _equals(2), "two pairs": _equals(2, 2), "trips": _equals(3), "straight": _straight, "flush": _flush,
    "full house": _equals(3, 2), "four of a kind": _equals(4), "straight flush": _straight_flush,
    "royal": lambda cards, named, rng: _straight_flush(cards, (14,), rng),
}  # fmt: skip

assert set(_COMBINING) == set(STAGE_NAMES)


class Worlds:
    """A sampler of positions for one view; all samples share the known facts and the possible hands.

    ``plain`` is any state consistent with the view.
    """

    def __init__(self, view: View, plain: State, rng: Random) -> None:
        self.view, self.plain = view, plain
        lying = [piece.code for piece in view.pieces if piece.zone == "discard"]
        self.known = {NUMBER[piece.code] for piece in view.pieces if not piece.is_hidden}
        self.open = [number for number, code in enumerate(lying) if NUMBER.get(code) is None]
        self.pool = [card for card in ALL if card not in self.known]
        self.shown = {NUMBER[card] for of in view.seats for card in of.shown} - self.known
        hidden = {piece.seat for piece in view.pieces if piece.is_hidden and piece.zone == "hand"}
        self.held = [
            Held(view, view.seats[seat], self.pool) for seat in sorted(seat for seat in hidden if seat is not None)
        ]
        self.hands = {held.of.seat: self._proposals(held, rng) for held in self.held}

    def _proposals(self, held: Held, rng: Random) -> tuple[list[list[int]], list[float]]:
        made = held.proposals(rng)
        return [hand for hand, _ in made], list(accumulate(weight for _, weight in made))

    def sample(self, rng: Random) -> State:
        """Return a position with the rivals' hands drawn by weight and all other cards at random.

        Raise `ValueError` if no hands fit.
        """
        hands = self._hands(rng)
        state, used = self.plain.copy(), {card for hand in hands.values() for card in hand}
        for seat, hand in hands.items():
            state.hands[seat] = canonical(CODE[card] for card in hand)
        rest = [card for card in self.pool if card not in used]
        rng.shuffle(rest)
        rest.sort(key=lambda card: card not in self.shown)  # revealed cards that are in no hand have been thrown
        for number in self.open:
            state.discards[number] = CODE[rest.pop(0)]
        if state.open is not None and NUMBER[state.open.thrown] not in self.known:
            state.open = state.open._replace(thrown=CODE[rest.pop(0)])
        rng.shuffle(rest)
        state.stock = [CODE[card] for card in rest]
        return state

    def _hands(self, rng: Random) -> dict[Seat, Sequence[int]]:
        """Return a hand for each rival, without duplicate cards. Raise `ValueError` if none fit the announcements."""
        for _ in range(_TRIES):
            hands, used = dict[Seat, Sequence[int]](), set[int]()
            for held in rng.sample(self.held, len(self.held)):
                hands[held.of.seat] = self._hand(held, used, rng)
                used.update(hands[held.of.seat])
            if all(held.holds_the_claim(hands[held.of.seat]) for held in self.held):
                return hands
        raise ValueError("no hands hold all that is announced")

    def _hand(self, held: Held, used: set[int], rng: Random) -> Sequence[int]:
        hands, weights = self.hands[held.of.seat]
        for _ in range(_TRIES):
            hand = rng.choices(hands, cum_weights=weights)[0]
            if used.isdisjoint(hand):
                return hand
        left = [card for card in held.fitting if card not in used]
        count = held.of.hand_size
        return rng.sample(left if len(left) >= count else [card for card in self.pool if card not in used], count)


def sampler(view: View, plain: State) -> Callable[[Random], State]:
    """Return a function that draws samples of a full view; ``plain`` is any state consistent with the view."""
    return Worlds(view, plain, chance(view)).sample
