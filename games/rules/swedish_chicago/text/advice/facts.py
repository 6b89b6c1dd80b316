"""Facts that a viewer knows and a good player uses: higher cards, rivals' announcements, the scores."""

from collections import Counter
from collections.abc import Sequence

from games.rules.contract import gettext_noop as _
from games.rules.phrases import ngettext, number, say, seat
from games.rules.swedish_chicago.bot.draw_odds import undrawn
from games.rules.swedish_chicago.bot.guesses import voids
from games.rules.swedish_chicago.bot.odds import beats
from games.rules.swedish_chicago.bot.playout import LAST_TRICK
from games.rules.swedish_chicago.hands import PLACE, form
from games.rules.swedish_chicago.legal import LEAST
from games.rules.swedish_chicago.moves import Move
from games.rules.swedish_chicago.pieces import SUITS, VALUE
from games.rules.swedish_chicago.view import SeatView, View
from games.rules.vocabulary import Line


def own_seat(view: View) -> SeatView:
    """Return the viewer's seat. Raise `ValueError` for a spectator."""
    if view.seat is None:
        raise ValueError("a spectator makes no moves")
    return view.seats[view.seat]


def hand_of(view: View) -> tuple[str, ...]:
    return own_seat(view).hand or ()


def kept_cards(view: View, move: Move) -> tuple[str, ...]:
    return tuple(card for card in hand_of(view) if card not in move.cards)


def rivals(view: View) -> list[SeatView]:
    """Return the other players still in the game, in table order."""
    return [view.seats[of] for of in view.order if of != view.seat]


def percent(chance: float) -> int:
    return round(100 * chance)


def about(chance: float) -> int:
    """Return an estimated chance in percent, never 0 or 100."""
    return min(99, max(1, percent(chance)))


def rank(kind: str | None) -> int:
    """Return the place of a type, or −1 for None."""
    return -1 if kind is None else PLACE[kind]


def equals(cards: Sequence[str]) -> str | None:
    """Return the type that the equal ranks among any number of cards make, or None."""
    sizes = sorted((size for size in Counter(card[0] for card in cards).values() if size > 1), reverse=True)
    return {(4,): "four of a kind", (3, 2): "full house", (3,): "trips", (2, 2): "two pairs", (2,): "pair"}.get(
        tuple(sizes)
    )


def higher(view: View, card: str) -> list[str]:
    """Return the unseen cards that beat this card, highest first, if a rival can hold its suit."""
    if all(SUITS.index(card[1]) in voids(view, of.seat) for of in rivals(view)):
        return []
    out = [other for other in undrawn(view) if other[1] == card[1] and VALUE[other] > VALUE[card]]
    return sorted(out, key=VALUE.__getitem__, reverse=True)


def announced(of: SeatView) -> str | None:
    """Return the highest type that a player has announced in this hand, or None."""
    return max((kind for kind in of.said if kind in PLACE), key=rank, default=None)


def has_less(view: View, of: SeatView) -> float:
    """Return the chance that a rival's hand is lower than the viewer's, estimated from games of computer players."""
    exchanges = 0 if of.stopped else sum(each is not None for each in of.thrown)
    return beats(form(hand_of(view)), exchanges, announced(of))


def most_dangerous(view: View, of: Sequence[SeatView]) -> SeatView:
    return min(of, key=lambda each: has_less(view, each))


def may_win(view: View, of: SeatView, points: int) -> bool:
    """Return whether these points bring a player to the target, and no other Chicago is needed to win (6.1, 7.4)."""
    return of.score < view.target <= of.score + points and (of.made_chicago or not view.options["must_chicago"])


def last_trick_stake(view: View) -> Line | None:
    """Return a sentence if a rival has reached the target, or if the last trick would bring a player there."""
    own = own_seat(view)
    if done := [of for of in rivals(view) if of.score >= view.target]:
        text = _("%(seat)s has %(score)s points already, so this hand is the last one.")
        return say(text, seat=seat(done[0].seat), score=number(done[0].score))
    if may_win(view, own, LAST_TRICK):
        return ngettext(
            "Only %(count)s point short of %(goal)s: the last trick would do it.",
            "Only %(count)s points short of %(goal)s: the last trick would do it.",
            view.target - own.score,
            goal=number(view.target),
        )
    near = [of for of in rivals(view) if may_win(view, of, LAST_TRICK)]
    if not near:
        return None
    threat = max(near, key=lambda of: of.score)
    return ngettext(
        "%(seat)s is only %(count)s point short of %(goal)s, and the last trick brings five.",
        "%(seat)s is only %(count)s points short of %(goal)s, and the last trick brings five.",
        view.target - threat.score,
        goal=number(view.target),
        seat=seat(threat.seat),
    )


def richest(view: View) -> SeatView:
    return max(rivals(view), key=lambda of: of.score)


def lost_in_chicago(view: View, of: SeatView) -> int:
    """Return the points that a broken Chicago costs a player (5.3, 7.5)."""
    return LEAST if view.options["negative"] else min(LEAST, of.score)
