"""Texts of refusals: each gives the reason and an alternative."""

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.chicago_poker.view import View
from games.rules.contract import Illegal
from games.rules.contract import gettext_noop as _
from games.rules.phrases import Terms, card, cards, filled, ngettext, number, piece, seat, seats
from games.rules.presentation import Presentation
from games.rules.vocabulary import Line

_TEXTS = {
    "unreadable": _("This isn’t a move in this game. Choose one that the table offers."),
    "unknown_card": _("There’s no such card. Choose one that the table offers."),
    "unknown_business": _("There’s no such business. Choose one that’s open."),
    "unknown_seat": _("There’s no such seat. Choose a player at this table."),
    "over": _("The game is over. See how it ended, or play a rematch."),
    "not_playing": _("You have left this game. You can still watch it."),
    "not_your_turn": _("It’s not your turn. We’ll tell you when it is."),
    "tie_first": _("There’s a tie to settle first. Send a gangster if you’re asked; otherwise wait for the others."),
    "no_actions": _("You have no actions left. End your turn."),
    "nothing_to_draw": _(
        "No cards left to draw: the deck and the discard pile are empty. Play a card or end your turn."
    ),
    "own_target": _("This card works on other players only. Choose somebody else’s cards."),
    "no_such_seat": _("Nobody sits there any more. Choose a player who’s still in the game."),
    "discard_empty": _("The discard pile is empty: Bribery has nothing to take. Keep it for later."),
    "order_first": _("Several of your shootouts are due. Choose first which one comes first."),
    "no_order": _("There are no shootouts to put in order. Make a move that the table offers."),
    "not_called": _("You have no shootout due at %(business)s. Choose one of yours."),
    "no_tie": _("There’s no tie right now, so you can’t send anyone. Wait for your turn."),
    "already_answered": _("You’ve already chosen. Wait for the others."),
    "limousine_unfinished": _("Choose where the cards come from, then the cards, then where they go."),
    "bribery_unfinished": _("Choose the card that Bribery takes from the discard pile."),
    "cannot_decline": _("In the English edition you must send a gangster if you have one. Choose one."),
    "hand_limit": _("A turn ends with %(limit)s cards at most. Play one before you take another."),
    "no_way_down": _(
        "After this you couldn’t get back to %(limit)s cards by the end of your turn. Play another card first."
    ),
    "not_in_hand": _("You don’t hold %(card)s. Choose a card from your hand."),
    "not_a_gangster": _("%(card)s is a special card: you can’t place it at a business or send it. Choose a gangster."),
    "not_open": _("%(business)s isn’t open. Choose an open business."),
    "column_full": _("You already have five cards at %(business)s. Choose another business."),
    "no_cards_there": _("%(target)s has no cards at %(business)s. Choose a player who has some there."),
    "marker_protects": _("%(target)s called a shootout at %(business)s, so those cards are safe. Choose others."),
    "same_business": _("The limousine is at %(business)s already. Choose another business to go to."),
    "own_marker": _(
        "You called a shootout at %(business)s: your cards stay there, and no others can join. Choose another business."
    ),
    "too_many_cards": _("A limousine takes %(limit)s cards at most. Move fewer."),
    "not_yours_there": _("You don’t have %(card)s at %(business)s. Choose a card you have there."),
    "named_twice": _("%(card)s is named twice. Name each card once."),
    "not_last": _("In the French edition a limousine takes your last cards. At %(business)s, choose %(cards)s."),
    "not_discarded": _("%(card)s isn’t in the discard pile. Choose a card from the pile."),
    "plan_empty": _("A plan needs a move. Choose one, or throw the plan away."),
    "plan_verb": _("A plan is for your turn. Choose the gangster for a tie in your standing orders."),
    "plan_condition": _(
        "This step can’t depend on that. End it with “if same”, “if no shootout” or “if won”, or with nothing."
    ),
    "plan_no_call": _("You’ve called no shootout, so no step can depend on one. Choose another condition."),
    "plan_after_draw": _("A draw shows you something new, so it comes last in a plan."),
    "plan_after_end": _("The plan ends your turn before its last step. Put the end last."),
    "plan_decided": _("There’s a shootout at %(business)s before you can act there. Choose another business."),
    "plan_closed": _("%(business)s isn’t open any more."),
    "plan_taken": _("%(target)s has taken %(business)s since you planned."),
    "plan_called": _("%(target)s has called a shootout at %(business)s since you planned."),
    "plan_played": _("%(target)s has played at %(business)s since you planned."),
    "plan_changed": _("%(target)s’s cards at %(business)s have changed since you planned."),
    "plan_own_changed": _("Your cards at %(business)s have changed since you planned."),
    "plan_not_won": _("You didn’t win your shootout at %(business)s."),
    "not_tied": _("Only the tied players send reinforcements: %(seats)s. Wait for them to choose."),
}

_COUNTED: dict[str, Callable[[Mapping[str, Any]], Line]] = {
    "hand_too_big": lambda details: ngettext(
        "A turn ends with %(limit)s cards at most. Play one more card before you end it.",
        "A turn ends with %(limit)s cards at most. Play %(count)s more cards before you end it.",
        details["excess"],
        limit=number(details["limit"]),
    ),
    "actions_due": lambda details: ngettext(
        "You still have one action to take. Draw or play before you end the turn.",
        "You still have %(count)s actions to take. Draw or play before you end the turn.",
        details["due"],
    ),
    "plan_too_long": lambda details: ngettext(
        "Your turn has one action. Take the other steps out of the plan.",
        "Your turn has %(count)s actions. Take the other steps out of the plan.",
        details["actions"],
    ),
    "no_room": lambda details: ngettext(
        "You have room for one more card at %(business)s. Move no more than that.",
        "You have room for %(count)s more cards at %(business)s. Move no more than that.",
        details["free"],
        business=piece(details["business"]),
    ),
}

_TERMS: Terms = {"limit": number, "card": card, "cards": cards, "business": piece, "target": seat, "seats": seats}

CODES = frozenset(_TEXTS) | frozenset(_COUNTED)


class Refusals(Presentation[View]):
    def refusal(self, illegal: Illegal) -> Line:
        return refusal_text(illegal)


def refusal_text(illegal: Illegal) -> Line:
    """Return the text of a refusal, for refused moves and for cards that the board marks as unusable."""
    if illegal.code in _COUNTED:
        return _COUNTED[illegal.code](illegal.details)
    return filled(_TEXTS[illegal.code], illegal.details, _TERMS)
