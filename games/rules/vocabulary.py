"""Values shared by the rules and the site: sentences, card faces, options, standing orders, plans."""

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

    ``context`` distinguishes a short text from texts with the same English spelling.
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
    """Moves worth replaying, and the texts about them.

    A move is worth replaying if it has an event of these ``kinds``; its events may be passed to ``board`` as ``shown``.
    The texts are marked for translation. ``one`` is the name in a legend. ``see`` labels the button if there is one
    such move; ``numbered`` (with ``%(number)s``) labels each button if there are several; ``following`` labels the
    button to the next one in a replay. ``icon`` is the symbol of these moves and of alerts.
    """

    kinds: frozenset[str]
    one: str
    see: str
    numbered: str
    following: str
    icon: str = "i-news"


class Choice(NamedTuple):
    value: Any
    label: str


class Place(NamedTuple):
    """A player's position at one place on the table, or in one respect, for example points.

    ``heading`` and ``name`` identify the place; ``warning`` is a danger there. ``cards`` are the player's cards (the
    code, and whether it is face up) and ``own`` is their value. ``others`` lists everything else, line by line.
    """

    heading: Line
    name: Line | None = None
    warning: Line | None = None
    cards: tuple[tuple[str, bool], ...] = ()
    own: Line | None = None
    others: tuple[Line, ...] = ()


class Standing(NamedTuple):
    """A player's position.

    Only ``hand`` and ``note`` may reveal the hand, so that players can exclude it from mails.
    """

    places: tuple[Place, ...]
    hand: tuple[str, ...]
    note: Line


class ScreenReaderTexts(NamedTuple):
    """Texts for a viewer's screen reader.

    ``moves`` is empty unless the viewer is to move; ``hand`` is empty for spectators.
    """

    hand: tuple[Line, ...]
    table: tuple[Line, ...]
    score: tuple[Line, ...]
    moves: tuple[Line, ...]


class HandRanking(NamedTuple):
    name: Line
    help: Line
    cards: tuple[str, ...]


class Length(NamedTuple):
    """How long games with so many seats and these options are, on the mean; all other options have their defaults.

    ``visits`` is how many times each player comes to move. ``waits`` is how many answers follow each other: the time
    of a game divided by the mean time until an answer.
    """

    seats: int
    options: Mapping[str, Any]
    visits: float
    waits: float


class Persona(NamedTuple):
    """The character that a seat plays: the full name, the short name used in sentences, and an initial."""

    name: str
    short: str
    initial: str


class Option(NamedTuple):
    """An option chosen when a table is opened; label and help are marked for translation.

    ``assumed`` is the value of records from before the option existed; None if a record must have it.
    """

    name: str
    label: str
    help: str
    choices: tuple[Choice, ...]
    default: Any
    assumed: Any = None

    def allows(self, value: object) -> bool:
        """Return whether the value is one of the choices. Types must match: 1 is not true."""
        return any(type(value) is type(choice.value) and value == choice.value for choice in self.choices)


class OrderChoice(NamedTuple):
    value: str
    label: Line


class Order(NamedTuple):
    """A decision that a player may make in advance.

    ``soon`` means that it may apply before the player's next decision.
    """

    name: str
    label: Line
    help: Line
    choices: tuple[OrderChoice, ...]
    soon: bool = False


class Plan(NamedTuple):
    """Moves that a player has decided in advance.

    ``steps`` are the plan's instructions in the game's notation. ``seen`` holds the facts on which they depend, as JSON
    and as the player saw them when the plan was made.
    """

    steps: tuple[str, ...]
    seen: Mapping[str, Any] = {}


class PlanStep(NamedTuple):
    """A step of a plan as its player reads it; ``possible`` is false if it can't be made as things are now."""

    text: str
    says: Line
    possible: bool


class Mark(NamedTuple):
    """A requirement of a way to win: its symbol in the game's sprite (or empty), and whether it is met."""

    symbol: str
    won: bool


class WayToWin(NamedTuple):
    """A way to win, and the nearest player's progress.

    ``close`` means that one more step wins, or that the game may end soon.
    """

    name: Line
    nearest: Line
    marks: tuple[Mark, ...] = ()
    close: bool = False


class Change(NamedTuple):
    """A change in the position at the table; ``weight`` has the scale of ``Presentation.weight``."""

    weight: int
    says: Line


class Reason(NamedTuple):
    says: Line
    paragraph: str


class Chance(NamedTuple):
    """A hand that is still possible, and its probability (0 to 1) if all unseen cards are equally likely.

    ``cards`` is how many of the ``unseen`` cards make this hand or a better one. Both are 0 if several cards are drawn
    at once.
    """

    hand: Line
    chance: float
    cards: int = 0
    unseen: int = 0


class Odds(NamedTuple):
    """A player's possible hands at the tile ``place``, or in hand if it is empty; ``given`` names an assumed action."""

    chances: tuple[Chance, ...]
    place: str = ""
    given: Line | None = None
