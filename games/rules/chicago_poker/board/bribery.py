"""The discard pile by gang, and its cards as choices for Bribery, with the hands that they would make (rule 5.6)."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from games.rules.chicago_poker.board.labels import improves, prospect, third_of_a_run
from games.rules.chicago_poker.board.plan import FIELD
from games.rules.chicago_poker.board.view_model import Bribe, Discard, Gang, Prospect
from games.rules.chicago_poker.pieces import COLOURS, COLUMN, HAND, KIND, VALUE, canonical
from games.rules.chicago_poker.text.names import GANGS, business_name, face
from games.rules.chicago_poker.view import View
from games.rules.contract import gettext_noop as _
from games.rules.phrases import say
from games.rules.vocabulary import Face

_HIGHEST = 15


def bribe(view: View, ask: Mapping[str, str]) -> Bribe:
    """Return Bribery's choices from the discard pile; the card in the page's query is chosen if it is legal."""
    columns = _own_columns(view)
    planned = {FIELD: ask[FIELD]} if FIELD in ask else {}
    lying = [_discard(code, columns, ask.get("take", ""), planned) for code in canonical(view.discard)]
    chosen = next((each for each in lying if each.chosen and f"bribery {each.code}" in view.legal), None)
    values = {VALUE[code] for code in view.discard if code in VALUE}
    return Bribe(
        gangs=tuple((row, _gang(colour)) for row, colour in enumerate(COLOURS, 1)),
        gaps=_gaps(frozenset(view.discard)),
        values=tuple((value, value in values) for value in range(1, _HIGHEST + 1)),
        cards=tuple(each for each in lying if each.row),
        specials=tuple(each for each in lying if not each.row),
        chosen=chosen,
        would=_would(columns, chosen.code) if chosen and chosen.row else (),
        count=len(view.discard),
        deck=view.deck + len(view.discard) - 1,
        last=ends(view),
        move=f"bribery {chosen.code}" if chosen else "",
    )


def pile(discard: Sequence[str]) -> tuple[Gang, ...]:
    lying = canonical(discard)
    gangs = ((_gang(colour), tuple(c[:-1] for c in lying if c in VALUE and c[-1] == colour)) for colour in COLOURS)
    specials = tuple(face(code).name for code in lying if code not in VALUE)
    found = tuple(Gang(of, ranks) for of, ranks in gangs if ranks)
    return (*found, Gang(Face(None, "", say(_("Special cards"))), (), specials)) if specials else found


def _gang(colour: str) -> Face:
    suit, name, _card = GANGS[colour]
    return Face(None, suit, say(name))


def _gaps(lying: frozenset[str]) -> tuple[tuple[int, int], ...]:
    grid = (
        (row, value, f"{value}{colour}") for row, colour in enumerate(COLOURS, 1) for value in range(1, _HIGHEST + 1)
    )
    return tuple((row, value) for row, value, code in grid if code not in lying)


def _own_columns(view: View) -> list[tuple[str, list[str]]]:
    """Return the viewer's cards at each open business that has room for another card."""
    assert view.seat is not None
    columns = ((b.tile, [c.code for c in b.columns[view.seat] if c.code]) for b in view.street if b is not None)
    return [(tile, codes) for tile, codes in columns if len(codes) < COLUMN]


def _discard(code: str, columns: Sequence[tuple[str, list[str]]], asked: str, planned: Mapping[str, str]) -> Discard:
    gangster = code in VALUE
    hands = [[*codes, code] for _tile, codes in columns] if gangster else []
    return Discard(
        code=code,
        face=face(code),
        row=COLOURS.index(code[-1]) + 1 if gangster else 0,
        column=VALUE[code] if gangster else 0,
        makes=any(improves(hand) for hand in hands),
        runs=any(third_of_a_run(hand) for hand in hands),
        link="?" + urlencode({"card": "bribery", "take": code, **planned}),
        chosen=code == asked,
    )


def _would(columns: Sequence[tuple[str, list[str]]], code: str) -> tuple[Prospect, ...]:
    return tuple(Prospect(KIND[tile], business_name(tile), prospect([*codes, code])) for tile, codes in columns)


def ends(view: View) -> bool:
    """Return whether the viewer's next action ends the turn: it is the last one, and the hand is small enough."""
    assert view.seat is not None
    return view.due + view.extra == 1 and view.seats[view.seat].hand_size <= HAND
