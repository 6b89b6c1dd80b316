"""The Review's sentence templates for games of several deals, which count hands instead of turns."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def own_draws(direction: int, count: int) -> str:
    """Return the sentence for draws by the user that clearly helped (``direction`` 1) or hurt (−1)."""
    if direction > 0:
        return ngettext(
            "You drew once, in hand %(turn)s, and it was a lucky draw.",
            "You drew %(count)s times and were lucky overall. The best draw, in hand %(turn)s, "
            "gained you %(most)s points.",
            count,
        )
    return ngettext(
        "You drew once, in hand %(turn)s, and it was an unlucky draw.",
        "You drew %(count)s times and were unlucky overall. The worst draw, in hand %(turn)s, "
        "cost you %(most)s points.",
        count,
    )


def other_draws(direction: int, count: int) -> str:
    if direction > 0:
        return ngettext(
            "The others drew once, and it helped you: %(name)s, in hand %(turn)s.",
            "The others drew %(count)s times and were unlucky overall. %(name)s’s draw in hand "
            "%(turn)s helped you most: %(most)s points.",
            count,
        )
    return ngettext(
        "The others drew once, and it hurt you: %(name)s, in hand %(turn)s.",
        "The others drew %(count)s times and were lucky overall. %(name)s’s draw in hand "
        "%(turn)s hurt you most: %(most)s points.",
        count,
    )


def own_decisions(direction: int, _count: int) -> str:
    if direction > 0:
        return _(
            "Given the hidden cards, your decisions raised your chance, by as much as %(most)s points in hand %(turn)s."
        )
    return _(
        "Given the hidden cards, your decisions lowered your chance, by as much as %(most)s points in hand %(turn)s."
    )


def other_decisions(direction: int, _count: int) -> str:
    if direction > 0:
        return _("Their decisions helped you, most of all %(name)s’s in hand %(turn)s: %(most)s points.")
    return _("Their decisions hurt you, most of all %(name)s’s in hand %(turn)s: %(most)s points.")


def draw_that_changed_most(*, own: bool) -> str:
    """Return the text for the draw with the largest effect on the user's chance."""
    if own:
        return _("the biggest draw: yours in hand %(turn)s, %(change)s")
    return _("the biggest draw: %(name)s’s in hand %(turn)s, %(change)s")
