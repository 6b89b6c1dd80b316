"""The values that rules and site hand to each other: sentences, cards as they are shown, options, standing orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Term(NamedTuple):
    """A value inside a sentence, shown according to its kind.

    ``seat`` int · ``card`` code · ``cards`` list of codes · ``piece`` a tile's or card's code, by its name alone ·
    ``line`` a :class:`Line` · ``number`` int · ``text`` str, shown as it is · ``list`` list of Terms · ``parts`` list
    of Lines, enumerated with “and”.
    """

    kind: str
    value: Any


class Line(NamedTuple):
    """A whole sentence to be translated: ``text`` (and ``plural`` for ``count``) with ``%(name)s`` for each term.

    ``context`` tells a short text from others that English spells alike.
    """

    text: str
    terms: Mapping[str, Term] = {}
    plural: str = ""
    count: int | None = None  # type: ignore[assignment]  # hides tuple.count, which nobody asks of a line
    context: str = ""


class Face(NamedTuple):
    """How a card is shown: ``rank`` in print (None: it has none), ``suit`` as CSS class and symbol (or empty), ``name``
    in words. Languages print different letters on a court card, so the rank is a line too.

    Where there is no stylesheet and no picture, in a mail, ``sign`` is the suit's character and ``ink`` its colour.
    """

    rank: Line | None
    suit: str
    name: Line
    sign: str = ""
    ink: str = ""


class Highlights(NamedTuple):
    """What is worth looking back at in a game: a move with an event of these ``kinds`` may be ``shown`` to ``board``.

    The rest is marked for translation: what ``one`` is called in a legend, the buttons that lead to the only one
    (``see``) and to one of several (``numbered``, with ``%(number)s``), the way in a replay to the ``following`` one.
    """

    kinds: frozenset[str]
    one: str
    see: str
    numbered: str
    following: str


class Choice(NamedTuple):
    """One value of an option, with what it is called."""

    value: Any
    label: str


class Place(NamedTuple):
    """How a player stands at one place on the table, or in one matter such as the points.

    ``heading`` and ``name`` say what it is, ``warning`` what to beware of; ``cards`` are his own there (code and
    whether it lies face up) and ``own`` what they come to; ``others`` is everything else, line by line.
    """

    heading: Line
    name: Line | None = None
    warning: Line | None = None
    cards: tuple[tuple[str, bool], ...] = ()
    own: Line | None = None
    others: tuple[Line, ...] = ()


class Standing(NamedTuple):
    """Where a player stands: every place or matter, the cards in hand and a note about them.

    Only ``hand`` and ``note`` may tell what he has in hand, for he may not wish to see that in a mail.
    """

    places: tuple[Place, ...]
    hand: tuple[str, ...]
    note: Line


class HandRanking(NamedTuple):
    """A hand of cards on the ladder: its name and what it takes, with an example."""

    name: Line
    help: Line
    cards: tuple[str, ...]


class Persona(NamedTuple):
    """Whom a seat plays: full name, the short name used in sentences, and a monogram of one letter."""

    name: str
    short: str
    initial: str


class Option(NamedTuple):
    """An option of a game for the form that opens a table: label and help are marked for translation."""

    name: str
    label: str
    help: str
    choices: tuple[Choice, ...]
    default: Any


class OrderChoice(NamedTuple):
    """One way to carry out a standing order: what is kept of it, and what it says."""

    value: str
    label: Line


class Order(NamedTuple):
    """Something that a player may order in advance, so that it is done without asking him.

    ``choices`` are those that fit his cards now. ``soon`` says that it may be wanted before his next decision, so that
    the table offers it by itself.
    """

    name: str
    label: Line
    help: Line
    choices: tuple[OrderChoice, ...]
    soon: bool = False
