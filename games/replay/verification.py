"""A stored game played once more from its deal and its moves, and compared with its rows.

Reads only. Whoever needs an answer that no move in between can blur holds the game's row locked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q

from games import store
from games.models import Game, Move, Player
from games.rules import RULES
from games.rules.contract import RESIGN, BadOption, Event, Illegal, State
from games.rules.dealing import Dealer
from games.rules.record import outcome_json


class Differs(Exception):
    """What is stored is not what the moves give.

    ``place`` says where and gives no card away; ``difference`` says what, hidden cards too.
    """

    def __init__(self, place: str, difference: str) -> None:
        super().__init__(f"{place}: {difference}")
        self.place, self.difference = place, difference


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A shuffle as it happened: its number, the pieces in canonical order, and the order they came out in."""

    number: int
    pieces: tuple[str, ...]
    order: tuple[str, ...]


class Witness:
    """A dealer whose shuffles are written down: a :data:`~games.rules.contract.Shuffle`."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.seen: list[Shuffled] = []

    def __call__(self, pieces: Sequence[str]) -> list[str]:
        """The next shuffle."""
        order = self.dealer(pieces)
        self.seen.append(Shuffled(self.dealer.made - 1, tuple(pieces), tuple(order)))
        return order

    def take(self) -> tuple[Shuffled, ...]:
        """The shuffles since this was last asked."""
        seen, self.seen = tuple(self.seen), []
        return seen


@dataclass(frozen=True, slots=True)
class Step:
    """The deal or a move played again: its row, and the state, events and shuffles that it gives.

    ``state`` is one object that the next step changes.
    """

    move: Move
    state: State
    events: list[Event]
    shuffles: tuple[Shuffled, ...]


def seated(game: Game) -> list[Player]:
    """The game's players in seat order. Raises Differs if a seat is empty."""
    players = list(game.players.select_related("user").order_by("seat"))
    if [player.seat for player in players] != list(range(game.size)):
        raise Differs("seats", f"not the seats 0 to {game.size - 1}")
    return players


def steps(game: Game) -> Iterator[Step]:
    """The deal and every stored move, played again. Raises Differs where the rows of the moves don't allow it."""
    return played_again(game, seated(game), game.moves.order_by("number"))


def played_again(game: Game, players: Sequence[Player], stored: Iterable[Move]) -> Iterator[Step]:
    """As ``steps``, from rows at hand: the players in seat order and the deal with its moves."""
    _check_options(game)
    witness = Witness(store.dealer(game, players, 0))
    # All at once: the server-side cursor of a replay given up half-way would be closed amid somebody's transaction.
    moves = iter(stored)
    state, events = game.rules.State.new(game.options, game.size, witness)
    yield _compared(Step(_numbered(next(moves, None), 0), state, events, witness.take()))
    for number, move in enumerate(moves, 1):
        events = _applied(_numbered(move, number), state, witness)
        yield _compared(Step(move, state, events, witness.take()))


def _check_options(game: Game) -> None:
    if game.slug not in RULES:
        raise Differs("game", f"no rules for {game.slug!r}")
    try:
        game.rules.check_options(game.options, game.size)
    except BadOption as bad:
        raise Differs("options", f"{bad.name}: {bad.reason}") from bad


def _numbered(move: Move | None, number: int) -> Move:
    if move is None:
        raise Differs("deal", "not stored")
    if move.number != number:
        raise Differs(f"move {number}", f"not stored; the next one is number {move.number}")
    return move


def _applied(move: Move, state: State, witness: Witness) -> list[Event]:
    if move.seat is None:
        raise Differs(f"move {move.number}", "made by no seat")
    try:
        return state.apply(move.seat, move.text, witness)
    except Illegal as illegal:
        difference = f"{move.text!r} by seat {move.seat} is illegal ({illegal.code}, rule {illegal.paragraph})"
        raise Differs(f"move {move.number}", difference) from illegal


def verify(game_pk: int) -> int:
    """Compare every row of a started game with what its moves give; the number of moves. Raises Differs."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_pk)
        for step in steps(game):
            last = step
        _compare_pieces(game, last.state)
        _compare_game(game, last.state)
        _compare_players(game, last.state)
        _check_incidents(game, last.move.number)
    return last.move.number


def _equal(place: str, what: str, stored: Any, replayed: Any) -> None:
    if stored != replayed:
        raise Differs(place, f"{what}: stored {stored!r}, replayed {replayed!r}")


def _compared(step: Step) -> Step:
    """The step, whose row tells the same. Raises Differs."""
    move, place = step.move, f"move {step.move.number}"
    replayed = json.loads(json.dumps([store.event_to_json(event) for event in step.events]))
    if not isinstance(move.events, list):
        raise Differs(f"events of {place}", "not a list")
    _equal(f"events of {place}", "how many", len(move.events), len(replayed))
    for number, (old, new) in enumerate(zip(move.events, replayed, strict=True), 1):
        _equal(f"events of {place}", f"event {number}", old, new)
    _equal(place, "turn", move.turn, step.state.turn)
    return step


def _compare_pieces(game: Game, state: State) -> None:
    replayed = store.values_of(state.pieces())
    stored = {("card", card.code): _values(card, store.CARD_FIELDS) for card in game.cards.order_by("pk")}
    stored |= {("tile", tile.code): _values(tile, store.TILE_FIELDS) for tile in game.tiles.order_by("pk")}
    for kind, code in sorted(stored.keys() ^ replayed.keys()):
        where = "stored but not in the replay" if (kind, code) in stored else "in the replay but not stored"
        raise Differs(f"{kind}s", f"{code}: {where}")
    for (kind, code), values in stored.items():
        _compare_fields(f"{kind}s", f"{code} ", values, replayed[kind, code])


def _values(row: Any, fields: Sequence[str]) -> dict[str, Any]:
    return {field: getattr(row, field) for field in fields}


def _compare_fields(place: str, prefix: str, stored: Mapping[str, Any], replayed: Mapping[str, Any]) -> None:
    for field in sorted(stored.keys() | replayed.keys()):
        _equal(place, prefix + field, stored.get(field), replayed.get(field))


def _compare_game(game: Game, state: State) -> None:
    facts = json.loads(json.dumps(state.facts()))
    if not isinstance(game.facts, dict):
        raise Differs("facts", "not an object")
    _compare_fields("facts", "", game.facts, facts)
    _equal("turn", "of the game", game.turn, state.turn)
    _equal("outcome", "of the game", game.outcome, json.loads(json.dumps(outcome_json(state.outcome))))
    _equal("status", "whether it is over", game.is_over, state.outcome is not None)


def _compare_players(game: Game, state: State) -> None:
    asked = list(game.players.filter(asked__isnull=False).order_by("seat").values_list("seat", flat=True))
    _equal("players", "seats asked for a move", asked, sorted(state.to_move) if game.is_running else [])
    given_up = list(game.players.filter(gave_up=True).order_by("seat").values_list("seat", flat=True))
    resigned = game.moves.filter(text=RESIGN).order_by("seat").values_list("seat", flat=True)
    _equal("players", "seats given up", given_up, list(resigned))


def _check_incidents(game: Game, last: int) -> None:
    """Each came after a move that there is, and is of a seat that there is."""
    wrong = game.incidents.filter(Q(after__gt=last) | Q(seat__gte=game.size)).first()
    if wrong is not None:
        raise Differs("incidents", f"{wrong} after move {wrong.after}, seat {wrong.seat}")
