"""Moves that look absurd to a good player, given only the mover's view; see docs/explanation/computers.md."""

from collections.abc import Sequence
from math import inf

from games.rules.contract import Seat
from games.rules.swedish_chicago.bot.guesses import unseen
from games.rules.swedish_chicago.bot.keep_values import straights
from games.rules.swedish_chicago.bot.numbers import TYPE_PLACE, place, strength
from games.rules.swedish_chicago.bot.playout import LAST_TRICK
from games.rules.swedish_chicago.hands import PLACE, combination, points, wins
from games.rules.swedish_chicago.legal import LEAST, announcement
from games.rules.swedish_chicago.options import exchange_stop
from games.rules.swedish_chicago.pieces import HAND, VALUE
from games.rules.swedish_chicago.scoring import would_fall
from games.rules.swedish_chicago.table import PARTS
from games.rules.swedish_chicago.view import SeatView, View

_TEN, _KING = 10, 13
_PAIR = TYPE_PLACE["pair"]
_WHOLE = frozenset(TYPE_PLACE[kind] for kind in ("straight", "flush", "straight flush", "royal"))
"""Combinations of five cards of different ranks, which are broken by throwing any card."""

_WORTH_A_PAIR = 0.3
"""The points by which keeping high cards must beat keeping a pair or a four-card draw."""

Choice = tuple[float, int]
"""The value of an exchange in points, and a bit mask of the kept cards (``Keeping.choices``)."""


def sound_exchanges(
    hand: Sequence[int], choices: Sequence[Choice], part: int, chicago_alone: bool = False
) -> list[Choice]:
    """Return the choices that are not absurd, in the same order; keeping all cards is always among them.

    A single card is kept only if none is higher. Equal cards stay together, as do straights and flushes. A pair may be
    broken to draw one card to a straight or flush or, after the first exchange, for high cards of clearly greater
    value. Any combination may be broken for high cards if only a Chicago can still win (``chicago_alone``).
    """
    made = place(strength(hand))
    plain = [not _breaks(hand, kept, made) or (made == _PAIR and _draws(_kept(hand, kept))) for _, kept in choices]
    least = _WORTH_A_PAIR + max(worth for (worth, _), is_plain in zip(choices, plain, strict=True) if is_plain)
    may_go = made == _PAIR and part > 1
    return [
        (worth, kept)
        for (worth, kept), is_plain in zip(choices, plain, strict=True)
        if not _keeps_the_lower(hand, kept)
        and (
            is_plain
            or (may_go and worth >= least and max(map(_value, _kept(hand, kept)), default=0) >= _KING)
            or (chicago_alone and _are_high(_kept(hand, kept)))
        )
    ]


def only_a_chicago_wins(view: View, seat: Seat) -> bool:
    """Return whether the seat needs a Chicago to win, because a leading rival will otherwise win with this hand.

    The leading rival has reached the target, or will with the last trick. The seat could not catch up even with the
    last trick, every announcement and the best hand, each at least four of a kind. With a Chicago it could, and it has
    the points to declare one, or will have them after the announcements.
    """
    own, options, target = view.seats[seat], view.options, view.target
    others = [view.seats[other] for other in view.order if other != seat]
    leader = max([of.score for of in others if of.made_chicago or not options["must_chicago"]], default=0)
    kind = combination(own.hand or ())
    best = max(points(each, options) for each in ("four of a kind", kind) if each is not None)
    announced = own.score + best * (PARTS - view.part)
    most = announced + best + LAST_TRICK
    may_declare = options["negative"] or announced >= LEAST
    reaches = leader < target or leader <= most + LEAST
    return may_declare and reaches and leader + LAST_TRICK >= target and most < max(leader, target)


def _are_high(kept: Sequence[int]) -> bool:
    """Return whether there are cards, all of them tens or higher, including a king or an ace."""
    values = [*map(_value, kept)]
    return min(values, default=0) >= _TEN and max(values) >= _KING


def _value(card: int) -> int:
    return card & 15


def _kept(hand: Sequence[int], kept: int) -> list[int]:
    return [card for number, card in enumerate(hand) if kept >> number & 1]


def _breaks(hand: Sequence[int], kept: int, made: int) -> bool:
    values = [*map(_value, hand)]
    thrown = [value for number, value in enumerate(values) if not kept >> number & 1]
    return bool(thrown) and (made in _WHOLE or any(values.count(value) > 1 for value in thrown))


def _keeps_the_lower(hand: Sequence[int], kept: int) -> bool:
    return kept.bit_count() == 1 and _value(_kept(hand, kept)[0]) < max(map(_value, hand))


def _draws(kept: Sequence[int]) -> bool:
    """Return whether four cards are left, with one card missing for a straight or a flush."""
    values = [*map(_value, kept)]
    return len({*values}) == HAND - 1 and (len({card >> 4 for card in kept}) == 1 or straights(values) > 0)


def sound(view: View, seat: Seat) -> list[str]:
    """Return the legal moves that are not absurd, in phases other than exchanges."""
    found = _ABSURD.get(view.phase)
    absurd = found(view, seat) if found else ()
    return [move for move in view.legal if move not in absurd]


def _silent(view: View, seat: Seat) -> Sequence[str]:
    """Return all moves but the announcement of the whole hand, unless something else can be right.

    Passing, or announcing less (7.8), can be right if announcing affects a fall (7.4) or an exchange stop (2.2).
    """
    own = view.seats[seat]
    kind = combination(own.hand or ())
    if kind is None or announcement(view.legal) is None:
        return ()
    to_pass = would_fall(view, own, kind) or nears_the_stop(view, own, kind) or keeps_from_the_stop(view, own, kind)
    return () if to_pass else view.legal[1:]


def nears_the_stop(view: View, own: SeatView, kind: str) -> bool:
    """Return whether this announcement reaches the exchange stop without winning.

    A pair or two pairs may also reach it later in the hand.
    """
    stop, worth = _stop(view), points(kind, view.options)
    if not own.score < stop or wins(kind, view.options):
        return False
    if stop <= own.score + worth:
        return own.score + worth < view.target
    return kind in _LITTLE and stop <= own.score + worth * (PARTS + 1 - view.part) + LAST_TRICK


def keeps_from_the_stop(view: View, own: SeatView, kind: str) -> bool:
    """Return whether announcing one or two pairs can keep a rival's announcement from reaching the exchange stop."""
    said = [(of.score, of.said[view.part - 1]) for of in view.seats if of.seat != own.seat]
    return kind in _LITTLE and any(
        score < _stop(view) <= score + points(theirs, view.options) for score, theirs in said if theirs in PLACE
    )


_LITTLE = ("pair", "two pairs")


def _stop(view: View) -> float:
    """Return the score from which players can't exchange, or infinity if there is none."""
    stop = exchange_stop(view.options)
    return inf if stop is None else stop


def _loses_the_last(view: View, seat: Seat) -> Sequence[str]:
    """Return an absurd lead from the last two cards, if there is one.

    Of two cards of a suit, leading the lower one is absurd if only the higher one beats all unseen cards.
    """
    own = view.seats[seat]
    hand = own.hand or ()
    if view.trick or len(hand) != 2 or len({card[1] for card in hand}) > 1:
        return ()
    low, high = sorted(hand, key=VALUE.__getitem__)
    out = [VALUE[card] for card in unseen(view) if card[1] == high[1] and card not in (own.thrown_cards or ())]
    highest = max(out, default=0)
    return (f"play {low}",) if VALUE[low] < highest < VALUE[high] else ()


_ABSURD = {"announce": _silent, "play": _loses_the_last}
