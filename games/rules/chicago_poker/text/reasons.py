"""Explanations of shootouts, and the effects of taken businesses, in whole sentences (rules 6–8)."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from games.rules.chicago_poker.hands import describe
from games.rules.chicago_poker.pieces import KIND, TYPES, VALUE
from games.rules.chicago_poker.text.names import hand_in_words, kind
from games.rules.contract import Options, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, line, ngettext, number, say, seat, who
from games.rules.vocabulary import Line

_ENOUGH = 5
"""Number of businesses of any type that win the long game (8.1)."""
_OF_FIVE = {"chicago poker", "straight flush", "rainbow straight", "full house", "flush", "straight"}
"""Hands that use all five cards (7.1)."""


def why_shootout(columns: Sequence[Sequence[str]], best: int) -> Line:
    """Explain why the best hand beats the next (7): ``columns`` come best first; the first ``best`` are tied."""
    name, ranks = describe(columns[0])
    hand = line(hand_in_words(name, ranks))
    if best > 1 and name in _OF_FIVE:
        return say(_("A tie: each has %(hand)s."), hand=hand)
    if best > 1:
        return say(_("A tie: each has %(hand)s, and their other cards are equal too."), hand=hand)
    if len(columns) == 1:
        return say(_("Nobody else had any cards there."))
    other_name, other_ranks = describe(columns[1])
    other = hand_in_words(other_name, other_ranks)
    if hand.value != other:
        return say(_("The winner has %(hand)s, the next best %(other)s."), hand=hand, other=line(other))
    return _by_the_others(ranks, other_ranks)


def _by_the_others(ranks: Sequence[int], other: Sequence[int]) -> Line:
    """Compare hands of the same name by their other cards: the higher wins, a missing card is lowest (7.4)."""
    place = next(place for place, rank in enumerate(ranks) if other[place : place + 1] != (rank,))
    if place >= len(other):
        text = _("The same hand, but with one more card: the %(high)s.")
        return say(text, high=number(ranks[place]))
    text = _("The same hand, so the other cards decide: the %(high)s beats the %(low)s.")
    return say(text, high=number(ranks[place]), low=number(other[place]))


def why_sent(sent: Mapping[str, str | None]) -> Line:
    """Explain how the reinforcements decided the shootout (6.4)."""
    codes = sorted((code for code in sent.values() if code), key=VALUE.__getitem__)
    if not codes:
        return say(_("Nobody sent a reinforcement, so turn order decides."))
    if len(codes) > 1 and VALUE[codes[-2]] == VALUE[codes[-1]]:
        return say(_("The highest reinforcements tie again."))
    return say(_("%(card)s is the highest reinforcement."), card=card(codes[-1]))


def holding(of: Seat, tiles: Collection[str], options: Options, viewer: Seat | None) -> Line:
    """Return a sentence about a player with these businesses and their distance from winning (8.1, 8.2)."""
    counts = Counter(KIND[tile] for tile in tiles)
    top, most = counts.most_common(1)[0]
    short = bool(options["short"])
    wins = 2 if short else 3
    if most == wins - 1:
        return who(of, viewer, *_NEXT_OF_TYPE[short], kind=line(kind(f"{top}1")))
    if not short and len(counts) == len(TYPES) - 1:
        return who(of, viewer, *_FOURTH_TYPE)
    if len(tiles) == (2 if short else _ENOUGH - 1):
        return who(of, viewer, *_ANY_OTHER)
    return holds(of, len(tiles), viewer)


_NEXT_OF_TYPE = {
    False: (
        _("You have two of one type (%(kind)s): a third wins the game."),
        _("%(seat)s has two of one type (%(kind)s): a third wins the game."),
    ),
    True: (
        _("You have one of this type (%(kind)s): a second wins the game."),
        _("%(seat)s has one of this type (%(kind)s): a second wins the game."),
    ),
}
_FOURTH_TYPE = (
    _("You have three types of business: the fourth wins the game."),
    _("%(seat)s has three types of business: the fourth wins the game."),
)
_ANY_OTHER = (
    _("You need one more business to win, of any type."),
    _("%(seat)s needs one more business to win, of any type."),
)


def holds(of: Seat, count: int, viewer: Seat | None) -> Line:
    """Return a sentence with the number of businesses that a player holds."""
    if of == viewer:
        if not count:
            return say(_("You have no business yet."))
        return ngettext("You have %(count)s business.", "You have %(count)s businesses.", count)
    return ngettext("%(seat)s has %(count)s business.", "%(seat)s has %(count)s businesses.", count, seat=seat(of))
