"""The state of a game as text: the viewer's next step, the progress, and the viewer's position (rules 3.2, 3.6, 6)."""

from collections.abc import Sequence

from games.rules.chicago_poker.hands import describe
from games.rules.chicago_poker.pieces import HAND
from games.rules.chicago_poker.text.names import business_name, hand_name, kind
from games.rules.chicago_poker.view import BusinessView, CardView, View
from games.rules.contract import Event, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import cards, ngettext, number, say, seat, who
from games.rules.phrases import piece as tile
from games.rules.presentation import Presentation
from games.rules.vocabulary import Line, Place, Standing

_LAID_OUT = _("Nobody sees your turn until you end it. You can still undo.")


class Status(Presentation[View]):
    FIRST_TURN = _("Your first turn: choose a card, then one of the glowing places.")

    def hint(self, view: View, events: Sequence[Event], drafts: Sequence[str], *, first_turn: bool) -> Line | None:
        """Return the next step in a newcomer's first turn (3.2–3.5), or None."""
        if not first_turn or view.phase == "order":
            return None
        acted = any(event.seat == view.seat and event.kind in ("drew", "bribed") for event in events)
        if not acted and not drafts:
            return say(self.FIRST_TURN)
        left = view.due + view.extra
        if not left:
            return say(_LAID_OUT)
        if "draw" not in view.legal:
            return None
        if not drafts:
            return ngettext(
                "The card you drew is marked. One action left: play a card, or draw again.",
                "The card you drew is marked. %(count)s actions left: play a card, or draw again.",
                left,
            )
        return ngettext(
            "Played; you can still undo it. One action left: play another card, or draw one.",
            "Played; you can still undo it. %(count)s actions left: play another card, or draw one.",
            left,
        )

    def progress(self, view: View) -> Line:
        """Return the number of turns of all players together (3.2)."""
        return say(_("turn %(turn)s"), turn=number(view.turn))

    def waiting(self, view: View) -> Line | None:
        """Return a text that names the player before the viewer (3.1).

        Return None unless the viewer is playing and waiting.
        """
        if view.seat is None or view.seat in view.to_move or view.outcome is not None or view.seats[view.seat].out:
            return None
        before = [each.seat for each in (*view.seats[view.seat :], *view.seats[: view.seat]) if not each.out][-1]
        return say(_("You’re next after %(seat)s."), seat=seat(before))

    def prompt(self, view: View) -> Line:
        if view.seat not in view.to_move:
            raise ValueError("this viewer is not asked")
        if view.tie is not None:
            text = _("You’re tied at %(business)s: choose a gangster to send.")
            return say(text, business=tile(view.tie.tile))
        if view.phase == "order":
            return say(_("Several of your shootouts are due: choose which one comes first."))
        if view.due and view.extra:
            return ngettext(
                "You have one action to take, and %(extra)s more if you like.",
                "You have %(count)s actions to take, and %(extra)s more if you like.",
                view.due,
                extra=number(view.extra),
            )
        if view.due:
            return ngettext("You have one action.", "You have %(count)s actions.", view.due)
        if not view.extra:
            return say(_LAID_OUT)
        return ngettext("You may take one action.", "You may take up to %(count)s actions.", view.extra)

    def standing(self, view: View) -> Standing:
        """Return the viewer's hand and all open businesses. Raise `ValueError` for a spectator."""
        if view.seat is None:
            raise ValueError("a spectator stands nowhere")
        places = tuple(_place(business, view.seat) for business in view.street if business is not None)
        hand = view.seats[view.seat].hand or ()
        note = ngettext(
            "One card; at most %(limit)s at the end of your turn.",
            "%(count)s cards; at most %(limit)s at the end of your turn.",
            len(hand),
            limit=number(HAND),
        )
        return Standing(places, hand, note)


def _place(there: BusinessView, viewer: Seat) -> Place:
    own = there.columns[viewer]
    return Place(
        heading=kind(there.tile),
        name=business_name(there.tile),
        warning=warning(there.markers, viewer),
        cards=tuple((card.code, card.up) for card in own if card.code is not None),
        own=_own_hand(own),
        others=tuple(rival(of, column) for of, column in enumerate(there.columns) if column and of != viewer),
    )


def warning(markers: Sequence[Seat], viewer: Seat | None) -> Line | None:
    """Return a text about when the shootout takes place (1.4, 6.1), or None without a marker.

    It takes place at the next turn of the oldest marker's owner.
    """
    if not markers:
        return None
    return who(markers[0], viewer, _("Shootout at your next turn."), _("Shootout at %(seat)s’s next turn."))


def _own_hand(column: Sequence[CardView]) -> Line:
    codes = [card.code for card in column if card.code is not None]
    return hand_name(*describe(codes)) if codes else say(_("You have no cards here."))


def rival(of: Seat, column: Sequence[CardView]) -> Line:
    """Return a text about a rival's column: the open cards, and the number of face-down cards.

    Cards known from raids count as face-down.
    """
    shown = [card.code for card in column if card.up and card.code is not None]
    hidden = len(column) - len(shown)
    if not hidden:
        return say(_("%(seat)s: %(cards)s"), seat=seat(of), cards=cards(shown))
    if not shown:
        return ngettext("%(seat)s: one card face down", "%(seat)s: %(count)s cards face down", hidden, seat=seat(of))
    return ngettext(
        "%(seat)s: %(cards)s, one more face down",
        "%(seat)s: %(cards)s, %(count)s more face down",
        hidden,
        seat=seat(of),
        cards=cards(shown),
    )
