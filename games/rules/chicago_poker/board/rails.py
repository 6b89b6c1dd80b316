"""The open businesses: their columns, the shootouts called there, and the viewer's legal and refused moves."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from games.rules.chicago_poker.board.labels import NOTHING, Label, made, own, prospect, rival, threat
from games.rules.chicago_poker.board.marks import Marks
from games.rules.chicago_poker.board.view_model import Aim, NoTarget, Place, PossibleHand, Rail, Street
from games.rules.chicago_poker.pieces import COLUMN, FACING, KIND
from games.rules.chicago_poker.text.names import business_name, face, kind
from games.rules.chicago_poker.view import BusinessView, CardView, View
from games.rules.contract import Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card as card_name
from games.rules.phrases import line, ngettext, number, say, seat
from games.rules.phrases import piece as tile_name
from games.rules.vocabulary import Line

FACING_SAYS = {
    "speakeasy": say(_("First 2 face down, last 3 face up")),
    "jazz": say(_("First 3 face up, last 2 face down")),
    "brewery": say(_("All face up")),
    "gambling": say(_("Up, down, up, down, up")),
}
_EMPTY = say(_("empty"))
_BACK = say(_("face down"))


@dataclass(frozen=True, slots=True)
class Scene:
    view: View
    marks: Marks
    drafted: frozenset[str]
    legal: frozenset[str]
    order: tuple[Seat, ...]
    public: frozenset[str]
    aim: tuple[str, str]
    planned: Mapping[str, int] = field(default_factory=dict)
    """The viewer's cards that a plan would lay, with the numbers of its steps; with a plan, aims are moves."""

    @property
    def hand(self) -> tuple[str, ...]:
        return own_hand(self.view)


def own_hand(view: View) -> tuple[str, ...]:
    """Return the viewer's hand, or an empty tuple for a spectator."""
    return () if view.seat is None else view.seats[view.seat].hand or ()


def clockwise(view: View, first: Seat) -> tuple[Seat, ...]:
    count = len(view.seats)
    return tuple(s % count for s in range(first, first + count) if not view.seats[s % count].out)


def rail_order(view: View) -> tuple[Seat, ...]:
    """Return the rivals in turn order, then the viewer.

    Resigned players are included while they have cards in play (8.5).
    """
    count, first = len(view.seats), view.seat or 0
    lies = {of for there in view.street if there for of, column in enumerate(there.columns) if column}
    around = [of % count for of in range(first, first + count)]
    shown = [of for of in around if not view.seats[of].out or of in lies]
    if view.seat is None:
        return tuple(shown)
    return (*(of for of in shown if of != view.seat), view.seat)


def public_cards(view: View) -> frozenset[str]:
    lying = (c.code for b in view.street if b for column in b.columns for c in column if c.up and c.code)
    return frozenset(view.discard).union(lying)


def streets(scene: Scene) -> tuple[Street, ...]:
    return tuple(_street(scene, there) for there in scene.view.street if there is not None)


def _street(scene: Scene, there: BusinessView) -> Street:
    rails = tuple(_rail(scene, there, of) for of in scene.order)
    mine = rails[-1] if rails and rails[-1].you else None
    return Street(
        tile=there.tile,
        kind=KIND[there.tile],
        says=business_name(there.tile),
        kind_says=kind(there.tile),
        facing=FACING[there.tile],
        facing_says=FACING_SAYS[KIND[there.tile]],
        fuse=_fuse(scene.view, there),
        rails=rails,
        would=mine.would if mine else (),
        fifth=mine.fifth if mine else False,
        here=mine.label if mine else NOTHING,
    )


def _fuse(view: View, there: BusinessView) -> Line | None:
    """Return a text about when the shootout called here takes place (6.1), or None.

    There is no text without a marker, or after the game.
    """
    if not there.markers or view.phase == "over":
        return None
    if view.tie is not None and view.tie.tile == there.tile:
        return say(_("The shootout is on now"))
    if view.phase == "order" and view.active in there.markers:
        return say(_("The shootout is due now"))
    caller = there.markers[0]
    if caller == view.seat:
        return say(_("Shootout at your next turn"))
    order = clockwise(view, view.active)
    away = order.index(caller) if caller in order[1:] else len(order)
    return ngettext("%(seat)s’s shootout comes next", "%(seat)s’s shootout in %(count)s turns", away, seat=seat(caller))


def _rail(scene: Scene, there: BusinessView, of: Seat) -> Rail:
    column, you = there.columns[of], of == scene.view.seat
    would = _would(scene, there) if you else ()
    liquidation = liquidation_aim(there, of) if f"liquidation {there.tile} {of}" in scene.legal else None
    return Rail(
        seat=of,
        you=you,
        places=_places(scene, there, of, bool(would)),
        label=_label(scene, there, of),
        marked=of in there.markers,
        fifth=bool(would) and len(column) == COLUMN - 1,
        would=would,
        raid=raid_aim(there, of) if f"raid {there.tile} {of}" in scene.legal else None,
        liquidation=liquidation,
        safe=None if you or liquidation else _safe(column),
        refused=tuple(_refused(scene, there, of)),
        aimed=scene.aim == (there.tile, str(of)),
        free=_free(there, of),
    )


def _free(there: BusinessView, of: Seat) -> Line | None:
    """Return a sentence about the free places for screen readers, or None if there are none."""
    facing = FACING[there.tile][len(there.columns[of]) :]
    if not facing:
        return None
    if facing[0]:
        return ngettext(
            "One place free; a card goes there face up.",
            "%(count)s places free; the next card goes face up.",
            len(facing),
        )
    return ngettext(
        "One place free; a card goes there face down.",
        "%(count)s places free; the next card goes face down.",
        len(facing),
    )


def _label(scene: Scene, there: BusinessView, of: Seat) -> Label:
    column = there.columns[of]
    known = [card.code for card in column if card.code is not None]
    hidden = len(column) - len(known)
    if of == scene.view.seat:
        return own(known)
    if of in there.markers and hidden:
        public = [card.code for card in column if card.up and card.code is not None]
        if len(public) == len(known) and (label := threat(public, hidden, scene.public)):
            return label
    return rival(known, hidden)


def _would(scene: Scene, there: BusinessView) -> tuple[PossibleHand, ...]:
    """Return the hands that the playable gangsters would make here.

    Gangsters that make the same hand share an entry.
    """
    if scene.view.seat is None:
        return ()
    lying = [card.code for card in there.columns[scene.view.seat] if card.code is not None]
    made: list[PossibleHand] = []
    for n, code in enumerate(scene.hand, 1):
        if f"play {code} {there.tile}" not in scene.legal:
            continue
        hand = prospect([*lying, code])
        same = next((place for place, would in enumerate(made) if would.hand == hand), None)
        if same is None:
            made.append(PossibleHand((n,), hand))
        else:
            made[same] = PossibleHand((*made[same].cards, n), hand)
    return tuple(made)


def raid_aim(there: BusinessView, of: Seat) -> Aim:
    hidden = sum(card.code is None for card in there.columns[of])
    terms, rival = {"seat": seat(of), "business": tile_name(there.tile)}, say("%(seat)s", seat=seat(of))
    if not hidden:
        nothing = say(_("Raid %(seat)s at %(business)s: you know every card there"), **terms)
        return Aim(_ask("raid", there, of), nothing, say(_("Nothing hidden")), rival)
    says = ngettext(
        "Raid %(seat)s at %(business)s: see one face-down card",
        "Raid %(seat)s at %(business)s: see %(count)s face-down cards",
        hidden,
        **terms,
    )
    return Aim(_ask("raid", there, of), says, say(_("See %(count)s"), count=number(hidden)), rival)


def liquidation_aim(there: BusinessView, of: Seat) -> Aim:
    last, rest = there.columns[of][-1], there.columns[of][:-1]
    terms = {"seat": seat(of), "business": tile_name(there.tile)}
    if last.code is None:
        says = say(_("Liquidate %(seat)s’s last card at %(business)s, which lies face down"), **terms)
        target = say(_("%(seat)s’s face-down card"), seat=seat(of))
    else:
        terms["card"] = card_name(last.code)
        target = say(_("%(seat)s’s %(card)s"), seat=seat(of), card=card_name(last.code))
        says = say(_("Liquidate %(seat)s’s last card at %(business)s: %(card)s"), **terms)
    if last.up:
        return Aim("", says, _leaves(rest), target, f"liquidation {there.tile} {of}")
    return Aim(_ask("liquidation", there, of), says, say(_("Reveals it for good")), target)


def _leaves(rest: Sequence[CardView]) -> Line:
    known = [card.code for card in rest if card.code is not None]
    if not rest:
        return say(_("Then no cards"))
    if not known:
        return ngettext("Then one face down", "Then %(count)s face down", len(rest))
    name = made(known).name
    assert name is not None
    return say(_("Then %(hand)s"), hand=line(name))


def _safe(column: Sequence[CardView]) -> Line:
    """Return a short reason why a rival's column is not a target: it has a marker, or no cards (5.2)."""
    return say(_("Safe: shootout")) if column else say(_("No cards here"))


def _refused(scene: Scene, there: BusinessView, of: Seat) -> Iterator[NoTarget]:
    """Yield illegal targets in this column for cards that have a legal target elsewhere (4.2, 5.2, 5.3)."""
    verbs = {move.partition(" ")[0] for move in scene.legal}
    column, terms = there.columns[of], {"seat": seat(of), "business": tile_name(there.tile)}
    if of == scene.view.seat:
        if "play" in verbs and len(column) == COLUMN:
            says = say(
                _("Play the chosen card at %(business)s: you already have five there"), business=tile_name(there.tile)
            )
            yield NoTarget("gangster", f"play * {there.tile}", says, say(_("Full")))
        return
    if "raid" in verbs and not column:
        says = say(_("Raid %(seat)s at %(business)s: no cards there"), **terms)
        yield NoTarget("raid", f"raid {there.tile} {of}", says, _safe(column))
    if "liquidation" in verbs and len(column) in (0, COLUMN):
        text = _("Liquidate %(seat)s at %(business)s: the shootout marker protects those cards")
        says = say(text if column else _("Liquidate %(seat)s at %(business)s: no cards there"), **terms)
        yield NoTarget("liquidation", f"liquidation {there.tile} {of}", says, _safe(column))


def _ask(card: str, there: BusinessView, of: Seat) -> str:
    return f"?card={card}&at={there.tile}&of={of}"


def _places(scene: Scene, there: BusinessView, of: Seat, playable: bool) -> tuple[Place, ...]:
    column = there.columns[of]
    free = [
        Place(_EMPTY, empty=True, down=not up, next=playable and index == len(column))
        for index, up in enumerate(FACING[there.tile])
        if index >= len(column)
    ]
    return (*[_lying(scene, there, of, index) for index in range(len(column))], *free)


def _lying(scene: Scene, there: BusinessView, of: Seat, index: int) -> Place:
    column = there.columns[of]
    card, you = column[index], of == scene.view.seat
    new = (there.tile, of, index) in scene.marks.new
    draft = you and card.code in scene.drafted
    step = scene.planned.get(card.code or "", 0) if you else 0
    return Place(
        says=_planned_says(card, step) if step else _says(card, scene.view, you, new, draft),
        face=face(card.code) if card.code else None,
        down=not card.up,
        peek=not card.up and card.code is not None and scene.view.phase != "over",
        turned=not card.up and scene.view.phase == "over",
        new=new,
        draft=draft,
        last=index == len(column) - 1,
        arriving=step > 0,
        order=step,
    )


def _planned_says(card: CardView, step: int) -> Line:
    assert card.code is not None
    text = _("%(card)s, planned as step %(number)s") if card.up else _("%(card)s face down, planned as step %(number)s")
    return say(text, card=card_name(card.code), number=number(step))


def _says(card: CardView, view: View, you: bool, new: bool, draft: bool) -> Line:
    says = _facing_says(card, view, you)
    if draft:
        return say(_("%(card)s, played this turn, can be undone"), card=line(says))
    if new and view.past:
        return say(_("%(card)s, just played"), card=line(says))
    return say(_("%(card)s, new since your last turn"), card=line(says)) if new else says


def _facing_says(card: CardView, view: View, you: bool) -> Line:
    if card.code is None:
        return _BACK
    if card.up:
        return face(card.code).name
    if view.reveal_all and view.phase != "over":
        return say(_("%(card)s, face down"), card=card_name(card.code))
    return say(_FACE_DOWN[view.phase == "over", you], card=card_name(card.code))


_FACE_DOWN = {
    (False, True): _("%(card)s, face down, only you can see it"),
    (False, False): _("%(card)s, face down, you have looked at it"),
    (True, True): _("%(card)s, was face down"),
    (True, False): _("%(card)s, was face down"),
}
