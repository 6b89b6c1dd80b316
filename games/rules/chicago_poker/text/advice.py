"""The merits and risks of moves, and possible hands (rules 4–8).

The sentences contain neither the player's name nor "you".
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from games.rules.chicago_poker.bot.aims import TRIPS, Aim, nearest, ready
from games.rules.chicago_poker.bot.evaluation import own_seat, shortened
from games.rules.chicago_poker.bot.prospects import (
    Draw,
    best,
    column,
    draws,
    gangsters,
    name_of,
    open_businesses,
)
from games.rules.chicago_poker.hands import NAMES, strength
from games.rules.chicago_poker.moves import Move, understand
from games.rules.chicago_poker.pieces import COLUMN, VALUE
from games.rules.chicago_poker.text.aims import distance, hopes, in_reach, in_words, price
from games.rules.chicago_poker.text.faults import fault
from games.rules.chicago_poker.text.names import HANDS
from games.rules.chicago_poker.text.threats import called, rivals, shown, stake, wins
from games.rules.chicago_poker.view import BusinessView, View
from games.rules.contract import gettext_noop as _
from games.rules.phrases import cards, ngettext, piece, say, seat
from games.rules.presentation import Presentation
from games.rules.vocabulary import Chance, Line, Odds

_SHOWN = 2
"""The maximum number of chances per business: the most likely hand and the best one."""

_MOST = 4

_DECISIVE = 1.5
"""The factor on the value of a hand at a business that would win the game."""

_FEW = 2
"""The largest number of gangsters in hand that leaves little to choose from."""

_REVOLVER = 2


class Advice(Presentation[View]):
    def reasons(self, view: View, move: str) -> tuple[Line, ...]:
        meant = understand(move)
        return tuple(islice(_REASONS[meant.verb](view, meant), _MOST))

    def fault(self, view: View, move: str, better: str) -> Line | None:
        return fault(view, understand(move), understand(better))

    def odds(self, view: View) -> tuple[Odds, ...]:
        """Return, for each business, up to two hands that one drawn card would make possible."""
        if view.seat is None or view.outcome is not None or view.seats[view.seat].out:
            return ()
        found = ((business.tile, draws(view, business)) for business in open_businesses(view))
        return tuple(Odds(tuple(map(_chance, _ends(each))), tile) for tile, each in found if each)


def _ends(found: Sequence[Draw]) -> Sequence[Draw]:
    return found if len(found) <= _SHOWN else (found[0], found[-1])


def _chance(draw: Draw) -> Chance:
    return Chance(say(HANDS[NAMES[draw.name]]), draw.chance, draw.cards, draw.unseen)


def _play(view: View, meant: Move) -> Iterator[Line]:
    business = _at(view, meant.business)
    laid = column(view, business)
    after = (*laid, meant.card)
    rest = [card for card in gangsters(view) if card != meant.card]
    if len(after) == COLUMN:
        yield _completed(business, after)
    else:
        yield from hopes(view, business, after, rest)
    when = called(view, business) if len(after) < COLUMN else None
    told = stake(view, business.tile), when, rivals(view, business, after, laid), price(view, business, after, rest)
    yield from (each for each in told if each is not None)


def _at(view: View, tile: str) -> BusinessView:
    return next(business for business in open_businesses(view) if business.tile == tile)


def _completed(business: BusinessView, after: Sequence[str]) -> Line:
    if business.markers:
        return say(_("Before the shootout, it completes %(hand)s."), hand=in_words(after))
    return say(_("It makes %(hand)s and calls the shootout."), hand=in_words(after))


def _draw(view: View, meant: Move) -> Iterator[Line]:
    """Yield the best hand that a drawn card brings nearer, and why no card in hand is played instead."""
    hand = gangsters(view)
    said = [why for why in (_most_wanted(view, hand), _not_played(view, hand)) if why is not None]
    yield from said or [say(_("No card in hand fits well anywhere; a new one might."))]


def _most_wanted(view: View, hand: Sequence[str]) -> Line | None:
    found = [
        (aim.worth * (_DECISIVE if wins(view, own_seat(view), business.tile) else 1), len(laid), aim, business)
        for business in open_businesses(view)
        if (aim := nearest(view, laid := column(view, business), hand)) is not None and _in_time(view, business, aim)
    ]
    if not found:
        return None
    _worth, _laid, aim, business = max(found, key=lambda each: each[:2])
    return distance(aim, business)


def _in_time(view: View, business: BusinessView, aim: Aim) -> bool:
    """Return whether the hand can be laid after a draw, before a called shootout, and match the rivals there."""
    if called(view, business) is None:
        return True
    left, most = view.due + view.extra - 1, max(shown(view, business), default=None)
    return aim.lacking == 1 and len(aim.held) < left and (most is None or aim.name >= name_of(most[2]))


def _not_played(view: View, hand: Sequence[str]) -> Line | None:
    """Return the reason not to play a card: a lost shootout, a hand that can wait, or too few cards."""
    if (lost := _lost_shootout(view, hand)) is not None:
        return lost
    if not hand:
        return say(_("There’s no gangster in hand to play."))
    if len(hand) <= _FEW:
        return ngettext(
            "With only %(count)s gangster in hand there’s little to choose from.",
            "With only %(count)s gangsters in hand there’s little to choose from.",
            len(hand),
        )
    if (waits := _can_wait(view, hand)) is not None:
        return waits
    columns = [laid for business in open_businesses(view) if 0 < len(laid := column(view, business)) < COLUMN]
    if any(name_of((*laid, card)) > name_of(laid) for laid in columns for card in hand):
        return None
    return say(_("Nothing in hand improves a hand on the table.")) if columns else None


def _lost_shootout(view: View, hand: Sequence[str]) -> Line | None:
    """Return a sentence about a rival's shootout that the cards in hand can no longer win, or None."""
    for business in open_businesses(view):
        laid, known = column(view, business), shown(view, business)
        if not known or called(view, business) is None:
            continue
        most, rival, codes = max(known)
        fits = min(COLUMN - len(laid), view.due + view.extra, len(hand))
        within = [(*laid, *more) for size in range(fits + 1) for more in combinations(hand, size) if laid or more]
        if max(map(strength, within), default=0) < most:
            text = _("%(seat)s has %(hand)s at %(business)s, and nothing in hand beats that before the shootout.")
            return say(text, seat=seat(rival), hand=in_words(codes), business=piece(business.tile))
    return None


def _can_wait(view: View, hand: Sequence[str]) -> Line | None:
    """Return a sentence about the best hand that can wait because no shootout is called there, or None."""
    found = [
        (aim.name, strength((*laid, *aim.held)), [*laid, *aim.held], aim, business.tile)
        for business in open_businesses(view)
        if not business.markers and (aim := ready(laid := column(view, business), hand)) and aim.name >= TRIPS
    ]
    if not found:
        return None
    *_most, made, aim, tile = max(found, key=lambda each: each[:2])
    text = _("Playing %(cards)s for %(hand)s at %(business)s can wait: nobody has called a shootout there.")
    return say(text, cards=cards(aim.held), hand=in_words(made), business=piece(tile))


def _end(view: View, meant: Move) -> Iterator[Line]:
    if view.due + view.extra:
        yield say(_("No card helps enough anywhere yet, and cards in hand stay secret."))
    else:
        yield say(_("No actions are left."))


def _revolver(view: View, meant: Move) -> Iterator[Line]:
    yield say(_("It gives two more actions for playing the cards in hand."))
    left, hand = view.due + view.extra + _REVOLVER - 1, gangsters(view)
    found = [
        (strength((*laid, *aim.held)), [*laid, *aim.held], business.tile)
        for business in open_businesses(view)
        if (aim := ready(laid := column(view, business), hand)) and left - 1 <= len(aim.held) <= left
    ]
    if found:
        _most, made, tile = max(found)
        text = _("That’s enough for %(hand)s at %(business)s this turn.")
        yield say(text, hand=in_words(made), business=piece(tile))


def _raid(view: View, meant: Move) -> Iterator[Line]:
    business = _at(view, meant.business)
    hidden = sum(card.code is None for card in business.columns[meant.target])
    where = {"seat": seat(meant.target), "business": piece(meant.business)}
    if not hidden:
        yield say(_("%(seat)s has nothing hidden at %(business)s: it only uses up an action."), **where)
        return
    yield ngettext(
        "It shows %(seat)s’s hidden card at %(business)s.",
        "It shows %(seat)s’s %(count)s hidden cards at %(business)s.",
        hidden,
        **where,
    )
    yield from _there(view, business)


def _there(view: View, business: BusinessView) -> Iterator[Line]:
    """Yield sentences about a called shootout, the stake, and the viewer's hand compared with the rivals' hands."""
    laid = column(view, business)
    told = called(view, business), stake(view, business.tile), rivals(view, business, laid, laid) if laid else None
    yield from (each for each in told if each is not None)


def _liquidation(view: View, meant: Move) -> Iterator[Line]:
    business = _at(view, meant.business)
    after, there = shortened(business, meant.target), business.columns[meant.target]
    where = {"seat": seat(meant.target), "business": piece(meant.business)}
    known, kept = ([card.code for card in each if card.code] for each in (there, after.columns[meant.target]))
    if known and not kept:
        yield say(_("It removes %(seat)s’s only visible card at %(business)s."), **where)
    elif len(kept) < len(known) and strength(kept) < strength(known):
        text = _("It leaves %(seat)s %(left)s instead of %(hand)s at %(business)s.")
        yield say(text, hand=in_words(known), left=in_words(kept), **where)
    else:
        yield say(_("It removes %(seat)s’s last card at %(business)s."), **where)
    if len(there) == COLUMN - 1:
        yield say(_("Then %(seat)s needs two more cards to call the shootout there."), seat=seat(meant.target))
    yield from _there(view, after)


def _bribery(view: View, meant: Move) -> Iterator[Line]:
    if meant.card not in VALUE:
        yield say(_("The special card is worth more than the Bribery."))
        return
    hand = gangsters(view)
    found = [
        (reach, business.tile)
        for business in open_businesses(view)
        if (reach := best(laid := column(view, business), [*hand, meant.card])) > max(0, best(laid, hand))
    ]
    if found:
        reach, tile = max(found)
        yield say(_("It puts %(hand)s within reach at %(business)s."), hand=in_reach(reach), business=piece(tile))
        return
    kin = [card for card in hand if VALUE[card] == VALUE[meant.card] or card[-1] == meant.card[-1]]
    yield ngettext(
        "It matches %(count)s card in hand in value or gang.",
        "It matches %(count)s cards in hand in value or gang.",
        len(kin),
    )


def _limousine(view: View, meant: Move) -> Iterator[Line]:
    """Yield sentences about both columns after the move, the stake, and the strongest rival at the destination."""
    laid, onto = column(view, _at(view, meant.onto)), _at(view, meant.onto)
    left = [card for card in column(view, _at(view, meant.business)) if card not in meant.cards]
    joined = [*laid, *meant.cards]
    terms = {"onto": piece(meant.onto), "better": in_words(joined)}
    if left:
        rest = {"business": piece(meant.business), "left": in_words(left)}
        yield say(_("That makes %(better)s at %(onto)s and leaves %(left)s at %(business)s."), **terms, **rest)
    else:
        yield say(_("That makes %(better)s at %(onto)s."), **terms)
    told = called(view, onto), stake(view, meant.onto), rivals(view, onto, joined, laid)
    yield from (each for each in told if each is not None)


def _send(view: View, meant: Move) -> Iterator[Line]:
    higher = sum(VALUE[card] > VALUE[meant.card] for card in gangsters(view))
    if higher:
        yield ngettext(
            "The highest gangster sent wins the tie; %(count)s higher one is saved for later.",
            "The highest gangster sent wins the tie; %(count)s higher ones are saved for later.",
            higher,
        )
    else:
        yield say(_("The highest gangster sent wins the tie, and this is the highest in hand."))
    if view.tie is not None and (won := stake(view, view.tie.tile)) is not None:
        yield won


def _decline(view: View, meant: Move) -> Iterator[Line]:
    yield say(_("This business isn’t worth a gangster."))


def _resolve(view: View, meant: Move) -> Iterator[Line]:
    yield say(_("The hand there: %(hand)s."), hand=in_words(column(view, _at(view, meant.business))))


_REASONS = {
    "play": _play, "draw": _draw, "end": _end, "revolver": _revolver, "raid": _raid, "liquidation": _liquidation,
    "bribery": _bribery, "limousine": _limousine, "send": _send, "decline": _decline, "resolve": _resolve,
}  # fmt: skip
