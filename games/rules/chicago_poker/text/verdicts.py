"""Shootouts, reinforcements, taken businesses and the end of the game, in whole sentences (rules 6 and 8)."""

from collections.abc import Mapping
from typing import Any

from games.rules.chicago_poker.text.names import hand_in_words, kind
from games.rules.contract import Event, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import Sentence, by, card, cards, doer, line, lines, piece, say, seat, seats, who
from games.rules.vocabulary import Line, Term

Viewer = Seat | None


def _place(event: Event) -> Term:
    return piece(event.details["business"])


def _shootout(event: Event, viewer: Viewer) -> Line:
    terms = {"business": _place(event), "hands": lines(_shown(hand, viewer) for hand in event.details["hands"])}
    caller: Seat | None = event.details["caller"]
    if caller is None:
        return say(_("Stalemate shootout at %(business)s: %(hands)s."), **terms)
    if caller == viewer:
        return say(_("Shootout at %(business)s, called by you: %(hands)s."), **terms)
    return say(_("Shootout at %(business)s, called by %(seat)s: %(hands)s."), seat=seat(caller), **terms)


def _shown(hand: Mapping[str, Any], viewer: Viewer) -> Line:
    terms = {"hand": line(hand_in_words(hand["hand"], hand["ranks"])), "cards": cards(hand["cards"])}
    you, other = _("you have %(hand)s (%(cards)s)"), _("%(seat)s has %(hand)s (%(cards)s)")
    return who(hand["seat"], viewer, you, other, **terms)


def _tied(event: Event, viewer: Viewer) -> Line:
    level = list(event.details["seats"])
    if viewer in level:
        text = _("You’re tied with %(seats)s at %(business)s: reinforcements decide.")
        return say(text, seats=seats(each for each in level if each != viewer), business=_place(event))
    text = _("%(seats)s are tied at %(business)s: reinforcements decide.")
    return say(text, seats=seats(level), business=_place(event))


def _answered(event: Event, viewer: Viewer) -> Line:
    if doer(event) != viewer:
        return say(_("%(seat)s has chosen in secret."), seat=seat(doer(event)))
    if event.details["card"] is None:
        return say(_("You chose to send nobody."))
    return say(_("You chose to send %(card)s."), card=card(event.details["card"]))


def _revealed(event: Event, viewer: Viewer) -> Line:
    sent = [_sent(int(of), code, viewer) for of, code in event.details["sent"].items()]
    return say(_("Reinforcements at %(business)s: %(sent)s."), business=_place(event), sent=lines(sent))


def _sent(of: Seat, code: str | None, viewer: Viewer) -> Line:
    if code is None:
        return who(of, viewer, _("you sent nobody"), _("%(seat)s sent nobody"))
    return who(of, viewer, _("you sent %(card)s"), _("%(seat)s sent %(card)s"), card=card(code))


def _took(event: Event, viewer: Viewer) -> Line:
    terms = {"business": _place(event), "kind": line(kind(event.details["business"]))}
    you, other = _("You took %(business)s (%(kind)s)."), _("%(seat)s took %(business)s (%(kind)s).")
    return by(event, viewer, you, other, **terms)


def _opened(event: Event, viewer: Viewer) -> Line:
    tile = event.details["business"]
    return say(_("New in town: %(business)s (%(kind)s)."), business=piece(tile), kind=line(kind(tile)))


def _stalemate(event: Event, viewer: Viewer) -> Line:
    return say(_("Nobody has done anything for three rounds, so there is a shootout at every business with cards."))


REASONS = {
    "three of a type": (
        _("You win the game with three businesses of one type."),
        _("%(seat)s wins the game with three businesses of one type."),
    ),
    "four types": (
        _("You win the game with all four types of business."),
        _("%(seat)s wins the game with all four types of business."),
    ),
    "five businesses": (
        _("You win the game with five businesses."),
        _("%(seat)s wins the game with five businesses."),
    ),
    "two of a type": (
        _("You win the short game with two businesses of one type."),
        _("%(seat)s wins the short game with two businesses of one type."),
    ),
    "three businesses": (
        _("You win the short game with three businesses."),
        _("%(seat)s wins the short game with three businesses."),
    ),
    "last business": (
        _("You win the game by taking the very last business."),
        _("%(seat)s wins the game by taking the very last business."),
    ),
    "stalemate": (
        _("You win the game: you’re ahead after the stalemate."),
        _("%(seat)s wins the game: they’re ahead after the stalemate."),
    ),
    "resignation": (
        _("You win: the others have resigned."),
        _("%(seat)s wins: the others have resigned."),
    ),
}
"""The sentence for the winner and the sentence for the others, by reason (8.6)."""


def ending(winners: list[Seat] | tuple[Seat, ...], reason: str, viewer: Viewer) -> Line:
    """Return a sentence about the winner and the reason (8.6), for ``viewer``."""
    if not winners:
        return say(_("The game is a draw: nobody has a business."))
    if reason == "resignation" and viewer not in (None, winners[0]):
        return say(_("You resigned: %(seat)s wins."), seat=seat(winners[0]))
    return who(winners[0], viewer, *REASONS[reason])


def _over(event: Event, viewer: Viewer) -> Line:
    return ending(event.details["winners"], event.details["reason"], viewer)


VERDICTS: dict[str, Sentence] = {
    "shootout": _shootout,
    "tied": _tied,
    "answered": _answered,
    "revealed": _revealed,
    "took": _took,
    "opened": _opened,
    "stalemate": _stalemate,
    "over": _over,
}
