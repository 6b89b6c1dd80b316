"""The moves that a search evaluates, and their apparent values (rules 2 to 7)."""

from collections.abc import Mapping, Sequence
from random import Random

from games.rules.automation import Automation
from games.rules.contract import Seat
from games.rules.swedish_chicago.bot.blunders import only_a_chicago_wins, sound, sound_exchanges
from games.rules.swedish_chicago.bot.keep_values import keeping
from games.rules.swedish_chicago.bot.numbers import NUMBER
from games.rules.swedish_chicago.bot.playout import Deal, declares, may_hope
from games.rules.swedish_chicago.bot.quick import card_for_trick, throw
from games.rules.swedish_chicago.pieces import VALUE
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.view import View

_HOPEFUL = 8

_NEAR, _POINTS, _RANKS = 4.0, 1.0, 2.5
"""The largest gap in apparent value for a sensible move, and how many points, or ranks of a suit, make a gap of 1."""


class Candidates(Automation[State, View]):
    def candidates(self, view: View) -> Sequence[str]:
        """Return the moves worth searching, usually the quick player's choice first.

        Of many exchanges, only the most promising ones are searched.
        """
        return worth_a_search(view)

    def sensible(self, view: View) -> Sequence[str]:
        return [*self.move_prior(view)]

    def move_prior(self, view: View) -> Mapping[str, float]:
        """Return the moves that look about as good as the quick player's choice, with their apparent values."""
        if found := _move_prior(view):
            return found
        state = Automation.determinize(self, view, Random(0))
        return {self.quick_policy(state, view.seat or 0, Random(0)): 0.0}


def worth_a_search(view: View) -> Sequence[str]:
    """Return the moves worth searching, usually the quick player's choice first.

    Of many exchanges, only the most promising ones are searched.
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


def _move_prior(view: View) -> dict[str, float]:
    """Return the apparent values of exchanges or cards, with 0 for the first.

    Return an empty dict in other phases, or if there is only one move.
    """
    if view.seat is None or len(view.legal) < 2 or view.phase not in ("exchange", "play"):
        return {}
    first, *others = worth_a_search(view)
    if view.phase == "play":
        value = VALUE[first.split()[1]]
        cards = {move: abs(VALUE[move.split()[1]] - value) / -_RANKS for move in others if move[-1] == first[-1]}
        return {first: 0.0} | {move: gap for move, gap in cards.items() if gap > -_NEAR}
    return _prior_of_exchanges(view, view.seat)


def _prior_of_exchanges(view: View, seat: Seat) -> dict[str, float]:
    every, sound = _rated(view, seat)
    best, first = sound[0]
    if first == "exchange":
        return {first: 0.0}  # all players notice a complete hand
    least = min(best, max(every[:_HOPEFUL][-1][0], best - _NEAR * _POINTS))
    return {move: (worth - best) / _POINTS for worth, move in sound[:_HOPEFUL] if worth >= least}


def _quick_choice(view: View, seat: Seat) -> str:
    own = view.seats[seat]
    if view.phase == "play":
        return card_for_trick(own.hand or (), view.trick, view.declarer, seat)
    deal = Deal(view.options, view.order, [of.score for of in view.seats])
    deal.hands = {seat: [NUMBER[card] for card in own.hand or ()]}
    deal.made = [of.seat for of in view.seats if of.made_chicago]
    return "declare" if declares(deal, seat) else "pass"


def _rated(view: View, seat: Seat) -> tuple[list[tuple[float, str]], list[tuple[float, str]]]:
    """Return all exchanges with their value in points, and those that are not absurd; both lists are best first."""
    hand = view.seats[seat].hand or ()
    numbers = [NUMBER[card] for card in hand]
    choices = keeping(view.part, may_hope(view.options, view.seats[seat].score)).choices(
        numbers, int(view.options["throw_limit"])
    )
    choices.sort(reverse=True)
    every, sound = (
        [(worth, throw(hand, kept)) for worth, kept in each]
        for each in (choices, sound_exchanges(numbers, choices, view.part, only_a_chicago_wins(view, seat)))
    )
    return every, sound


def _hopeful(view: View, seat: Seat) -> list[str]:
    """Return the best exchanges that are not absurd, also with an open card if they throw one card (7.6)."""
    sound = [move for _, move in _rated(view, seat)[1]]
    opened = [move for move in view.legal if move.startswith("exchange open") and move.replace(" open", "") in sound]
    return [*sound[:_HOPEFUL], *opened]
