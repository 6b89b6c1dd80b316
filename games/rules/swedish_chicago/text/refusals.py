"""Texts of refusals: why a move was refused, and the alternative."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.contract import Illegal
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, ngettext, number, say, seats
from games.rules.presentation import Presentation
from games.rules.swedish_chicago.text.names import kind
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Line

_Details = Mapping[str, Any]

_PLAIN = {
    "unknown": _("This is not a move of the game. Choose one that the table offers."),
    "over": _("The game is over. Look at how it ended, or play a rematch."),
    "not_playing": _("You have left this game. You can still watch it."),
    "order": _("Cards are named in order: clubs from two to ace, then diamonds, hearts, spades. Name them so."),
    "open_one": _("Only whoever throws exactly one card may ask for an open one. Choose one card."),
    "no_open": _("This table plays without open cards. Exchange face down."),
    "answered": _("Your answer is in. Wait until everybody has answered."),
    "no_choice": _("There is nothing to choose now. Make a move that the table offers."),
}

_PHASES = {
    "exchange": _("It is time to exchange. Choose the cards to throw, or keep all."),
    "open": _("A card lies open. Take it or refuse it."),
    "announce": _("It is time to announce. Announce your hand, or pass."),
    "quads": _("It is time to announce four of a kind or better. Announce it, or pass."),
    "choose": _("A choice is to be made first. Choose the points, or a reset."),
    "chicago": _("It is time to declare a Chicago. Declare it, or pass."),
    "play": _("It is time to play to a trick. Choose a card from your hand."),
}
"""The question instead, by phase."""

_SUITS = {
    "c": _("Clubs were led and you hold some. Play a club."),
    "d": _("Diamonds were led and you hold some. Play a diamond."),
    "h": _("Hearts were led and you hold some. Play a heart."),
    "s": _("Spades were led and you hold some. Play a spade."),
}
"""Per suit that must be followed (4.2)."""


def _not_your_turn(details: _Details) -> Line:
    return say(_("It is not your turn. Wait for %(seats)s."), seats=seats(details["asked"]))


def _wrong_phase(details: _Details) -> Line:
    return say(_PHASES[details["phase"]])


def _not_your_card(details: _Details) -> Line:
    return say(_("You don’t hold %(card)s. Choose a card from your hand."), card=card(details["card"]))


def _twice(details: _Details) -> Line:
    return say(_("%(card)s is named twice. Name each card once."), card=card(details["card"]))


def _too_many(details: _Details) -> Line:
    return ngettext(
        "At this table one card may be thrown in an exchange. Choose no more than that.",
        "At this table %(count)s cards may be thrown in an exchange. Choose no more than that.",
        details["limit"],
    )


def _nothing_to_say(details: _Details) -> Line:
    if details["type"] is None:
        return say(_("You hold no combination, so there is nothing to announce. Pass."))
    return say(
        _("You hold %(type)s, and only %(highest)s or better may be announced now. Pass."),
        type=kind(details["type"]),
        highest=kind(details["highest"]),
    )


def _below_15(details: _Details) -> Line:
    text = _("It takes 15 points to declare a Chicago, and you have %(score)s. Play on.")
    return say(text, score=number(details["score"]))


def _follow(details: _Details) -> Line:
    return say(_SUITS[details["suit"]])


_DETAILED: dict[str, Callable[[_Details], Line]] = {
    "not_your_turn": _not_your_turn,
    "wrong_phase": _wrong_phase,
    "not_your_card": _not_your_card,
    "twice": _twice,
    "too_many": _too_many,
    "nothing_to_say": _nothing_to_say,
    "below_15": _below_15,
    "follow": _follow,
}

CODES = frozenset(_PLAIN) | frozenset(_DETAILED)
"""Every code that has its words."""


class Refusals(Presentation[View]):
    """The texts of refusals."""

    def refusal(self, illegal: Illegal) -> Line:
        """Return why the move was refused and what to do. Raise `KeyError` for a code that has no words."""
        return refusal_text(illegal)


def refusal_text(illegal: Illegal) -> Line:
    """Return the text of a refusal, also for a move that the board shows as impossible."""
    if illegal.code in _PLAIN:
        return say(_PLAIN[illegal.code])
    return _DETAILED[illegal.code](illegal.details)
