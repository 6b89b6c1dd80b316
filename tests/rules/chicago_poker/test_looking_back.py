"""Replay views: nothing can be done, newly laid cards are marked, and all cards can be revealed."""

from __future__ import annotations

from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.contract import Event, lay_open, redact
from tests.rules.chicago_poker.boards import BOB, EVE, ME, english, label, rail, some_table, street
from tests.rules.chicago_poker.tables import do, table

board = chicago_poker.presentation.board


def test_5_3_cards_unknown_at_the_time_remain_hidden() -> None:
    state = some_table()
    shown = board(state.look_back(ME, reveal_all=False), {}, [])
    assert label(rail(shown, "speakeasy1", BOB)) == label(rail(board(state.view(ME), {}, []), "speakeasy1", BOB))
    assert [place.face for place in rail(shown, "speakeasy1", BOB).places[:2]] == [None, None]
    assert [each.hand for each in shown.standings if each.seat != ME] == [(), ()]


def test_all_cards_up_lays_open_columns_and_hands() -> None:
    state = some_table()
    shown = board(state.look_back(ME, reveal_all=True), {}, [])
    hidden = rail(shown, "speakeasy1", BOB).places[0]
    face = chicago_poker.presentation.face("2C")
    assert (hidden.face, hidden.peek, english(hidden.says)) == (face, True, "2C, face down")
    assert label(rail(shown, "speakeasy1", BOB)) == "Flush 13 high"
    assert [len(each.hand) for each in shown.standings] == [9, 2, 1]
    assert all(seat.hand is not None for seat in state.look_back(None, reveal_all=True).seats)


def test_nothing_can_be_done() -> None:
    shown = board(some_table().look_back(ME, reveal_all=True), {"card": "limousine", "at": "jazz1", "of": "1"}, [])
    assert shown.moves == ()
    assert not (shown.can_draw or shown.can_end or shown.fires or shown.confirm or shown.ride or shown.bribe)
    assert not any(card.usable for card in shown.hand)
    assert not any(rail.would or rail.raid or rail.liquidation for each in shown.streets for rail in each.rails)


def test_4_2_a_card_just_played_is_marked_for_any_player() -> None:
    """At the table, only the cards of other players count as new."""
    state = some_table()
    events = [redact(event, ME) for event in do(state, "play 9M jazz1")]
    laid = rail(board(state.look_back(ME, reveal_all=False), {}, events), "jazz1", ME).places[2]
    assert (laid.new, english(laid.says)) == (True, "Moon 9, just played")
    assert not rail(board(state.view(ME), {}, events), "jazz1", ME).places[2].new


def test_6_4_a_tie_being_decided_is_no_shootout_to_come() -> None:
    state = table(["1S", "2S"], {"jazz1": ["1M 3C 5M 7M 9M", "1C 3M 5C 7C 9C"], "brewery1": ["", ""]}, active=1, due=0)
    do(state, "1 end")
    shown = board(state.look_back(None, reveal_all=False), {}, [])
    assert english(street(shown, "jazz1").fuse) == "The shootout is on now"


def test_an_event_laid_open_holds_what_each_knew() -> None:
    """A card played face down is named (4.2), and so are cards seen in a raid (5.3)."""
    state = some_table()
    (raided,) = [event for event in do(state, "raid speakeasy1 1") if event.kind == "raided"]
    assert "cards" not in redact(raided, EVE).details
    assert lay_open(raided) == redact(raided, ME)
    played = Event("played", "4.2", 1, {"business": "jazz1", "index": 4, "up": False}, {1: {"card": "2F"}})
    line = chicago_poker.presentation.sentence(lay_open(played), ME)
    assert line is not None
    assert "face down" in line.text
    assert line.terms["card"].value == "2F"


def test_5_2_and_6_2_events_that_affect_a_player() -> None:
    """Only attacks and raids on the player, and complete shootouts with the player's cards, count."""
    hands = [{"seat": ME, "cards": ["9M"]}, {"seat": BOB, "cards": ["8M"]}]
    events = [
        Event("raided", "5.3", BOB, {"target": ME, "business": "jazz1", "count": 0}),
        Event("liquidated", "5.2", BOB, {"target": EVE, "business": "jazz1", "card": "9R", "was_up": True}),
        Event("shootout", "6.2", BOB, {"business": "jazz1", "caller": BOB, "hands": hands, "best": [BOB]}),
        Event("took", "6.3", BOB, {"business": "jazz1", "discarded": []}),
        Event("took", "6.3", EVE, {"business": "brewery1", "discarded": []}),
        Event("drew", "4.1", ME),
    ]
    assert chicago_poker.presentation.affects(events, ME) == [True, False, True, True, False, False]
    assert chicago_poker.presentation.affects(events, EVE) == [False, True, False, False, False, False]
    assert not any(chicago_poker.presentation.affects(events, None))
