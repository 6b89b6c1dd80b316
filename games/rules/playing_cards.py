"""The standard 52-card deck, with codes such as ``Th`` and ``As``: names and faces."""

from games.rules.contract import gettext_noop as _
from games.rules.phrases import line, number, pgettext, say
from games.rules.vocabulary import Face

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

_COURT = {
    "J": pgettext("letter on a card", "J"),
    "Q": pgettext("letter on a card", "Q"),
    "K": pgettext("letter on a card", "K"),
    "A": pgettext("letter on a card", "A"),
}
PRINTED = {rank: _COURT.get(rank) or say("%(rank)s", rank=number(10 if rank == "T" else int(rank))) for rank in RANKS}

SUITS = {
    "c": ("club", _("Clubs"), _("%(rank)s of clubs")),
    "d": ("diamond", _("Diamonds"), _("%(rank)s of diamonds")),
    "h": ("heart", _("Hearts"), _("%(rank)s of hearts")),
    "s": ("spade", _("Spades"), _("%(rank)s of spades")),
}
"""The CSS class and symbol of each suit, its name, and the name of a card, by letter of the suit."""

SIGNS = {
    "club": ("♣", "#0f5b34"),
    "diamond": ("♦", "#1b4c9e"),
    "heart": ("♥", "#ad1a22"),
    "spade": ("♠", "#1c1710"),
}
"""The character of each suit, and its ink colour on a card."""


def face(code: str) -> Face:
    """Return the face of a card. Raise `KeyError` for an unknown code."""
    suit, _name, name = SUITS[code[1]]
    return Face(PRINTED[code[0]], suit, say(name, rank=line(RANKS[code[0]])), *SIGNS[suit])
