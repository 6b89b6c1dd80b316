"""Sentences about the hand that a column can become, and how many cards it lacks (rule 7)."""

from collections.abc import Iterator, Sequence

from games.rules.chicago_poker.bot.aims import FLUSH, STRAIGHT, TRIPS, Aim, nearest, ready
from games.rules.chicago_poker.bot.prospects import best, column, name_of, open_businesses
from games.rules.chicago_poker.hands import NAMES, describe
from games.rules.chicago_poker.pieces import VALUE
from games.rules.chicago_poker.text.names import GANGS, IN_REACH, hand_in_words
from games.rules.chicago_poker.view import BusinessView, View
from games.rules.contract import gettext_noop as _
from games.rules.phrases import cards, line, ngettext, number, piece, say
from games.rules.vocabulary import Line, Term

_PRICED = NAMES.index("two pairs")
"""The lowest hand elsewhere that makes a card worth mentioning as a price."""

ROW = 3
"""The number of cards from which a flush or a straight is in prospect."""


def hopes(view: View, business: BusinessView, after: Sequence[str], rest: Sequence[str]) -> Iterator[Line]:
    """Yield sentences about the hand that the last card makes now, and about the hand that it may become."""
    laid, made, near = after[:-1], ready(after, rest), nearest(view, after, rest)
    improves = len(laid) > 0 and name_of(after) > name_of(laid)
    if improves:
        yield say(_("That makes %(hand)s right away."), hand=in_words(after))
    if made and name_of((*laid, *made.held)) >= made.name:
        made = None  # the same hand without this card
    if near and laid and not improves and _is_as_near(nearest(view, laid, rest), near):
        near = None
    if made and (made.name >= TRIPS or near is None or near.name < STRAIGHT):
        yield _with_hand(made, after)
    elif near and (near.name >= TRIPS or not improves):
        yield distance(near, business)
    elif not improves:
        yield _filler(view, business, after[-1], rest)


def _is_as_near(before: Aim | None, near: Aim) -> bool:
    return before is not None and before.name >= near.name and before.lacking <= near.lacking


def _filler(view: View, business: BusinessView, card: str, rest: Sequence[str]) -> Line:
    """Return a sentence about a card that helps no hand at the business."""
    others = (column(view, other) for other in open_businesses(view) if other is not business)
    if any(best(laid, [*rest, card]) > max(0, best(laid, rest)) for laid in others):
        return say(_("It adds nothing to the hand there yet."))
    return say(_("It costs little: the card is no use anywhere else."))


def in_words(cards: Sequence[str]) -> Term:
    return line(hand_in_words(*describe(cards)))


def in_reach(name: int) -> Term:
    return line(say(IN_REACH[NAMES[name]]))


def _with_hand(aim: Aim, laid: Sequence[str]) -> Line:
    text = _("With %(cards)s added from hand, it becomes %(hand)s.")
    return say(text, cards=cards(aim.held), hand=in_words((*laid, *aim.held)))


def distance(aim: Aim, business: BusinessView) -> Line:
    """Return a sentence about a hand that needs drawn cards, and how many of the unseen cards fit."""
    terms = {"unseen": number(aim.unseen), "business": piece(business.tile), "hand": in_reach(aim.name)}
    values = {VALUE[card] for card in aim.fitting}
    if aim.name == FLUSH:
        return _flush(aim, terms)
    if aim.lacking > 1:
        return ngettext(
            "A straight at %(business)s is two cards away: %(count)s of the %(unseen)s unseen cards fits.",
            "A straight at %(business)s is two cards away: %(count)s of the %(unseen)s unseen cards fit.",
            len(aim.fitting),
            **terms,
        )
    if len(values) == 1:
        return ngettext(
            "One %(value)s would complete %(hand)s at %(business)s: %(count)s of the %(unseen)s unseen cards fits.",
            "One %(value)s would complete %(hand)s at %(business)s: %(count)s of the %(unseen)s unseen cards fit.",
            len(aim.fitting),
            value=number(values.pop()),
            **terms,
        )
    return _any_of_them(aim, terms)


def _any_of_them(aim: Aim, terms: dict[str, Term]) -> Line:
    fit = len(aim.fitting)
    match NAMES[aim.name]:
        case "pair":
            return ngettext(
                "%(count)s of the %(unseen)s unseen cards would make a pair at %(business)s.",
                "%(count)s of the %(unseen)s unseen cards would make a pair at %(business)s.",
                fit,
                **terms,
            )
        case "two pairs":
            return ngettext(
                "%(count)s of the %(unseen)s unseen cards would bring a second pair to %(business)s.",
                "%(count)s of the %(unseen)s unseen cards would bring a second pair to %(business)s.",
                fit,
                **terms,
            )
        case "straight":
            return ngettext(
                "A straight at %(business)s is one card away: %(count)s of the %(unseen)s unseen cards fits.",
                "A straight at %(business)s is one card away: %(count)s of the %(unseen)s unseen cards fit.",
                fit,
                **terms,
            )
        case "full house":
            return ngettext(
                "A full house at %(business)s is one card away: %(count)s of the %(unseen)s unseen cards fits.",
                "A full house at %(business)s is one card away: %(count)s of the %(unseen)s unseen cards fit.",
                fit,
                **terms,
            )
    return ngettext(
        "%(count)s of the %(unseen)s unseen cards puts %(hand)s within reach at %(business)s.",
        "%(count)s of the %(unseen)s unseen cards put %(hand)s within reach at %(business)s.",
        fit,
        **terms,
    )


def _flush(aim: Aim, terms: dict[str, Term]) -> Line:
    terms = terms | {"gang": line(say(GANGS[aim.fitting[0][-1]][1])), "cards": cards(aim.held)}
    fit = len(aim.fitting)
    if aim.lacking == 1 and aim.held:
        return ngettext(
            "With %(cards)s added from hand, one more %(gang)s makes a flush at %(business)s: "
            "%(count)s of the %(unseen)s unseen cards fits.",
            "With %(cards)s added from hand, one more %(gang)s makes a flush at %(business)s: "
            "%(count)s of the %(unseen)s unseen cards fit.",
            fit,
            **terms,
        )
    if aim.lacking == 1:
        return ngettext(
            "One more %(gang)s makes a flush at %(business)s: %(count)s of the %(unseen)s unseen cards fits.",
            "One more %(gang)s makes a flush at %(business)s: %(count)s of the %(unseen)s unseen cards fit.",
            fit,
            **terms,
        )
    if aim.held:
        return ngettext(
            "With %(cards)s added from hand, a flush at %(business)s is two cards away "
            "(%(gang)s): %(count)s of the %(unseen)s unseen cards fits.",
            "With %(cards)s added from hand, a flush at %(business)s is two cards away "
            "(%(gang)s): %(count)s of the %(unseen)s unseen cards fit.",
            fit,
            **terms,
        )
    return ngettext(
        "A flush at %(business)s is two cards away (%(gang)s): %(count)s of the %(unseen)s unseen cards fits.",
        "A flush at %(business)s is two cards away (%(gang)s): %(count)s of the %(unseen)s unseen cards fit.",
        fit,
        **terms,
    )


def price(view: View, business: BusinessView, after: Sequence[str], rest: Sequence[str]) -> Line | None:
    """Return a sentence about a hand that the card costs, at this business or another one, or None."""
    laid = after[:-1]
    for name, fits in ((FLUSH, one_gang), (STRAIGHT, in_a_row)):
        if len(laid) >= ROW and fits(laid) and not fits(after) and name > name_of(after):
            return say(_("But it rules out %(hand)s there."), hand=in_reach(name))
    lost = [
        (with_it, other.tile)
        for other in open_businesses(view)
        if other is not business
        and (there := column(view, other))
        and (with_it := best(there, [*rest, after[-1]])) > best(there, rest)
    ]
    most, tile = max(lost, default=(0, ""))
    if most < _PRICED:
        return None
    text = _("But it can’t go towards %(hand)s at %(business)s any more.")
    return say(text, hand=in_reach(most), business=piece(tile))


def one_gang(codes: Sequence[str]) -> bool:
    return len({code[-1] for code in codes}) == 1


def in_a_row(codes: Sequence[str]) -> bool:
    """Return whether these gangsters fit into one straight."""
    values = {VALUE[code] for code in codes}
    return len(values) == len(codes) and max(values) - min(values) <= 4
