"""Samples of the positions that are possible for a viewer (rules 4, 6.4).

Only gangsters lie in columns or are sent to a tie.
"""

from collections.abc import Callable
from math import exp
from random import Random

from games.rules.automation import Automation
from games.rules.chicago_poker.bot.reach import rating
from games.rules.chicago_poker.pieces import CARDS, GANGSTERS, TILES, VALUE, canonical
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.view import View
from games.rules.contract import DISCARD, HIDDEN, Piece, Seat


class Samples(Automation[State, View]):
    def fits(self, view: View, piece: Piece, code: str) -> bool:
        """Return whether a hidden piece may have this code; only gangsters are played to a business (4.2)."""
        return piece.zone != "column" or code in VALUE

    def sampler(self, view: View) -> Callable[[Random], State]:
        """Return a `Sampler` if possible.

        It handles neither ties nor cards hidden from the viewer that another player has raided.
        """
        first = self.determinize(view, Random(0))
        if view.tie is not None or any(code.startswith(HIDDEN) for code in view.facts["seen"]):
            return super().sampler(view)
        return Sampler(view, first)

    def likelihood(self, view: View, state: State) -> float:
        """Return the likelihood of the rivals' hidden cards, given the cards that they played and kept."""
        total = 0.0
        for seat in state.playing():
            if seat != view.seat:
                total += _kept(state.hands[seat])
                total += sum(_MADE * _added(state, business.columns[seat]) for _, business in state.open())
        return exp(total)

    def reordered(self, state: State, order: Callable[[str], float]) -> State:
        """Return a copy with the deck and the pile of tiles sorted by ``order``."""
        twin = state.copy()
        twin.deck.sort(key=order)
        twin.pile.sort(key=order)
        return twin

    def determinize(self, view: View, rng: Random) -> State:
        """Return a sample in which players who have answered a tie have sent one of their gangsters (6.4)."""
        state = super().determinize(view, rng)
        _answer(state, view, rng)
        return state


def _answer(state: State, view: View, rng: Random) -> None:
    """Send a gangster for each player who has answered a tie (6.4).

    In the English edition, make sure that the other tied players have a gangster.
    """
    if state.tie is None or view.tie is None:
        return
    for seat in state.tie.seats:
        if seat not in state.tie.sent:
            gangsters = _gangsters(state, seat)
            if seat in view.tie.answered:
                state.tie.sent[seat] = card = rng.choice(gangsters) if gangsters else None
                state.hands[seat] = [held for held in state.hands[seat] if held != card]
            elif state.english and not gangsters:
                _swap(state, seat, rng)


def _gangsters(state: State, seat: Seat) -> list[str]:
    return [card for card in state.hands[seat] if card in VALUE]


def _swap(state: State, seat: Seat, rng: Random) -> None:
    """Replace a card in the seat's hand with a gangster from the deck."""
    places = [place for place, card in enumerate(state.deck) if card in VALUE]
    if places and state.hands[seat]:
        place = rng.choice(places)
        gangster, state.deck[place] = state.deck[place], state.hands[seat].pop()
        state.hands[seat] = canonical([*state.hands[seat], gangster])


class Sampler:
    """A sampler for a view without a tie.

    It redeals its first sample, which takes a fifth of the time of ``determinize``.
    """

    def __init__(self, view: View, first: State) -> None:
        self.first, self.viewer = first, view.seat
        hidden = [piece for piece in view.pieces if piece.is_hidden]
        known = {piece.code for piece in view.pieces}
        self.cards = [card for card in (CARDS if view.options["specials"] else GANGSTERS) if card not in known]
        self.tiles = [tile for tile in TILES if tile not in known]
        slots = {business.tile: slot for slot, business in first.open()}
        self.laid = [(slots[piece.place or ""], piece.seat, piece.index) for piece in hidden if piece.zone == "column"]
        self.discarded = [piece.index for piece in hidden if piece.zone == DISCARD]
        self.down = {card for card in first.down if card in known}
        self.held = [(seat, len(hand)) for seat, hand in enumerate(first.hands) if seat != view.seat]

    def __call__(self, rng: Random) -> State:
        state, cards = self.first.copy(), rng.sample(self.cards, len(self.cards))
        state.down = self.down.copy()
        for slot, seat, index in self.laid:
            business, card = state.street[slot], _gangster(cards)
            assert business is not None
            assert seat is not None
            business.columns[seat][index] = card
            state.down.add(card)
        for place in self.discarded:
            state.discarded[place] = cards.pop()
        for seat, size in self.held:
            state.hands[seat] = canonical(cards[len(cards) - size :])
            del cards[len(cards) - size :]
        state.deck, state.pile = cards, rng.sample(self.tiles, len(self.tiles))
        return state


def _gangster(cards: list[str]) -> str:
    place = next(place for place in range(len(cards) - 1, -1, -1) if cards[place] in VALUE)
    return cards.pop(place)


_MADE, _PAIRS, _SPECIALS = 2.0, -0.6, -0.4
"""Log likelihood ratios: for each rank that hidden cards add to a hand, each pair kept, and each unused special card.

They were fitted on games between quick players, by telling the true position from samples.
"""


def _added(state: State, column: list[str]) -> float:
    shown = [card for card in column if card not in state.down]
    return rating(column) - rating(shown) if len(shown) < len(column) else 0.0


def _kept(hand: list[str]) -> float:
    values = [VALUE[card] for card in hand if card in VALUE]
    pairs = sum(count * (count - 1) / 2 for count in map(values.count, set(values)))
    return _PAIRS * pairs + _SPECIALS * (len(hand) - len(values))
