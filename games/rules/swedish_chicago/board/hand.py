"""The viewer's cards: the combination, cards that a throw would reveal, and the effect of playing each (2.4, 4.2)."""

from collections.abc import Mapping, Sequence

from games.rules.contract import Illegal, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import cards, line, say
from games.rules.playing_cards import face
from games.rules.swedish_chicago.board.scene import five, held, me
from games.rules.swedish_chicago.board.view_model import HandCard
from games.rules.swedish_chicago.hands import keeping
from games.rules.swedish_chicago.pieces import HAND, VALUE, arranged, canonical
from games.rules.swedish_chicago.text.names import hand_name, kind
from games.rules.swedish_chicago.text.refusals import refusal_text
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Line, Reason

_FOLLOW = {"c": _("not a club"), "d": _("not a diamond"), "h": _("not a heart"), "s": _("not a spade")}
"""The reason why a card can't be played, by the suit led (4.2)."""


def hand(view: View, ask: Mapping[str, str], order: str = "") -> tuple[HandCard, ...]:
    """Return the viewer's hand, or an empty tuple for a spectator.

    The page's query ``ask`` names the cards already marked. ``order`` is the player's own choice, or empty.
    """
    mine = me(view)
    if mine is None or mine.hand is None:
        return ()
    made = set(keeping(five(mine))) if held(mine) else set()
    kept = {code for _type, codes in view.recorded for code in codes}
    marked = set(ask.get("card", "").split())
    playable = [move[len("play ") :] for move in view.legal if move.startswith("play ")]
    return tuple(
        HandCard(
            n=n,
            code=code,
            face=face(code),
            made=code in made,
            kept=code in kept,
            usable=view.phase != "play" or code in playable,
            chosen=code in marked or playable == [code],
            note=_note(view, code, playable) if playable else None,
            why=_must_follow(view) if playable and code not in playable else None,
        )
        for n, code in enumerate(arranged(mine.hand, view.phase, order), 1)
    )


def _note(view: View, code: str, playable: Sequence[str]) -> Line | None:
    if not view.trick:
        return None
    led = view.trick[0][0][1]
    if code not in playable:
        return say(_FOLLOW[led])
    if code[1] != led:
        return say(_("can’t win"))
    if VALUE[code] < max(VALUE[laid] for laid, _seat in view.trick if laid[1] == led):
        return say(_("too low"))
    return say(_("takes the trick")) if _is_last(view) else say(_("best so far"))


def _must_follow(view: View) -> Reason:
    """Return the reason why a card of another suit can't be played while the player holds the suit led (4.2)."""
    return Reason(refusal_text(Illegal("follow", "4.2", suit=view.trick[0][0][1])), "4.2")


def _is_last(view: View) -> bool:
    played: set[Seat] = {of for _card, of in view.trick}
    return not any(of not in played and of != view.seat for of in view.order)


def holds(view: View) -> Line | None:
    """Return a sentence about the combination of the viewer's five cards, or None if they are not complete."""
    mine = me(view)
    if mine is None or len(five(mine)) < HAND:
        return None
    name = hand_name(five(mine))
    return say(_("You hold %(hand)s."), hand=line(name)) if name else say(_("You have no combination."))


def thrown(view: View) -> Line | None:
    """Return a sentence about the viewer's thrown cards that are still in the discard pile (2.1), or None."""
    mine = me(view)
    if mine is None or not mine.thrown_cards:
        return None
    return say(_("You threw %(cards)s."), cards=cards(canonical(mine.thrown_cards)))


def kept(view: View) -> tuple[Line, ...]:
    """Return a warning for each combination that a throw would reveal, except parts of larger ones (2.4)."""
    text = _("If you throw any of %(cards)s, everyone sees them all first: you announced %(type)s with them.")
    whole = [(of, codes) for of, codes in view.recorded if not any({*codes} < {*more} for _of, more in view.recorded)]
    return tuple(say(text, cards=cards(codes), type=kind(of)) for of, codes in whole)
