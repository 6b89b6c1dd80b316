"""A game's sentences, with named terms; the extractor finds them in ``_``, ``ngettext`` and ``pgettext``."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.rules.contract import Event, Seat
from games.rules.vocabulary import Line, Term

Terms = Mapping[str, Callable[[Any], Term]]
"""How the details of a game's events and refusals become terms, by their names."""

Sentence = Callable[[Event, Seat | None], Line]
"""The sentence of a kind of event, by a redacted event and its viewer."""

_NAMED = re.compile(r"%\((\w+)\)s")


def say(text: str, **terms: Term) -> Line:
    """Return a sentence with its terms."""
    return Line(text, terms)


def ngettext(one: str, many: str, count: int, **terms: Term) -> Line:
    """Return a sentence in the plural form for ``count``; both forms may contain ``%(count)s``."""
    return Line(one, {"count": number(count), **terms}, many, count)


def pgettext(context: str, text: str, **terms: Term) -> Line:
    """Return a text with a ``context`` that distinguishes it from others spelt the same."""
    return Line(text, terms, context=context)


def seat(of: Seat) -> Term:
    """Return a player, by name."""
    return Term("seat", of)


def seats(of: Iterable[Seat]) -> Term:
    """Return several players, by name."""
    return Term("list", [seat(each) for each in of])


def card(code: str) -> Term:
    """Return one card."""
    return Term("card", code)


def cards(codes: Iterable[str]) -> Term:
    """Return several cards, in the order given."""
    return Term("cards", list(codes))


def piece(code: str) -> Term:
    """Return a tile or card, by its name alone."""
    return Term("piece", code)


def number(value: int) -> Term:
    """Return a number."""
    return Term("number", value)


def figure(value: int) -> str:
    """Return a number as it is written: “15”, “−15”."""
    return f"−{-value}" if value < 0 else str(value)


def text(value: str) -> Term:
    """Return a literal text, neither translated nor marked up."""
    return Term("text", value)


def line(of: Line) -> Term:
    """Return a name or part with a separate entry in the message catalogue."""
    return Term("line", of)


def lines(of: Iterable[Line]) -> Term:
    """Return several statements in sequence."""
    return Term("list", [line(each) for each in of])


def parts(of: Iterable[Line]) -> Term:
    """Return several parts of one statement, enumerated."""
    return Term("parts", list(of))


def filled(text: str, details: Mapping[str, Any], terms: Terms) -> Line:
    """Return a sentence with the details that it names."""
    return say(text, **{name: terms[name](details[name]) for name in _NAMED.findall(text)})


def who(of: Seat, viewer: Seat | None, you: str, other: str, **terms: Term) -> Line:
    """Return a sentence about a player: ``you`` for the viewer, else ``other`` with ``%(seat)s``."""
    return say(you, **terms) if of == viewer else say(other, seat=seat(of), **terms)


def doer(event: Event) -> Seat:
    """Return the seat of the event. Raise `ValueError` for an event without one."""
    if event.seat is None:
        raise ValueError(f"nobody did {event}")
    return event.seat


def by(event: Event, viewer: Seat | None, you: str, other: str, **terms: Term) -> Line:
    """Return a sentence about the event's seat, as ``who`` does."""
    return who(doer(event), viewer, you, other, **terms)


def event_sentence(you: str, other: str, terms: Terms) -> Sentence:
    """Return the sentence of a kind of event: ``you`` to its seat, ``other`` to all others, filled with its details."""
    return lambda event, viewer: filled(
        you if doer(event) == viewer else other, {**event.details, "seat": event.seat}, terms
    )
