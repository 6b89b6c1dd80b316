"""Reasons for and against a Chicago: the weakest card, the first lead, the stake, the race (rule 5)."""

from collections.abc import Iterator

from games.rules.contract import Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import cards, ngettext, number, say, seat
from games.rules.swedish_chicago.bot.blunders import only_a_chicago_wins
from games.rules.swedish_chicago.bot.odds import last_trick
from games.rules.swedish_chicago.bot.playout import LAST_TRICK
from games.rules.swedish_chicago.legal import LEAST
from games.rules.swedish_chicago.moves import Move
from games.rules.swedish_chicago.text.advice import facts
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Line

NAMED = 3

_HOPELESS = 12
"""The number of unseen higher cards above which a Chicago has no chance."""


def declaring(view: View, meant: Move) -> Iterator[Line]:
    own = facts.own_seat(view)
    yield _weakest(view)
    if (leader := _first_leader(view)) != own.seat and _beaten(view):
        yield say(_("And %(seat)s leads to the first trick."), seat=seat(leader))
    yield from _tempting(view)
    text = _("All five tricks bring %(won)s points; one lost trick costs %(lost)s.")
    yield say(text, won=number(_won(view)), lost=number(facts.lost_in_chicago(view, own)))


def passing(view: View) -> Iterator[Line]:
    beaten = _beaten(view)
    if len(beaten) > _HOPELESS:
        yield ngettext(
            "Five tricks are out of reach: %(count)s unseen card beats one of these.",
            "Five tricks are out of reach: %(count)s unseen cards beat one of these.",
            len(beaten),
        )
    else:
        yield _weakest(view)
    if stake := facts.last_trick_stake(view):
        yield stake
    elif beaten and _has_high_cards(view):
        text = _("The last trick brings five points without the risk of losing %(lost)s.")
        yield say(text, lost=number(facts.lost_in_chicago(view, facts.own_seat(view))))
    elif not beaten:
        yield say(_("It gives up the chance of %(won)s points."), won=number(_won(view)))


def _has_high_cards(view: View) -> bool:
    """Return whether the last trick is likelier than for an average hand."""
    players = len(view.order)
    return last_trick(facts.hand_of(view), players) > 1 / players


def _won(view: View) -> int:
    return LEAST + (LAST_TRICK if view.options["chicago_last_trick"] == "adds" else 0)


def _first_leader(view: View) -> Seat:
    own = facts.own_seat(view).seat
    return own if view.options["chicago_lead"] == "declarer" else view.order[0]


def _beaten(view: View) -> set[str]:
    return {other for card in facts.hand_of(view) for other in facts.higher(view, card)}


def _weakest(view: View) -> Line:
    """Return a sentence about the card that most unseen cards beat."""
    weakest = max(facts.hand_of(view), key=lambda card: len(facts.higher(view, card)))
    above = facts.higher(view, weakest)
    if not above:
        return say(_("No card that a rival can have beats any of these."))
    if len(above) > NAMED:
        return ngettext(
            "The weak spot is %(cards)s: %(count)s higher card of that suit is still out.",
            "The weak spot is %(cards)s: %(count)s higher cards of that suit are still out.",
            len(above),
            cards=cards([weakest]),
        )
    return say(_("The weak spot is %(cards)s, which %(higher)s can beat."), cards=cards([weakest]), higher=cards(above))


def _tempting(view: View) -> Iterator[Line]:
    """Yield a reason for risking a Chicago, if any: the end of the game, the exchange stop, or a rival's lead."""
    own, richest = facts.own_seat(view), facts.richest(view)
    if only_a_chicago_wins(view, own.seat):
        text = _("Only a Chicago can still win: otherwise a rival reaches %(goal)s with the last trick.")
        yield say(text, goal=number(view.target))
    elif facts.may_win(view, own, _won(view)):
        yield say(_("It would reach %(goal)s."), goal=number(view.target))
    elif own.stopped:
        yield say(_("Even if it fails, having fewer points may lift the exchange stop."))
    elif own.score < richest.score:
        yield ngettext(
            "It would make up for %(seat)s’s lead of %(count)s point.",
            "It would make up for %(seat)s’s lead of %(count)s points.",
            richest.score - own.score,
            seat=seat(richest.seat),
        )
