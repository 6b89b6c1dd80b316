"""Values shared by rules and site: sentences, faces of cards, options, standing orders."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Term(NamedTuple):
    """A value inside a sentence, rendered according to its kind.

    ``seat`` int · ``card`` code · ``cards`` list of codes · ``piece`` a tile's or card's code, by its name alone ·
    ``line`` a :class:`Line` · ``number`` int · ``text`` str, literal · ``list`` list of Terms · ``parts`` list
    of Lines, enumerated with “and”.
    """

    kind: str
    value: Any


class Line(NamedTuple):
    """A whole sentence for translation: ``text`` (and ``plural`` for ``count``) with ``%(name)s`` for each term.

    ``context`` distinguishes a short text from others spelt the same in English.
    """

    text: str
    terms: Mapping[str, Term] = {}
    plural: str = ""
    count: int | None = None  # type: ignore[assignment]  # hides tuple.count, which is not used
    context: str = ""


class Face(NamedTuple):
    """The face of a card: ``rank`` as printed (None: it has none), ``suit`` as CSS class and symbol or empty, ``name``.

    The rank is a line because letters of court cards depend on the language. For mails, which have neither stylesheet
    nor pictures, ``sign`` is the suit's character and ``ink`` its colour.
    """

    rank: Line | None
    suit: str
    name: Line
    sign: str = ""
    ink: str = ""


class Highlights(NamedTuple):
    """Moves worth replaying: one with an event of these ``kinds`` may be passed to ``board`` as ``shown``.

    The rest is marked for translation: the name of ``one`` in a legend, the labels of buttons to the only one (``see``)
    and to one of several (``numbered``, with ``%(number)s``), and in a replay to the ``following`` one. ``icon``
    is the symbol of them all, and of news.
    """

    kinds: frozenset[str]
    one: str
    see: str
    numbered: str
    following: str
    icon: str = "i-news"


class Choice(NamedTuple):
    """One value of an option, with its label."""

    value: Any
    label: str


class Place(NamedTuple):
    """A player's position at one place on the table, or in one respect such as the points.

    ``heading`` and ``name`` identify it; ``warning`` is a danger there; ``cards`` are the player's own (code, and
    whether it is face up) and ``own`` their value; ``others`` is everything else, line by line.
    """

    heading: Line
    name: Line | None = None
    warning: Line | None = None
    cards: tuple[tuple[str, bool], ...] = ()
    own: Line | None = None
    others: tuple[Line, ...] = ()


class Standing(NamedTuple):
    """A player's position. Only ``hand`` and ``note`` may reveal the hand, which players can exclude from mails."""

    places: tuple[Place, ...]
    hand: tuple[str, ...]
    note: Line


class ScreenReaderTexts(NamedTuple):
    """The texts that a viewer can have read out; ``moves`` is empty while not to move, ``hand`` for a spectator."""

    hand: tuple[Line, ...]
    table: tuple[Line, ...]
    score: tuple[Line, ...]
    moves: tuple[Line, ...]


class HandRanking(NamedTuple):
    """A rank of hands of cards: its name and requirement, with an example."""

    name: Line
    help: Line
    cards: tuple[str, ...]


class Persona(NamedTuple):
    """The character that a seat plays: full name, the short name used in sentences, and an initial."""

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
    """One choice of a standing order: its stored value and its label."""

    value: str
    label: Line


class Order(NamedTuple):
    """A decision that a player may make in advance. ``soon``: it may apply before their next decision."""

    name: str
    label: Line
    help: Line
    choices: tuple[OrderChoice, ...]
    soon: bool = False


class Mark(NamedTuple):
    """One of the things that a way to win takes: the ``symbol`` of the game's sprite (empty: none), ``won`` or not."""

    symbol: str
    won: bool


class WayToWin(NamedTuple):
    """One way to win, and how far the nearest player is. ``close``: one more step wins, or an end is near."""

    name: Line
    nearest: Line
    marks: tuple[Mark, ...] = ()
    close: bool = False


class Change(NamedTuple):
    """A change at the table, worked out from its position; ``weight`` on the scale of ``Rules.weight``."""

    weight: int
    says: Line


class Reason(NamedTuple):
    """Why something can't be done now, and the rule's paragraph."""

    says: Line
    paragraph: str


class Chance(NamedTuple):
    """A hand of cards still possible, and its likelihood, 0 to 1, if all unseen cards are equally likely.

    ``cards`` of the ``unseen`` ones make it or better; both are 0 where several cards are drawn at once.
    """

    hand: Line
    chance: float
    cards: int = 0
    unseen: int = 0


class Odds(NamedTuple):
    """A player's possible hands: at a ``place`` (the code of a tile; empty: in hand), ``given`` their action."""

    chances: tuple[Chance, ...]
    place: str = ""
    given: Line | None = None
