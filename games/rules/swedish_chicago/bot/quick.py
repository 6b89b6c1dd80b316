"""The quick player: one look at its own cards and at public facts, for playouts by the thousand (rules 2 to 7)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.rules.contract import Seat
from games.rules.swedish_chicago import legal
from games.rules.swedish_chicago.bot import race, solve
from games.rules.swedish_chicago.bot.blunders import only_a_chicago_wins, sound, sound_exchanges
from games.rules.swedish_chicago.bot.keep_values import keeping
from games.rules.swedish_chicago.bot.numbers import CODE, HIGH_CARD, NUMBER, place, strength
from games.rules.swedish_chicago.bot.playout import NEAR, Deal, declares
from games.rules.swedish_chicago.hands import FOUR, combination, points
from games.rules.swedish_chicago.legal import LEAST
from games.rules.swedish_chicago.moves import PLAYS
from games.rules.swedish_chicago.pieces import HAND, VALUE
from games.rules.swedish_chicago.points import TARGET
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.table import Table
from games.rules.swedish_chicago.view import View

_QUEEN = 12
_WORTH_A_RESET = 9
"""From how many points of a rival on a reset is better than 7 points (7.1)."""

_HOPEFUL = 8
"""How many exchanges are worth a search."""

_NEAR, _POINTS, _RANKS = 4.0, 1.0, 2.5
"""How far below the best a move may look without being absurd; how many points, or ranks of a suit, are 1 of that."""


def quick(state: State, seat: Seat, rng: Random) -> str:
    """Return a legal move of a seat that is to move. It looks at no other hand and not at the stock."""
    return CHOICES[state.phase](state, seat)


def _exchange(table: Table, seat: Seat) -> str:
    hand = table.hands[seat]
    near = table.options["negative"] or table.scores[seat] + NEAR >= LEAST
    kept = keeping(table.part, near).best([NUMBER[card] for card in hand], table.limit)
    return _throw(hand, kept)


def _open(table: Table, seat: Seat) -> str:
    """Take an open card that makes more of the hand, or is high (7.6)."""
    opened = table.open
    assert opened is not None
    card, hand = NUMBER[opened.card], [NUMBER[each] for each in table.hands[seat]]
    pairs = any(each & 15 == card & 15 for each in hand)
    makes = len(hand) == HAND - 1 and place(strength([*hand, card])) > HIGH_CARD + 1
    return "take" if makes or pairs or card & 15 >= _QUEEN else "refuse"


def _announce(table: Table, seat: Seat) -> str:
    """Announce anything, unless it would cost all points (7.4)."""
    if not legal.may_announce(table, seat):
        return "pass"
    kind = combination(table.hands[seat])
    assert kind is not None
    falls = table.options["must_chicago"] and seat not in table.made
    return "pass" if falls and table.scores[seat] + points(kind, table.options) >= TARGET else "announce"


def _quads(table: Table, seat: Seat) -> str:
    """Announce four of a kind only for a reset; a better combination keeps others from it (7.1)."""
    if not legal.may_announce(table, seat):
        return "pass"
    better = place(strength([NUMBER[card] for card in table.hands[seat]])) > FOUR + 1
    return "announce" if better or _choose(table, seat) == "reset" else "pass"


def _choose(table: Table, seat: Seat) -> str:
    """Choose a reset if a rival has points worth it and 7 points don't win (7.1)."""
    best = max(table.scores[other] for other in table.order() if other != seat)
    seven = table.scores[seat] + points("four of a kind", table.options)
    falls = seven >= TARGET and table.options["must_chicago"] and seat not in table.made
    wins = seven >= max(TARGET, best + 1) and not falls
    return "reset" if falls or (best >= _WORTH_A_RESET and not wins) else "score"


def _chicago(table: Table, seat: Seat) -> str:
    deal = Deal(table.options, table.order(), table.scores)
    deal.hands = {seat: [NUMBER[card] for card in table.hands[seat]]}
    deal.made = table.made
    return "declare" if declares(deal, seat) else "pass"


def _play(table: Table, seat: Seat) -> str:
    """Play a card: high cards are for the last tricks and for a Chicago (4.2)."""
    return _card(table.hands[seat], table.trick, table.declarer, seat)


def _card(codes: Sequence[str], trick: Sequence[tuple[str, Seat]], declarer: Seat | None, seat: Seat) -> str:
    hand = [NUMBER[card] for card in codes]
    if not trick:
        return PLAYS[CODE[solve.lead(hand, declarer is not None)]]
    suit = trick[0][0][1]
    best = max(NUMBER[card] for card, _ in trick if card[1] == suit)
    return PLAYS[CODE[solve.follow(hand, best, declarer is not None, seat == declarer)]]


def candidates(view: View) -> Sequence[str]:
    """Return the moves worth a search, none of them absurd.

    The quick player's is first; of exchanges only those that look best.
    """
    if view.seat is None or len(view.legal) < 2:
        return view.legal
    if view.phase == "exchange":
        return _hopeful(view, view.seat)
    moves = sound(view, view.seat)
    if view.phase in ("chicago", "play"):
        first = _quick_choice(view, view.seat)
        moves.sort(key=lambda move: move != first)
    return moves


def appeal(view: View) -> dict[str, float]:
    """Return how moves look at a glance, the quick player's at 0: exchanges by the kept cards, cards by their value.

    Nothing else comes to mind; where there is one more answer (5, 7), it is as the quick player's.
    """
    if view.seat is None or len(view.legal) < 2 or view.phase not in ("exchange", "play"):
        return {}
    first, *others = candidates(view)
    if view.phase == "play":
        value = VALUE[first.split()[1]]
        cards = {move: abs(VALUE[move.split()[1]] - value) / -_RANKS for move in others if move[-1] == first[-1]}
        return {first: 0.0} | {move: gap for move, gap in cards.items() if gap > -_NEAR}
    return _appeal_of_exchanges(view, view.seat)


def _appeal_of_exchanges(view: View, seat: Seat) -> dict[str, float]:
    """Return how the sound exchanges look, of the few that look best."""
    every, sound = _rated(view, seat)
    best, first = sound[0]
    if first == "exchange":
        return {first: 0.0}  # all players see that a whole hand is made
    least = min(best, max(every[:_HOPEFUL][-1][0], best - _NEAR * _POINTS))
    return {move: (worth - best) / _POINTS for worth, move in sound[:_HOPEFUL] if worth >= least}


def _quick_choice(view: View, seat: Seat) -> str:
    """Return the quick player's move in the Chicago round or the tricks, by a view."""
    own = view.seats[seat]
    if view.phase == "play":
        return _card(own.hand or (), view.trick, view.declarer, seat)
    deal = Deal(view.options, view.order, [of.score for of in view.seats])
    deal.hands = {seat: [NUMBER[card] for card in own.hand or ()]}
    deal.made = [of.seat for of in view.seats if of.made_chicago]
    return "declare" if declares(deal, seat) else "pass"


def _rated(view: View, seat: Seat) -> tuple[list[tuple[float, str]], list[tuple[float, str]]]:
    """Return all exchanges with their worth in points, and the ones that are not absurd, the best first."""
    hand = view.seats[seat].hand or ()
    near = view.options["negative"] or view.seats[seat].score + NEAR >= LEAST
    numbers = [NUMBER[card] for card in hand]
    choices = keeping(view.part, near).choices(numbers, int(view.options["throw_limit"]))
    choices.sort(reverse=True)
    every, sound = (
        [(worth, _throw(hand, kept)) for worth, kept in each]
        for each in (choices, sound_exchanges(numbers, choices, view.part, only_a_chicago_wins(view, seat)))
    )
    return every, sound


def _hopeful(view: View, seat: Seat) -> list[str]:
    """Return the best exchanges that are not absurd, and the same with one card thrown for an open one (7.6)."""
    sound = [move for _, move in _rated(view, seat)[1]]
    opened = [move for move in view.legal if move.startswith("exchange open") and move.replace(" open", "") in sound]
    return [*sound[:_HOPEFUL], *opened]


def _throw(hand: Sequence[str], kept: int) -> str:
    """Return the exchange move that keeps the cards in this bit mask."""
    return " ".join(["exchange", *(card for number, card in enumerate(hand) if not kept >> number & 1)])


CHOICES = {
    "exchange": _exchange, "open": _open, "announce": _announce, "quads": _quads, "choose": _choose,
    "chicago": _chicago, "play": _play,
}  # fmt: skip


def chances(state: State) -> tuple[float, ...]:
    """Return every seat's chance to win: this hand played out as its cards lie, then the race to 52 by the table.

    As the cards lie means that the result is that of one sample: its mean over many is what a seat may know.
    """
    if state.result is not None:
        winners = state.result.winners
        return tuple([(seat in winners) / len(winners) for seat in range(state.seats)])
    if _has_just_begun(state):
        return race.before(state.scores, state.order())
    state = _until_plain(state)
    if state.result is not None or _has_just_begun(state):
        return chances(state)
    deal = Deal.of(state)
    deal.finish(Random(state.hand))
    return race.after(deal.scores, deal.order)


def _has_just_begun(state: State) -> bool:
    """Return whether this hand has just begun, without any action."""
    if state.part > 1 or state.phase not in ("exchange", "announce") or state.sealed:
        return False
    return all(each is None for each in (*state.thrown[0], *state.said[0]))


def _until_plain(state: State) -> State:
    """Return the state played on by the quick player until no answer is sealed and :class:`Deal` knows the phase.

    The given state is returned if that holds already; else a copy.
    """
    hand, plain = state.hand, state
    while plain.result is None and plain.hand == hand and (plain.sealed or plain.phase not in _PLAIN):
        plain = plain.copy() if plain is state else plain
        seat = min(plain.to_move)
        plain.make(seat, CHOICES[plain.phase](plain, seat), _unshuffled)
    return plain


_PLAIN = ("exchange", "announce", "chicago", "play")


def _unshuffled(pieces: Sequence[str]) -> list[str]:
    """Return a new order of the pieces: that of a sample is as good as any."""
    return Random(len(pieces)).sample(pieces, len(pieces))
