"""Render lines in English, with cards by their codes and players by their numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from games.rules.contract import State
from games.rules.game import Rules
from games.rules.vocabulary import Line, Term


def text_of(line: Line) -> str:
    """Return the text of a line with its terms. Raise `KeyError` if one is missing."""
    text = line.plural if line.count not in (None, 1) else line.text
    return text % {name: _shown(term) for name, term in line.terms.items()}


def _shown(term: Term) -> str:
    match term.kind:
        case "cards":
            return " ".join(term.value)
        case "list":
            return ", ".join(map(_shown, term.value))
        case "parts":
            return ", ".join(map(text_of, term.value))
        case "line":
            return text_of(term.value)
    return str(term.value)


def lines_within(line: Line) -> Iterator[Line]:
    """Yield the line and all lines inside it."""
    yield line
    for term in line.terms.values():
        yield from _lines_of(term)


def _lines_of(term: Term) -> Iterator[Line]:
    if term.kind == "line":
        yield from lines_within(term.value)
    elif term.kind == "parts":
        for part in term.value:
            yield from lines_within(part)
    elif term.kind == "list":
        for each in term.value:
            yield from _lines_of(each)


def whole(line: Line) -> bool:
    """Return whether all forms of a line and of its parts have a text that contains every term."""
    for part in lines_within(line):
        for text in (part.text, part.plural) if part.count is not None else (part.text,):
            if not text % dict.fromkeys(part.terms, "x"):
                return False
    return True


class Case(NamedTuple):
    """A position with seat 0 to move, and the expected sentences about each move, in order."""

    name: str
    position: Callable[[], State]
    reasons: Mapping[str, tuple[str, ...]]


def reason_texts(rules: Rules, case: Case) -> dict[str, tuple[str, ...]]:
    """Return the game's reasons for these moves, which must be legal."""
    view = case.position().full_view(0)
    assert set(case.reasons) <= set(view.legal)
    return {move: tuple(map(text_of, rules.presentation.reasons(view, move))) for move in case.reasons}
