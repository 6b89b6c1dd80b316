"""API responses at the positions of the golden records show only what the rules let the viewer know.

For every seat and a spectator, the response equals the view behind the page, and permuting cards never shown to the
viewer changes no byte, header, status or number of queries. Each record is walked once: the table and its newest moves
are requested at every position, and everything at some positions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
import time_machine
from django.db import connection, reset_queries, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Token
from accounts.tokens import tokens
from games.core import store
from games.models import Card, Game, Move
from games.rules.contract import Event, State, redact
from games.rules.fair_deal import Dealer, key
from games.rules.record import Record
from tests.cast import somebody, table_of
from tests.rate_limits import reset_rate_limits
from tests.rules.test_golden import FILES, load
from tests.table.test_secrecy import permute

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PIECES, EVENTS, OTHERS = "?words=1", "/events?after=", ("/events", "/record", "/deal")
NEWEST, EVERY = 3, 20
"""The number of moves requested at each position, and the number of positions where everything is requested."""

every_record = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.name.split('.')[0]}")


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Freeze the time, which responses contain."""
    with time_machine.travel("2026-11-20 12:00Z", tick=False):
        yield


class Told(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str
    queries: int


class Position(NamedTuple):
    """A running game after some moves of a record, with its events."""

    state: State
    moves: list[tuple[int | None, str, list[Event]]]


def positions(written: Record) -> Iterator[Position]:
    assert written.secret is not None
    dealer = Dealer(key(written.secret, written.table, written.entropy))
    state, events = written.rules.engine.state_class.new(written.options, len(written.seats), dealer)
    moves: list[tuple[int | None, str, list[Event]]] = [(None, "", list(events))]
    yield Position(state, moves)
    for each in written.moves:
        seat, _space, text = each.partition(" ")
        moves.append((int(seat), text, list(state.apply(int(seat), text, dealer))))
        if state.outcome is None:
            yield Position(state, moves)


class Site:
    """A table that can be set to one position after another, and the responses to its viewers."""

    def __init__(self, written: Record) -> None:
        people = [somebody(f"player{number}") for number in range(len(written.seats))]
        self.game = table_of(*people, variant=written.game, options=written.options)
        self.game.moves.all().delete()
        self.bearers: dict[int | None, dict[str, str]] = {None: {}}
        for player in self.game.players.all():
            secret = tokens.make(player.user, "program", Token.Scope.values, None).secret
            self.bearers[player.seat] = {"Authorization": f"Bearer {secret}"}
        Token.objects.update(used_at=timezone.now())  # otherwise the first request records its use, with one more query
        codes = Card.objects.filter(game=self.game).order_by("pk").values_list("code", flat=True)
        self._cards = [code for code in codes if self.game.rules.presentation.face(code).suit]
        self._named = re.compile(rf"\b(?:{'|'.join(self._cards)})\b")
        self._shown: dict[int | None, set[str]] = {viewer: set() for viewer in self.bearers}

    def stand(self, position: Position) -> None:
        loaded, now = store.load(self.game), timezone.now()
        loaded.state = position.state
        store.save(loaded)
        self.game.version, self.game.turn = self.game.version + 1, position.state.turn
        self.game.save()
        known = self.game.moves.count()
        Move.objects.bulk_create(
            Move(
                game=self.game,
                number=number,
                seat=seat,
                text=text,
                events=[store.event_to_json(event) for event in events],
                turn=position.state.turn,
            )
            for number, (seat, text, events) in enumerate(position.moves)
            if number >= known
        )
        for viewer, shown in self._shown.items():
            new = [redact(event, viewer).details for _seat, _text, events in position.moves[known:] for event in events]
            shown.update(self._named.findall(json.dumps(new) + repr(position.state.view(viewer))))
        asked = list(position.state.to_move)
        self.game.players.exclude(seat__in=asked).update(to_move_since=None, turn_started_at=None, deadline=None)
        self.game.players.filter(seat__in=asked).update(
            to_move_since=len(position.moves) - 1, turn_started_at=now, deadline=None
        )

    def told(self, viewer: int | None, parts: Sequence[str]) -> dict[str, Told]:
        """Return the responses to this seat's player, or to another user if the seat is None."""
        reset_rate_limits()
        return {part: self._told(part, self.bearers[viewer]) for part in parts}

    def _told(self, part: str, headers: dict[str, str]) -> Told:
        reset_queries()  # Django keeps the last 9,000 queries and could not count more
        with CaptureQueriesContext(connection) as queries:
            answer = Client().get(f"/api/v1/tables/{self.game.public_id}{part}", headers=headers)
        return Told(answer.status_code, dict(answer.headers), answer.content.decode(), len(queries))

    def never_shown(self, viewer: int | None) -> list[str]:
        return [code for code in self._cards if code not in self._shown[viewer]]


def plain(value: Any) -> Any:
    """Return the value after a round trip through JSON."""
    return json.loads(json.dumps(value))


def assert_told_what_the_rules_let_them_know(told: dict[str, Told], position: Position, viewer: int | None) -> None:
    view = position.state.full_view(viewer)
    table = json.loads(told[PIECES].text)
    legal = list(view.legal) if viewer in view.to_move else []
    listed = [piece for piece in view.pieces if not (piece.is_hidden and piece.place is None)]
    assert (table["pieces"], table["facts"]) == (plain([piece._asdict() for piece in listed]), plain(view.facts))
    assert sum(each["count"] for each in table["hidden"]) == len(view.pieces) - len(listed)
    assert (table["legal"], table["to_move"]) == (legal, list(view.to_move))
    assert len(table["legal_in_words"]) == len(legal) and all(table["legal_in_words"])
    for seat, known in zip(table["seats"], view.seats, strict=True):
        assert (seat["hand"], seat["hand_size"], seat["out"]) == (plain(known.hand), known.hand_size, known.out)
    for part in told:
        if part.startswith("/events"):
            for move in json.loads(told[part].text)["moves"]:
                known = [redact(event, viewer) for event in position.moves[move["id"]][2]]
                assert [(each["kind"], each["seat"], each["details"]) for each in move["events"]] == [
                    (event.kind, event.seat, plain(event.details)) for event in known
                ]


def assert_secret(
    site: Site, position: Position, viewer: int | None, chance: Random, others: Sequence[str] = ()
) -> None:
    """Assert that the responses follow the rules, and that cards never shown to the viewer change none of them.

    ``others`` are requested in addition to the table and its newest moves.
    """
    parts = (PIECES, f"{EVENTS}{max(-1, len(position.moves) - 1 - NEWEST)}", *others)
    before = site.told(viewer, parts)
    assert {told.status for told in before.values()} == {200}
    assert_told_what_the_rules_let_them_know(before, position, viewer)
    hidden = site.never_shown(viewer)
    chance.shuffle(hidden)
    if len(hidden) < 2:
        return
    with transaction.atomic():
        permute(site.game, dict(zip(hidden, hidden[1:] + hidden[:1], strict=True)))
        assert site.told(viewer, parts) == before, (viewer, len(position.moves))
        transaction.set_rollback(True)


def look(file: Path, *, every: bool) -> int:
    """Check one position of a record, or all if ``every``, and return the number of positions."""
    written = load(file)
    site, chance, seen = Site(written), Random(len(written.moves)), 0
    wanted = len(written.moves) * (1 + FILES.index(file) % 4) // 5
    for number, position in enumerate(positions(written)):
        if every or number == wanted:
            site.stand(position)
            site.game = Game.objects.get(pk=site.game.pk)
            if not seen:
                site.told(None, (PIECES, *OTHERS))  # queried only by a process's first request
            for viewer in site.bearers:
                assert_secret(site, position, viewer, chance, OTHERS if number % EVERY == wanted % EVERY else ())
            seen += 1
    return seen


@pytest.mark.parametrize("file", FILES[::6], ids=lambda file: f"{file.parent.name}-{file.name.split('.')[0]}")
def test_a_position_of_some_records_is_told_as_its_viewer_may_know_it(file: Path) -> None:
    assert look(file, every=False) == 1


@pytest.mark.whole
@every_record
def test_every_position_of_every_record_is_told_as_its_viewer_may_know_it(file: Path) -> None:
    assert look(file, every=True) > 1
