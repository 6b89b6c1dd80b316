"""Plans for a seat's next turn: moves, the conditions on which they depend, and a rehearsal on the viewer's own view.

A step is a move in its notation (rule 10), followed by its condition: ``play 9R speakeasy2 if same``.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.rules.chicago_poker.moves import Move, understand
from games.rules.chicago_poker.pieces import GANGSTERS
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.table import Business
from games.rules.chicago_poker.view import BusinessView, CardView, View
from games.rules.contract import END, Illegal, Seat

SAME, NO_SHOOTOUT, WON = "same", "no shootout", "won"
CONDITIONS = (SAME, NO_SHOOTOUT, WON)
"""``same``: the cards and markers at the move's businesses are as they were. ``no shootout``: no other player has set a
marker there. ``won``: the viewer has won every shootout that they had called. Without a condition, the move is made
whatever happens."""

_IF = " if "
_ACTIONS = 3
_PLANNED = frozenset(("draw", "play", "liquidation", "raid", "limousine", "revolver", "bribery", END))
_UNKNOWN_CARD = "bribery"
"""Stands for a drawn card: it never helps a hand to come down to the limit (3.6)."""


class Step(NamedTuple):
    text: str
    move: Move
    condition: str

    @property
    def businesses(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.move.business, self.move.onto)))

    @property
    def written(self) -> str:
        return f"{self.text}{_IF}{self.condition}" if self.condition else self.text


def read(text: str) -> Step:
    """Parse a step. Raise `Illegal` if its move or condition is unreadable, or can't be planned."""
    written, _, condition = text.partition(_IF)
    move = understand(written)
    if move.verb not in _PLANNED:
        raise Illegal("plan_verb", "6.4" if move.verb in ("send", "decline") else "8.5")
    step = Step(written, move, condition)
    if condition not in ("", *CONDITIONS) or (condition in (SAME, NO_SHOOTOUT) and not step.businesses):
        raise Illegal("plan_condition", "10")
    return step


def actions_planned(view: View, seat: Seat) -> int:
    """Return the number of actions in the turn that the seat can plan: what is left of its turn, or of its next one."""
    return view.due + view.extra if in_turn(view, seat) else min(turn_number(view, seat), _ACTIONS)


def in_turn(view: View, seat: Seat) -> bool:
    """Return whether the seat may act now, without a tie to settle first."""
    return view.active == seat and view.phase == "turn"


def turn_number(view: View, seat: Seat) -> int:
    """Return the number of the seat's current or next turn, if nobody resigns before it."""
    return view.turn + sum(not view.seats[each].out for each in _to_come(view, seat))


def _to_come(view: View, seat: Seat) -> list[Seat]:
    """Return the seats after the active one up to ``seat``, which is the last; empty if ``seat`` is active."""
    number = len(view.seats)
    return [(view.active + step) % number for step in range(1, (seat - view.active) % number + 1)]


def is_decided_before(view: View, there: BusinessView, seat: Seat) -> bool:
    """Return whether a shootout at the business comes before the seat's next action (6.1).

    A player's shootouts come at the beginning of that player's next turn.
    """
    if view.tie is not None and view.tie.tile == there.tile:
        return True
    own = seat in there.markers and view.active == seat and not in_turn(view, seat)
    return own or any(owner in there.markers for owner in _to_come(view, seat))


def record(view: View, seat: Seat, steps: Sequence[Step]) -> dict[str, Any]:
    """Return the facts on which the steps depend, as JSON."""
    needed = {tile for step in steps if step.condition in (SAME, NO_SHOOTOUT) for tile in step.businesses}
    seen: dict[str, Any] = {"turn": turn_number(view, seat)}
    if in_turn(view, seat):
        seen["left"] = view.due + view.extra
    return seen | {
        "called": called(view, seat),
        "businesses": {there.tile: look(there) for there in open_ones(view) if there.tile in needed},
    }


def called(view: View, seat: Seat) -> list[str]:
    """Return the businesses where the seat has set a marker."""
    return [there.tile for there in open_ones(view) if seat in there.markers]


def open_ones(view: View) -> Iterator[BusinessView]:
    return (there for there in view.street if there is not None)


def look(there: BusinessView) -> dict[str, Any]:
    """Return the cards and markers at a business as the viewer sees them, as JSON."""
    return {"columns": [list(map(_shown, column)) for column in there.columns], "markers": [*there.markers]}


def _shown(card: CardView) -> str:
    return f"{card.code or '?'} {'up' if card.up else 'down'}"


def number_done(view: View, seat: Seat, steps: Sequence[Step], seen: Mapping[str, Any]) -> int | None:
    """Return how many steps have been made in the seat's current turn, or None if it has moved otherwise."""
    actions: int = seen.get("left", min(view.turn, _ACTIONS))
    hand = view.seats[seat].hand or ()
    fired = any(step.move.verb == "revolver" for step in steps) and "revolver" not in hand
    done = actions + 2 * fired - view.due - view.extra
    if not 0 <= done <= len(steps):
        return None
    return done if all(_is_made(view, seat, step.move) for step in steps[:done]) else None


def _is_made(view: View, seat: Seat, move: Move) -> bool:
    hand = view.seats[seat].hand or ()
    if move.verb in ("play", "limousine"):
        laid = {card.code for there in open_ones(view) if there.tile in (move.onto or move.business,)
                for card in there.columns[seat]}  # fmt: skip
        return laid >= set(move.cards or (move.card,))
    return move.verb in ("draw", "raid") or move.verb not in hand


def rehearse(view: View, seat: Seat, steps: Sequence[Step]) -> State:
    """Play the steps on the viewer's own view and return the state. Raise `Illegal` for a step that the rules refuse.

    Hidden cards are replaced by any others, which changes nothing: no rule about actions depends on them.
    """
    state = _imagined(view, seat)
    actions = state.due + state.extra
    drawn = False
    for step in steps:
        if drawn and step.move.verb not in ("draw", END):
            raise Illegal("plan_after_draw", "4.1")
        if step.move.verb == "bribery" and step.move.card not in view.discard:
            raise Illegal("not_discarded", "5.6", card=step.move.card)
        drawn = drawn or step.move.verb == "draw"
        _make(state, seat, step, actions)
    return state


def _make(state: State, seat: Seat, step: Step, actions: int) -> None:
    if state.active != seat:
        raise Illegal("plan_after_end", "3.5")
    if step.move.verb != END and not state.due + state.extra:
        raise Illegal("plan_too_long", "3.2", actions=actions)
    state.make(seat, step.text, list)


def _imagined(view: View, seat: Seat) -> State:
    """Return the state in which the seat makes the planned moves, as far as the viewer can know it."""
    state = State(view.options, len(view.seats))
    state.started, state.active = turn_number(view, seat), seat
    state.quiet = -1  # shootouts due before the turn's actions have been held
    state.due, state.extra = _due_and_extra(view, seat, state.english)
    state.out = [each.seat for each in view.seats if each.out]
    state.hands[seat] = list(view.seats[seat].hand or ())
    state.controlled = [list(each.controlled) for each in view.seats]
    state.discarded = list(view.discard)
    state.deck = [_UNKNOWN_CARD] * (view.deck + len(view.discard))
    _lay_out(state, view, seat)
    return state


def _due_and_extra(view: View, seat: Seat, english: bool) -> tuple[int, int]:
    if in_turn(view, seat):
        return view.due, view.extra
    actions = actions_planned(view, seat)
    return (actions, 0) if english else (0, actions)


def _lay_out(state: State, view: View, seat: Seat) -> None:
    """Lay out the open businesses that will still be open, with any gangsters in place of hidden ones."""
    known = {card.code for there in open_ones(view) for column in there.columns for card in column}
    unseen = iter([code for code in GANGSTERS if code not in known.union(state.hands[seat], state.discarded)])
    for there in view.street:
        if there is None or is_decided_before(view, there, seat):
            state.street.append(None)
            continue
        columns = [[card.code or next(unseen) for card in column] for column in there.columns]
        state.street.append(Business(there.tile, columns))
        state.markers += [(there.slot, owner) for owner in there.markers]
        state.seen |= {card.code: frozenset((seat,)) for column in there.columns for card in column if card.code}
        state.down |= {
            code
            for column, laid in zip(there.columns, columns, strict=True)
            for card, code in zip(column, laid, strict=True)
            if not card.up
        }
