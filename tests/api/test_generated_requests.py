"""Requests made by schemathesis from the API's description: none is a 5xx, every answer is one that is described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as some
from schemathesis import APIOperation, Case, GenerationMode, Response
from schemathesis.checks import CheckFunction, load_all_checks, not_a_server_error

from accounts.models import Token, User
from accounts.tokens import tokens
from games import play
from games.api.description import document
from games.models import Vote
from games.rules import RULES
from tests.bots.cast import bot_of, open_table
from tests.cast import table_of
from tests.counting import forget_counts
from tests.needs import EVERYTHING
from tests.playing import play_on

Scope = Token.Scope

pytestmark = pytest.mark.django_db

EXAMPLES = 100 if EVERYTHING else 4
UNCOMPRESSED = {"Accept-Encoding": "identity"}
ROLES = ("visitor", "player", "reader", "stranger", "host", "bot")
"""Nobody; who has a seat; who has one and may only read; who has none; who has opened a table that waits;
a computer player from outside."""


def described() -> list[tuple[str, APIOperation]]:
    """Return the operations of the description, with their names."""
    loaded = schemathesis.openapi.from_dict(document())
    loaded.app = get_wsgi_application()
    found = [each.ok() for each in loaded.get_all_operations()]
    return [(f"{each.method.upper()} {each.path}", each) for each in found]


OPERATIONS = described()


def checks() -> list[CheckFunction]:
    """Return the checks that hold for every answer, be the request good or bad."""
    load_all_checks()
    named = ("status_code_conformance", "content_type_conformance", "response_headers_conformance")
    return [not_a_server_error, *schemathesis.checks.CHECKS.get_by_names([*named, "response_schema_conformance"])]


CHECKS = checks()


class Scene:
    """Tables in every state, and the headers of each role."""

    def __init__(self, alice: User, bob: User, carol: User, charlie: User) -> None:
        running, over, waits = table_of(alice, bob), table_of(alice, bob), table_of(carol, size=3)
        play_on(running, 5)
        play.resign(over.players.get(user=alice), None)
        vote = play.propose(running.players.get(user=bob), Vote.Kind.PAUSE)
        self.known: dict[str, list[Any]] = {
            "table": [running.public_id, over.public_id, waits.public_id],
            "game": list(RULES),
            "username": [alice.username, bob.username],
            "vote": [vote.pk],
        }
        reader = tokens.make(alice, "reader", [Scope.TABLES_READ], None)
        self.headers: dict[str, dict[str, str]] = {"visitor": {}, "reader": bearer(reader)}
        bot = bot_of(bob)
        open_table(bot, alice)
        self.headers["bot"] = bearer(tokens.make_for_bot(bot))
        for role, user in (("player", alice), ("host", carol), ("stranger", charlie)):
            self.headers[role] = bearer(tokens.make(user, role, Scope.values, None))


def bearer(token: tuple[Token, str]) -> dict[str, str]:
    """Return the header of a token."""
    return {"Authorization": f"Bearer {token[1]}"}


@pytest.fixture
def scene(alice: User, bob: User, carol: User, charlie: User) -> Iterator[Scene]:
    """The test's connection stays open between requests, as with Django's own client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield Scene(alice, bob, carol, charlie)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.slow
@pytest.mark.parametrize("operation", [pytest.param(operation, id=name) for name, operation in OPERATIONS])
def test_every_answer_is_described(scene: Scene, operation: APIOperation) -> None:
    """For each role, one after the other, since the tables take longer to make than the requests to answer."""
    for role in ROLES:
        _asked_by(scene, operation, role)


def _asked_by(scene: Scene, operation: APIOperation, role: str) -> None:
    @settings(max_examples=EXAMPLES, database=None, derandomize=not EVERYTHING, suppress_health_check=list(HealthCheck))
    @given(
        case=some.one_of([operation.as_strategy(mode) for mode in GenerationMode]),
        known=some.fixed_dictionaries({name: some.sampled_from(values) for name, values in scene.known.items()}),
        exists=some.booleans(),
    )
    def answered(case: Case, known: dict[str, Any], exists: bool) -> None:
        if exists:
            case.path_parameters |= {name: known[name] for name in case.path_parameters.keys() & known.keys()}
        note(f"asked by: {role}")
        forget_counts()
        with transaction.atomic():
            answer = case.call(headers=UNCOMPRESSED | scene.headers[role])
            transaction.set_rollback(True)
        case.validate_response(answer, checks=CHECKS)
        if case.meta and case.meta.generation.mode.is_positive:
            assert not is_refused_for_its_shape(answer), answer.text

    answered()


def is_refused_for_its_shape(answer: Response) -> bool:
    """Return whether the site says that the request does not fit its description; the rules refuse otherwise."""
    return answer.status_code == 400 or (answer.status_code == 422 and answer.json()["code"] == "malformed")
