"""The board: announcements, the result of each possible answer, comparisons; it uses only what its viewer may see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules.contract import redact
from games.rules.playing_cards import face
from games.rules.swedish_chicago import GAME
from games.rules.swedish_chicago.options import SEATS
from games.rules.swedish_chicago.state import State
from tests.rules.playout import random_shuffle
from tests.rules.swedish_chicago.boards import (
    BOB,
    EVE,
    HIGH,
    LOWER,
    ME,
    PAIR,
    TWO_PAIRS,
    announcement,
    make,
    options,
    place,
    plain,
    see,
)
from tests.rules.swedish_chicago.situations import dealt, in_tricks

board = GAME.presentation.board

# --- the exchange


def test_2_1_the_hand_is_offered_with_what_belongs_together_first() -> None:
    shown = see(dealt((PAIR, LOWER)))
    assert (shown.mode, plain(shown.asks)) == ("exchange", "Exchange any cards, or none")
    assert [card.code for card in shown.hand] == ["Kd", "Ks", "7h", "4c", "3s"]
    assert [card.made for card in shown.hand] == [True, True, False, False, False]
    assert plain(shown.holds) == "You hold a pair of kings."
    assert not any(card.chosen for card in shown.hand)


def test_cards_marked_before_a_refusal_stay_marked() -> None:
    shown = see(dealt((PAIR, LOWER)), card="4c 3s Qh")
    assert [card.code for card in shown.hand if card.chosen] == ["4c", "3s"]


def test_2_4_cards_that_would_be_shown_are_marked_and_named() -> None:
    state = dealt((PAIR, HIGH), phase="announce")
    make(state, "0 announce", "1 pass")
    shown = see(state)
    assert [card.code for card in shown.hand if card.kept] == ["Kd", "Ks"]
    (warning,) = map(plain, shown.kept)
    assert warning.startswith("If you throw any of Kd Ks, everyone sees them all first")
    assert see(state, BOB).kept == ()


def test_2_1_they_are_told_what_they_threw_and_a_replay_shows_it_to_them_alone() -> None:
    state = dealt((PAIR, LOWER))
    make(state, "0 exchange 4c 7h", "1 exchange 2s")
    assert [plain(see(state, seat).thrown) for seat in (ME, BOB, None)] == ["You threw 4c 7h.", "You threw 2s.", ""]
    assert [each.thrown for each in see(state).places] == [(), ()]
    past = board(state.look_back(ME, reveal_all=False), {}, ())
    assert [place(past, seat).thrown for seat in (ME, BOB)] == [(face("4c"), face("7h")), ()]


def test_2_1_the_number_of_discards_is_public_and_the_cards_are_not() -> None:
    state = dealt((PAIR, LOWER, HIGH))
    make(state, "0 exchange 4c 7h", "1 exchange")
    shown = see(state, EVE)
    assert plain(place(shown, ME).says) == "exchanged 2"
    assert plain(place(shown, BOB).says) == "kept all five"
    assert plain(place(shown, EVE).says) == "exchanging now"
    assert all(card.face is None for of in shown.places for card in of.cards)


def test_2_2_a_player_who_may_not_exchange_sees_a_message() -> None:
    state = dealt((PAIR, LOWER))
    state.stopped = [BOB]
    shown = see(state)
    assert plain(place(shown, BOB).says) == "no exchange from 46 points"
    assert [plain(track.note) for track in shown.race.tracks] == ["", "no exchange"]


def test_7_too_many_cards_are_answered_with_the_limit() -> None:
    takes = see(dealt((PAIR, LOWER), options(throw_limit="2"))).exchange
    assert takes is not None
    assert takes.too_many is not None
    assert (takes.limit, takes.open, takes.too_many.paragraph) == (2, None, "7")
    assert "at most 2 cards" in plain(takes.too_many.says)
    usual = see(dealt((PAIR, LOWER))).exchange
    assert usual is not None
    assert usual.too_many is None
    assert see(dealt((PAIR, LOWER)), BOB).exchange is None


def test_7_6_the_open_card_is_public_and_the_discard_is_private() -> None:
    state = dealt((PAIR, LOWER), options(open_card=True))
    lies = see(state).exchange
    assert lies is not None
    assert lies.open is not None
    assert (plain(lies.open.says).split(".")[0], lies.open.paragraph) == (
        "You can ask for an open card only if you throw exactly one",
        "7.6",
    )
    make(state, "0 exchange open 4c")
    mine, other = see(state), see(state, BOB)
    assert [answer.move for answer in mine.answers] == ["take", "refuse"]
    assert mine.offered is not None
    assert mine.offered.thrown is not None
    assert plain(mine.notes[0]) == "You threw 4c for it."
    assert other.offered is not None
    assert (other.offered.face, other.offered.thrown) == (mine.offered.face, None)
    assert other.answers == ()


# --- announcing


def test_3_1_announcing_and_passing_each_with_what_it_brings() -> None:
    shown = see(dealt((TWO_PAIRS, LOWER), phase="announce"))
    assert [(answer.move, plain(answer.says)) for answer in shown.answers] == [
        ("announce", "Announce two pairs"),
        ("pass", "Pass"),
    ]
    assert plain(shown.answers[0].note) == "+2 if yours is the best"
    assert plain(shown.answers[1].note) == "no points, keeps your hand secret"


def test_3_1_only_the_owner_learns_why_a_pass_was_forced() -> None:
    state = dealt((PAIR, TWO_PAIRS, HIGH), phase="announce")
    state.due = [BOB, ME, EVE]
    make(state, "1 announce")
    shown = see(state)
    assert [(answer.move, answer.refused) for answer in shown.answers] == [("pass", False), ("announce", True)]
    assert [plain(note) for note in shown.notes] == [
        "Highest so far: two pairs.",
        "You have a pair, which is too low: you can only pass.",
    ]
    assert see(state, EVE).notes == ()
    assert (announcement(shown, BOB), place(shown, BOB).tone) == ("Two pairs", "lead")


def test_3_3_level_announcements_are_foreseen_stage_by_stage() -> None:
    state = dealt((TWO_PAIRS, "Qs Qh 2c 2d 3s", HIGH), phase="announce")
    state.due = [BOB, ME, EVE]
    make(state, "1 announce")
    ahead = see(state).preview
    assert ahead is not None
    assert ahead.rivals == (BOB,)
    assert [(plain(stage.name), plain(stage.rank)) for stage in ahead.stages] == [
        ("high pair", "J"),
        ("low pair", "6"),
        ("odd card", "A"),
    ]
    assert see(state, EVE).preview is None


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"ties": "none"}, "Tied at the top: nobody scores, and nothing more is revealed."),
        ({"exact_tie": "suit"}, "If it’s still a tie, the suit of the highest card decides."),
        ({}, "If it’s still a tie, nobody scores."),
    ],
)
def test_what_a_level_comparison_would_bring(changes: dict[str, Any], says: str) -> None:
    state = dealt((PAIR, "Kc Kh 9s 8c 2d"), options(**changes), "announce")
    state.due = [BOB, ME]
    make(state, "1 announce")
    ahead = see(state).preview
    assert ahead is not None
    assert plain(ahead.says).endswith(says)


def test_3_3_a_comparison_remains_shown_after_the_next_exchange() -> None:
    state = dealt((PAIR, LOWER, HIGH), phase="announce")
    make(state, "0 announce", "1 announce", "2 pass", "0 exchange", "1 exchange")
    (reveal,) = see(state, EVE).reveals
    assert plain(reveal.title) == "Phase 1 comparison"
    (stage,) = reveal.stages
    assert [(plain(named.rank), named.state) for named in stage.named if named] == [("K", "up"), ("9", "out")]
    assert plain(see(state).steps[0].says) == "You scored 1"
    cells = [cell for row in see(state, EVE).announcements for cell in row.cells]
    assert [(plain(cell.says), cell.points) for cell in cells] == [("Pair", 1), ("Pair", 0), ("passed", 0)]


def test_3_4_a_full_tie_scores_nothing() -> None:
    state = dealt(("Ks Kd 7h 4c 3s", "Kc Kh 7s 4d 3c"), phase="announce")
    make(state, "0 announce", "1 announce")
    (reveal,) = see(state).reveals
    assert plain(reveal.verdict) == "Tied to the end: nobody scores."
    assert len(reveal.stages) == 4
    assert plain(see(state).steps[0].says) == "Nobody scored"


# --- sealed answers


def test_7_sealed_answers_show_who_has_answered_and_not_what() -> None:
    state = dealt((PAIR, TWO_PAIRS, HIGH), options(together=True), "announce")
    make(state, "1 announce")
    shown, own = see(state), see(state, BOB)
    assert announcement(shown, BOB) == "has answered"
    assert announcement(shown, EVE) == "?"
    assert plain(own.sealed) == "You announce your hand."
    assert shown.sealed is None
    make(state, "2 pass")
    assert announcement(see(state), EVE) == announcement(see(state), BOB)


def test_7_a_sealed_exchange_is_shown_to_its_owner() -> None:
    state = dealt((PAIR, LOWER), options(together=True))
    make(state, "0 exchange 4c 7h")
    assert plain(see(state).sealed) == "You throw 4c 7h."
    assert plain(place(see(state, BOB), ME).says) == "has answered"
    other = dealt((PAIR, LOWER), options(together=True))
    make(other, "0 exchange")
    assert see(state, BOB) == see(other, BOB)
    assert see(state) != see(other)


# --- four of a kind

QUADS = "8c 8d 8h 8s 2c"


def test_7_1_score_or_reset_with_everybodys_points_after_it() -> None:
    state = dealt((QUADS, HIGH), options(four_of_a_kind="reset"), "announce", scores=(3, 20))
    make(state, "0 announce", "1 pass")
    shown = see(state)
    assert [answer.move for answer in shown.answers] == ["score", "reset"]
    assert [[(item.points) for item in fate.items] for fate in shown.fates] == [["10", "20"], ["3", "0"]]
    assert see(state, BOB).fates == ()


FALL = "52 points without a Chicago: back to 0"


@pytest.mark.parametrize(("made", "note"), [([], FALL), ([ME], "+2 if yours is the best")])
def test_7_4_announcing_warns_of_a_fall(made: list[int], note: str) -> None:
    state = dealt((TWO_PAIRS, LOWER), options(must_chicago=True), "announce", scores=(50, 20))
    state.made = made
    assert plain(see(state).answers[0].note) == note


def test_7_4_scoring_four_of_a_kind_warns_of_a_fall() -> None:
    changes = {"four_of_a_kind": "reset", "must_chicago": True}
    state = dealt((QUADS, HIGH), options(**changes), "announce", scores=(46, 20))
    make(state, "0 announce", "1 pass")
    shown = see(state)
    scoring = shown.fates[0]
    assert plain(shown.answers[0].note) == FALL
    assert [item.points for item in scoring.items] == ["0", "20"]
    assert (plain(scoring.total.says), scoring.total.points) == ("Back to 0", "−46")


def test_7_1_before_the_lead_lower_hands_have_nothing_to_announce() -> None:
    shown = see(dealt((PAIR, QUADS), options(four_of_a_kind="reset"), "quads"))
    assert [(answer.move, answer.refused) for answer in shown.answers] == [("pass", False), ("announce", True)]
    assert plain(shown.notes[-1]) == "Only four of a kind or better may be announced here."


# --- Chicago


def test_5_2_5_3_what_a_chicago_made_and_broken_come_to() -> None:
    shown = see(dealt((TWO_PAIRS, HIGH), phase="chicago", scores=(31, 20)))
    made, broken = shown.fates
    assert [item.points for item in made.items] == ["31", "+15", "+5", "+2"]
    assert (plain(made.total.says), made.total.points) == ("this can take you to 52", "51–53")
    assert [item.points for item in broken.items] == ["31", "−15", "0"]
    assert (plain(broken.total.says), broken.total.points) == ("your new score", "16")
    assert plain(shown.notes[0]) == "You lead the first trick either way."


@pytest.mark.parametrize(
    ("changes", "score", "made", "left"),
    [
        ({}, 15, "35–37", "0"),
        ({"chicago_last_trick": "replaced"}, 20, "35–37", "5"),
        ({"negative": True}, 5, "25–27", "−10"),
        ({"breaker": "8"}, 40, "60–62", "25"),
    ],
)
def test_what_the_options_make_of_a_chicago(changes: dict[str, Any], score: int, made: str, left: str) -> None:
    shown = see(dealt((TWO_PAIRS, HIGH), options(**changes), "chicago", scores=(score, 20)))
    assert [fate.total.points for fate in shown.fates] == [made, left]


@pytest.mark.parametrize(("scores", "points"), [((20, 30), "40–52"), ((20, 60), "40–60"), ((40, 30), "60")])
def test_7_3_a_straight_flush_in_a_chicago_wins_the_game(scores: tuple[int, int], points: str) -> None:
    state = dealt(("3s 4s 5s 6s 7s", HIGH), options(straight_flush="wins"), "chicago", scores=scores)
    made = see(state).fates[0]
    assert plain(made.items[-1].says) == "wins the game, if yours is the best"
    assert made.total.points == points


def test_5_1_players_who_are_skipped_and_who_have_declined() -> None:
    state = dealt((PAIR, LOWER, HIGH), phase="chicago", scores=(20, 20, 3))
    state.due = [ME, BOB]
    make(state, "0 pass")
    shown = see(state, BOB)
    assert [announcement(shown, seat) for seat in (ME, BOB, EVE)] == ["no Chicago", "?", "below 15"]


# --- tricks


def test_4_2_cards_that_can_not_be_played_stay_in_sight_with_the_reason() -> None:
    shown = see(in_tricks("Ks 2s 7c", "Js"))
    assert [(card.code, card.usable, plain(card.note)) for card in shown.hand] == [
        ("Ks", True, "takes the trick"),
        ("2s", True, "too low"),
        ("7c", False, "not a spade"),
    ]
    assert plain(shown.asks).endswith("follow spades if you can")


def test_4_2_without_the_suit_led_everything_may_go_and_nothing_takes_it() -> None:
    shown = see(in_tricks("Kh 7c", "Js"))
    assert [plain(card.note) for card in shown.hand] == ["can’t win"] * 2


def test_the_only_card_that_may_be_played_is_chosen() -> None:
    assert [card.code for card in see(in_tricks("Ks 7c", "Js")).hand if card.chosen] == ["Ks"]


def test_4_2_tricks_taken_and_cards_new_since_are_marked() -> None:
    state = in_tricks("As 7c", "Js")
    make(state, "0 play As")
    events = make(state, "0 play 7c")
    shown = see(state, fresh=events)
    assert [card.won for card in place(shown, ME).cards] == [False] * 3 + [True, False]
    bob = see(state, BOB, fresh=events)
    assert [card.new for card in place(bob, ME).cards][-1]
    assert not any(card.new for of in shown.places for card in of.cards)


# --- every board


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("together", [False, True])
def test_nothing_hidden_is_on_any_board(seats: int, together: bool) -> None:
    """Two games that differ only in hidden information have the same board for a viewer."""
    chance = Random(seats)
    state, events = State.new(options(together=together, open_card=True), seats, random_shuffle(chance))
    for _ in range(120):
        if not state.to_move:
            break
        for viewer in (None, *range(seats)):
            shown = board(state.view(viewer), {}, [redact(event, viewer) for event in events])
            assert shown == board(
                _with_hidden_swapped(state, viewer).view(viewer), {}, [redact(e, viewer) for e in events]
            )
        seat = chance.choice(sorted(state.to_move))
        events = state.apply(seat, chance.choice(state.legal_moves(seat)), random_shuffle(chance))


def _with_hidden_swapped(state: State, viewer: int | None) -> State:
    """Return the same table with the order of the others' hands and of the stock reversed."""
    twin = state.copy()
    if state.result is not None:
        return twin
    others = [seat for seat in range(twin.seats) if seat != viewer]
    hidden = [card for seat in others for card in twin.hands[seat]] + twin.stock
    hidden.reverse()
    for seat in others:
        twin.hands[seat] = sorted(hidden[: len(twin.hands[seat])], key=str)
        del hidden[: len(twin.hands[seat])]
    twin.stock = hidden
    return twin


def test_a_spectator_gets_a_board_without_a_hand() -> None:
    shown = see(dealt((PAIR, LOWER)), None)
    assert (shown.hand, shown.answers, shown.holds, shown.mode) == ((), (), None, "wait")


def test_looking_back_nothing_can_be_done_and_all_may_be_up() -> None:
    state = dealt((PAIR, LOWER), phase="announce")
    back = board(state.look_back(ME, reveal_all=True), {}, [])
    assert back.answers == ()
    assert [card.face is not None for card in place(back, BOB).cards] == [True] * 5
    hidden = board(state.look_back(ME, reveal_all=False), {}, [])
    assert all(card.face is None for card in place(hidden, BOB).cards)
