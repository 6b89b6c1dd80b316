"""Values shared by the rules and the site: sentences, card faces, options, standing orders."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Term(NamedTuple):
    """A value inside a sentence, rendered according to its kind.

    ``seat`` int · ``card`` code · ``cards`` list of codes · ``piece`` code of a tile or card, shown by its name alone
    · ``line`` a :class:`Line` · ``number`` int · ``text`` literal str · ``list`` list of Terms · ``parts`` list of
    Lines, joined with “and”.
    """

    kind: str
    value: Any


class Line(NamedTuple):
    """A whole sentence for translation: ``text`` (and ``plural`` for ``count``) with ``%(name)s`` for each term.

    ``context`` distinguishes a short text from others with the same English spelling.
    """

    text: str
    terms: Mapping[str, Term] = {}
    plural: str = ""
    count: int | None = None  # type: ignore[assignment]  # hides tuple.count, which is not used
    context: str = ""


class Face(NamedTuple):
    """The face of a card: printed ``rank`` (or None), ``suit`` as CSS class and symbol (or empty), and ``name``.

    The rank is a `Line` because the letters on court cards depend on the language. Mails have neither stylesheet nor
    pictures: for them, ``sign`` is the suit's character and ``ink`` its colour.
    """

    rank: Line | None
    suit: str
    name: Line
    sign: str = ""
    ink: str = ""


class Highlights(NamedTuple):
    """Moves worth replaying: those with an event of these ``kinds`` may be passed to ``board`` as ``shown``.

    The texts are marked for translation: ``one`` is the name in a legend, ``see`` labels the button if there is only
    one such move, ``numbered`` (with ``%(number)s``) each button if there are several, ``following`` the button to the
    next one in a replay. ``icon`` is the symbol of all these, and of alerts.
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
    """A player's position at one place on the table, or in one respect such as points.

    ``heading`` and ``name`` identify it; ``warning`` is a danger there; ``cards`` are the player's (code, and whether
    it is face up) and ``own`` is their value; ``others`` lists everything else, line by line.
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
    """Texts to be read out to a viewer; ``moves`` is empty unless they are to move, ``hand`` for spectators."""

    hand: tuple[Line, ...]
    table: tuple[Line, ...]
    score: tuple[Line, ...]
    moves: tuple[Line, ...]


class HandRanking(NamedTuple):
    """A category of hands: its name and requirement, with an example."""

    name: Line
    help: Line
    cards: tuple[str, ...]


class Persona(NamedTuple):
    """The character that a seat plays: the full name, the short name used in sentences, and an initial."""

    name: str
    short: str
    initial: str


class Option(NamedTuple):
    """An option chosen when a table is opened; label and help are marked for translation."""

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
    """A decision that a player may make in advance; ``soon`` marks one that may apply before their next decision."""

    name: str
    label: Line
    help: Line
    choices: tuple[OrderChoice, ...]
    soon: bool = False


class Mark(NamedTuple):
    """One requirement of a way to win: its symbol in the game's sprite (or empty), and whether it is met."""

    symbol: str
    won: bool


class WayToWin(NamedTuple):
    """One way to win, and the nearest player's progress. ``close``: one more step wins, or the game may end soon."""

    name: Line
    nearest: Line
    marks: tuple[Mark, ...] = ()
    close: bool = False


class Change(NamedTuple):
    """A change at the table, derived from its position; ``weight`` is on the scale of ``Presentation.weight``."""

    weight: int
    says: Line


class Reason(NamedTuple):
    """The reason why something can't be done now, and the rule's paragraph."""

    says: Line
    paragraph: str


class Chance(NamedTuple):
    """A hand that is still possible, and its probability, 0 to 1, if all unseen cards are equally likely.

    ``cards`` is the number of the ``unseen`` cards that make this hand or a better one. Both are 0 if several cards
    are drawn at once.
    """

    hand: Line
    chance: float
    cards: int = 0
    unseen: int = 0


class Odds(NamedTuple):
    """A player's possible hands at the tile ``place``, in hand if it is empty; ``given`` names an assumed action."""

    chances: tuple[Chance, ...]
    place: str = ""
    given: Line | None = None
