"""The turn mail of Swedish Chicago: the prompt and the player's standing."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago.pieces import arranged
from games.rules.swedish_chicago.view import OpenCard, SeatView, View
from tests.rules.plain_text import text_of

ME, RIVAL = 0, 1
DEFAULTS = {option.name: option.default for option in swedish_chicago.engine.OPTIONS}


def place(seat: int, **changes: Any) -> SeatView:
    given: dict[str, Any] = {
        "seat": seat, "hand_size": 5, "hand": None, "score": 12, "thrown": (None,) * 3, "thrown_cards": None,
        "said": (None,) * 3, "shown": (), "played": (), "tricks": 0, "stopped": False, "made_chicago": False,
        "answered": False, "out": False,
    }  # fmt: skip
    return SeatView(**(given | changes))


HAND = ("9c", "Jd", "6h", "6s", "Js")


def view(me: dict[str, Any] | None = None, rival: dict[str, Any] | None = None, **changes: Any) -> View:
    """Return seat 0's view of a table for two with seat 1 as the dealer."""
    given: dict[str, Any] = {
        "seat": ME, "options": DEFAULTS, "phase": "exchange", "part": 2, "hand": 9, "turn": 40, "dealer": RIVAL,
        "order": (ME, RIVAL), "to_move": (ME,), "stock": 30, "discards": 4, "sealed": None, "recorded": (),
        "open": None, "declarer": None, "leader": None, "trick": (), "legal": (), "outcome": None,
        "seats": (place(ME, **{"hand": HAND, "score": 31} | (me or {})), place(RIVAL, **rival or {})),
    }  # fmt: skip
    return View(**(given | changes))


@pytest.mark.parametrize(
    ("phase", "text"),
    [
        ("exchange", "Phase 2: exchange cards, or keep all."),
        ("open", "Phase 2: take the open card, or refuse it."),
        ("announce", "Phase 2: announce your hand, or pass."),
        ("quads", "Phase 2, before the lead: announce four of a kind or better, or pass."),
        ("choose", "Phase 2: take the points for your four of a kind, or set everybody else to 0."),
        ("chicago", "Phase 2: declare Chicago, or pass."),
    ],
)
def test_the_prompt_of_each_situation(phase: str, text: str) -> None:
    assert text_of(swedish_chicago.presentation.prompt(view(phase=phase))) == text


def test_the_prompt_in_a_trick() -> None:
    """The prompt contains the number of the trick and the card led (4.2)."""
    played = {"hand": HAND[2:], "played": HAND[:2]}
    prompt = swedish_chicago.presentation.prompt
    assert text_of(prompt(view(played, phase="play", part=3))) == "Phase 3, trick 3: lead a card."
    led = view(played, phase="play", part=3, trick=(("Qh", RIVAL),))
    assert text_of(prompt(led)) == "Phase 3, trick 3: Qh was led. Play a card."
    with pytest.raises(ValueError, match="not asked"):
        prompt(view(to_move=(RIVAL,)))


def lines_of(seen: View) -> dict[str, list[str]]:
    """Return the lines of text under each heading of the standing."""
    return {
        text_of(there.heading): [
            text_of(line) for line in (there.name, there.warning, there.own, *there.others) if line
        ]
        for there in swedish_chicago.presentation.standing(seen).places
    }


def test_the_standing_names_phase_points_and_announcements() -> None:
    """The turn mail shows everything except the hand, which is shown only if the player prefers so."""
    seen = view(
        {"said": ("two pairs", None, None)},
        {"said": ("pass", None, None), "score": 47, "stopped": True},
        recorded=(("two pairs", HAND[1:]),),
    )
    assert lines_of(seen) == {
        "Hand 9, phase 2 of 3": [
            "the exchange",
            "If you break up what you announced, everyone sees those cards.",
            "1 deals.",
        ],
        "Announced in this hand": ["Phase 1: you announced two pairs, 1 passed"],
        "Points": ["You have 31 points.", "1: 47 points, can’t exchange cards"],
    }
    told_hand = swedish_chicago.presentation.standing(seen)
    assert told_hand.hand == tuple(arranged(HAND, "exchange")), "as it lies at the table"
    assert text_of(told_hand.note) == "You have two pairs, jacks and sixes: 2 points."


def test_the_standing_in_a_trick() -> None:
    """The standing contains the trick, a Chicago, and the value of the hand with the cards already played (4.3)."""
    seen = view({"hand": HAND[2:], "played": HAND[:2]}, phase="play", part=3, declarer=RIVAL, trick=(("Qh", RIVAL),))
    assert lines_of(seen)["Hand 9, phase 3 of 3"] == [
        "trick 3 of 5",
        "1 deals.",
        "1 is playing a Chicago.",
        "1 led Qh.",
    ]
    note = swedish_chicago.presentation.standing(seen).note
    assert text_of(note) == "With 9c Jd already played: two pairs, jacks and sixes, 2 points."


@pytest.mark.parametrize("played", [0, 2])
def test_7_3_a_straight_flush_that_wins_the_game_has_no_points(played: int) -> None:
    cards = ("3s", "4s", "5s", "6s", "7s")
    seen = view(
        {"hand": cards[played:], "played": cards[:played]}, part=3, options=DEFAULTS | {"straight_flush": "wins"}
    )
    note = swedish_chicago.presentation.standing(seen).note
    assert text_of(note) == "You hold a straight flush, seven high."


def test_the_standing_with_an_open_card() -> None:
    """Four cards make no combination yet (7.6)."""
    seen = view({"hand": HAND[:4], "stopped": True}, {"out": True}, phase="open", open=OpenCard(ME, "Qh", "Js"))
    assert "Open card: Qh." in lines_of(seen)["Hand 9, phase 2 of 3"]
    assert lines_of(seen)["Points"] == ["You have 31 points and can’t exchange cards.", "1: 12 points, has resigned"]
    assert text_of(swedish_chicago.presentation.standing(seen).note) == "4 cards."
    with pytest.raises(ValueError, match="spectator"):
        swedish_chicago.presentation.standing(view(seat=None))


def hinted(first_turn: bool = False, **changes: Any) -> str:
    line = swedish_chicago.presentation.hint(view(**{"hand": 1} | changes), (), (), first_turn=first_turn)
    return text_of(line) if line else ""


def test_hints_follow_the_first_hand() -> None:
    """Each phase is new only once in the first hand (2.1, 3.1, 4.1, 4.2)."""
    assert hinted(True, part=1) == "Your first turn: mark the cards you don’t want, or none, and exchange them."
    assert hinted(phase="announce", part=1, legal=("announce", "pass")).startswith("Say what you hold, or pass.")
    assert hinted(phase="announce", part=1, legal=("pass",)).startswith("You have nothing to announce.")
    assert hinted(part=2).startswith("Exchange again.")
    assert hinted(part=3).startswith("Last exchange.")
    assert hinted(phase="play", part=3).startswith("You lead")
    assert hinted(phase="play", part=3, trick=(("Qh", RIVAL),)).startswith("Follow suit")
    assert hinted(me={"hand": HAND[1:], "played": HAND[:1]}, phase="play", part=3).startswith(
        "Only the last of the five tricks"
    )


def test_hints_stop() -> None:
    """A hint is not repeated; the table's own texts and the second hand have no hints."""
    assert not hinted(phase="announce", part=2, legal=("announce", "pass"))
    assert not hinted(phase="chicago", part=3, legal=("declare", "pass"))
    assert not hinted(me={"hand": HAND[2:], "played": HAND[:2]}, phase="play", part=3)
    assert not hinted(hand=2, part=1)
    assert not hinted(seat=None)


def test_a_player_who_joins_a_later_hand_gets_the_first_hint() -> None:
    """A newcomer who takes over a seat in mid-game has a separate first turn."""
    assert hinted(True, hand=4, part=1).startswith("Your first turn")


def test_spectators_hear_of_a_chicago_only_once_it_is_declared() -> None:
    before = swedish_chicago.presentation.screen_reader_texts(view(seat=None)).table
    assert not any("Chicago" in text_of(line) for line in before)
    after = swedish_chicago.presentation.screen_reader_texts(view(seat=None, phase="play", declarer=RIVAL)).table
    assert "1 is playing a Chicago." in map(text_of, after)
