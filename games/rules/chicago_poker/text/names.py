"""The names of gangs, special cards, businesses, hands and bosses (rules 1 and 7.1)."""

from collections.abc import Mapping, Sequence

from games.rules.chicago_poker.moves import Move
from games.rules.chicago_poker.view import View
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card as card_term
from games.rules.phrases import cards, number, piece, say, seat
from games.rules.presentation import Presentation
from games.rules.vocabulary import Face, HandRanking, Line, Persona, Term

PERSONAS: tuple[Persona, ...] = (
    Persona("Dion O’Bannion", "O’Bannion", "O"),
    Persona("Johnny Torrio", "Torrio", "T"),
    Persona("Hymie Weiss", "Weiss", "W"),
    Persona("Bugs Moran", "Moran", "M"),
    Persona("Al Capone", "Capone", "C"),
    Persona("Frankie Yale", "Yale", "Y"),
)

GANGS = {
    "R": ("ruby", _("Ruby"), _("Ruby %(value)s")),
    "M": ("moon", _("Moon"), _("Moon %(value)s")),
    "S": ("star", _("Star"), _("Star %(value)s")),
    "C": ("clover", _("Clover"), _("Clover %(value)s")),
    "F": ("fan", _("Fan"), _("Fan %(value)s")),
}
"""The CSS class and symbol of each gang, its name, and the name of its cards, by colour letter (1.1)."""

SIGNS = {
    "ruby": ("◆", "#ad1a22"),
    "moon": ("☾", "#1b4c9e"),
    "star": ("★", "#8a5000"),
    "clover": ("♣", "#0f6638"),
    "fan": ("▼", "#74288a"),
}
"""The character for each gang in common fonts, and the gang's ink colour on a card."""

SPECIALS = {
    "raid1": _("Police Raid"),
    "raid2": _("Police Raid"),
    "liquidation": _("Liquidation"),
    "limousine": _("Limousine"),
    "revolver": _("Revolver"),
    "bribery": _("Bribery"),
}

KINDS = {
    "speakeasy": _("Speakeasy"),
    "jazz": _("Jazz Club"),
    "brewery": _("Brewery"),
    "gambling": _("Gambling House"),
}

BUSINESSES = {
    "speakeasy1": _("The Coat Check"),
    "speakeasy2": _("The Cigar Counter"),
    "speakeasy3": _("Tearoom Number Nine"),
    "speakeasy4": _("The Back Pew"),
    "speakeasy5": _("Quigley’s Drugstore"),
    "jazz1": _("Club Marmalade"),
    "jazz2": _("The Brass Canary"),
    "jazz3": _("Velvet Stairs"),
    "jazz4": _("The Two O’Clock"),
    "jazz5": _("Paper Moon Ballroom"),
    "brewery1": _("Halvorsen & Sons"),
    "brewery2": _("Canal Street Beer"),
    "brewery3": _("The Old Cooperage"),
    "brewery4": _("Lake Ice Company"),
    "brewery5": _("Three Chimneys"),
    "gambling1": _("Lucky Thirteen"),
    "gambling2": _("The Policy Wheel"),
    "gambling3": _("The Long Shot"),
    "gambling4": _("Seven Steps Down"),
    "gambling5": _("The Marked Ace"),
}

HANDS = {
    "chicago poker": _("Chicago Poker"),
    "straight flush": _("Straight Flush"),
    "rainbow straight": _("Rainbow Straight"),
    "four of a kind": _("Four of a Kind"),
    "full house": _("Full House"),
    "flush": _("Flush"),
    "straight": _("Straight"),
    "three of a kind": _("Three of a Kind"),
    "two pairs": _("Two Pairs"),
    "pair": _("Pair"),
    "high card": _("High Card"),
}
"""The names of the hands, best first (7.1)."""

_RANKED = {
    "chicago poker": _("Chicago Poker of %(high)ss"),
    "straight flush": _("Straight Flush, %(high)s high"),
    "rainbow straight": _("Rainbow Straight, %(high)s high"),
    "four of a kind": _("Four of a Kind, %(high)ss"),
    "full house": _("Full House, %(high)ss over %(low)ss"),
    "flush": _("Flush, %(high)s high"),
    "straight": _("Straight, %(high)s high"),
    "three of a kind": _("Three of a Kind, %(high)ss"),
    "two pairs": _("Two Pairs, %(high)ss and %(low)ss"),
    "pair": _("Pair of %(high)ss"),
    "high card": _("High Card %(high)s"),
}
_IN_A_SENTENCE = {
    "chicago poker": _("a Chicago Poker of %(high)ss"),
    "straight flush": _("a straight flush, %(high)s high"),
    "rainbow straight": _("a rainbow straight, %(high)s high"),
    "four of a kind": _("four %(high)ss"),
    "full house": _("a full house of %(high)ss over %(low)ss"),
    "flush": _("a flush, %(high)s high"),
    "straight": _("a straight, %(high)s high"),
    "three of a kind": _("three %(high)ss"),
    "two pairs": _("two pairs, %(high)ss and %(low)ss"),
    "pair": _("a pair of %(high)ss"),
    "high card": _("high card %(high)s"),
}
IN_REACH = {
    "chicago poker": _("a Chicago Poker"),
    "straight flush": _("a straight flush"),
    "rainbow straight": _("a rainbow straight"),
    "four of a kind": _("four of a kind"),
    "full house": _("a full house"),
    "flush": _("a flush"),
    "straight": _("a straight"),
    "three of a kind": _("three of a kind"),
    "two pairs": _("two pairs"),
    "pair": _("a pair"),
    "high card": _("a high card"),
}
"""The names of hands within a sentence, without values."""
_WITH_TWO_VALUES = {"full house", "two pairs"}


def _rung(name: str, help: str, example: str) -> HandRanking:
    return HandRanking(say(HANDS[name]), say(help), tuple(example.split()))


HAND_RANKINGS: tuple[HandRanking, ...] = (
    _rung("chicago poker", _("Five of the same value."), "9R 9M 9S 9C 9F"),
    _rung("straight flush", _("Five values in a row, all of the same gang."), "8M 9M 10M 11M 12M"),
    _rung("rainbow straight", _("Five values in a row, of five different gangs."), "3R 4S 5C 6M 7F"),
    _rung("four of a kind", _("Four of the same value."), "8R 8M 8C 8F"),
    _rung("full house", _("Three of one value and two of another."), "9R 9M 9C 7F 7M"),
    _rung("flush", _("Five of the same gang."), "2C 4C 6C 11C 13C"),
    _rung("straight", _("Five values in a row; 15 doesn’t connect to 1."), "5R 6C 7R 8S 9M"),
    _rung("three of a kind", _("Three of the same value."), "8M 8C 8S"),
    _rung("two pairs", _("Two of one value and two of another."), "9F 9R 7S 7M"),
    _rung("pair", _("Two of the same value."), "5F 5S"),
    _rung("high card", _("Anything else: the highest value counts."), "11M"),
)
"""The hands, best first, each with an example (7.1)."""


class Names(Presentation[View]):
    PERSONAS = PERSONAS
    HAND_RANKINGS = HAND_RANKINGS

    def face(self, code: str) -> Face:
        return face(code)

    def name_of(self, code: str) -> Line:
        return business_name(code) if code in BUSINESSES else face(code).name


def face(code: str) -> Face:
    """Return the face of a card. Special cards have no rank or suit. Raise `KeyError` for an unknown code."""
    if code in SPECIALS:
        return Face(None, "", say(SPECIALS[code]))
    suit, _name, card = GANGS[code[-1]]
    value = number(int(code[:-1]))
    return Face(say("%(value)s", value=value), suit, say(card, value=value), *SIGNS[suit])


def kind(code: str) -> Line:
    return say(KINDS[code[:-1]])


def business_name(tile: str) -> Line:
    return say(BUSINESSES[tile])


def hand_name(name: str, ranks: Sequence[int]) -> Line:
    """Return the name of a hand with its distinguishing values (7.4); ``hands.describe`` returns the arguments."""
    return _with_values(_RANKED, name, ranks)


def hand_in_words(name: str, ranks: Sequence[int]) -> Line:
    """Return the name of a hand with its distinguishing values, for use within a sentence."""
    return _with_values(_IN_A_SENTENCE, name, ranks)


def _with_values(texts: Mapping[str, str], name: str, ranks: Sequence[int]) -> Line:
    if name in _WITH_TWO_VALUES:
        return say(texts[name], high=number(ranks[0]), low=number(ranks[1]))
    return say(texts[name], high=number(ranks[0]))


def move_terms(move: Move) -> dict[str, Term]:
    """Return the terms of a sentence about a move: ``card``, ``business``, ``onto`` and ``cards``, ``seat``."""
    terms: dict[str, Term] = {}
    if move.card:
        terms["card"] = card_term(move.card)
    if move.business:
        terms["business"] = piece(move.business)
    if move.onto:
        terms |= {"onto": piece(move.onto), "cards": cards(move.cards)}
    if move.target >= 0:
        terms["seat"] = seat(move.target)
    return terms
