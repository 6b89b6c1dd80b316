"""The board: labels, targets and previews use only what the viewer may see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.chicago_poker.board.labels import best_case, made, prospect, rival
from games.rules.contract import Event, redact
from tests.combinations import combined, every
from tests.needs import EVERYTHING
from tests.rules.chicago_poker.boards import BOB, EVE, ME, english, label, rail, see, some_table, street
from tests.rules.chicago_poker.tables import ENGLISH, FRENCH, do, table
from tests.rules.playout import playout

board = chicago_poker.presentation.board

# --- labels


@pytest.mark.parametrize(
    ("cards", "name", "note"),
    [
        ("9R 9M 9S 7C 7F", "Full House", "9s over 7s"),
        ("7F 7M 9C 9R", "Two Pairs", "9s and 7s"),
        ("8M 8C 8S", "Three of a Kind", "8s"),
        ("2C 6C 4C 11C 13C", "Flush", "13 high"),
        ("10M 11M", "High Card", "11"),
        ("14S", "High Card", "14"),
    ],
)
def test_7_a_column_is_named_with_what_sets_it_apart(cards: str, name: str, note: str) -> None:
    label = made(cards.split())
    assert (english(label.name), english(label.note)) == (name, note)


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("9M", "First card"),
        ("7F 7M 9C 9R 9M", "Full House"),
        ("10M 11M 9M", "Straight Flush 3/5"),
        ("10M 11R 9S", "Rainbow Straight 3/5"),
        ("10M 11M 14S", "Straight 3/5"),
        ("2M 12M", "Flush 2/5"),
        ("10M 11M 3R", "High Card"),
        ("15M 1R", "High Card"),
        ("10M 10R 9S", "Pair"),
        ("2M 5M 9M 12M 3R", "High Card"),
    ],
)
def test_7_a_column_promises_its_hand_or_the_one_all_its_cards_are_part_of(cards: str, hand: str) -> None:
    assert english(prospect(cards.split())) == hand


def test_a_rivals_column_label_names_open_cards_and_counts_hidden_ones() -> None:
    assert english(rival([], 0).note) == "no cards"
    assert english(rival([], 2).note) == "2 face down"
    assert english(rival(["5R", "5S"], 1).note) == "5s, +1 hidden"


def test_the_best_case_counts_every_public_card() -> None:
    assert best_case(("4C", "11C", "13C"), 2, frozenset()) == "flush"
    assert best_case(("9C", "9R", "9M"), 2, frozenset()) == "chicago poker"
    assert best_case(("9C", "9R", "9M"), 2, frozenset(("9S",))) == "four of a kind"
    assert best_case(("9C", "9R", "9M"), 2, frozenset(("9S", "9F"))) == "full house"


def test_labels_use_only_what_the_viewer_can_see() -> None:
    state = some_table()
    assert label(rail(see(state), "speakeasy1", ME)) == "Two Pairs 9s and 7s"
    assert label(rail(see(state, BOB), "speakeasy1", ME)) == "Pair 9s, +2 hidden"
    assert label(rail(see(state), "jazz1", BOB)) == "Pair 5s, +1 hidden"
    assert label(rail(see(state), "brewery1", ME)) == "no cards"
    assert label(rail(see(state), "speakeasy1", BOB)) == "at best Flush"
    assert label(rail(see(state, BOB), "speakeasy1", BOB)) == "Flush 13 high"


def test_5_3_a_raided_column_is_no_guess_any_more() -> None:
    state = some_table()
    do(state, "raid speakeasy1 1")
    seen = rail(see(state), "speakeasy1", BOB)
    assert (label(seen), seen.label.alarm) == ("Flush 13 high", False)
    assert english(seen.places[0].says) == "2C, face down, you have looked at it"


def test_6_1_the_fuse_counts_the_turns_until_the_caller_moves() -> None:
    state = some_table()
    assert english(street(see(state), "speakeasy1").fuse) == "1’s shootout comes next"
    assert english(street(see(state, BOB), "speakeasy1").fuse) == "Shootout at your next turn"
    state.active = EVE
    assert english(street(see(state), "speakeasy1").fuse) == "1’s shootout in 2 turns"


# --- targets


def test_every_legal_play_has_a_preview_of_its_hand() -> None:
    shown = see(some_table())
    would = {each.cards: english(each.hand) for each in street(shown, "jazz1").would}
    assert [card.code for card in shown.hand[:4]] == ["3R", "9M", "12M", "14S"]
    assert would == {(1,): "High Card", (2, 3): "Straight Flush 3/5", (4,): "Straight 3/5"}
    assert street(shown, "speakeasy1").fifth
    assert not street(shown, "jazz1").fifth


def test_targets_are_offered_for_legal_moves_only() -> None:
    shown = see(some_table())
    called = rail(shown, "speakeasy1", BOB)
    assert called.raid is not None
    assert called.liquidation is None
    assert english(called.safe) == "Safe: shootout"
    assert english(rail(shown, "speakeasy1", EVE).liquidation.pill) == "Reveals it for good"
    assert english(rail(shown, "brewery1", EVE).liquidation.pill) == "Then Pair"
    assert english(rail(shown, "jazz1", EVE).liquidation.pill) == "Then no cards"
    waiting = see(some_table(), BOB)
    assert all(not each.would for each in waiting.streets)
    assert all(each.raid is None for there in waiting.streets for each in there.rails)
    assert not any(card.usable for card in waiting.hand)


def test_raid_and_liquidation_name_the_rival_and_the_business_of_each_target() -> None:
    shown = see(some_table())
    rails = [each for there in shown.streets for each in there.rails]
    assert [english(each.raid.says) for each in rails if each.raid] == [
        "Raid 1 at speakeasy1: see 2 face-down cards",
        "Raid 2 at speakeasy1: see one face-down card",
        "Raid 1 at jazz1: see one face-down card",
        "Raid 2 at jazz1: you know every card there",
        "Raid 1 at brewery1: you know every card there",
        "Raid 2 at brewery1: you know every card there",
    ]
    assert [english(each.liquidation.says) for each in rails if each.liquidation] == [
        "Liquidate 2’s last card at speakeasy1, which lies face down",
        "Liquidate 1’s last card at jazz1, which lies face down",
        "Liquidate 2’s last card at jazz1: 1C",
        "Liquidate 1’s last card at brewery1: 14M",
        "Liquidate 2’s last card at brewery1: 8S",
    ]


def test_only_final_moves_of_special_cards_are_confirmed() -> None:
    raid = see(some_table(), card="raid", at="speakeasy1", of="1").confirm
    assert raid is not None
    assert raid.move == "raid speakeasy1 1"
    assert english(raid.says[0]) == "Only you will see the 2 face-down cards there."
    hit = see(some_table(), card="liquidation", at="speakeasy1", of="2").confirm
    assert hit is not None
    assert (hit.move, english(hit.question)) == (
        "liquidation speakeasy1 2",
        "Liquidate 2’s last card at speakeasy1?",
    )
    undoable = see(some_table(), card="liquidation", at="brewery1", of="2")
    assert (undoable.mode, undoable.confirm) == ("turn", None)
    aim = rail(undoable, "brewery1", EVE).liquidation
    assert (aim.move, aim.ask) == ("liquidation brewery1 2", "")
    assert rail(undoable, "speakeasy1", EVE).liquidation.move == ""


@pytest.mark.parametrize(
    "ask",
    [
        {"card": "raid", "at": "speakeasy1", "of": "0"},
        {"card": "raid", "at": "nowhere", "of": "x"},
        {"card": "liquidation", "at": "speakeasy1", "of": "1"},
        {"card": "<script>"},
        {"card": "play 9M jazz1"},
        {"shootout": "999"},
    ],
)
def test_unknown_query_parameters_are_ignored(ask: dict[str, str]) -> None:
    shown = see(some_table(), **ask)
    assert (shown.mode, shown.confirm, shown.ride, shown.bribe) == ("turn", None, None, None)


# --- new cards, and drafts that can be undone


def test_cards_others_laid_down_since_are_marked_as_new() -> None:
    state = table(["1R", "2C 3C 4C", "5C 1M"], {"speakeasy1": ["", "1C", ""], "brewery1": ["", "", ""]}, active=BOB)
    events = do(state, "play 2C speakeasy1", "play 3C brewery1", "draw", "end")
    events += do(state, "play 5C brewery1")
    shown = see(state, ME, events)
    assert [place.new for place in rail(shown, "speakeasy1", BOB).places] == [False, True, False, False, False]
    assert [place.new for place in rail(shown, "brewery1", EVE).places] == [True, False, False, False, False]


def test_a_card_that_has_left_again_is_not_marked() -> None:
    state = table(
        ["liquidation", "2C 3C", "5C"], {"brewery1": ["", "1C", ""], "jazz1": ["", "", ""]}, active=BOB, due=2
    )
    events = do(state, "play 2C brewery1", "play 3C brewery1")
    state.active, state.due = ME, 2
    events += do(state, "liquidation brewery1 1")
    shown = see(state, EVE, events)
    assert [place.new for place in rail(shown, "brewery1", BOB).places] == [False, True, False, False, False]


def test_drafts_are_marked_named_and_sealed() -> None:
    state = some_table()
    do(state, "play 9M jazz1")
    shown = board(state.view(ME), {}, [], ["play 9M jazz1"])
    assert [place.draft for place in rail(shown, "jazz1", ME).places] == [False, False, True, False, False]
    assert (english(shown.undo), english(shown.seals)) == ("Moon 9", "makes Moon 9 final")
    two = board(state.view(ME), {}, [], ["revolver", "play 9M jazz1"])
    assert english(two.seals) == "makes 2 actions final"


# --- standings, ladder, actions


def test_8_1_a_seat_shows_how_far_it_is_from_winning() -> None:
    controlled = ("speakeasy2 speakeasy3", "jazz2 brewery2 gambling2", "jazz3")
    shown = see(some_table(controlled=controlled))
    assert [english(each.goal) for each in shown.standings] == ["1 more to win", "1 more to win", "1 business"]
    assert [each.close for each in shown.standings] == [True, True, False]
    short = see(some_table(controlled=("jazz3", "jazz4", "jazz5"), options=ENGLISH | {"short": True}))
    assert all(each.close for each in short.standings)


def test_8_5_the_cards_of_who_has_resigned_stay_in_view() -> None:
    """With two players left, everything stays; with three, the resigning player's cards are discarded."""
    state = table(["", ""], {"brewery1": ["1R", "2M 3F"]})
    do(state, "1 resign")
    assert [column.seat for column in street(see(state), "brewery1").rails] == [1, 0]
    state = table(["", "", ""], {"brewery1": ["1R", "2M 3F", ""]})
    do(state, "1 resign")
    assert [column.seat for column in street(see(state), "brewery1").rails] == [2, 0]


def test_7_1_the_hand_rankings_mark_the_viewers_hands_and_threats() -> None:
    rungs = {english(rung.says): rung for rung in see(some_table()).ladder}
    assert [english(each) for each in rungs["Flush"].theirs] == ["1 at best, speakeasy1"]
    assert [english(each) for each in rungs["Two Pairs"].mine] == ["You now, speakeasy1"]


def test_3_2_actions_left_and_taken() -> None:
    shown = see(some_table(due=2))
    assert (shown.left, shown.spent, shown.can_end, shown.only_end) == (2, 1, False, False)
    done = see(table(["1R", "2R"], {"jazz1": ["", ""]}, due=0))
    assert (done.left, done.only_end) == (0, True)


def test_limousines_are_left_out_of_the_list_of_moves() -> None:
    state = some_table()
    assert {move.split()[0] for move in see(state).moves} == {
        "draw",
        "play",
        "raid",
        "liquidation",
        "revolver",
        "bribery",
    }


# --- shootouts


def test_6_2_a_shootout_is_staged_from_its_events() -> None:
    state = some_table(active=ME, due=0)
    state.hands[ME] = ["9M"]
    shown = board(state.view(EVE), {"shootout": "7"}, [], (), [redact(event, EVE) for event in do(state, "end")])
    (stage,) = shown.stages
    assert (shown.mode, stage.tile, english(stage.called), english(stage.verdict)) == (
        "stage",
        "speakeasy1",
        "Called by 1.",
        "1 takes speakeasy1",
    )
    assert [(each.seat, each.place, each.best) for each in stage.fighters] == [
        (BOB, 1, True),
        (ME, 2, False),
        (EVE, 3, False),
    ]
    assert [shot.made for shot in stage.fighters[0].cards] == [True] * 5
    assert [shot.made for shot in stage.fighters[1].cards] == [True] * 4
    assert stage.opened_says is not None


def test_6_4_a_tie_shows_the_level_hands_and_who_has_chosen() -> None:
    lying = {"brewery1": ["5R 6C 7R 8S 9M", "5F 6S 7C 8C 9R", "12S 12R 3F"], "jazz1": ["", "", ""]}
    state = table(["14S bribery", "2M", "1M"], lying, active=EVE, due=0)
    state.markers = [(0, ME)]
    do(state, "end")
    tie = see(state).tie
    assert tie is not None
    assert [(each.seat, each.place) for each in tie.level] == [(ME, 0), (BOB, 0)]
    assert [(each.seat, each.place) for each in tie.beaten] == [(EVE, 3)]
    assert [card.usable for card in see(state).hand] == [True, False]
    do(state, "0 send 14S")
    assert [each.answered for each in see(state, BOB).tie.level] == [True, False]
    assert english(see(state).sent.name) == "Star 14"
    assert see(state, BOB).sent is None


# --- whole games


BETWEEN = 1 if EVERYTHING else 3


@pytest.mark.slow
@pytest.mark.parametrize(("options", "dealt"), combined([ENGLISH, FRENCH], every([(3, 2), (2, 1), (6, 4), (4, 3)], 2)))
def test_every_moment_of_a_game_has_a_board(options: dict[str, Any], dealt: tuple[int, int]) -> None:
    """The board is rendered for a spectator, for the seats to move, and for each other seat.

    Only some moments are checked outside of `make test-all`.
    """
    seats, seed = dealt
    chance = Random(seed)
    told: list[Event] = []
    for number, (state, events) in enumerate(playout(chicago_poker, options, seats, seed)):
        told = (told + events)[-30:]
        if number % BETWEEN and state.to_move:
            continue
        for seat in {None, number % seats, *state.to_move}:
            view = state.view(seat)
            fresh = [redact(event, seat) for event in told]
            shown = board(view, {}, fresh, (), [redact(event, seat) for event in events])
            assert shown.mode in {"turn", "wait", "tie", "stage", "over"}
            if view.legal:
                _every_question_has_its_move(view, chance.choice(view.legal))


def _every_question_has_its_move(view: Any, move: str) -> None:
    """Check that the page for a move leads to exactly that move."""
    match move.split():
        case ["raid" | "liquidation" as card, at, of]:
            asked = board(view, {"card": card, "at": at, "of": of}, []).confirm
            assert asked.move == move if asked else not chicago_poker.presentation.asks_first(move, view)
        case ["bribery", take]:
            assert board(view, {"card": "bribery", "take": take}, []).bribe.move == move
        case ["limousine", source, onto, *cards]:
            steps = {"card": "limousine", "from": source, "to": onto, "cards": "-".join(cards)}
            assert board(view, steps, []).ride.move == move
