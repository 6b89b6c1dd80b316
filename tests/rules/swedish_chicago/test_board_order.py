"""The order of the viewer's hand and of the seats on the board."""

from __future__ import annotations

from tests.rules.swedish_chicago.boards import BOB, HIGH, LOWER, PAIR, see
from tests.rules.swedish_chicago.situations import dealt


def test_the_hand_lies_as_its_player_asks() -> None:
    state = dealt((PAIR, LOWER))
    assert [card.code for card in see(state, sort="suit").hand] == ["Ks", "3s", "7h", "Kd", "4c"]
    assert [card.code for card in see(state, sort="rank").hand] == ["Kd", "Ks", "7h", "4c", "3s"]
    assert [card.code for card in see(state, BOB, sort="suit").hand] == ["9s", "2s", "Ah", "9d", "8c"]


def test_players_sit_clockwise_from_the_viewer_in_every_hand() -> None:
    """The order is the same when another player leads the next hand, or a seat has been resigned."""
    state = dealt((PAIR, LOWER, HIGH))
    for dealer in range(3):
        state.dealer = dealer
        for viewer, seats in ((0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1]), (None, [0, 1, 2])):
            assert [of.seat for of in see(state, viewer).places] == seats
