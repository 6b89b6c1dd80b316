"""Reasons for announcing and passing, and for the choice after four of a kind (rules 3, 5.1, 7.1, 7.3, 7.4)."""

from collections.abc import Iterator, Sequence

from games.rules.contract import gettext_noop as _
from games.rules.phrases import line, ngettext, number, say, seat
from games.rules.swedish_chicago.bot.blunders import keeps_from_the_stop, nears_the_stop
from games.rules.swedish_chicago.hands import FOUR, PLACE, TYPES, combination, points, stages, wins
from games.rules.swedish_chicago.legal import LEAST, announcement
from games.rules.swedish_chicago.moves import Move
from games.rules.swedish_chicago.pieces import RANKS
from games.rules.swedish_chicago.scoring import would_fall
from games.rules.swedish_chicago.table import PARTS
from games.rules.swedish_chicago.text.advice import chicago, facts
from games.rules.swedish_chicago.text.names import hand_name, kind
from games.rules.swedish_chicago.view import SeatView, View
from games.rules.vocabulary import Line, Term

_EVEN, _LIKELY = 0.5, 0.6
"""The chance of the best hand from which announcing is good, and the chance from which its risk is not mentioned."""

_FOURS = TYPES[FOUR]

_FALL = _("Reaching %(goal)s without a Chicago puts you back to 0.")

_WINS = _("You win the game on the spot with %(hand)s.")


def announcing(view: View, meant: Move) -> Iterator[Line]:
    held = meant.type or combination(facts.hand_of(view))
    assert held is not None
    if view.phase == "quads":
        yield from _before_the_lead(view, held)
        return
    loudest, waiting = _loudest(view), _still_to_speak(view)
    if wins(held, view.options):
        yield say(_WINS, hand=kind(held))
        return
    if loudest is not None and facts.rank(loudest.said[view.part - 1]) == facts.rank(held):
        yield _same(view, loudest, held)
    elif waiting:
        yield _open_question(view, waiting, held)
    else:
        yield ngettext(
            "Nobody can announce anything higher now, so it scores %(count)s point.",
            "Nobody can announce anything higher now, so it scores %(count)s points.",
            points(held, view.options),
        )
    yield from _reached(view, held)
    yield from _risk(view, waiting, held)


def _loudest(view: View) -> SeatView | None:
    said = [of for of in facts.rivals(view) if of.said[view.part - 1] in PLACE]
    return max(said, key=lambda of: facts.rank(of.said[view.part - 1]), default=None)


def _still_to_speak(view: View) -> list[SeatView]:
    return [of for of in facts.rivals(view) if of.said[view.part - 1] is None]


def _same(view: View, rival: SeatView, held: str) -> Line:
    """Return a sentence about the comparison with a rival who has announced the same type (3.3, option ``ties``)."""
    terms = {"seat": seat(rival.seat), "hand": kind(held)}
    if view.options["ties"] == "none":
        return say(_("%(seat)s has %(hand)s too, and at this table a tie scores nothing."), **terms)
    ranks = stages(facts.hand_of(view), named=held)
    lower = (RANKS.index(ranks[0]) + 0.5) / len(RANKS) if ranks else _EVEN
    text = _("%(seat)s has %(hand)s too, and this hand is higher about %(percent)s times in 100.")
    return say(text, percent=number(facts.about(lower)), **terms)


def _open_question(view: View, waiting: Sequence[SeatView], held: str) -> Line:
    """Return a sentence with the points, and the chance that the strongest rival still to answer has less."""
    rival = facts.most_dangerous(view, waiting)
    terms = {"seat": seat(rival.seat), "percent": number(facts.about(facts.has_less(view, rival)))}
    if len(waiting) > 1:
        return ngettext(
            "It’s worth %(count)s point, and %(seat)s, the main danger, has a weaker hand about "
            "%(percent)s times in 100.",
            "It’s worth %(count)s points, and %(seat)s, the main danger, has a weaker hand about "
            "%(percent)s times in 100.",
            points(held, view.options),
            **terms,
        )
    return ngettext(
        "It’s worth %(count)s point, and %(seat)s has a weaker hand about %(percent)s times in 100.",
        "It’s worth %(count)s points, and %(seat)s has a weaker hand about %(percent)s times in 100.",
        points(held, view.options),
        **terms,
    )


def _fall(view: View) -> Line:
    return say(_FALL, goal=number(view.target))


def _reached(view: View, held: str) -> Iterator[Line]:
    """Yield a sentence if the points would reach the target, or suffice to declare a Chicago (5.1, 6.1, 7.4)."""
    own = facts.own_seat(view)
    after = own.score + points(held, view.options)
    if would_fall(view, own, held):
        yield _fall(view)
    elif own.score < view.target <= after:
        yield say(_("That would make %(score)s points, and the game ends after this hand."), score=number(after))
    elif own.score < LEAST <= after and not view.options["negative"]:
        yield say(_("That would make %(score)s points, enough to declare a Chicago."), score=number(after))


def _risk(view: View, waiting: Sequence[SeatView], held: str) -> Iterator[Line]:
    """Yield the risk of announcing: a rival may have more, or cards thrown later are shown (2.4)."""
    if waiting and facts.has_less(view, facts.most_dangerous(view, waiting)) < _LIKELY:
        yield say(_("A rival with a better hand scores anyway. All this costs is that everyone learns the type."))
    elif PLACE[held] < PLACE["straight"] and view.part < PARTS - 1:
        yield say(_("Its cards are shown if they’re thrown later."))


def _before_the_lead(view: View, held: str) -> Iterator[Line]:
    richest = facts.richest(view)
    if wins(held, view.options):
        yield say(_WINS, hand=kind(held))
    elif PLACE[held] > FOUR:
        yield say(_("It’s above four of a kind, so no rival can reset the scores."))
    else:
        yield ngettext(
            "The highest four of a kind may reset the scores, and %(seat)s would lose %(count)s point.",
            "The highest four of a kind may reset the scores, and %(seat)s would lose %(count)s points.",
            richest.score,
            seat=seat(richest.seat),
        )


def passing(view: View, meant: Move) -> Iterator[Line]:
    hand = facts.hand_of(view)
    if view.phase == "chicago":
        yield from chicago.passing(view)
    elif (held := combination(hand)) is None or (view.phase == "quads" and PLACE[held] < FOUR):
        yield say(_("There’s nothing to announce."))
    elif announcement(view.legal) is None:
        yield _overbid(view)
    elif (reason := _reason_to_pass(view, held)) is not None:
        yield reason
    elif wins(held, view.options):
        yield say(_("It would hide %(hand)s, which wins the game on the spot."), hand=_named(hand))
    else:
        yield ngettext(
            "It would hide %(hand)s, but give up the chance of %(count)s point.",
            "It would hide %(hand)s, but give up the chance of %(count)s points.",
            points(held, view.options),
            hand=_named(hand),
        )


def _named(hand: Sequence[str]) -> Term:
    named = hand_name(hand)
    assert named is not None
    return line(named)


def _overbid(view: View) -> Line:
    loudest = _loudest(view)
    if loudest is None:
        return say(_("There’s nothing to announce."))
    text = _("%(seat)s has already announced %(hand)s, which is more.")
    return say(text, seat=seat(loudest.seat), hand=kind(str(loudest.said[view.part - 1])))


def _reason_to_pass(view: View, held: str) -> Line | None:
    """Return why passing may be better, or None.

    Announcing can cause a fall (7.4) or reach the exchange stop (2.2), or a rival may have more.
    """
    own = facts.own_seat(view)
    if would_fall(view, own, held):
        return _fall(view)
    if wins(held, view.options):
        return None
    if view.phase == "quads":
        return say(_("Nobody has many points to lose in a reset, and the best hand scores at the end anyway."))
    if nears_the_stop(view, own, held):
        return say(
            _("With these points you may reach the exchange stop, and then you can’t exchange cards in the next hands.")
        )
    if keeps_from_the_stop(view, own, held):
        return say(_("If a rival scores now, they reach the exchange stop."))
    rival = facts.most_dangerous(view, _still_to_speak(view) or facts.rivals(view))
    less = facts.has_less(view, rival)
    if less >= _EVEN:
        return None
    text = _("%(seat)s has at least as good a hand about %(percent)s times in 100, and passing gives nothing away.")
    return say(text, seat=seat(rival.seat), percent=number(facts.about(1 - less)))


def scoring(view: View, meant: Move) -> Iterator[Line]:
    own, richest = facts.own_seat(view), facts.richest(view)
    worth = points(_FOURS, view.options)
    if would_fall(view, own, _FOURS):
        yield _fall(view)
        return
    if facts.may_win(view, own, worth):
        yield say(_("That makes %(score)s points, and the game ends after this hand."), score=number(own.score + worth))
    else:
        yield say(_("That makes %(score)s points right away."), score=number(own.score + worth))
    if richest.score > worth:
        yield ngettext(
            "But %(seat)s keeps %(count)s point.",
            "But %(seat)s keeps %(count)s points.",
            richest.score,
            seat=seat(richest.seat),
        )
    else:
        yield say(_("No rival has more than that to lose in a reset."))


def resetting(view: View, meant: Move) -> Iterator[Line]:
    richest = facts.richest(view)
    worth = points(_FOURS, view.options)
    yield ngettext(
        "Everyone else falls back to 0; %(seat)s, who has the most, loses %(count)s point.",
        "Everyone else falls back to 0; %(seat)s, who has the most, loses %(count)s points.",
        richest.score,
        seat=seat(richest.seat),
    )
    yield ngettext(
        "It costs the %(count)s point for four of a kind.",
        "It costs the %(count)s points for four of a kind.",
        worth,
    )
