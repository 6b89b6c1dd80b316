"""The Review's sentences for games of several deals, which count hands instead of turns."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def own_draws(direction: int, count: int) -> str:
    """Return the sentence on the clear effect of the user's draws: ``direction`` is 1 or −1."""
    if direction > 0:
        return ngettext(
            "You drew once, in hand %(turn)s, and it was better than the mean.",
            "You drew %(count)s times, better than the mean all in all. The best one, in hand %(turn)s, brought"
            " %(most)s points.",
            count,
        )
    return ngettext(
        "You drew once, in hand %(turn)s, and it was worse than the mean.",
        "You drew %(count)s times, worse than the mean all in all. The worst one, in hand %(turn)s, cost"
        " %(most)s points.",
        count,
    )


def other_draws(direction: int, count: int) -> str:
    """Return the sentence on the clear effect of the others' draws on the user."""
    if direction > 0:
        return ngettext(
            "The others drew once, and it helped you: %(name)s, in hand %(turn)s.",
            "The others drew %(count)s times, worse than the mean. What %(name)s drew in hand %(turn)s helped you most:"
            " %(most)s points.",
            count,
        )
    return ngettext(
        "The others drew once, and it hurt you: %(name)s, in hand %(turn)s.",
        "The others drew %(count)s times, better than the mean. What %(name)s drew in hand %(turn)s hurt you most:"
        " %(most)s points.",
        count,
    )


def own_decisions(direction: int, _count: int) -> str:
    """Return the sentence on the clear effect of the user's decisions."""
    if direction > 0:
        return _(
            "As the hidden cards lay, your decisions raised your chance. The one in hand %(turn)s raised it most: by"
            " %(most)s points."
        )
    return _(
        "As the hidden cards lay, your decisions lowered your chance. The one in hand %(turn)s lowered it most: by"
        " %(most)s points."
    )


def other_decisions(direction: int, _count: int) -> str:
    """Return the sentence on the clear effect of the others' decisions on the user."""
    if direction > 0:
        return _("Their decisions helped you. What %(name)s did in hand %(turn)s helped most: %(most)s points.")
    return _("Their decisions hurt you. What %(name)s did in hand %(turn)s hurt most: %(most)s points.")


def draw_that_changed_most(*, own: bool) -> str:
    """Return the text for the draw with the largest change."""
    if own:
        return _("the draw that changed most: yours in hand %(turn)s, %(change)s")
    return _("the draw that changed most: %(name)s’s in hand %(turn)s, %(change)s")
