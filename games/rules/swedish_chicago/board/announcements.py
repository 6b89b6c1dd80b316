"""The announcements of this hand by round, and the comparisons stage by stage, past and possible (3.1–3.4)."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.contract import Event, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import say, who
from games.rules.playing_cards import PRINTED
from games.rules.swedish_chicago.board.scene import LAST_PART, asked, five, held, highest, me, round_of, scored
from games.rules.swedish_chicago.board.view_model import (
    AnnouncementRow,
    Cell,
    NamedRank,
    Preview,
    PreviewStage,
    Reveal,
    RevealStage,
)
from games.rules.swedish_chicago.hands import STAGE_NAMES, gives_choice, stages
from games.rules.swedish_chicago.legal import announcement
from games.rules.swedish_chicago.pieces import HAND
from games.rules.swedish_chicago.text.names import HANDS, STAGES, kind
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Line

_ROUNDS = (_("Phase 1"), _("Phase 2"), _("Phase 3"))
_COMPARED = (_("Phase 1 comparison"), _("Phase 2 comparison"), _("Phase 3 comparison"))

_CARDS = {"pair": 2, "high pair": 2, "low pair": 2, "three": 3, "four": 4}
"""The number of cards of the rank named at a stage of a comparison, if there is more than one."""


def rounds(view: View) -> tuple[Line, ...]:
    return tuple(say(_ROUNDS[which]) for which in _begun(view))


def _begun(view: View) -> list[int]:
    now = round_of(view)
    return [which for which in range(LAST_PART) if which == now or any(of.said[which] for of in view.seats)]


def announcement_rows(view: View) -> tuple[AnnouncementRow, ...]:
    """Return the players' announcements in table order, with resigned players last.

    Return an empty tuple before round 1.
    """
    begun = _begun(view)
    if not begun:
        return ()
    return tuple(
        AnnouncementRow(seat, seat == view.seat, tuple(_cell(view, seat, which) for which in begun))
        for seat in (*view.order, *[of.seat for of in view.seats if of.seat not in view.order])
    )


def _cell(view: View, seat: Seat, which: int) -> Cell:
    word = view.seats[seat].said[which]
    now = which == round_of(view) and seat in view.to_move
    if word is None:
        return Cell(None, 0, now)
    if word == "pass":
        return Cell(say(_("passed")), 0, now)
    event = scored(view, which + 1)
    won = event is not None and event.seat == seat
    return Cell(say(HANDS[word]), event.details["points"] if won and event else 0, now)


def reveals(view: View) -> tuple[Reveal, ...]:
    return tuple(
        reveal(event, say(_COMPARED[part - 1]), view.seat)
        for part, event in view.told
        if event.kind == "revealed" and part in _announced_parts(view)
    )


def _announced_parts(view: View) -> set[int]:
    """Return the parts whose announcements were compared.

    Part 3 is left out once all hands are revealed.
    """
    ended = any(event.kind == "hands" for _part, event in view.told)
    return {1, 2} if ended else {1, 2, LAST_PART}


def reveal(event: Event, title: Line, viewer: Seat | None) -> Reveal:
    """Return a comparison of hands for display, given its public event."""
    seats = tuple(event.details["seats"])
    told: Sequence[Mapping[str, Any]] = event.details["stages"]
    winner: Seat | None = event.details["winner"]
    revealed = tuple(_stage(stage, seats, winner) for stage in told)
    untold = HAND - sum(stage.cards for stage in revealed)
    return Reveal(title, seats, revealed, _verdict(event, winner, viewer), untold)


def _stage(stage: Mapping[str, Any], seats: Sequence[Seat], winner: Seat | None) -> RevealStage:
    ranks = {int(seat): named for seat, named in stage["ranks"].items()}
    left = set(stage["left"])
    decided = left == {winner}

    def named(seat: Seat) -> NamedRank | None:
        if seat not in ranks:
            return None
        return NamedRank(PRINTED[ranks[seat]], ("up" if decided else "") if seat in left else "out")

    return RevealStage(say(STAGES[stage["name"]]), tuple(named(seat) for seat in seats), _CARDS.get(stage["name"], 1))


def _verdict(event: Event, winner: Seat | None, viewer: Seat | None) -> Line:
    if winner is None:
        return say(_("Tied to the end: nobody scores."))
    if event.details["suit"]:
        by_suit = _("Equal ranks: %(seat)s wins by suit.")
        return who(winner, viewer, _("Equal ranks: you win by suit."), by_suit)
    return who(winner, viewer, _("Your hand is the best."), _("%(seat)s has the best hand."))


def preview(view: View) -> Preview | None:
    """Return the comparison that an announcement by the viewer would cause now, or None (3.3)."""
    which, mine = round_of(view), me(view)
    if which is None or mine is None or not asked(view) or announcement(view.legal) is None:
        return None
    own = held(mine)
    rivals = tuple(of.seat for of in view.seats if of.said[which] == own)
    if own is None or not rivals or highest(view, which) != own:
        return None
    if view.options["ties"] == "none" and not gives_choice(own, view.options):
        return Preview(rivals, (), say(_("Tied at the top: nobody scores, and nothing more is revealed.")))
    ranks = stages(five(mine), view.options["ties"])
    ahead = (PreviewStage(say(STAGES[name]), PRINTED[of]) for name, of in zip(STAGE_NAMES[own], ranks, strict=False))
    return Preview(rivals, tuple(ahead), _tie_rule(view))


def _tie_rule(view: View) -> Line:
    if view.options["exact_tie"] == "suit":
        return say(
            _(
                "Ranks are compared step by step, and the lower hand drops out. If it’s still a "
                "tie, the suit of the highest card decides."
            )
        )
    return say(_("Ranks are compared step by step, and the lower hand drops out. If it’s still a tie, nobody scores."))


def best_so_far(view: View) -> Line | None:
    """Return a sentence about the highest announcement in this round so far, or None."""
    which = round_of(view)
    best = highest(view, which) if which is not None else None
    return say(_("Highest so far: %(type)s."), type=kind(best)) if best else None
