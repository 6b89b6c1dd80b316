"""The board of a game that has none of its own: hand, moves on their cards, and what each player has."""

from __future__ import annotations

from random import Random

from games.rules.contract import Line, Seat, View
from games.rules.phrases import number, say
from tests.crazy_eights import CrazyEights
from tests.rules.playout import playout, random_shuffle


class WithScores(CrazyEights):
    """A game that says in a line how a player stands."""

    def seat_line(self, view: View, seat: Seat) -> Line:
        return say("%(cards)s left", cards=number(view.seats[seat].hand_size))


def test_a_move_stands_on_its_card_and_the_others_are_buttons() -> None:
    rules = CrazyEights()
    for state, _events in playout(rules, {}, 3, seed=5):
        legal = state.legal_moves(min(state.to_move))
        if {len(move.split()) for move in legal} == {2, 3}:
            break
    board = rules.board(state.view(min(state.to_move)), {}, ())
    on_cards = {card.code: card.button.move for card in board.hand if card.button}
    assert on_cards == {move.split()[1]: move for move in legal if len(move.split()) == 2}
    assert [button.move for button in board.buttons] == [move for move in legal if len(move.split()) == 3]


def test_the_hand_lies_in_the_order_of_the_pieces() -> None:
    rules = CrazyEights()
    state, _events = rules.State.new({}, 2, random_shuffle(Random(3)))
    board = rules.board(state.view(0), {}, ())
    assert [card.code for card in board.hand] == sorted(state.hands[0], key=rules.PIECES.index)
    assert all(card.button is None for card in rules.board(state.view(1), {}, ()).hand)


def test_each_player_has_a_line_and_at_the_end_a_score() -> None:
    rules = WithScores()
    state = [state for state, _events in playout(rules, {}, 2, seed=6)][-1]
    view, outcome = state.view(None), state.outcome
    assert outcome is not None
    scores = rules.board(view, {}, ()).scores
    assert [score.points for score in scores] == [*outcome.scores]
    assert [score.line for score in scores] == [rules.seat_line(view, seat) for seat in range(2)]
    assert len(rules.aloud(view).score) == 3


def test_a_game_that_says_nothing_of_scores_has_none_before_the_end() -> None:
    rules = CrazyEights()
    state, _events = rules.State.new({}, 2, random_shuffle(Random(3)))
    assert {(score.line, score.points) for score in rules.board(state.view(0), {}, ()).scores} == {(None, None)}
    assert len(rules.aloud(state.view(0)).score) == 1
