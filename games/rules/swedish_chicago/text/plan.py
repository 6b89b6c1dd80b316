"""Sentences about a player's plan: what it does, when it asks, and why it does not go on."""

from collections.abc import Iterator, Sequence

from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, say, seat
from games.rules.presentation import Presentation
from games.rules.swedish_chicago.bot.orders import ANNOUNCE, CHICAGO, may_fall
from games.rules.swedish_chicago.bot.plan import (
    LEAD,
    LOST,
    WIN,
    TricksPlan,
    answers_of,
    in_order,
    kept_by,
    owner,
    reason_to_ask,
    saved_card,
    tricks_of,
)
from games.rules.swedish_chicago.legal import announcement
from games.rules.swedish_chicago.pieces import HAND, VALUE
from games.rules.swedish_chicago.view import SeatView, View
from games.rules.vocabulary import Line, Plan

_ANSWERS = {
    (ANNOUNCE, "best"): _("We announce your hand if it’s the highest so far, and pass otherwise."),
    (ANNOUNCE, "silent"): _("You stay silent when it’s your turn to announce."),
    (CHICAGO, "never"): _("You don’t declare Chicago in this hand."),
}

_WIN = _("You take a trick whenever you can, with your cheapest card, and keep %(card)s for the last trick.")
_LOW = _("You follow with your lowest card and keep %(card)s for the last trick.")
_ORDERED = _("You follow with the first card in your order that you may play, and keep %(card)s for the last trick.")
_WIN_FREELY = _("You take a trick whenever you can, with your cheapest card, and otherwise play your lowest.")
_LOW_FREELY = _("You play your lowest card to each trick.")

_ASKS = {LEAD: _("We ask you if you win the lead."), CHICAGO: _("We ask you if somebody declares Chicago.")}
_ASKS_ONLY = {
    LEAD: _("We ask you only if you win the lead."),
    CHICAGO: _("We ask you only if somebody declares Chicago."),
}
_ASKS_LOST = _("We ask you if %(card)s has to go early.")
_ASKS_ONLY_LOST = _("We ask you only if %(card)s has to go early.")
_NOTHING_ASKED = _("We don’t ask you again in this hand.")

_BREAKS = _("If somebody declares Chicago, you try to break it.")
_BREAKS_NOW = _("You try to break the Chicago.")

_HAS_TO_GO = {
    "c": _("If clubs are led before that, %(card)s has to go."),
    "d": _("If diamonds are led before that, %(card)s has to go."),
    "h": _("If hearts are led before that, %(card)s has to go."),
    "s": _("If spades are led before that, %(card)s has to go."),
}

_MAY_FALL = _("Announcing could send you back to 0 because you haven’t made a Chicago. Decide yourself.")
_OBSTACLES = {
    LEAD: _("You’ve won the lead, so your plan asks you."),
    CHICAGO: _("%(seat)s has declared Chicago, so your plan asks you."),
    LOST: _("%(card)s had to go early, so your plan asks you."),
}


class PlanTexts(Presentation[View]):
    def plan_summary(self, view: View, plan: Plan) -> Sequence[Line]:
        own, tricks = owner(view), tricks_of(plan)
        if own is None:
            return ()
        answers = [say(_ANSWERS[answer]) for answer in answers_of(plan).items()]
        return answers if tricks is None else [*answers, *about_tricks(view, own, tricks)]

    def plan_obstacle(self, view: View, plan: Plan) -> Line | None:
        own, tricks = owner(view), tricks_of(plan)
        if own is None or not view.legal:
            return None
        if view.phase == "announce" and announcement(view.legal) and answers_of(plan).get(ANNOUNCE) == "best":
            return say(_MAY_FALL) if may_fall(view, own) else None
        if view.phase != "play" or tricks is None or len(view.legal) == 1:
            return None
        return _why_asked(view, own, tricks)


def about_tricks(view: View, own: SeatView, tricks: TricksPlan) -> Iterator[Line]:
    """Yield the sentences about a plan for the tricks."""
    yield _how(own, tricks)
    if CHICAGO not in tricks.asks and view.declarer is None and view.phase != "play":
        yield say(_BREAKS)
    elif view.declarer is not None:
        yield say(_BREAKS_NOW)
    yield from _when_asked(own, tricks)
    saved, kept = saved_card(own, tricks), kept_by(view, own)
    if saved is not None and [each for each in kept if each[1] == saved[1]] == [saved] and _may_choose(own, kept):
        yield say(_HAS_TO_GO[saved[1]], card=card(saved))


def _may_choose(own: SeatView, kept: Sequence[str]) -> bool:
    """Return whether all cards are known, and more than one is left."""
    return len(kept) > 1 and len(kept) + len(own.played) == HAND


def _how(own: SeatView, tricks: TricksPlan) -> Line:
    saved = saved_card(own, tricks)
    if saved is None or saved in own.played:
        return say(_WIN_FREELY if tricks.way == WIN else _LOW_FREELY)
    if tricks.way == WIN:
        return say(_WIN, card=card(saved))
    order = in_order(tricks.cards, tricks)
    is_ranked = sorted(order[:-1], key=VALUE.__getitem__) == order[:-1]
    return say(_LOW if is_ranked else _ORDERED, card=card(saved))


def _when_asked(own: SeatView, tricks: TricksPlan) -> Iterator[Line]:
    if not tricks.asks:
        yield say(_NOTHING_ASKED)
        return
    only = len(tricks.asks) == 1
    for reason, text in (_ASKS_ONLY if only else _ASKS).items():
        if reason in tricks.asks:
            yield say(text)
    saved = saved_card(own, tricks)
    if LOST in tricks.asks and saved is not None:
        yield say(_ASKS_ONLY_LOST if only else _ASKS_LOST, card=card(saved))


def _why_asked(view: View, own: SeatView, tricks: TricksPlan) -> Line | None:
    reason, saved = reason_to_ask(view, own, tricks), saved_card(own, tricks)
    if reason not in _OBSTACLES:
        return None
    terms = {"seat": seat(view.declarer)} if reason == CHICAGO and view.declarer is not None else {}
    return say(_OBSTACLES[reason], **terms, **({"card": card(saved)} if reason == LOST and saved else {}))
