"""A Limousine planned step by step in the page's address: source, cards in order, destination (rule 5.4)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from games.rules.chicago_poker.board.labels import Label, made, own, prospect
from games.rules.chicago_poker.board.plan import FIELD
from games.rules.chicago_poker.board.ride import CarCard, Ride, Step, Stop
from games.rules.chicago_poker.board.view_model import Place, Rail, Street
from games.rules.chicago_poker.pieces import COLUMN, FACING, KIND
from games.rules.chicago_poker.text.names import business_name, face
from games.rules.chicago_poker.view import CardView, View
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, cards, line, lines, ngettext, say
from games.rules.phrases import piece as tile_name
from games.rules.vocabulary import Line

Load = tuple[str, ...]
_FROM, _TO, _FIRST = 1, 2, 3


class Plan:
    """A planned ride, from the steps in the query that are possible.

    ``loads[source][onto]`` are the legal card sequences.
    """

    def __init__(self, view: View, ask: Mapping[str, str]) -> None:
        self.view = view
        self.planned = ask.get(FIELD)
        self.loads = _loads(view.legal)
        self.source = _one_of(self.loads, ask.get("from", ""))
        self.taken = self._taken(ask.get("cards", "").split("-"))
        self.onto = _one_of(self.open_stops(), ask.get("to", ""))

    def _taken(self, asked: Sequence[str]) -> Load:
        taken: Load = ()
        for code in asked:
            if self.may_take((*taken, code)):
                taken = (*taken, code)
        return taken

    def may_take(self, taken: Load) -> bool:
        """Return whether a legal load contains all of these cards, without duplicates."""
        wanted = set(taken)
        return len(wanted) == len(taken) and any(wanted <= set(load) for load in self._all_loads())

    def _all_loads(self) -> Iterable[Load]:
        return (load for loads in self.loads.get(self.source, {}).values() for load in loads)

    def open_stops(self) -> list[str]:
        """Return the businesses to which exactly the taken cards can go."""
        if not self.taken:
            return []
        return [onto for onto, loads in self.loads[self.source].items() if self.taken in loads]

    def column(self, tile: str) -> tuple[CardView, ...]:
        assert self.view.seat is not None
        return next(b.columns[self.view.seat] for b in self.view.street if b is not None and b.tile == tile)

    def codes(self, tile: str) -> list[str]:
        return [each.code for each in self.column(tile) if each.code is not None]

    def link(self, source: str, taken: Iterable[str] = (), onto: str = "") -> str:
        steps = _steps(source, taken, onto)
        return "?" + urlencode(steps if self.planned is None else steps | {FIELD: self.planned})


def _steps(source: str, taken: Iterable[str], onto: str) -> dict[str, str]:
    steps = {"card": "limousine", "from": source, "cards": "-".join(taken), "to": onto}
    return {name: value for name, value in steps.items() if value}


def _loads(legal: Iterable[str]) -> dict[str, dict[str, set[Load]]]:
    found: dict[str, dict[str, set[Load]]] = {}
    for words in (move.split() for move in legal if move.startswith("limousine ")):
        found.setdefault(words[_FROM], {}).setdefault(words[_TO], set()).add(tuple(words[_FIRST:]))
    return found


def _one_of(choices: Iterable[str], asked: str) -> str:
    """Return ``asked`` if it is among the choices.

    If it is not, return the only choice, or an empty string if there is not exactly one.
    """
    known = list(choices)
    if asked in known:
        return asked
    return known[0] if len(known) == 1 else ""


def ride(plan: Plan) -> Ride:
    ready = bool(plan.onto)
    there = tuple(_car_card(plan, each) for each in plan.column(plan.source)) if plan.source else ()
    return Ride(
        sources=tuple(Step(tile, business_name(tile), plan.link(tile), tile == plan.source) for tile in plan.loads),
        cards=there,
        stops=tuple(_stop(plan, tile) for tile in plan.open_stops()),
        move=" ".join(("limousine", plan.source, plan.onto, *plan.taken)) if ready else "",
        button=button(plan.onto, plan.taken) if ready else None,
        others_see=_others_see(plan) if ready else None,
        plan=_steps(plan.source, plan.taken, plan.onto),
        why_not_all=None if all(each.free for each in there) else _why_not_all(plan),
    )


def _why_not_all(plan: Plan) -> Line:
    if plan.view.options["edition"] == "english":
        return say(_("The Limousine takes four cards at most, and the new business needs room for all of them."))
    return say(
        _("The Limousine takes your last cards here, four at most, and the new business needs room for all of them.")
    )


def _car_card(plan: Plan, each: CardView) -> CarCard:
    assert each.code is not None
    order = plan.taken.index(each.code) + 1 if each.code in plan.taken else 0
    after = tuple(c for c in plan.taken if c != each.code) if order else (*plan.taken, each.code)
    link = plan.link(plan.source, after, plan.onto)
    return CarCard(each.code, face(each.code), each.up, order, link, bool(order) or plan.may_take(after))


def _stop(plan: Plan, tile: str) -> Stop:
    there = plan.codes(tile)
    return Stop(
        tile=tile,
        kind=KIND[tile],
        says=business_name(tile),
        hand=prospect([*there, *plan.taken]),
        turns=tuple(_turn(plan, tile, code, place) for code, place in _laid(plan, tile)),
        link=plan.link(plan.source, plan.taken, tile),
        chosen=tile == plan.onto,
        fifth=len(there) + len(plan.taken) == COLUMN,
    )


def _laid(plan: Plan, tile: str) -> list[tuple[str, int]]:
    first = len(plan.codes(tile))
    return [(code, first + index) for index, code in enumerate(plan.taken)]


def _was_up(plan: Plan, code: str) -> bool:
    return next(each.up for each in plan.column(plan.source) if each.code == code)


_TURNS = {
    (True, True): _("%(card)s stays face up"),
    (False, False): _("%(card)s stays face down"),
    (False, True): _("%(card)s turns face up"),
    (True, False): _("%(card)s turns face down"),
}


def _turn(plan: Plan, tile: str, code: str, place: int) -> Line:
    return say(_TURNS[_was_up(plan, code), FACING[tile][place]], card=card(code))


def button(onto: str, taken: Sequence[str]) -> Line:
    return ngettext(
        "Move a card to %(business)s",
        "Move %(count)s cards to %(business)s",
        len(taken),
        business=tile_name(onto),
    )


def _others_see(plan: Plan) -> Line:
    """Return a text about what the others will see: cards, the number of hidden cards, and any shootout."""
    shown = [code for code, place in _laid(plan, plan.onto) if FACING[plan.onto][place]]
    left = [code for code in plan.taken if _was_up(plan, code) and code not in shown]
    says = [_arriving(shown, len(plan.taken) - len(shown))]
    if left:
        says.append(say(_("they know which cards left: %(cards)s"), cards=cards(left)))
    if len(plan.codes(plan.onto)) + len(plan.taken) == COLUMN:
        says.append(say(_("your fifth card there calls a shootout")))
    return say(_("The others see: %(what)s."), what=lines(says))


def _arriving(shown: Sequence[str], backs: int) -> Line:
    if not backs:
        return say("%(cards)s", cards=cards(shown))
    if not shown:
        return ngettext("one back", "%(count)s backs", backs)
    return ngettext("%(cards)s and one back", "%(cards)s and %(count)s backs", backs, cards=cards(shown))


def drive(plan: Plan, streets: Sequence[Street]) -> tuple[Street, ...]:
    """Return the businesses with the plan drawn in.

    The cards fade at the source and are ghosts at the destination.
    """
    return tuple(
        replace(there, rails=tuple(_redraw(plan, there.tile, rail) for rail in there.rails)) for there in streets
    )


def _redraw(plan: Plan, tile: str, rail: Rail) -> Rail:
    if rail.you and tile == plan.source and plan.taken:
        return replace(rail, source=True, label=_left_behind(plan), places=_leaving(plan, rail.places))
    if rail.you and tile == plan.onto:
        label = _saying(_("becomes %(hand)s"), made([*plan.codes(tile), *plan.taken]))
        return replace(rail, target=True, label=label, places=_arrived(plan, rail.places))
    return rail


def _left_behind(plan: Plan) -> Label:
    return _saying(_("leaves %(hand)s"), own([code for code in plan.codes(plan.source) if code not in plan.taken]))


def _saying(text: str, label: Label) -> Label:
    return label._replace(name=say(text, hand=line(label.name))) if label.name else label


def _leaving(plan: Plan, places: Sequence[Place]) -> tuple[Place, ...]:
    codes = plan.codes(plan.source)
    return tuple(
        replace(place, leaving=True, order=plan.taken.index(codes[index]) + 1)
        if index < len(codes) and codes[index] in plan.taken
        else place
        for index, place in enumerate(places)
    )


def _arrived(plan: Plan, places: Sequence[Place]) -> tuple[Place, ...]:
    drawn = list(places)
    for order, (code, place) in enumerate(_laid(plan, plan.onto), 1):
        drawn[place] = _ghost(plan, code, FACING[plan.onto][place], order)
    return tuple(drawn)


def _ghost(plan: Plan, code: str, up: bool, order: int) -> Place:
    turns = "" if _was_up(plan, code) == up else "up" if up else "down"
    says = say(_TURNS[_was_up(plan, code), up], card=card(code))
    return Place(says, face(code), down=not up, peek=not up, arriving=True, order=order, turns=turns)
