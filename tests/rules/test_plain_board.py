"""The default board of a game: hand, moves on their cards, and each player's cards."""

from __future__ import annotations

from random import Random

from games.rules.contract import Seat, View
from games.rules.phrases import line, number, say, seat
from games.rules.plain_board import SeatScore, Zone, zone_line
from games.rules.vocabulary import Line, Term
from tests.crazy_eights import GAME as rules
from tests.crazy_eights import CrazyEightsPresentation
from tests.rules.playout import playout, random_shuffle


class WithScores(CrazyEightsPresentation):
    """A presentation with a line about each player's score."""

    def seat_line(self, view: View, seat: Seat) -> Line:
        return say("%(cards)s left", cards=number(view.seats[seat].hand_size))


def test_a_move_stands_on_its_card_and_the_others_are_buttons() -> None:
    for state, _events in playout(rules, {}, 3, seed=5):
        legal = state.legal_moves(min(state.to_move))
        if {len(move.split()) for move in legal} == {2, 3}:
            break
    board = rules.presentation.board(state.view(min(state.to_move)), {}, ())
    on_cards = {card.code: card.button.move for card in board.hand if card.button}
    assert on_cards == {move.split()[1]: move for move in legal if len(move.split()) == 2}
    assert [button.move for button in board.buttons] == [move for move in legal if len(move.split()) == 3]


def test_the_hand_lies_in_the_order_of_the_pieces() -> None:
    state, _events = rules.engine.state_class.new({}, 2, random_shuffle(Random(3)))
    board = rules.presentation.board(state.view(0), {}, ())
    assert [card.code for card in board.hand] == sorted(state.hands[0], key=rules.engine.PIECES.index)
    assert all(card.button is None for card in rules.presentation.board(state.view(1), {}, ()).hand)


def test_each_player_has_a_line_and_at_the_end_a_score_in_its_place() -> None:
    presentation = WithScores(rules.engine)
    state, _events = rules.engine.state_class.new({}, 2, random_shuffle(Random(3)))
    *_others, last = (state for state, _events in playout(rules, {}, 2, seed=6))
    view, outcome = state.view(None), last.outcome
    assert outcome is not None
    lines = tuple(SeatScore(presentation.seat_line(view, seat), None) for seat in range(2))
    assert presentation.board(view, {}, ()).scores == lines
    assert len(presentation.screen_reader_texts(view).score) == 3
    points = tuple(SeatScore(None, points) for points in outcome.scores)
    assert presentation.board(last.view(None), {}, ()).scores == points


def test_a_game_that_says_nothing_of_scores_has_none_before_the_end() -> None:
    state, _events = rules.engine.state_class.new({}, 2, random_shuffle(Random(3)))
    scores = rules.presentation.board(state.view(0), {}, ()).scores
    assert {(score.line, score.points) for score in scores} == {(None, None)}
    assert len(rules.presentation.screen_reader_texts(state.view(0)).score) == 1


def test_open_hands_lie_in_order_at_their_players_and_ones_own_only_in_a_replay() -> None:
    state, _events = rules.engine.state_class.new({}, 2, random_shuffle(Random(3)))
    hands = [tuple(sorted(hand, key=rules.engine.PIECES.index)) for hand in state.hands]
    assert [score.hand for score in rules.presentation.board(state.view(0), {}, ()).scores] == [(), ()]
    for reveal_all, shown in ((False, [hands[0], ()]), (True, hands)):
        replay = state.look_back(0, reveal_all=reveal_all)
        assert [score.hand for score in rules.presentation.board(replay, {}, ()).scores] == shown


def test_a_zone_is_read_aloud_with_the_name_of_its_player() -> None:
    cards = Term("cards", ["8c"])
    assert zone_line(Zone(say("pile"), None, ("8c",), 1)) == say(
        "%(zone)s: %(cards)s", zone=line(say("pile")), cards=cards
    )
    assert zone_line(Zone(say("trick"), 1, ("8c",), 1)) == say(
        "%(seat)s, %(zone)s: %(cards)s", zone=line(say("trick")), cards=cards, seat=seat(1)
    )
