"""Sentences about why a hand wins a shootout, and about what a player still needs to win (rules 6–8)."""

from collections.abc import Mapping, Sequence

from games.rules.chicago_poker.bot.reach import missing
from games.rules.chicago_poker.hands import describe
from games.rules.chicago_poker.pieces import KIND, TYPES, VALUE
from games.rules.chicago_poker.text.names import hand_in_words
from games.rules.contract import Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, line, ngettext, number, say, seat, who
from games.rules.vocabulary import Line

_OF_FIVE = {"chicago poker", "straight flush", "rainbow straight", "full house", "flush", "straight"}
"""Hands that use all five cards (7.1)."""


def why_shootout(columns: Sequence[Sequence[str]], best: int) -> Line:
    """Return a sentence about why the best hand beats the next one (7).

    The best hand is the first of ``columns``. ``best`` is the number of hands tied for first.
    """
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
    """Return a sentence that compares hands of the same name by their other cards (7.4).

    The higher card wins; a missing card is the lowest.
    """
    place = next(place for place, rank in enumerate(ranks) if other[place : place + 1] != (rank,))
    if place >= len(other):
        text = _("The same hand, but with one more card: the %(high)s.")
        return say(text, high=number(ranks[place]))
    text = _("The same hand, so the other cards decide: the %(high)s beats the %(low)s.")
    return say(text, high=number(ranks[place]), low=number(other[place]))


def why_sent(sent: Mapping[str, str | None]) -> Line:
    """Return a sentence about how the reinforcements decided the shootout (6.4)."""
    codes = sorted((code for code in sent.values() if code), key=VALUE.__getitem__)
    if not codes:
        return say(_("Nobody sent a reinforcement, so turn order decides."))
    if len(codes) > 1 and VALUE[codes[-2]] == VALUE[codes[-1]]:
        return say(_("The highest reinforcements tie again."))
    return say(_("%(card)s is the highest reinforcement."), card=card(codes[-1]))


def needs(of: Seat, tiles: tuple[str, ...], short: bool, viewer: Seat | None) -> Line | None:
    """Return a sentence about what a player with these businesses needs to win (8.1, 8.2), or None for a winner."""
    away = missing(tiles, short)
    if not away:
        return None
    if away > 1:
        return _needs_several(of, away, viewer)
    wins = [kind for kind in TYPES if not missing((*tiles, f"{kind}1"), short)]
    if len(wins) > 1:
        return who(of, viewer, _("You need one more business to win."), _("%(seat)s needs one more business to win."))
    has_one = wins[0] in (KIND[tile] for tile in tiles)
    return who(of, viewer, *(_ANOTHER if has_one else _FIRST)[wins[0]])


def _needs_several(of: Seat, away: int, viewer: Seat | None) -> Line:
    if of == viewer:
        return ngettext(
            "You need at least %(count)s more business to win.",
            "You need at least %(count)s more businesses to win.",
            away,
        )
    return ngettext(
        "%(seat)s needs at least %(count)s more business to win.",
        "%(seat)s needs at least %(count)s more businesses to win.",
        away,
        seat=seat(of),
    )


_ANOTHER = {
    "speakeasy": (_("You need one more speakeasy to win."), _("%(seat)s needs one more speakeasy to win.")),
    "jazz": (_("You need one more jazz club to win."), _("%(seat)s needs one more jazz club to win.")),
    "brewery": (_("You need one more brewery to win."), _("%(seat)s needs one more brewery to win.")),
    "gambling": (_("You need one more gambling house to win."), _("%(seat)s needs one more gambling house to win.")),
}
_FIRST = {
    "speakeasy": (_("You only need a speakeasy to win."), _("%(seat)s only needs a speakeasy to win.")),
    "jazz": (_("You only need a jazz club to win."), _("%(seat)s only needs a jazz club to win.")),
    "brewery": (_("You only need a brewery to win."), _("%(seat)s only needs a brewery to win.")),
    "gambling": (_("You only need a gambling house to win."), _("%(seat)s only needs a gambling house to win.")),
}
