"""Texts of refusals: why a move was refused, and the alternative."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.chicago_poker.view import View
from games.rules.contract import Illegal
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, cards, ngettext, number, piece, say, seat, seats
from games.rules.presentation import Presentation
from games.rules.vocabulary import Line

_Details = Mapping[str, Any]

_PLAIN = {
    "unreadable": _("This is not a move of the game. Choose one that the table offers."),
    "unknown_card": _("There is no such card. Choose one that the table offers."),
    "unknown_business": _("There is no such business. Choose one that lies open."),
    "unknown_seat": _("There is no such seat. Choose a player at this table."),
    "over": _("The game is over. Look at how it ended, or play a rematch."),
    "not_playing": _("You have left this game. You can still watch it."),
    "not_your_turn": _("It is not your turn. You will be told when it is."),
    "tie_first": _("A tie is decided first. Choose a gangster to send if you are asked, else wait for those who are."),
    "no_actions": _("You have no actions left. End your turn."),
    "nothing_to_draw": _("No card is left to draw: deck and discards are empty. Play a card or end your turn."),
    "own_target": _("This card works on other players only. Choose somebody else’s cards."),
    "no_such_seat": _("Nobody sits there any more. Choose a player who is in the game."),
    "discard_empty": _("The discard pile is empty: Bribery has nothing to take. Keep it for later."),
    "no_tie": _("No tie is being decided, so nothing can be sent now. Take your turn when it comes."),
    "already_answered": _("You have chosen already. Wait until the others have."),
    "limousine_unfinished": _("Choose where the cards leave, then the cards, then where they go."),
    "bribery_unfinished": _("Choose the card that Bribery takes from the discard pile."),
    "cannot_decline": _("In the English edition whoever holds a gangster sends one. Choose a gangster."),
}


def _hand_limit(details: _Details) -> Line:
    text = _("A turn ends with %(limit)s cards at most. Play one before you take another.")
    return say(text, limit=number(details["limit"]))


def _no_way_down(details: _Details) -> Line:
    text = _("After this you could not come down to the %(limit)s cards of a turn’s end. Play another card first.")
    return say(text, limit=number(details["limit"]))


def _hand_too_big(details: _Details) -> Line:
    return ngettext(
        "A turn ends with %(limit)s cards at most. Play one card more before you end it.",
        "A turn ends with %(limit)s cards at most. Play %(count)s cards more before you end it.",
        details["excess"],
        limit=number(details["limit"]),
    )


def _actions_due(details: _Details) -> Line:
    return ngettext(
        "You still have one action to take. Draw or play before you end the turn.",
        "You still have %(count)s actions to take. Draw or play before you end the turn.",
        details["due"],
    )


def _not_in_hand(details: _Details) -> Line:
    return say(_("You don’t hold %(card)s. Choose a card from your hand."), card=card(details["card"]))


def _not_a_gangster(details: _Details) -> Line:
    text = _("%(card)s is a special card: it is neither placed at a business nor sent. Choose a gangster.")
    return say(text, card=card(details["card"]))


def _not_open(details: _Details) -> Line:
    text = _("%(business)s does not lie open. Choose a business that does.")
    return say(text, business=piece(details["business"]))


def _column_full(details: _Details) -> Line:
    text = _("You already have five cards at %(business)s. Choose another business.")
    return say(text, business=piece(details["business"]))


def _no_cards_there(details: _Details) -> Line:
    text = _("%(target)s has no cards at %(business)s. Choose a player who has some there.")
    return say(text, target=seat(details["target"]), business=piece(details["business"]))


def _marker_protects(details: _Details) -> Line:
    text = _("%(target)s has called a shootout at %(business)s, which protects those cards. Choose others.")
    return say(text, target=seat(details["target"]), business=piece(details["business"]))


def _same_business(details: _Details) -> Line:
    text = _("The limousine is at %(business)s already. Choose another business to go to.")
    return say(text, business=piece(details["business"]))


def _own_marker(details: _Details) -> Line:
    text = _("You have called a shootout at %(business)s: your cards stay there and none join them. Choose elsewhere.")
    return say(text, business=piece(details["business"]))


def _no_room(details: _Details) -> Line:
    return ngettext(
        "You have room for one more card at %(business)s. Move no more than that.",
        "You have room for %(count)s more cards at %(business)s. Move no more than that.",
        details["free"],
        business=piece(details["business"]),
    )


def _too_many_cards(details: _Details) -> Line:
    return say(_("A limousine takes %(limit)s cards at most. Move fewer."), limit=number(details["limit"]))


def _not_yours_there(details: _Details) -> Line:
    text = _("%(card)s is not among your cards at %(business)s. Choose one that is.")
    return say(text, card=card(details["card"]), business=piece(details["business"]))


def _named_twice(details: _Details) -> Line:
    return say(_("%(card)s is named twice. Name each card once."), card=card(details["card"]))


def _not_last(details: _Details) -> Line:
    text = _("In the French edition a limousine takes your last cards. At %(business)s, choose %(cards)s.")
    return say(text, business=piece(details["business"]), cards=cards(details["cards"]))


def _not_discarded(details: _Details) -> Line:
    text = _("%(card)s is not in the discard pile. Choose a card that is.")
    return say(text, card=card(details["card"]))


def _not_tied(details: _Details) -> Line:
    text = _("Reinforcements come from the tied players only: %(seats)s. Wait until they have chosen.")
    return say(text, seats=seats(details["seats"]))


_DETAILED: dict[str, Callable[[_Details], Line]] = {
    "hand_limit": _hand_limit,
    "no_way_down": _no_way_down,
    "hand_too_big": _hand_too_big,
    "actions_due": _actions_due,
    "not_in_hand": _not_in_hand,
    "not_a_gangster": _not_a_gangster,
    "not_open": _not_open,
    "column_full": _column_full,
    "no_cards_there": _no_cards_there,
    "marker_protects": _marker_protects,
    "same_business": _same_business,
    "own_marker": _own_marker,
    "no_room": _no_room,
    "too_many_cards": _too_many_cards,
    "not_yours_there": _not_yours_there,
    "named_twice": _named_twice,
    "not_last": _not_last,
    "not_discarded": _not_discarded,
    "not_tied": _not_tied,
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
