"""The table's template data, from one viewer's :class:`View`: facts and the consequences of answers, not advice."""

from collections.abc import Mapping, Sequence

from games.rules.contract import Event
from games.rules.contract import gettext_noop as _
from games.rules.phrases import ngettext, number, say
from games.rules.playing_cards import face
from games.rules.presentation import Presentation
from games.rules.swedish_chicago.board.announcements import announcement_rows, preview, reveals, rounds
from games.rules.swedish_chicago.board.answers import answers, fates, notes, sealed
from games.rules.swedish_chicago.board.exchange import exchange
from games.rules.swedish_chicago.board.hand import hand, holds, kept, thrown
from games.rules.swedish_chicago.board.over import over
from games.rules.swedish_chicago.board.places import places
from games.rules.swedish_chicago.board.plan import editor, then
from games.rules.swedish_chicago.board.race import race, steps, trick_number
from games.rules.swedish_chicago.board.scene import CHICAGO, LAST_TRICK, asked, held, me
from games.rules.swedish_chicago.board.stage import stages
from games.rules.swedish_chicago.board.view_model import Board, HandRanking, OfferedCard
from games.rules.swedish_chicago.hands import TYPES, points
from games.rules.swedish_chicago.pieces import HAND, HAND_ORDERS, order_of
from games.rules.swedish_chicago.text.names import HANDS
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Highlights, Line

_FOLLOW = {
    "c": _("Trick %(number)s of %(all)s: follow clubs if you can"),
    "d": _("Trick %(number)s of %(all)s: follow diamonds if you can"),
    "h": _("Trick %(number)s of %(all)s: follow hearts if you can"),
    "s": _("Trick %(number)s of %(all)s: follow spades if you can"),
}
_ASKS = {
    "open": _("Take the open card, or refuse it"),
    "announce": _("Announce, or pass"),
    "quads": _("Announce four of a kind or better, or pass"),
    "choose": _("Take the points, or reset everybody else to 0"),
    "chicago": _("Declare Chicago, or play without"),
}


class Boards(Presentation[View]):
    RESIGNATION = _(
        "You leave this game for good: your cards are discarded unseen, your points stay and count in the settlement, "
        "and the others play on."
    )
    RESIGNATION_PARAGRAPH = "6.3"
    HIGHLIGHTS = Highlights(
        frozenset(("revealed", "hand over")),
        one=_("comparison or end of a hand"),
        see=_("Show the hands"),
        numbered=_("Comparison %(number)s"),
        following=_("Next comparison"),
        icon="i-cards",
    )

    def board(
        self,
        view: View,
        ask: Mapping[str, str],
        fresh: Sequence[Event],
        drafts: Sequence[str] = (),
        shown: Sequence[Event] = (),
    ) -> Board:
        """Return everything that the table's template needs.

        ``ask`` is the page's query: ``card`` names the marked cards (impossible ones are ignored), ``sort`` the order
        of the hand, ``plan`` the steps of the plan that the viewer is making, and ``shown`` requests stages even after
        the game. ``fresh`` are the redacted events since the
        viewer's last turn, ``shown`` those of the move whose stages are to be shown. ``drafts`` is unused, because
        every move reveals something or ends a turn.
        """
        staged = stages(shown, view)
        chosen = ask["sort"] if ask.get("sort") in HAND_ORDERS else ""
        return Board(
            mode=_mode(view, bool(staged) and (view.outcome is None or "shown" in ask)),
            turn=view.turn,
            mine=asked(view),
            asks=_asks(view),
            order=view.order,
            steps=steps(view),
            places=places(view, fresh),
            race=race(view),
            hand=hand(view, ask, chosen),
            chosen_order=chosen,
            sorted_by=order_of(view.phase, chosen),
            holds=holds(view),
            notes=notes(view),
            sealed=sealed(view),
            exchange=exchange(view),
            then=then(view, ask),
            plan=editor(view, ask),
            kept=kept(view) if view.phase == "exchange" else (),
            thrown=thrown(view),
            answers=answers(view),
            offered=_offered(view),
            preview=preview(view),
            fates=fates(view),
            announcements=announcement_rows(view),
            rounds=rounds(view),
            reveals=reveals(view),
            ladder=_ladder(view),
            stock=view.stock,
            discards=view.discards,
            moves=view.legal,
            stages=staged,
            over=over(view),
        )


def _mode(view: View, staged: bool) -> str:
    if staged:
        return "stage"
    if view.outcome is not None:
        return "over"
    if not view.legal:
        return "wait"
    return view.phase if view.phase in ("exchange", "play") else "answer"


def _asks(view: View) -> Line:
    """Return the viewer's task; if the viewer is not to move, the number of the hand and its phase."""
    if not view.legal:
        return say(_("Hand %(hand)s, phase %(phase)s"), hand=number(view.hand), phase=number(view.part))
    if view.phase == "exchange":
        return _exchange(int(view.options["throw_limit"]))
    if view.phase != "play":
        return say(_ASKS[view.phase])
    terms = {"number": number(trick_number(view)), "all": number(HAND)}
    if view.trick:
        return say(_FOLLOW[view.trick[0][0][1]], **terms)
    return say(_("Trick %(number)s of %(all)s: you lead"), **terms)


def _exchange(limit: int) -> Line:
    if limit < HAND:
        return ngettext("Exchange one card, or none", "Exchange up to %(count)s cards, or none", limit)
    return say(_("Exchange any cards, or none"))


def _offered(view: View) -> OfferedCard | None:
    lies = view.open
    if lies is None:
        return None
    thrown = face(lies.thrown) if lies.thrown else None
    return OfferedCard(lies.seat, lies.seat == view.seat, lies.card, face(lies.card), thrown)


def _ladder(view: View) -> tuple[HandRanking, ...]:
    """Return the points of all combinations, the last trick and a Chicago; the viewer's own combination is marked."""
    mine = me(view)
    own = held(mine) if mine else None
    wins = view.options["straight_flush"] == "wins"
    rungs = [
        HandRanking(say(HANDS[kind]), str(points(kind, view.options)), kind == own, wins and kind == "straight flush")
        for kind in reversed(TYPES)
    ]
    rungs.append(HandRanking(say(_("Last trick")), str(LAST_TRICK), False))
    return (*rungs, HandRanking(say(_("Chicago, all five tricks")), f"±{CHICAGO}", False))
