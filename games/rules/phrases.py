"""Sentences with named terms; ``_``, ``ngettext`` and ``pgettext`` mark their texts for translation."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.rules.contract import Event, Seat
from games.rules.vocabulary import Line, Term

Terms = Mapping[str, Callable[[Any], Term]]
"""Functions that convert the details of a game's events and refusals to terms, by the name of the detail."""

Sentence = Callable[[Event, Seat | None], Line]
"""A function that returns the sentence for a redacted event and its viewer."""

_NAMED = re.compile(r"%\((\w+)\)s")


def say(text: str, **terms: Term) -> Line:
    return Line(text, terms)


def ngettext(one: str, many: str, count: int, **terms: Term) -> Line:
    """Return a sentence in its plural form for ``count``; both forms may contain ``%(count)s``."""
    return Line(one, {"count": number(count), **terms}, many, count)


def pgettext(context: str, text: str, **terms: Term) -> Line:
    """Return a text with a ``context`` that distinguishes it from others spelt the same."""
    return Line(text, terms, context=context)


def seat(of: Seat) -> Term:
    """Return a term for a player, shown by name."""
    return Term("seat", of)


def seats(of: Iterable[Seat]) -> Term:
    """Return a term for several players, shown by name."""
    return Term("list", [seat(each) for each in of])


def card(code: str) -> Term:
    return Term("card", code)


def cards(codes: Iterable[str]) -> Term:
    return Term("cards", list(codes))


def piece(code: str) -> Term:
    """Return a term for a tile or card, shown only by name."""
    return Term("piece", code)


def number(value: int) -> Term:
    return Term("number", value)


def figure(value: int) -> str:
    """Return a number as displayed: “15”, “−15”."""
    return f"−{-value}" if value < 0 else str(value)


def text(value: str) -> Term:
    """Return a term for a literal text, neither translated nor marked up."""
    return Term("text", value)


def line(of: Line) -> Term:
    """Return a term for a name or phrase with its own translation."""
    return Term("line", of)


def lines(of: Iterable[Line]) -> Term:
    """Return a term for several sentences in sequence."""
    return Term("list", [line(each) for each in of])


def parts(of: Iterable[Line]) -> Term:
    """Return a term for several parts of a sentence, joined with “and”."""
    return Term("parts", list(of))


def filled(text: str, details: Mapping[str, Any], terms: Terms) -> Line:
    return say(text, **{name: terms[name](details[name]) for name in _NAMED.findall(text)})


def who(of: Seat, viewer: Seat | None, you: str, other: str, **terms: Term) -> Line:
    """Return a sentence about a player: ``you`` for the viewer, otherwise ``other`` with ``%(seat)s``."""
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
    """Return a function that returns the sentence for an event, filled with the event's details.

    The sentence is ``you`` for the event's own seat, ``other`` for everyone else.
    """
    return lambda event, viewer: filled(
        you if doer(event) == viewer else other, {**event.details, "seat": event.seat}, terms
    )
