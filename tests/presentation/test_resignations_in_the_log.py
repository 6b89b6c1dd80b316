"""A resignation out of turn appears in the log under the name of the resigning player."""

from __future__ import annotations

from games.presentation.log import LoggedMove, LogTurn, by_turn, narrate, recap, sections
from games.presentation.narration import Narrator
from games.rules.contract import Event, Seat
from games.rules.swedish_chicago import GAME as swedish_chicago
from tests.presentation.narrators import NAMES, told


def asks(seat: Seat) -> Event:
    return Event("turn", "4.2", seat, {"turn": 1, "ask": "play"})


def plays(seat: Seat, card: str) -> Event:
    return Event("played", "4.2", seat, {"card": card, "leads": seat == 0})


def resigns(seat: Seat) -> list[Event]:
    return [Event("resigned", "6.3", seat)]


def moves(*later: tuple[Seat, list[Event]]) -> list[LoggedMove]:
    """Return moves in which seat 0 leads and seat 1 is to move."""
    return told((0, [plays(0, "As"), asks(1)]), *later)


def headed(turns: list[LogTurn]) -> list[tuple[str, list[str]]]:
    return [(turn.name, [line.text for line in turn.lines]) for turn in turns]


WITH_BOTH = moves(
    (2, resigns(2)), (1, [*resigns(1), Event("hand over", "6.1", None, {"hand": 1, "scores": [3, 0, 0]})])
)


def test_two_resignations_in_a_turn_have_each_their_heading() -> None:
    """The third player's resignation must not be listed under the second player's name."""
    narrator = Narrator(swedish_chicago, NAMES, 0)
    shown = headed(recap(WITH_BOTH, narrator).turns)
    assert [(name, lines[0]) for name, lines in shown] == [
        ("You", "You led ace of spades."),
        ("Weiss", "Weiss resigned."),
        ("O’Bannion", "O’Bannion resigned."),
    ]
    assert len(shown[-1][1]) == 2
    assert [turn.at for turn in by_turn(WITH_BOTH, narrator)][-2:] == [move.created_at for move in WITH_BOTH[1:]]


def test_the_turn_continues_under_its_own_heading_after_a_resignation() -> None:
    later = moves((2, resigns(2)), (1, [plays(1, "Ks"), asks(0)]))
    shown = headed([turn for turn in by_turn(later, Narrator(swedish_chicago, NAMES, 0)) if turn.lines])
    assert [name for name, _lines in shown] == ["You", "Weiss", "O’Bannion"]


def test_a_player_who_resigns_on_turn_has_one_heading() -> None:
    later = moves((1, [*resigns(1), asks(2)]))
    assert [turn.name for turn in by_turn(later, Narrator(swedish_chicago, NAMES, 0))] == ["You", "O’Bannion", "Weiss"]


def test_a_recap_that_begins_with_a_resignation_tells_it_apart() -> None:
    """The turn began earlier, so only the moves tell whose turn it is."""
    later = moves((2, resigns(2)), (1, [plays(1, "Ks"), asks(0)]))[1:]
    shown = headed(recap(later, Narrator(swedish_chicago, NAMES, 0)).turns)
    assert [name for name, _lines in shown] == ["Weiss", "O’Bannion"]


def test_the_whole_log_keeps_a_resignation_within_its_phase() -> None:
    """If phases are the headings of the log, the sentence names the resigning player."""
    later = moves((2, resigns(2)), (1, [plays(1, "Ks"), asks(0)]), (0, [plays(0, "Qs")]))
    narrator = Narrator(swedish_chicago, NAMES, 0)
    first, section = narrate(sections(later, narrator), narrator)
    assert (first.title, section.title) == ("", "Tricks")
    assert [line.text for line in section.lines][:2] == ["Weiss resigned.", "O’Bannion played king of spades."]
