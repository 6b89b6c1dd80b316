"""Texts of refusals: each gives the reason and an alternative."""

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.contract import Illegal
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, filled, ngettext, number, say, seats
from games.rules.presentation import Presentation
from games.rules.swedish_chicago.text.names import kind
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Line

_TEXTS = {
    "unknown": _("This isn’t a move in this game. Choose one that the table offers."),
    "over": _("The game is over. See how it ended, or play a rematch."),
    "not_playing": _("You have left this game. You can still watch it."),
    "order": _("Name cards in order: clubs from two to ace, then diamonds, hearts, spades."),
    "open_one": _("You can ask for an open card only if you throw exactly one. Choose one card."),
    "no_open": _("This table plays without open cards. Exchange face down."),
    "answered": _("Your answer is in. Wait until everybody has answered."),
    "no_choice": _("There’s nothing to choose now. Make a move that the table offers."),
    "not_your_card": _("You don’t hold %(card)s. Choose a card from your hand."),
    "twice": _("%(card)s is named twice. Name each card once."),
    "plan_unknown": _("This isn’t a plan in this game. Choose one that the table offers."),
    "plan_twice": _("Your plan answers the same question twice. Give one answer to each."),
    "plan_announce": _("There’s no announcing ahead of you in this phase. Plan it with your next exchange."),
    "plan_chicago": _("You can decide about Chicago from the last exchange until the first card is played."),
    "plan_tricks": _("You can plan your tricks from the last exchange on. Exchange first."),
    "plan_own_chicago": _("You play a Chicago yourself. Choose each card yourself."),
    "exactly": _("At this table everybody announces exactly what they hold. Announce your hand, or pass."),
    "name_it": _("Say which combination you announce, for example a pair."),
    "below_15": _("You need 15 points to declare Chicago, and you have %(score)s. Play on."),
}

_PHASES = {
    "exchange": _("It’s time to exchange. Choose the cards to throw, or keep all."),
    "open": _("There’s an open card. Take it or refuse it."),
    "announce": _("It’s time to announce. Announce your hand, or pass."),
    "quads": _("It’s time to announce four of a kind or better. Announce it, or pass."),
    "choose": _("Choose first: the points, or a reset."),
    "chicago": _("It’s time to declare Chicago. Declare it, or pass."),
    "play": _("It’s time to play a card. Choose one from your hand."),
}

_SUITS = {
    "c": _("Clubs were led and you hold some. Play a club."),
    "d": _("Diamonds were led and you hold some. Play a diamond."),
    "h": _("Hearts were led and you hold some. Play a heart."),
    "s": _("Spades were led and you hold some. Play a spade."),
}


def _nothing_to_say(details: Mapping[str, Any]) -> Line:
    if details["type"] is None:
        return say(_("You have no combination to announce. Pass."))
    text = _("You have %(type)s, but you need %(highest)s or better. Pass.")
    return say(text, type=kind(details["type"]), highest=kind(details["highest"]))


_DETAILED: dict[str, Callable[[Mapping[str, Any]], Line]] = {
    "not_your_turn": lambda details: say(_("It’s not your turn. Wait for %(seats)s."), seats=seats(details["asked"])),
    "wrong_phase": lambda details: say(_PHASES[details["phase"]]),
    "too_many": lambda details: ngettext(
        "At this table you can throw at most one card per exchange. Choose fewer.",
        "At this table you can throw at most %(count)s cards per exchange. Choose fewer.",
        details["limit"],
    ),
    "not_contained": lambda details: say(
        _("You don’t hold %(type)s. Announce a combination that your cards make."), type=kind(details["type"])
    ),
    "too_low": lambda details: say(
        _("To name %(type)s isn’t enough: you need %(highest)s or better."),
        type=kind(details["type"]),
        highest=kind(details["highest"]),
    ),
    "nothing_to_say": _nothing_to_say,
    "follow": lambda details: say(_SUITS[details["suit"]]),
}

CODES = frozenset(_TEXTS) | frozenset(_DETAILED)


class Refusals(Presentation[View]):
    def refusal(self, illegal: Illegal) -> Line:
        return refusal_text(illegal)


def refusal_text(illegal: Illegal) -> Line:
    """Return the text of a refusal, for refused moves and for moves that the board marks as impossible."""
    if illegal.code in _DETAILED:
        return _DETAILED[illegal.code](illegal.details)
    return filled(_TEXTS[illegal.code], illegal.details, {"card": card, "score": number})
