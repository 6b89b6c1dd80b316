"""A second implementation of the rules: short, slow, close to the text, and independent of the package under test."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

RANKS, SUITS, BEST_SUIT = "23456789TJQKA", "cdhs", "csdh"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
TYPES = ["pair", "two pairs", "trips", "straight", "flush", "full house", "four of a kind", "straight flush", "royal"]
POINTS = [1, 2, 3, 4, 5, 6, 7, 8, 52]
FOUR, STRAIGHT_FLUSH, ROYAL = 6, 7, 8
ROUNDS = ("exchange", "announce", "quads", "chicago")
AS_THEY_ARE = (
    "phase", "part", "hand", "dealer", "shuffles", "scores", "stopped", "stock", "said", "shown", "declarer", "leader",
    "played", "tricks",
)  # fmt: skip
SHAPES = {0: [2], 1: [2, 2], 2: [3]}
WHOLE = {3: (7, 8), 4: (7, 8), 7: (8,)}
GROUPS = {(2, 1, 1, 1): 0, (2, 2, 1): 1, (3, 1, 1): 2, (3, 2): 5, (4, 1): FOUR}


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 2


def canonical(cards: Any) -> list[str]:
    return sorted(cards, key=CARDS.index)


def made(cards: list[str]) -> tuple[int, list[int], list[str]]:
    """Return the type (-1 for none), the ranks named at each stage (3.3) and the cards of the combination (2.4)."""
    ranks = sorted(map(rank, cards), key=lambda each: (sum(rank(card) == each for card in cards), each), reverse=True)
    one_suit = len({card[1] for card in cards}) == 1
    if len(set(ranks)) == 5:
        top = 5 if ranks == [14, 5, 4, 3, 2] else ranks[0] if ranks[0] - ranks[4] == 4 else None
        if top:
            return (3, [top], cards) if not one_suit else (ROYAL, [], cards) if top == 14 else (7, [top], cards)
        return (4, ranks, cards) if one_suit else (-1, [], [])
    once = list(dict.fromkeys(ranks))
    kind = GROUPS[tuple(ranks.count(each) for each in once)]
    kept = [card for card in cards if ranks.count(rank(card)) > 1]
    return kind, once if kind < 2 else once[:1], kept


def shape(cards: Sequence[str]) -> list[int]:
    """Return how often each rank occurs, the most frequent first."""
    ranks = [rank(card) for card in cards]
    return sorted((ranks.count(each) for each in set(ranks)), reverse=True)


def named(cards: list[str], kind: int) -> tuple[int, list[int], list[str]] | None:
    """Return the same as ``made`` for cards that are announced as this type, or None if they don't contain it (7.8)."""
    own, ranks, _ = whole = made(cards)
    if kind == own:
        return whole
    if kind in SHAPES:
        found = [part for part in combinations(canonical(cards), sum(SHAPES[kind])) if shape(part) == SHAPES[kind]]
        if not found:
            return None
        part = max(found, key=lambda part: sorted(map(rank, part), reverse=True))
        together = sorted({rank(card) for card in part}, reverse=True)
        odd = sorted((rank(card) for card in cards if card not in part), reverse=True)
        return kind, together + odd if kind < 2 else together, [card for card in cards if card in part]
    if own not in WHOLE.get(kind, ()):
        return None
    return kind, sorted(map(rank, cards), reverse=True) if kind == 4 else ranks or [14], cards


class Plainly:
    """A game; ``position`` is the position of records.md 3."""

    def __init__(self, options: Mapping[str, Any], seats: int, shuffle: Callable[[list[str]], list[str]]) -> None:
        self.options, self.seats, self.chance, self.target = options, seats, shuffle, int(options["target"])
        self.shuffles = self.hand = 0
        self.scores, self.made, self.out, self.outcome = [0] * seats, set[int](), set[int](), None
        self.deal(int(self.shuffle([str(seat) for seat in range(seats)])[0]))

    def shuffle(self, pieces: list[str]) -> list[str]:
        self.shuffles += 1
        return self.chance(pieces)

    def clockwise(self, seat: int) -> list[int]:
        """Return the seats in the game, beginning with the next one."""
        order = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        return [each for each in order if each not in self.out]

    def deal(self, dealer: int) -> None:
        self.dealer, self.hand, self.stock, self.discards = dealer, self.hand + 1, self.shuffle(CARDS[:]), []
        self.hands, self.played, self.records, self.shown = ([[] for _ in range(self.seats)] for _ in range(4))
        for seat in self.clockwise(dealer) * 5:
            self.hands[seat].append(self.stock.pop(0))
        short = {"46": 6, "42": 10}.get(self.options["exchange_stop"] if self.target > 15 else "none", 0)
        self.stopped = [seat for seat in self.clockwise(-1) if self.scores[seat] >= self.target - short]
        self.said, self.tricks = [[None] * self.seats for _ in range(3)], [0] * self.seats
        self.sealed, self.open, self.declarer, self.leader, self.trick = {}, None, None, None, []
        self.enter("exchange", 1)

    def enter(self, phase: str, part: int) -> None:
        """Begin a round of the phase, and set the seats that are to move."""
        self.phase, self.part, self.due = phase, part, self.clockwise(self.dealer)
        if phase == "exchange":
            self.due = [seat for seat in self.due if seat not in self.stopped]
        if phase == "chicago" and not self.options["negative"]:
            self.due = [seat for seat in self.due if self.scores[seat] >= 15]

    def to_move(self) -> list[int]:
        if self.outcome:
            return []
        if self.phase in ROUNDS and self.options["together"]:
            return sorted(set(self.due) - set(self.sealed))
        return self.due[:1]

    def legal(self, seat: int) -> list[str]:
        if seat not in self.to_move():
            return []
        hand = canonical(self.hands[seat])
        if self.phase == "exchange":
            limit = int(self.options["throw_limit"])
            thrown = [" ".join(cards) for size in range(limit + 1) for cards in combinations(hand, size)]
            opened = [f"exchange open {card}" for card in hand] if self.options["open_card"] else []
            return [f"exchange {cards}".strip() for cards in thrown] + opened
        if self.phase == "play":
            led = [card for card in hand if self.trick and card[1] == self.trick[0][0][1]]
            return [f"play {card}" for card in led or hand]
        if self.phase in ("announce", "quads"):
            if self.options["announcing"] == "exact":
                return ["announce", "pass"] if self.may_announce(seat, made(self.hands[seat])[0]) else ["pass"]
            types = [kind for kind in range(ROYAL + 1) if named(self.hands[seat], kind)]
            return [f"announce {TYPES[kind]}" for kind in types if self.may_announce(seat, kind)] + ["pass"]
        return {"open": ["take", "refuse"], "choose": ["score", "reset"], "chicago": ["declare", "pass"]}[self.phase]

    def may_announce(self, seat: int, kind: int) -> bool:
        said = [TYPES.index(each) for each in self.said[self.part - 1] if each in TYPES]
        return kind >= max([FOUR if self.phase == "quads" else 0, *said])

    def apply(self, seat: int, move: str) -> None:
        if move == "resign":
            self.resign(seat)
        elif self.phase in ROUNDS and self.options["together"]:
            self.sealed[seat] = move
        else:
            self.answer(seat, move)
        while not self.outcome and (not self.due or (self.sealed and not self.to_move())):
            if self.due:
                self.answer(self.due[0], self.sealed.pop(self.due[0]))
            else:
                self.round_over()

    def answer(self, seat: int, move: str) -> None:
        verb, *cards = move.split()
        self.due.remove(seat)
        if verb == "exchange":
            self.exchange(seat, cards)
        elif verb in ("take", "refuse"):
            self.receive(seat, verb)
        elif verb == "declare":
            self.declarer, self.due, self.sealed = seat, [], {}
        elif verb == "play":
            self.hands[seat].remove(cards[0])
            self.played[seat].append(cards[0])
            self.trick.append((cards[0], seat))
        elif verb in ("score", "reset"):
            self.choose(seat, verb)
        elif self.phase != "chicago":
            kind = TYPES.index(" ".join(cards)) if cards else made(self.hands[seat])[0]
            announces = verb == "announce" and self.may_announce(seat, kind)
            self.said[self.part - 1][seat] = TYPES[kind] if announces else "pass"

    def next_card(self) -> str:
        if not self.stock:
            self.stock, self.discards = self.shuffle(canonical(self.discards)), []
        return self.stock.pop(0)

    def exchange(self, seat: int, cards: list[str]) -> None:
        thrown = [card for card in cards if card != "open"]
        for record in [record for record in self.records[seat] if set(record) & set(thrown)]:
            self.records[seat].remove(record)
            self.shown[seat] = canonical({*self.shown[seat], *record})
        self.hands[seat] = [card for card in self.hands[seat] if card not in thrown]
        if "open" in cards:
            self.open, self.phase = {"seat": seat, "thrown": thrown[0], "card": self.next_card()}, "open"
            self.due.insert(0, seat)
        else:
            self.hands[seat] += [self.next_card() for _ in thrown]
            self.discards += thrown

    def receive(self, seat: int, verb: str) -> None:
        self.hands[seat].append(self.open["card"] if verb == "take" else self.next_card())
        self.discards += [self.open["thrown"]] + ([self.open["card"]] if verb == "refuse" else [])
        self.open, self.phase = None, "exchange"

    def round_over(self) -> None:
        if self.phase == "play":
            self.trick_over()
        elif self.phase == "chicago":
            self.leader = self.clockwise(self.dealer)[0]
            if self.declarer is not None and self.options["chicago_lead"] == "declarer":
                self.leader = self.declarer
            self.phase, self.due = "play", self.clockwise(self.leader - 1)
        elif self.phase == "exchange" and self.part < 3:
            self.enter("announce", self.part)
        elif self.phase == "exchange" and self.has_last_round():
            self.enter("quads", 3)
        elif self.phase in ("announce", "quads"):
            self.announced()
        else:
            self.go_on()

    def has_last_round(self) -> bool:
        return self.options["four_of_a_kind"] != "score" or self.options["straight_flush"] == "wins"

    def go_on(self) -> None:
        self.enter("exchange" if self.part < 3 else "chicago", min(self.part + 1, 3))

    def announced(self) -> None:
        said = self.said[self.part - 1]
        types = {seat: TYPES.index(said[seat]) for seat in self.clockwise(-1) if said[seat] in TYPES}
        claims = {seat: named(self.hands[seat], kind) for seat, kind in types.items()}
        highest = max([kind for kind, _, _ in claims.values()], default=-1)
        for seat, (kind, _, cards) in claims.items():
            if kind == highest and self.part < 3:
                self.records[seat].append(cards)
        chooses = highest == FOUR and self.options["four_of_a_kind"] != "score"
        winner = self.best({seat: self.hands[seat] for seat in claims}, claims, alike=not chooses)
        if winner is not None and chooses:
            self.phase, self.due = "choose", [winner]
        elif winner is None or not self.reward(winner, highest, self.part < 3):
            self.go_on()

    def best(self, hands: Mapping[int, list[str]], forms: Mapping[int, Any], *, alike: bool = True) -> int | None:
        """Return the seat with the best hand, given what each counts as.

        Return None if the types are ``alike`` and the option ``ties`` compares nothing else.
        """
        highest = max([kind for kind, _, _ in forms.values()], default=-1)
        left = [seat for seat in forms if highest == forms[seat][0] >= 0]
        if alike and len(left) > 1 and self.options["ties"] == "none":
            return None
        full = self.options["ties"] == "full" or highest > 1
        ranks = {seat: forms[seat][1] if full else forms[seat][1][: highest + 1] for seat in left}
        left = [seat for seat in left if ranks[seat] == max(ranks.values())]
        if len(left) > 1 and self.options["exact_tie"] == "suit":
            whole = self.options["ties"] == "full"
            left = [max(left, key=lambda seat: self.suit(hands[seat] if whole else forms[seat][2]))]
        return left[0] if len(left) == 1 else None

    def suit(self, cards: list[str]) -> int:
        ranks = sorted(map(rank, cards))
        top = 5 if ranks == [2, 3, 4, 5, 14] else ranks[-1]
        return max(BEST_SUIT.index(card[1]) for card in cards if rank(card) == top)

    def reward(self, seat: int, kind: int, scores: bool) -> bool:
        """Score the combination if ``scores``; return True if the combination wins the game instead (7.3)."""
        if kind >= STRAIGHT_FLUSH and self.options["straight_flush"] == "wins":
            self.scores[seat] = max(self.target, *self.scores)
            self.finish([seat], "straight flush")
            return True
        if scores:
            self.add(seat, 10 if kind == STRAIGHT_FLUSH and self.options["straight_flush"] == "10" else POINTS[kind])
        return False

    def add(self, seat: int, points: int) -> None:
        score = self.scores[seat] + points
        falls = points > 0 and score >= self.target and self.options["must_chicago"] and seat not in self.made
        self.scores[seat] = 0 if falls or (score < 0 and not self.options["negative"]) else score

    def choose(self, seat: int, choice: str) -> None:
        ends = choice == "reset" or self.options["four_of_a_kind"] == "reset_ends"
        if choice == "reset":
            self.scores = [score if each == seat or each in self.out else 0 for each, score in enumerate(self.scores)]
        elif ends or self.part < 3:
            self.add(seat, POINTS[FOUR])
        if ends:
            self.hand_over()

    def trick_over(self) -> None:
        suit = self.trick[0][0][1]
        _, taker = max((rank(card), seat) for card, seat in self.trick if card[1] == suit)
        self.trick, gone = [], taker in self.out
        self.leader = self.clockwise(taker)[0] if gone else taker
        self.tricks[taker] += not gone
        self.due = self.clockwise(self.leader - 1)
        if self.declarer not in (None, taker):
            self.add(self.declarer, -15)
            self.add(taker, 0 if gone else int(self.options["breaker"]))
            self.hand_over()
        elif not self.hands[self.leader]:
            self.score_hand(taker, gone)

    def score_hand(self, taker: int, gone: bool) -> None:
        chicago = self.declarer is not None
        if chicago:
            self.made.add(taker)
            self.add(taker, 15)
        if not gone and not (chicago and self.options["chicago_last_trick"] == "replaced"):
            self.add(taker, 5)
        hands = {seat: self.played[seat] for seat in self.clockwise(-1)}
        best = self.best(hands, {seat: made(cards) for seat, cards in hands.items()})
        if best is None or not self.reward(best, made(hands[best])[0], True):
            self.hand_over()

    def hand_over(self) -> None:
        most = max(self.scores[seat] for seat in self.clockwise(-1))
        if most >= self.target:
            self.finish([seat for seat in self.clockwise(-1) if self.scores[seat] == most], f"{self.target} points")
        else:
            self.deal(self.clockwise(self.dealer)[0])

    def finish(self, winners: list[int], reason: str) -> None:
        best = self.scores[winners[0]]
        owed = [max(0, best - score) * (2 if score < 0 else 1) for score in self.scores]
        pot = Fraction(sum(owed[seat] for seat in range(self.seats) if seat not in winners), len(winners))
        settlement = [str(pot if seat in winners else -owed[seat]) for seat in range(self.seats)]
        self.phase = "over"
        self.outcome = {"winners": winners, "reason": reason, "scores": self.scores[:], "settlement": settlement}

    def resign(self, seat: int) -> None:
        self.out.add(seat)
        if seat == self.declarer:
            self.add(seat, -15)
        if len(self.out) == self.seats - 1:
            self.finish(self.clockwise(-1), "resignation")
            return
        self.discards += self.hands[seat]
        self.hands[seat] = []
        if self.open and self.open["seat"] == seat:
            self.discards += [self.open["thrown"], self.open["card"]]
            self.open, self.phase = None, "exchange"
        for said in self.said:
            said[seat] = None
        self.sealed.pop(seat, None)
        self.due = [each for each in self.due if each != seat]
        if self.leader == seat and not self.trick:
            self.leader = self.clockwise(seat)[0]
        if seat == self.declarer:
            self.hand_over()

    def position(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in AS_THEY_ARE} | {
            "made_chicago": sorted(self.made), "hands": [canonical(hand) for hand in self.hands],
            "discards": canonical(self.discards), "open": self.open, "trick": [[*each] for each in self.trick],
            "sealed": {str(seat): self.sealed[seat] for seat in sorted(self.sealed)}, "out": sorted(self.out),
        }  # fmt: skip
