"""The names of cards, ranks, suits and combinations, and their points (rule 1)."""

from collections import Counter
from collections.abc import Sequence

from games.rules import playing_cards
from games.rules.contract import gettext_noop as _
from games.rules.phrases import line, pgettext, say
from games.rules.playing_cards import RANKS
from games.rules.presentation import Presentation
from games.rules.swedish_chicago.hands import combination, stages
from games.rules.swedish_chicago.pieces import VALUE
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Face, HandRanking, Line, Term

SEVERAL = {
    "2": pgettext("several cards of a rank", "twos"),
    "3": pgettext("several cards of a rank", "threes"),
    "4": pgettext("several cards of a rank", "fours"),
    "5": pgettext("several cards of a rank", "fives"),
    "6": pgettext("several cards of a rank", "sixes"),
    "7": pgettext("several cards of a rank", "sevens"),
    "8": pgettext("several cards of a rank", "eights"),
    "9": pgettext("several cards of a rank", "nines"),
    "T": pgettext("several cards of a rank", "tens"),
    "J": pgettext("several cards of a rank", "jacks"),
    "Q": pgettext("several cards of a rank", "queens"),
    "K": pgettext("several cards of a rank", "kings"),
    "A": pgettext("several cards of a rank", "aces"),
}

HANDS = {
    "royal": _("Royal straight flush"),
    "straight flush": _("Straight flush"),
    "four of a kind": _("Four of a kind"),
    "full house": _("Full house"),
    "flush": _("Flush"),
    "straight": _("Straight"),
    "trips": _("Three of a kind"),
    "two pairs": _("Two pairs"),
    "pair": _("Pair"),
}
"""The names of the combinations as headings, highest first (1.4)."""

NOUNS = {
    "royal": _("a royal straight flush"),
    "straight flush": _("a straight flush"),
    "four of a kind": _("four of a kind"),
    "full house": _("a full house"),
    "flush": _("a flush"),
    "straight": _("a straight"),
    "trips": _("three of a kind"),
    "two pairs": _("two pairs"),
    "pair": _("a pair"),
}
"""The names of combinations within a sentence, as the object of a verb such as "hold" or "announce"."""

_RANKED = {
    "straight flush": _("a straight flush, %(rank)s high"),
    "four of a kind": _("four %(ranks)s"),
    "full house": _("a full house, three %(ranks)s and two %(others)s"),
    "flush": _("a flush, %(rank)s high"),
    "straight": _("a straight, %(rank)s high"),
    "trips": _("three %(ranks)s"),
    "two pairs": _("two pairs, %(ranks)s and %(others)s"),
    "pair": _("a pair of %(ranks)s"),
}

STAGES = {
    "pair": _("pair"),
    "odd": _("odd card"),
    "high pair": _("high pair"),
    "low pair": _("low pair"),
    "three": _("the three"),
    "four": _("the four"),
    "top": _("top card"),
    "card": _("next card"),
}


def _rung(kind: str, help: str, example: str) -> HandRanking:
    return HandRanking(say(HANDS[kind]), say(help), tuple(example.split()))


HAND_RANKINGS: tuple[HandRanking, ...] = (
    _rung("royal", _("52 points. Ten to ace in a row, all of one suit."), "Ts Js Qs Ks As"),
    _rung("straight flush", _("8 points. Five in a row, all of one suit."), "5d 6d 7d 8d 9d"),
    _rung("four of a kind", _("7 points. Four of one rank."), "8c 8d 8h 8s"),
    _rung("full house", _("6 points. Three of one rank and two of another."), "Kd Kh Ks 4c 4d"),
    _rung("flush", _("5 points. Five of one suit."), "2h 6h 9h Jh Kh"),
    _rung("straight", _("4 points. Five in a row; an ace is above the king or below the two."), "Ac 2d 3s 4h 5c"),
    _rung("trips", _("3 points. Three of one rank."), "Qc Qd Qs"),
    _rung("two pairs", _("2 points. Two of one rank and two of another."), "Jd Jh 6c 6s"),
    _rung("pair", _("1 point. Two of one rank."), "9d 9s"),
)
"""The combinations, highest first, each with its points and an example (1.4, 1.5)."""


class Names(Presentation[View]):
    HAND_RANKINGS = HAND_RANKINGS

    def face(self, code: str) -> Face:
        return playing_cards.face(code)


def kind(of: str) -> Term:
    return line(say(NOUNS[of]))


def several(rank: str) -> Term:
    return line(SEVERAL[rank])


def hand_name(cards: Sequence[str]) -> Line | None:
    """Return the name of a five-card combination with its main ranks, for use in a sentence, or None (1.4)."""
    found = combination(cards)
    if found is None or found == "royal":
        return say(NOUNS[found]) if found else None
    if found in ("straight flush", "flush", "straight"):
        return say(_RANKED[found], rank=line(RANKS[stages(cards)[0]]))
    return group_name(cards)


def group_name(cards: Sequence[str]) -> Line | None:
    """Return the name of the equal ranks among any number of cards, from a pair to a full house, or None."""
    groups = Counter(card[0] for card in sorted(cards, key=VALUE.__getitem__, reverse=True)).most_common(2)
    (rank, size), (other, second) = (*groups, ("", 0))[:2]
    if size < 2:
        return None
    if second < 2:
        return say(_RANKED[{2: "pair", 3: "trips", 4: "four of a kind"}[size]], ranks=several(rank))
    return say(_RANKED["two pairs" if size == 2 else "full house"], ranks=several(rank), others=several(other))
