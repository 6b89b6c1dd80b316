"""Tricks with card numbers (``numbers.py``): exact for two known hands, by simple rules for more players (4.2, 5).

The exact search tries few replies to a card led: the lowest card that takes the trick, and the lowest one that doesn't.
Hands are in ascending order, so they are sorted by suit.
"""

from collections.abc import Iterator, Sequence

Hand = tuple[int, ...]

_Known = dict[tuple[Hand, Hand], bool]


_MOST = 50_000
"""The maximum number of cached positions, which take about 15 MB."""

_known: _Known = {}


def takes_last(leader: Hand, other: Hand) -> bool:
    """Return whether the leader takes the last trick. Both players hold the same number of cards."""
    if len(leader) == 1:
        return not (other[0] >> 4 == leader[0] >> 4 and other[0] > leader[0])
    key = leader, other
    found = _known.get(key)
    if found is None:
        found = _finds_a_lead(leader, other)
        if len(_known) >= _MOST:
            _known.clear()
        _known[key] = found
    return found


def _finds_a_lead(leader: Hand, other: Hand) -> bool:
    for number, card in enumerate(leader):
        rest = leader[:number] + leader[number + 1 :]
        if number < len(rest) and rest[number] >> 4 == card >> 4 and _is_like(card, rest[number], other):
            continue
        if leads_well(card, rest, other):
            return True
    return False


def _is_like(card: int, above: int, other: Hand) -> bool:
    """Return whether two cards of a suit are equivalent because the other player holds no card between them."""
    return not any(card < each < above for each in other)


def leads_well(card: int, rest: Hand, other: Hand) -> bool:
    """Return whether the leader takes the last trick after leading ``card``, with ``rest`` in hand."""
    suit = card >> 4
    low = beating = -1
    for number, each in enumerate(other):
        if each >> 4 == suit:
            if low < 0:
                low = number
            if each > card:
                beating = number
                break
    if low < 0:
        if not rest:
            return True
        return all(takes_last(rest, left) for left in _discards(other))
    if not rest:
        return beating < 0
    if beating >= 0 and takes_last(other[:beating] + other[beating + 1 :], rest):
        return False
    return beating == low or takes_last(rest, other[:low] + other[low + 1 :])


def _discards(hand: Hand) -> Iterator[Hand]:
    """Yield, for each suit in the hand, the hand without its lowest card of that suit."""
    suit = -1
    for number, card in enumerate(hand):
        if card >> 4 != suit:
            suit = card >> 4
            yield hand[:number] + hand[number + 1 :]


def takes_all(declarer: Hand, other: Hand) -> bool:
    """Return whether a declarer who leads takes every trick (5.2)."""
    for number, card in enumerate(declarer):
        suit = card >> 4
        following = [each for each in other if each >> 4 == suit]
        if following and following[-1] > card:
            continue
        rest = declarer[:number] + declarer[number + 1 :]
        if not rest:
            return True
        if following:
            low = other.index(following[0])
            if takes_all(rest, other[:low] + other[low + 1 :]):
                return True
        elif all(takes_all(rest, left) for left in _discards(other)):
            return True
    return False


def takes_all_after(card: int, declarer: Hand, other: Hand) -> bool:
    """Return whether a declarer takes this card, led by the other player, and every later trick.

    ``other`` is the other player's hand after the lead.
    """
    for number, each in enumerate(declarer):
        if each >> 4 == card >> 4 and each > card:
            rest = declarer[:number] + declarer[number + 1 :]
            return not rest or takes_all(rest, other)
    return False


def takes_all_from(declarer: Hand, other: Hand) -> bool:
    return all(takes_all_after(card, declarer, other[:n] + other[n + 1 :]) for n, card in enumerate(other))


def plainly(
    hands: Sequence[list[int]], turns: Sequence[int], trick: Sequence[tuple[int, int]], declarer: int | None
) -> int:
    """Play the tricks by simple rules, removing cards from ``hands``.

    Return the position that takes the last trick, or breaks the Chicago.
    """
    best, taker = 0, -1
    for card, position in trick:
        if not best or (card >> 4 == best >> 4 and card > best):
            best, taker = card, position
    while True:
        for position in turns:
            hand = hands[position]
            own = position == declarer
            card = follow(hand, best, declarer is not None, own) if best else lead(hand, declarer is not None)
            hand.remove(card)
            if not best or (card >> 4 == best >> 4 and card > best):
                best, taker = card, position
        if not hands[taker] or (declarer is not None and taker != declarer):
            return taker
        best, turns = 0, [*range(taker, len(hands)), *range(taker)]
        turns = [position for position in turns if hands[position]]


def lead(hand: Sequence[int], chicago: bool) -> int:
    """Return the card to lead: high in the last tricks and in a Chicago, otherwise low."""
    return (max if chicago or len(hand) < 3 else min)(hand, key=_value)


def follow(hand: Sequence[int], best: int, chicago: bool, declares: bool) -> int:
    """Return the card to follow with: one that takes the trick if that matters, otherwise the lowest."""
    following = [card for card in hand if card >> 4 == best >> 4]
    higher = [card for card in following if card > best]
    if higher and declares:
        return max(higher)
    if higher and (chicago or len(hand) < 4):
        return min(higher)
    return min(following or hand, key=_value)


def _value(card: int) -> int:
    return card & 15


def holds_after(card: int, rest: Hand, other: Hand) -> bool:
    """Return whether a declarer who has led ``card`` takes this trick and, with ``rest`` in hand, all later ones."""
    following = [each for each in other if each >> 4 == card >> 4]
    if following and following[-1] > card:
        return False
    if not rest:
        return True
    left = [tuple(each for each in other if each != following[0])] if following else _discards(other)
    return all(takes_all(rest, each) for each in left)
