"""Replays of stored games from the deal and the moves, and comparison of the results with the rows.

All functions only read. ``verify`` locks the game's row. Callers of the others lock it if no moves may be made during
the replay.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.core import store
from games.models import Game, Move, Player, StartPosition
from games.rules import RULES
from games.rules.contract import RESIGN, BadOption, Event, Illegal, Seat, State
from games.rules.fair_deal import Dealer
from games.rules.record import outcome_json


class ReplayMismatch(Exception):
    """The stored rows can't be replayed, or differ from the result of the replay.

    ``place`` says where, without hidden information; ``difference`` says how, including hidden cards.
    """

    def __init__(self, place: str, difference: str) -> None:
        super().__init__(f"{place}: {difference}")
        self.place, self.difference = place, difference


@dataclass(frozen=True, slots=True)
class RecordedShuffle:
    number: int
    pieces: tuple[str, ...]
    order: tuple[str, ...]


class RecordingDealer:
    """A dealer that records its shuffles: a :data:`~games.rules.contract.Shuffle`."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.recorded: list[RecordedShuffle] = []

    def __call__(self, pieces: Sequence[str]) -> list[str]:
        order = self.dealer(pieces)
        self.recorded.append(RecordedShuffle(self.dealer.made - 1, tuple(pieces), tuple(order)))
        return order

    def take(self) -> tuple[RecordedShuffle, ...]:
        """Return the shuffles since the last call, and forget them."""
        recorded, self.recorded = tuple(self.recorded), []
        return recorded


@dataclass(frozen=True, slots=True)
class Step:
    """The deal or a move, replayed: its row, and the resulting state, events and shuffles.

    All steps share one ``state``; each step mutates it.
    """

    move: Move
    state: State
    events: list[Event]
    shuffles: tuple[RecordedShuffle, ...]


def seated_players(game: Game) -> list[Player]:
    """Return the game's players in seat order. Raise `ReplayMismatch` if a seat is empty."""
    players = list(game.players.select_related("user").order_by("seat"))
    if [player.seat for player in players] != list(range(game.size)):
        raise ReplayMismatch("seats", f"not the seats 0 to {game.size - 1}")
    return players


def steps(game: Game) -> Iterator[Step]:
    """Replay the deal and every stored move; a game without a deal starts with its stored position.

    Raise `ReplayMismatch` if the rows can't be replayed, or the replay differs from them.
    """
    return replay_steps(game, seated_players(game), game.moves.order_by("number"))


def replay_steps(game: Game, players: Sequence[Player], stored: Iterable[Move]) -> Iterator[Step]:
    """Replay like ``steps``, but from loaded rows.

    ``players`` are in seat order; ``stored`` is the deal followed by the moves.
    """
    _check_options(game)
    # Not a queryset's iterator(): an abandoned replay would close its server-side cursor in a different transaction.
    moves = iter(stored)
    state, events, dealer = _beginning(game, players)
    yield _compared(Step(_numbered(next(moves, None), 0), state, events, dealer.take()))
    yield from _moved_on(moves, 1, state, dealer)


def _beginning(game: Game, players: Sequence[Player]) -> tuple[State, list[Event], RecordingDealer]:
    if game.was_dealt:
        dealer = RecordingDealer(store.dealer(game, players, 0))
        return *game.rules.engine.state_class.new(game.options, game.size, dealer), dealer
    try:
        state, events = store.start_of(game)
    except StartPosition.DoesNotExist as missing:
        raise ReplayMismatch("start", "no position stored") from missing
    return state, events, RecordingDealer(store.dealer(game, players, state.shuffles))


def steps_from(
    game: Game, players: Sequence[Player], state: State, number: int, stored: Iterable[Move]
) -> Iterator[Step]:
    """Replay later moves like ``replay_steps``.

    ``state`` is the state after move ``number``, and is mutated.
    """
    return _moved_on(stored, number + 1, state, RecordingDealer(store.dealer(game, players, state.shuffles)))


def _moved_on(moves: Iterable[Move], first: int, state: State, dealer: RecordingDealer) -> Iterator[Step]:
    for number, move in enumerate(moves, first):
        events = _applied(_numbered(move, number), state, dealer)
        yield _compared(Step(move, state, events, dealer.take()))


def _check_options(game: Game) -> None:
    if game.variant not in RULES:
        raise ReplayMismatch("game", f"no rules for {game.variant!r}")
    try:
        game.rules.engine.check_options(game.options, game.size)
    except BadOption as bad:
        raise ReplayMismatch("options", f"{bad.name}: {bad.reason}") from bad


def _numbered(move: Move | None, number: int) -> Move:
    if move is None:
        raise ReplayMismatch("deal", "not stored")
    if move.number != number:
        raise ReplayMismatch(f"move {number}", f"not stored; the next one is number {move.number}")
    return move


def _applied(move: Move, state: State, dealer: RecordingDealer) -> list[Event]:
    if move.seat is None:
        raise ReplayMismatch(f"move {move.number}", "made by no seat")
    try:
        return state.apply(move.seat, move.text, dealer)
    except Illegal as illegal:
        difference = f"{move.text!r} by seat {move.seat} is illegal ({illegal.code}, rule {illegal.paragraph})"
        raise ReplayMismatch(f"move {move.number}", difference) from illegal


def verify(game_pk: int) -> int:
    """Compare all rows of a started game with its replay, and return the number of moves.

    Raise `ReplayMismatch` if they differ.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_pk)
        for step in steps(game):
            if step.move.number == 0:
                left = [*step.state.out]
            last = step
        _compare_pieces(game, last.state)
        _compare_game(game, last.state)
        _compare_players(game, last.state, left)
        _check_incidents(game, last.move.number)
    return last.move.number


def _equal(place: str, what: str, stored: Any, replayed: Any) -> None:
    if stored != replayed:
        raise ReplayMismatch(place, f"{what}: stored {stored!r}, replayed {replayed!r}")


def _compared(step: Step) -> Step:
    """Return the step if the move's row agrees with it. Otherwise raise `ReplayMismatch`."""
    move, place = step.move, f"move {step.move.number}"
    if not isinstance(move.events, list):
        raise ReplayMismatch(f"events of {place}", "not a list")
    _equal(f"events of {place}", "how many", len(move.events), len(step.events))
    for number, (old, new) in enumerate(zip(move.events, step.events, strict=True), 1):
        _equal(f"events of {place}", f"event {number}", old, json.loads(json.dumps(store.event_to_json(new))))
    _equal(place, "turn", move.turn, step.state.turn)
    return step


def _compare_pieces(game: Game, state: State) -> None:
    replayed = store.values_of(state.pieces())
    stored = {("card", card.code): _values(card, store.CARD_FIELDS) for card in game.cards.order_by("pk")}
    stored |= {("tile", tile.code): _values(tile, store.TILE_FIELDS) for tile in game.tiles.order_by("pk")}
    stored = stored or store.values_of(store.stored_pieces(game))
    for kind, code in sorted(stored.keys() ^ replayed.keys()):
        where = "stored but not in the replay" if (kind, code) in stored else "in the replay but not stored"
        raise ReplayMismatch(f"{kind}s", f"{code}: {where}")
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
        raise ReplayMismatch("facts", "not an object")
    lacking = state.LATER_FACTS - game.facts.keys()
    _compare_fields("facts", "", game.facts, {name: facts[name] for name in facts.keys() - lacking})
    _equal("turn", "of the game", game.turn, state.turn)
    _equal("outcome", "of the game", game.outcome, json.loads(json.dumps(outcome_json(state.outcome))))
    _equal("status", "whether it is over", game.is_over, state.outcome is not None)


def _compare_players(game: Game, state: State, left: Sequence[Seat]) -> None:
    """Compare the players; ``left`` are the seats that had resigned before the initial position."""
    asked = list(game.players.filter(to_move_since__isnull=False).order_by("seat").values_list("seat", flat=True))
    _equal("players", "seats asked for a move", asked, sorted(state.to_move) if game.is_running else [])
    resigned = list(game.players.filter(resigned=True).order_by("seat").values_list("seat", flat=True))
    resigning = game.moves.filter(text=RESIGN).order_by("seat").values_list("seat", flat=True)
    _equal("players", "resigned seats", resigned, sorted([*left, *resigning]))


def _check_incidents(game: Game, last: int) -> None:
    """Raise `ReplayMismatch` unless every incident refers to an existing move and seat."""
    wrong = game.incidents.filter(Q(after__gt=last) | Q(seat__gte=game.size)).first()
    if wrong is not None:
        raise ReplayMismatch("incidents", f"{wrong} after move {wrong.after}, seat {wrong.seat}")
