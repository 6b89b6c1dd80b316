"""The texts of Swedish Chicago: every event has a sentence, from each point of view."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.rules.contract import Event, lay_open, redact
from games.rules.swedish_chicago import GAME as swedish_chicago
from games.rules.swedish_chicago import hands, legal, pieces
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.text import names, sentences, verdicts
from tests.rules.plain_text import text_of, whole
from tests.rules.playout import random_shuffle
from tests.rules.sources import kinds_of_events

presentation = swedish_chicago.presentation

PACKAGE = Path(pieces.__file__).parent
ME, RIVAL, THIRD, OUTSIDER = 0, 1, 2, 3
DEFAULTS = {option.name: option.default for option in swedish_chicago.engine.OPTIONS}


def twice(text: str) -> tuple[str, str]:
    """Return sentences that are the same for all viewers."""
    return text, text


EXCHANGED: dict[str, Any] = {"count": 2, "open": False}
DRAWN = {ME: {"thrown": ["2c", "7d"], "cards": ["Qh", "Kh"]}}
STAGES = [
    {"name": "high pair", "ranks": {"0": "J", "1": "J", "2": "9"}, "left": [ME, RIVAL]},
    {"name": "low pair", "ranks": {"0": "6", "1": "4"}, "left": [ME]},
]
REVEALED: dict[str, Any] = {"type": "two pairs", "seats": [ME, RIVAL, THIRD], "stages": STAGES, "winner": ME}
SHOWN = [
    {"seat": ME, "cards": ["9c", "Jd", "6h", "6s", "Js"], "type": "two pairs"},
    {"seat": RIVAL, "cards": ["2c", "4d", "7h", "9s", "Kh"], "type": None},
]
OVER: dict[str, Any] = {"scores": [54, 40, 3], "settlement": ["65", "-14", "-51"]}


def scored(points: int, score: int, why: str, **more: str) -> Event:
    return Event("scored", "3.5", ME, {"points": points, "score": score, "why": why, "from": score - points, **more})


EVENTS: dict[str, tuple[Event, str | None, str | None]] = {
    "dealt": (
        Event("dealt", "1.3", None, {"hand": 3, "dealer": ME, "first": RIVAL}, {ME: {"cards": ["2c"]}}),
        "You deal hand 3. 1 goes first.",
        "0 deals hand 3. 1 goes first.",
    ),
    "dealt by another": (
        Event("dealt", "1.3", None, {"hand": 3, "dealer": RIVAL, "first": ME}),
        "1 deals hand 3. You go first.",
        "1 deals hand 3. 0 goes first.",
    ),
    "turn": (
        Event("turn", "3.1", ME, {"turn": 7, "ask": "announce"}),
        "Now you announce or pass.",
        "Now 0 announces or passes.",
    ),
    "turn to play": (
        Event("turn", "4.2", ME, {"turn": 7, "ask": "play"}),
        "Now you play a card.",
        "Now 0 plays a card.",
    ),
    "reshuffled": (
        Event("reshuffled", "2.3"),
        *twice("The stock was empty, so the discards were shuffled into a new one."),
    ),
    "showed": (
        Event("showed", "2.4", ME, {"type": "pair", "cards": ["9d", "9s"]}),
        "You broke up a pair, so everyone saw the cards: 9d 9s.",
        "0 broke up a pair, so everyone saw the cards: 9d 9s.",
    ),
    "exchanged": (
        Event("exchanged", "2.1", ME, EXCHANGED, DRAWN),
        "You exchanged 2c 7d for Qh Kh.",
        "0 exchanged 2 cards.",
    ),
    "kept": (
        Event("exchanged", "2.1", ME, {"count": 0, "open": False}, {ME: {"thrown": [], "cards": []}}),
        "You kept all five cards.",
        "0 kept all five cards.",
    ),
    "threw for an open card": (
        Event("exchanged", "2.1", ME, {"count": 1, "open": True}, {ME: {"thrown": ["2c"], "cards": []}}),
        "You threw 2c and asked for an open card.",
        "0 threw a card and asked for an open one.",
    ),
    "opened": (Event("opened", "7.6", ME, {"card": "Qh"}), "Your open card is Qh.", "0’s open card is Qh."),
    "took": (Event("took", "7.6", ME, {"card": "Qh"}), "You took the open card: Qh.", "0 took the open card: Qh."),
    "refused": (
        Event("refused", "7.6", ME, {"card": "Qh"}, {ME: {"drawn": "3c"}}),
        "You refused the open Qh and got 3c.",
        "0 refused the open Qh and got a hidden card.",
    ),
    "sealed": (
        Event("sealed", "7", ME, {"ask": "announce"}, {ME: {"move": "announce"}}),
        "Your answer is in. It’s hidden for now.",
        "0 has answered. It’s hidden for now.",
    ),
    "announced": (
        Event("announced", "3.1", ME, {"type": "trips", "part": 1}),
        "You announced three of a kind.",
        "0 announced three of a kind.",
    ),
    "passed": (Event("passed", "3.1", ME, {"ask": "announce"}), "You passed.", "0 passed."),
    "lapsed": (
        Event("passed", "3.1", ME, {"ask": "announce"}, {ME: {"lapsed": True}}),
        "Someone before you announced a higher hand, so yours counts as a pass.",
        "0 passed.",
    ),
    "no chicago": (
        Event("passed", "5.1", ME, {"ask": "chicago"}),
        "You didn’t declare Chicago.",
        "0 didn’t declare Chicago.",
    ),
    "revealed": (
        Event("revealed", "3.3", ME, REVEALED),
        "You compared two pairs with 1, 2, rank by rank: "
        "high pair – you: jack, 1: jack, 2: nine, low pair – you: six, 1: four.",
        "0, 1, 2 compared two pairs, rank by rank: high pair – 0: jack, 1: jack, 2: nine, low pair – 0: six, 1: four.",
    ),
    "revealed by suit": (
        Event("revealed", "7.2", ME, {"type": "royal", "seats": [RIVAL, ME], "stages": [], "winner": ME}),
        "You compared a royal straight flush with 1, rank by rank: equal ranks, and you have the best suit.",
        "1, 0 compared a royal straight flush, rank by rank: equal ranks, and 0 has the best suit.",
    ),
    "level": (
        Event("level", "3.4", None, {"type": "flush", "seats": [ME, RIVAL], "why": "equal"}),
        "You and 1 tie with a flush, so nobody scores.",
        "0, 1 tie with a flush, so nobody scores.",
    ),
    "not compared": (
        Event("level", "7", None, {"type": "flush", "seats": [ME, RIVAL], "why": "none"}),
        "You and 1 have a flush. At this table a tie scores nothing.",
        "0, 1 have a flush. At this table a tie scores nothing.",
    ),
    "silent": (Event("silent", "3.2", None, {"part": 1}), *twice("Nobody announced anything, so nobody scores.")),
    "silent before the lead": (
        Event("silent", "3.2", None, {"part": 3}),
        *twice("Nobody announced four of a kind or better."),
    ),
    "scored a point": (
        scored(1, 12, "announcement", type="pair"),
        "You score one point for a pair and now have 12.",
        "0 scores one point for a pair and now has 12.",
    ),
    "scored a chicago": (
        scored(15, 40, "chicago"),
        "You score 15 points for the Chicago and now have 40.",
        "0 scores 15 points for the Chicago and now has 40.",
    ),
    "scored a broken one": (
        scored(-15, 5, "broken"),
        "You lose 15 points for the broken Chicago and now have 5.",
        "0 loses 15 points for the broken Chicago and now has 5.",
    ),
    "fell": (
        Event("fell", "7.4", ME, {"from": 55}),
        "You fall back to 0: you have the points to win, but have made no Chicago in this game.",
        "0 falls back to 0: enough points to win, but no Chicago made in this game.",
    ),
    "choosing": (
        Event("choosing", "7.1", ME, {"part": 1}),
        "Your four of a kind is the highest: take the points, or set everybody else to 0.",
        "0 has the highest four of a kind and chooses: the points, or everybody else to 0.",
    ),
    "chose": (
        Event("chose", "7.1", ME, {"choice": "reset"}),
        "You chose to reset the others.",
        "0 chose to reset the others.",
    ),
    "reset": (
        Event("reset", "7.1", ME, {"scores": [12, 0, 9, 5]}),
        "Everybody but you is back at 0.",
        "Everybody but 0 is back at 0.",
    ),
    "declared": (
        Event("declared", "5.1", ME, {"score": 20}),
        "You declared Chicago: now you need all five tricks.",
        "0 declared Chicago and needs all five tricks.",
    ),
    "led": (Event("played", "4.2", ME, {"card": "Qh", "leads": True}), "You led Qh.", "0 led Qh."),
    "played": (Event("played", "4.2", ME, {"card": "Qh", "leads": False}), "You played Qh.", "0 played Qh."),
    "trick": (
        Event("trick", "4.2", ME, {"cards": [["9h", RIVAL], ["Qh", ME]], "number": 2}),
        "You won trick 2: 9h Qh.",
        "0 won trick 2: 9h Qh.",
    ),
    "nobody's trick": (
        Event("trick", "4.2", None, {"cards": [["9h", RIVAL], ["Qh", ME]], "number": 2}),
        *twice("Nobody won trick 2: 9h Qh."),
    ),
    "made": (Event("made", "5.2", ME), "You made your Chicago.", "0 made the Chicago."),
    "broken": (Event("broken", "5.3", ME, {"by": RIVAL}), "1 broke your Chicago.", "1 broke 0’s Chicago."),
    "broken by resigning": (
        Event("broken", "5.3", ME, {"by": None}),
        "Your Chicago is broken.",
        "0’s Chicago is broken.",
    ),
    "hands": (
        Event("hands", "4.3", None, {"hands": SHOWN}),
        "Everyone shows their hand: you have two pairs, jacks and sixes (9c Jd 6h 6s Js), "
        "1 has no combination (2c 4d 7h 9s Kh).",
        "Everyone shows their hand: 0 has two pairs, jacks and sixes (9c Jd 6h 6s Js), "
        "1 has no combination (2c 4d 7h 9s Kh).",
    ),
    "best": (Event("best", "4.3", ME, {"type": "two pairs"}), None, None),
    "no best": (
        Event("best", "4.3", None, {"type": None}),
        *twice("Nobody has a combination, so there’s no best hand."),
    ),
    "hand over": (
        Event("hand over", "6.1", None, {"hand": 3, "scores": [12, 7]}),
        "Hand 3 is over. Scores: you 12, 1 7.",
        "Hand 3 is over. Scores: 0 12, 1 7.",
    ),
    "won": (
        Event("won", "7.3", ME, {"type": "straight flush"}),
        "With a straight flush you win the game on the spot.",
        "With a straight flush 0 wins the game on the spot.",
    ),
    "resigned": (Event("resigned", "6.3", ME), "You resigned.", "0 resigned."),
    "over": (
        Event("over", "6.4", None, OVER | {"winners": [ME], "reason": "52 points"}),
        "You win the game with 54 points.",
        "0 wins the game with 54 points.",
    ),
    "shared": (
        Event("over", "6.4", None, OVER | {"winners": [ME, RIVAL], "reason": "52 points"}),
        "You share the win with 1: 54 points.",
        "0, 1 share the win: 54 points.",
    ),
}


@pytest.mark.parametrize(("event", "mine", "others"), EVENTS.values(), ids=EVENTS)
def test_players_and_spectators_read_their_own_sentences(event: Event, mine: str | None, others: str | None) -> None:
    """A sentence never says more about the event than its reader may know."""
    for viewer, expected in ((ME, mine), (OUTSIDER, others), (None, others)):
        line = presentation.sentence(event, viewer)
        assert (text_of(line) if line else None) == expected


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ("broken", "You broke 0’s Chicago."),
        ("reset", "You’re back at 0, like everybody but 0."),
        ("level", "You and 0 tie with a flush, so nobody scores."),
    ],
)
def test_each_affected_player_reads_their_own_sentence(event: str, text: str) -> None:
    """The events of 3.4, 5.3 and 7.1 affect several players."""
    line = presentation.sentence(EVENTS[event][0], RIVAL)
    assert line is not None
    assert text_of(line) == text


def test_a_resigned_player_keeps_the_score_in_a_reset() -> None:
    line = presentation.sentence(EVENTS["reset"][0], THIRD)
    assert line is not None
    assert text_of(line) == "Everybody but 0 is back at 0."


def test_revealed_cards_of_a_finished_game_are_public() -> None:
    """The event is shown by a replay with all cards revealed."""
    shown = [presentation.sentence(lay_open(EVENTS[name][0]), RIVAL) for name in ("exchanged", "refused", "lapsed")]
    assert [text_of(line) for line in shown if line] == [
        "0 exchanged 2c 7d for Qh Kh.",
        "0 refused the open Qh and got 3c.",
        "Someone before 0 announced a higher hand, so this one counts as a pass.",
    ]


def test_every_kind_of_event_of_the_rules_has_a_sentence() -> None:
    """The tests above cover every sentence."""
    kinds = {"turn", "over", *kinds_of_events(PACKAGE)}
    assert {event.kind for event, _mine, _others in EVENTS.values()} == kinds == set(sentences.SENTENCES)


@pytest.mark.parametrize("viewer", [ME, RIVAL, None])
def test_every_phase_change_of_points_and_choice_has_words(viewer: int | None) -> None:
    """Each phase has a prompt, even after sealed answers and passes; each reason, type and choice has a name."""
    phases = legal.PARAGRAPHS
    events = [Event("turn", "7", ME, {"turn": 1, "ask": phase}) for phase in phases]
    events += [Event("sealed", "7", ME, {"ask": ask}) for ask in ("exchange", "announce", "quads", "chicago")]
    events += [Event("passed", "7", ME, {"ask": ask}) for ask in ("announce", "quads", "chicago")]
    events += [scored(3, 7, why, type="pair") for why in verdicts._SCORED]
    events += [Event("announced", "3.1", ME, {"type": kind, "part": 1}) for kind in hands.TYPES]
    events += [Event("chose", "7.1", ME, {"choice": choice}) for choice in ("score", "reset")]
    lines = [presentation.sentence(event, viewer) for event in events]
    assert all(line and whole(line) for line in lines)
    assert (
        len({text_of(line) for line in lines if line}) == len(lines) - 1
    )  # a choice may be scored like an announcement


def test_every_stage_of_a_reveal_has_a_name() -> None:
    assert {name for stages in hands.STAGE_NAMES.values() for name in stages} == set(names.STAGES)


def test_passes_in_a_row_become_one_line() -> None:
    """Passes of several players in a round share one line, unless another event comes in between."""

    def passed(seat: int) -> Event:
        return Event("passed", "3.1", seat, {"ask": "announce"})

    def told_to(viewer: int | None, *events: Event) -> list[str]:
        merged = presentation.merge(presentation.merge([redact(event, viewer) for event in events]))
        return [text_of(line) for event in merged if (line := presentation.sentence(event, viewer))]

    three = [passed(RIVAL), passed(ME), passed(THIRD)]
    assert told_to(ME, *three) == ["You and 1, 2 passed."]
    assert told_to(None, *three) == ["1, 0, 2 passed."]
    lapsed = EVENTS["lapsed"][0]
    assert told_to(RIVAL, passed(RIVAL), lapsed) == ["You and 0 passed."]
    assert len(told_to(ME, passed(RIVAL), lapsed)) == 2
    assert len(told_to(None, passed(RIVAL), EVENTS["no chicago"][0])) == 2
    assert len(told_to(None, passed(RIVAL), EVENTS["announced"][0], passed(THIRD))) == 3


def test_players_who_move_together_are_named_in_one_line() -> None:
    """Players move together with the option ``together`` (7)."""
    turns = [Event("turn", "2.1", seat, {"turn": 1, "ask": "exchange"}) for seat in (ME, RIVAL)]
    (merged,) = presentation.merge(turns)
    assert [text_of(line) for viewer in (ME, RIVAL, None) if (line := presentation.sentence(merged, viewer))] == [
        "Now you and 1 exchange cards.",
        "Now you and 0 exchange cards.",
        "Now 0, 1 exchange cards.",
    ]


def test_what_happened_to_whom() -> None:
    """Scores, comparisons and resets are marked, but not the viewer's own moves."""

    def hit(viewer: int | None) -> set[str]:
        events = {name: event for name, (event, _mine, _others) in EVENTS.items()}
        return {
            name for name, so in zip(events, presentation.affects(list(events.values()), viewer), strict=True) if so
        }

    assert {"scored a point", "revealed", "level", "trick", "broken"} <= hit(ME)
    assert not {"exchanged", "announced", "passed", "played", "reset"} & hit(ME)
    assert {"reset", "revealed", "level"} <= hit(RIVAL)
    assert hit(None) == set()


def test_what_matters_to_whom() -> None:
    """The viewer's own points come before those of others; a reset, a Chicago and the end come before everything."""
    points, declared, over = EVENTS["scored a point"][0], EVENTS["declared"][0], EVENTS["over"][0]
    assert (
        0 < presentation.weight(points, RIVAL) < presentation.weight(points, ME) < presentation.weight(declared, RIVAL)
    )
    assert presentation.weight(declared, ME) == 0 == presentation.weight(EVENTS["played"][0], RIVAL)
    assert (
        presentation.weight(declared, RIVAL)
        < presentation.weight(EVENTS["reset"][0], RIVAL)
        < presentation.weight(over, RIVAL)
    )
    assert presentation.weight(EVENTS["revealed"][0], RIVAL) < presentation.weight(points, RIVAL)


def test_no_sentence_calls_out_or_has_a_gender() -> None:
    """The house style has no exclamation marks and no gendered pronouns."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"_", "ngettext"}:
                for text in node.args[:2]:
                    if isinstance(text, ast.Constant) and isinstance(text.value, str):
                        assert "!" not in text.value
                        assert not {"he", "his", "him", "she", "her"} & set(text.value.lower().split())


SHOWN_TO_ALL = {"showed", "opened", "took", "refused", "played", "trick", "hands"}


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("open_card", [False, True])
def test_a_spectator_reads_of_a_card_only_where_it_is_shown(together: bool, open_card: bool) -> None:
    """Plays random games, some of them to the end."""
    rng, shuffle = Random(11), random_shuffle(Random(12))
    options = DEFAULTS | {"together": together, "open_card": open_card, "four_of_a_kind": "reset"}
    kinds = set()
    for seats in swedish_chicago.engine.SEATS:
        state, events = State.new(options, seats, shuffle)
        for _move in range(300):
            for event in events:
                line = presentation.sentence(event, None)
                named = set() if line is None else {word.strip(",.:;()") for word in text_of(line).split()}
                assert not named & set(pieces.CARDS) or event.kind in SHOWN_TO_ALL, event
                kinds.add(event.kind)
            if not state.to_move:
                break
            seat = rng.choice(sorted(state.to_move))
            events = state.apply(seat, rng.choice(state.legal_moves(seat)), shuffle)
    assert kinds >= {"exchanged", "announced", "revealed", "trick", "hands", "scored"}
