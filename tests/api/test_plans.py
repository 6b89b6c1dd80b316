"""Plans through the API: read, saved and dropped by their seat alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.models import User
from games import play
from games.models import Game, Player
from tests.api.caller import Caller
from tests.playing import asked_seat, other

pytestmark = pytest.mark.django_db


def put(program: Caller, game: Game, me: Player, *steps: str) -> Any:
    body = {"version": play.version_of(me.game, me), "steps": steps}
    return program.send("PUT", f"/tables/{game.public_id}/plan", json.dumps(body))


def plan_of(program: Caller, game: Game) -> Any:
    return program.get(f"/tables/{game.public_id}/plan").json()


def test_a_plan_is_saved_read_and_dropped(duel: Game) -> None:
    me = asked_seat(duel)
    program = Caller(me.user)
    before = plan_of(program, duel)
    assert (before["steps"], before["summary"], before["obstacle"]) == ([], [], "")
    assert put(program, duel, me, "draw").status_code == 200
    assert plan_of(program, duel)["steps"] == ["draw"]
    assert plan_of(program, duel)["summary"] != []
    assert plan_of(Caller(other(duel, me).user), duel)["steps"] == []
    assert program.send("DELETE", f"/tables/{duel.public_id}/plan", "").status_code == 200
    assert plan_of(program, duel)["steps"] == []


def test_a_plan_from_an_earlier_version_or_against_the_rules_is_refused(duel: Game) -> None:
    me = asked_seat(duel)
    program = Caller(me.user)
    assert put(program, duel, me, "draw").status_code == 200
    answers = [put(program, duel, me, "end"), put(program, duel, asked_seat(duel), "dance")]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(409, "stale"), (422, "unreadable")]
    assert put(program, duel, me).status_code == 422, "no steps"
    assert plan_of(program, duel)["steps"] == ["draw"]


def test_a_move_carries_a_plan(duel: Game) -> None:
    me = asked_seat(duel)
    body = {"version": play.version_of(me.game, me), "move": "draw", "plan": ["draw"]}
    answer = Caller(me.user).post(f"/tables/{duel.public_id}/moves", body)
    assert answer.status_code == 200
    assert plan_of(Caller(me.user), duel)["steps"] == ["draw"]


def test_a_spectator_has_no_plan(duel: Game, carol: User) -> None:
    assert Caller(carol).get(f"/tables/{duel.public_id}/plan").status_code == 404
