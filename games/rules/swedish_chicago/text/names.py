"""What things are called: cards, their ranks and suits, combinations and what they are worth (rules 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.rules.contract import Face, Line, Persona, Rung, Term
from games.rules.contract import gettext_noop as _
from games.rules.phrases import line, number, pgettext, say
from games.rules.swedish_chicago.hands import combination, stages

PERSONAS: tuple[Persona, ...] = ()
"""Nobody plays anybody here: seats go by their players' names."""

RANKS = {
    "2": pgettext("rank of a card", "two"),
    "3": pgettext("rank of a card", "three"),
    "4": pgettext("rank of a card", "four"),
    "5": pgettext("rank of a card", "five"),
    "6": pgettext("rank of a card", "six"),
    "7": pgettext("rank of a card", "seven"),
    "8": pgettext("rank of a card", "eight"),
    "9": pgettext("rank of a card", "nine"),
    "T": pgettext("rank of a card", "ten"),
    "J": pgettext("rank of a card", "jack"),
    "Q": pgettext("rank of a card", "queen"),
    "K": pgettext("rank of a card", "king"),
    "A": pgettext("rank of a card", "ace"),
}
"""One card of each rank (1.1)."""

SEVERAL = {
    "2": pgettext("several cards of a rank", "twos"),
    "3": pgettext("several cards of a rank", "threes"),
    "4": pgettext("several cards of a rank", "fours"),
    "5": pgettext("several cards of a rank", "fives"),
    "6": pgettext("several cards of a rank", "sixes"),
    "7": pgettext("several cards of a rank", "sevens"),
    "8": pgettext("several cards of a rank", "eights"),
    "9": pgettext("several cards of a rank", "nines"),
    "T": pgettext("several cards of a rank", "tens"),
    "J": pgettext("several cards of a rank", "jacks"),
    "Q": pgettext("several cards of a rank", "queens"),
    "K": pgettext("several cards of a rank", "kings"),
    "A": pgettext("several cards of a rank", "aces"),
}
"""Two or more of each."""

_COURT = {
    "J": pgettext("letter on a card", "J"),
    "Q": pgettext("letter on a card", "Q"),
    "K": pgettext("letter on a card", "K"),
    "A": pgettext("letter on a card", "A"),
}
PRINTED = {rank: _COURT.get(rank) or say("%(rank)s", rank=number(10 if rank == "T" else int(rank))) for rank in RANKS}
"""What is printed on a card of each rank."""

SUITS = {
    "c": ("club", _("Clubs"), _("%(rank)s of clubs")),
    "d": ("diamond", _("Diamonds"), _("%(rank)s of diamonds")),
    "h": ("heart", _("Hearts"), _("%(rank)s of hearts")),
    "s": ("spade", _("Spades"), _("%(rank)s of spades")),
}
"""By letter: CSS class and symbol, the suit's name, the name of its card (1.1)."""

SIGNS = {
    "club": ("♣", "#0f5b34"),
    "diamond": ("♦", "#1b4c9e"),
    "heart": ("♥", "#ad1a22"),
    "spade": ("♠", "#1c1710"),
}
"""Per suit: its character, and the ink on a card."""

HANDS = {
    "royal": _("Royal straight flush"),
    "straight flush": _("Straight flush"),
    "four of a kind": _("Four of a kind"),
    "full house": _("Full house"),
    "flush": _("Flush"),
    "straight": _("Straight"),
    "trips": _("Three of a kind"),
    "two pairs": _("Two pairs"),
    "pair": _("Pair"),
}
"""The combinations from the top, standing alone (1.4)."""

NOUNS = {
    "royal": _("a royal straight flush"),
    "straight flush": _("a straight flush"),
    "four of a kind": _("four of a kind"),
    "full house": _("a full house"),
    "flush": _("a flush"),
    "straight": _("a straight"),
    "trips": _("three of a kind"),
    "two pairs": _("two pairs"),
    "pair": _("a pair"),
}
"""The same inside a sentence: what somebody holds, announces or scores with."""

_RANKED = {
    "straight flush": _("a straight flush, %(rank)s high"),
    "four of a kind": _("four %(ranks)s"),
    "full house": _("a full house, three %(ranks)s and two %(others)s"),
    "flush": _("a flush, %(rank)s high"),
    "straight": _("a straight, %(rank)s high"),
    "trips": _("three %(ranks)s"),
    "two pairs": _("two pairs, %(ranks)s and %(others)s"),
    "pair": _("a pair of %(ranks)s"),
}

STAGES = {
    "pair": _("pair"),
    "odd": _("odd card"),
    "high pair": _("high pair"),
    "low pair": _("low pair"),
    "three": _("the three"),
    "four": _("the four"),
    "top": _("top card"),
    "card": _("next card"),
}
"""What is named at a stage of a reveal (3.3)."""


def _rung(kind: str, help: str, example: str) -> Rung:
    return Rung(say(HANDS[kind]), say(help), tuple(example.split()))


LADDER: tuple[Rung, ...] = (
    _rung("royal", _("52 points. Ten to ace in a row, all of one suit."), "Ts Js Qs Ks As"),
    _rung("straight flush", _("8 points. Five in a row, all of one suit."), "5d 6d 7d 8d 9d"),
    _rung("four of a kind", _("7 points. Four of one rank."), "8c 8d 8h 8s"),
    _rung("full house", _("6 points. Three of one rank and two of another."), "Kd Kh Ks 4c 4d"),
    _rung("flush", _("5 points. Five of one suit."), "2h 6h 9h Jh Kh"),
    _rung("straight", _("4 points. Five in a row; an ace is above the king or below the two."), "Ac 2d 3s 4h 5c"),
    _rung("trips", _("3 points. Three of one rank."), "Qc Qd Qs"),
    _rung("two pairs", _("2 points. Two of one rank and two of another."), "Jd Jh 6c 6s"),
    _rung("pair", _("1 point. Two of one rank."), "9d 9s"),
)
"""The combinations from the top, each with its points and an example (1.4, 1.5)."""


def face(code: str) -> Face:
    """How a card is shown. Raises KeyError for what is no card."""
    suit, _name, name = SUITS[code[1]]
    return Face(PRINTED[code[0]], suit, say(name, rank=line(RANKS[code[0]])), *SIGNS[suit])


def business(code: str) -> Line:
    """What a tile is called. Raises KeyError: this game has none."""
    raise KeyError(code)


def kind(of: str) -> Term:
    """A combination inside a sentence."""
    return line(say(NOUNS[of]))


def several(rank: str) -> Term:
    """Two or more cards of one rank."""
    return line(SEVERAL[rank])


def hand_name(cards: Sequence[str]) -> Line | None:
    """Five cards by what sets their combination apart, for a sentence; None for a high card or fewer cards (1.4)."""
    found = combination(cards)
    if found is None or found == "royal":
        return say(NOUNS[found]) if found else None
    ranks = stages(cards)
    if found == "two pairs":
        return say(_RANKED[found], ranks=several(ranks[0]), others=several(ranks[1]))
    if found == "full house":
        return say(_RANKED[found], ranks=several(ranks[0]), others=several(_two(cards)))
    if found in ("straight flush", "flush", "straight"):
        return say(_RANKED[found], rank=line(RANKS[ranks[0]]))
    return say(_RANKED[found], ranks=several(ranks[0]))


def _two(cards: Sequence[str]) -> str:
    """The rank of which there are two."""
    return Counter(card[0] for card in cards).most_common()[-1][0]
