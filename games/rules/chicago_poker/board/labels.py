"""Labels of columns: the current hand, the hand after a move, and the best case (rule 7)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from games.rules.chicago_poker.hands import describe, strength
from games.rules.chicago_poker.pieces import COLUMN, GANGSTERS, VALUE
from games.rules.chicago_poker.text.names import HANDS
from games.rules.contract import gettext_noop as _
from games.rules.phrases import line, ngettext, number, say
from games.rules.vocabulary import Line

GUESSED = 2
"""The maximum number of hidden cards for a best case.

With more, almost any hand is possible, and the search takes too long.
"""

_NOTES = {
    "chicago poker": _("%(high)ss"),
    "straight flush": _("%(high)s high"),
    "rainbow straight": _("%(high)s high"),
    "four of a kind": _("%(high)ss"),
    "full house": _("%(high)ss over %(low)ss"),
    "flush": _("%(high)s high"),
    "straight": _("%(high)s high"),
    "three of a kind": _("%(high)ss"),
    "two pairs": _("%(high)ss and %(low)ss"),
    "pair": _("%(high)ss"),
    "high card": _("%(high)s"),
}


class Label(NamedTuple):
    """The label of a column: the hand's ``name`` and a smaller ``note``; ``alarm`` marks a best case (see `threat`)."""

    name: Line | None = None
    note: Line | None = None
    alarm: bool = False


NOTHING = Label()


def made(cards: Sequence[str]) -> Label:
    name, ranks = describe(cards)
    low = ranks[1] if len(ranks) > 1 else ranks[0]
    return Label(say(HANDS[name]), say(_NOTES[name], high=number(ranks[0]), low=number(low)))


def own(cards: Sequence[str]) -> Label:
    return made(cards) if cards else Label(note=say(_("no cards")))


def rival(known: Sequence[str], hidden: int) -> Label:
    """Return the label of another player's column: the visible hand, and the number of hidden cards."""
    if not known and not hidden:
        return Label(note=say(_("no cards")))
    if not known:
        return Label(note=ngettext("%(count)s face down", "%(count)s face down", hidden))
    label = made(known)
    if not hidden or label.note is None:
        return label
    note = ngettext("%(note)s, +%(count)s hidden", "%(note)s, +%(count)s hidden", hidden, note=line(label.note))
    return Label(label.name, note)


def threat(public: Sequence[str], hidden: int, seen: Iterable[str]) -> Label | None:
    """Return the label for the best case of a column with a marker, given all public cards.

    Return None if no cards are hidden, or more than ``GUESSED``.
    """
    if not 0 < hidden <= GUESSED:
        return None
    hand = HANDS[best_case(tuple(public), hidden, frozenset(seen))]
    return Label(say(_("at best %(hand)s"), hand=line(say(hand))), alarm=True)


@lru_cache(maxsize=512)
def best_case(public: tuple[str, ...], hidden: int, seen: frozenset[str]) -> str:
    """Return the name of the highest hand of ``public`` and ``hidden`` more cards, none of them in ``seen``."""
    unseen = [card for card in GANGSTERS if card not in seen and card not in public]
    best = max(((*public, *more) for more in combinations(unseen, hidden)), key=strength)
    return describe(best)[0]


def prospect(cards: Sequence[str]) -> Line:
    """Return a text about a column with a new card.

    It names the hand; for a high card, the five-card hand that it may become.
    """
    if len(cards) == 1:
        return say(_("First card"))
    name = describe(cards)[0]
    if name == "high card" and len(cards) < COLUMN and (part := _part_of(cards)):
        return say(_("%(hand)s %(count)s/5"), hand=line(say(HANDS[part])), count=number(len(cards)))
    return say(HANDS[name])


def _part_of(cards: Sequence[str]) -> str | None:
    """Return the best five-card hand that can still include all of these cards, or None.

    The cards must differ in value.
    """
    colours = len({card[-1] for card in cards})
    values = [VALUE[card] for card in cards]
    in_a_row = max(values) - min(values) < COLUMN
    if colours == 1:
        return "straight flush" if in_a_row else "flush"
    if not in_a_row:
        return None
    return "rainbow straight" if colours == len(cards) else "straight"


def improves(cards: Sequence[str]) -> bool:
    """Return whether a column holds a pair or better."""
    return len(cards) > 1 and describe(cards)[0] != "high card"


def third_of_a_run(cards: Sequence[str]) -> bool:
    """Return whether these are three or more cards that can all belong to one straight or flush."""
    return len(cards) > 2 and not improves(cards) and _part_of(cards) is not None
