"""Stages: full-page views of the shootouts of a move, or of a tie waiting for reinforcements (rule 6)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.rules.chicago_poker.board.labels import made
from games.rules.chicago_poker.board.rails import FACING_SAYS
from games.rules.chicago_poker.board.standings import type_counts
from games.rules.chicago_poker.board.view_model import Fighter, ShootoutCard, Stage, TypeCount
from games.rules.chicago_poker.bot.reach import missing
from games.rules.chicago_poker.hands import strength
from games.rules.chicago_poker.pieces import COLUMN, KIND, VALUE
from games.rules.chicago_poker.text.names import business_name, face, kind
from games.rules.chicago_poker.text.reasons import needs, why_sent, why_shootout
from games.rules.chicago_poker.text.verdicts import ending
from games.rules.chicago_poker.view import TieView, View
from games.rules.contract import OVER, Event, Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import by, card, line, say, who
from games.rules.phrases import piece as tile_name
from games.rules.vocabulary import Line

Tiles = tuple[str, ...]


def stages(events: Sequence[Event], view: View) -> tuple[Stage, ...]:
    """Return the shootouts of one move, in order; ``view`` is the view after that move."""
    told: dict[str, Stage] = {}
    last = ""
    for event in events:
        if event.kind in _TOLD:
            tile = last if event.kind == "opened" else event.details["business"]
            if tile:
                told[tile] = _TOLD[event.kind](told.get(tile) or _bare(tile), event, view.seat)
                last = tile
    over = next((event for event in events if event.kind == OVER), None)
    if over and last:
        # After the end of a game, the next business doesn't matter.
        told[last] = replace(told[last], opened_says=None)
    for at, (tile, stage) in enumerate(told.items()):
        held = _held(tile, view, tuple(told)[at + 1 :])
        means = _means(tile, held, view, over if tile == last else None)
        told[tile] = replace(stage, means=means, held=_kinds(tile, held))
    return tuple(told.values())


def _taker(tile: str, held: Mapping[Seat, Tiles]) -> Seat | None:
    return next((of for of, tiles in held.items() if tile in tiles), None)


def _held(tile: str, view: View, later: Collection[str]) -> dict[Seat, Tiles]:
    """Return each player's businesses when this one was taken, without the ``later`` ones of the same move."""
    held = {of.seat: tuple(each for each in of.controlled if each not in later) for of in view.seats if not of.out}
    if (taker := _taker(tile, held)) is not None:
        held[taker] = held[taker][: held[taker].index(tile) + 1]
    return held


def _means(tile: str, held: Mapping[Seat, Tiles], view: View, over: Event | None) -> tuple[Line, ...]:
    """Return sentences about what the taken business means for the race.

    At the end of the game, return the ending. Otherwise return what players still need to win: those who need one more
    business, the taker, and the viewer.
    """
    if over is not None:
        return (ending(over.details["winners"], over.details["reason"], view.seat),)
    taker, short = _taker(tile, held), bool(view.options["short"])
    if taker is None:
        return ()
    threats = sorted((of for of in held if missing(held[of], short) == 1), key=lambda of: of != taker)
    told = dict.fromkeys((*threats, taker, *(of for of in held if of == view.seat)))
    lines = (needs(of, held[of], short, view.seat) for of in told)
    return tuple(each for each in lines if each is not None)


def _kinds(tile: str, held: Mapping[Seat, Tiles]) -> tuple[TypeCount, ...]:
    taker = _taker(tile, held)
    return () if taker is None else type_counts(held[taker])


def _bare(tile: str) -> Stage:
    return Stage(tile, KIND[tile], business_name(tile), kind(tile), None, None)


def _shootout(stage: Stage, event: Event, viewer: Seat | None) -> Stage:
    hands, best = event.details["hands"], event.details["best"]
    return replace(
        stage,
        called=_called(event.details["caller"], viewer),
        fighters=_fighters(hands, best, viewer),
        why=(why_shootout([hand["cards"] for hand in hands], len(best)),),
    )


def _fighters(hands: Sequence[Mapping[str, Any]], best: Collection[Seat], viewer: Seat | None) -> tuple[Fighter, ...]:
    down = {code for hand in hands for code in hand["down"]}
    fighters = tuple(_fighter(of, cards, place, of in best, viewer, down) for place, of, cards in _placed(hands))
    return _level(fighters) if len(best) > 1 else fighters


def _placed(hands: Sequence[Mapping[str, Any]]) -> Iterable[tuple[int, Seat, list[str]]]:
    place = 0
    for index, hand in enumerate(hands):
        if not index or strength(hand["cards"]) < strength(hands[index - 1]["cards"]):
            place = index + 1
        yield place, hand["seat"], hand["cards"]


def _level(fighters: Iterable[Fighter]) -> tuple[Fighter, ...]:
    return tuple(replace(each, place=0) if each.best else each for each in fighters)


def _called(caller: Seat | None, viewer: Seat | None) -> Line:
    if caller is None:
        return say(_("Stalemate: there is a shootout at every business with cards."))
    return who(caller, viewer, _("Called by you."), _("Called by %(seat)s."))


def _fighter(
    of: Seat, codes: Sequence[str], place: int, best: bool, viewer: Seat | None, down: Collection[str]
) -> Fighter:
    makes = _makes(codes)
    shots = tuple(ShootoutCard(face(code), code in makes, code in down) for code in codes)
    return Fighter(of, of == viewer, place, best, shots, made(codes))


def _makes(codes: Sequence[str]) -> set[str]:
    """Return the cards that form the hand.

    These are its groups, otherwise all cards of a five-card hand, otherwise the highest card.
    """
    counts = Counter(VALUE[code] for code in codes)
    grouped = {code for code in codes if counts[VALUE[code]] > 1}
    if grouped:
        return grouped
    if len(codes) == COLUMN and made(codes).name != made(codes[:1]).name:
        return set(codes)
    return {max(codes, key=VALUE.__getitem__)}


def _tied(stage: Stage, event: Event, viewer: Seat | None) -> Stage:
    return replace(stage, verdict=say(_("Tied to the last card: reinforcements decide.")))


def _revealed(stage: Stage, event: Event, viewer: Seat | None) -> Stage:
    sent = tuple(_sent(int(of), code, viewer) for of, code in event.details["sent"].items())
    stage = replace(stage, why=(*stage.why, why_sent(event.details["sent"])))
    if stage.fighters:
        return replace(stage, sent=stage.sent + sent)
    fighters = _fighters(event.details["hands"], {int(of) for of in event.details["sent"]}, viewer)
    return replace(stage, sent=sent, called=_called(event.details["caller"], viewer), fighters=fighters)


def _sent(of: Seat, code: str | None, viewer: Seat | None) -> Line:
    if code is None:
        return who(of, viewer, _("You sent nobody."), _("%(seat)s sent nobody."))
    return who(of, viewer, _("You sent %(card)s."), _("%(seat)s sent %(card)s."), card=card(code))


def _took(stage: Stage, event: Event, viewer: Seat | None) -> Stage:
    you, other = _("You take %(business)s"), _("%(seat)s takes %(business)s")
    verdict = by(event, viewer, you, other, business=tile_name(event.details["business"]))
    return replace(stage, verdict=verdict, fighters=tuple(_settled(each, event.seat) for each in stage.fighters))


def _settled(fighter: Fighter, taker: Seat | None) -> Fighter:
    """Return the fighter with its final place: of tied hands, only the taker's counts as best (6.4)."""
    if fighter.seat == taker:
        return replace(fighter, place=1, best=True)
    return replace(fighter, best=False)


def _opened(stage: Stage, event: Event, viewer: Seat | None) -> Stage:
    tile = event.details["business"]
    says = say(_("New in town: %(business)s (%(kind)s)."), business=tile_name(tile), kind=line(kind(tile)))
    return replace(stage, opened=KIND[tile], opened_says=says, opened_facing=FACING_SAYS[KIND[tile]])


_TOLD = {"shootout": _shootout, "tied": _tied, "revealed": _revealed, "took": _took, "opened": _opened}


def tie_stage(view: View, tie: TieView) -> Stage:
    """Return the stage of an undecided tie; all its cards are open (6.2)."""
    there = next(b for b in view.street if b is not None and b.tile == tie.tile)
    columns = {of: [c.code for c in column if c.code] for of, column in enumerate(there.columns) if column}
    hands = [{"seat": of, "cards": columns[of]} for of in sorted(columns, key=lambda of: -strength(columns[of]))]
    fighters = (_fighter(of, cards, place, of in tie.seats, view.seat, tie.down) for place, of, cards in _placed(hands))
    return replace(
        _bare(tie.tile),
        called=_called(tie.caller, view.seat),
        verdict=say(_("Tied to the last card. One reinforcement each decides it.")),
        fighters=_level(replace(each, answered=each.best and each.seat in tie.answered) for each in fighters),
    )
