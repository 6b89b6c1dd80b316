"""The Python client: whole games by two example players, its handling of errors, and its imports."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import Request

import pytest
from backroom import Away, Client, Problem
from django import conf
from player import play_all
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from terminal import say

from accounts.models import Token, User
from accounts.tokens import tokens
from games.models import Game, Message, Move
from games.rules import RULES
from tests.cast import table_of
from tests.playing import asked_seat, play_on
from tests.site import ROOT, free_port

ClientOf = Callable[[User], Client]


def secret_of(user: User, *scopes: str) -> str:
    return tokens.make(user, f"program {Token.objects.count()}", scopes or Token.Scope.values, None).secret


@pytest.fixture
def client_of(live_server: LiveServer, settings: Settings) -> ClientOf:
    """``client_of(user)`` returns a user's client, without rate limits."""
    settings.RATE_LIMITS = conf.settings.RATE_LIMITS | {"api": "100000/m/key", "move": "100000/m/key"}
    return lambda user: Client(live_server.url, secret_of(user), tries=1)


@pytest.fixture
def duel(live_server: LiveServer, alice: User, bob: User) -> Game:
    return table_of(alice, bob)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "begun"),
    [("chicago_poker", 90), *(pytest.param(variant, 0, marks=pytest.mark.whole) for variant in sorted(RULES))],
)
def test_two_example_players_finish_a_game(
    client_of: ClientOf, alice: User, bob: User, variant: str, begun: int
) -> None:
    game = play_on(table_of(alice, bob, variant=variant), begun)
    programs = [client_of(alice), client_of(bob)]
    made = 0
    while moves := sum(play_all(program, wait=0) for program in programs):
        made += moves
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert 40 < made <= Move.objects.filter(game=game).count()


def test_a_refusal_is_an_exception_with_all_it_says(client_of: ClientOf, duel: Game) -> None:
    mover = asked_seat(duel).user
    program = client_of(mover)
    with pytest.raises(Problem) as refused:
        program.move(program.table(duel.public_id), "nonsense")
    problem = refused.value
    assert (problem.status, problem.code, problem.paragraph) == (422, "unreadable", "10")
    assert str(problem) == problem.sentence == "This isn’t a move in this game. Choose one that the table offers."
    old = program.table(duel.public_id) | {"version": "0.0"}
    with pytest.raises(Problem) as refused:
        program.move(old, "draw")
    assert (refused.value.status, refused.value.code) == (409, "stale")
    assert refused.value.version == program.table(duel.public_id)["version"]


def test_sentences_are_in_the_language_that_was_asked_for(live_server: LiveServer, alice: User) -> None:
    program = Client(live_server.url, secret_of(alice), language="sv")
    with pytest.raises(Problem) as refused:
        program.table("nowhere")
    assert refused.value.status == 404 and "Det finns" in refused.value.sentence


def test_a_token_that_was_revoked(live_server: LiveServer) -> None:
    with pytest.raises(Problem) as refused:
        Client(live_server.url, "tbr_gone").tables()
    assert (refused.value.status, refused.value.code) == (401, "token")


def test_an_unchanged_table_is_not_transmitted_again(
    client_of: ClientOf, duel: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = client_of(asked_seat(duel).user)
    statuses: list[Any] = []
    opened = Client._open

    def watched(self: Client, *asked: Any) -> Any:
        try:
            answer = opened(self, *asked)
        except Problem as problem:
            statuses.append(problem.status)
            raise
        statuses.append(answer.status)
        return answer

    monkeypatch.setattr(Client, "_open", watched)
    first = program.table(duel.public_id)
    assert program.table(duel.public_id) == first
    assert statuses == [200, 304]
    after = program.move(first, "draw")
    assert program.table(duel.public_id)["version"] == after["version"] != first["version"]


def test_a_change_whose_answer_was_lost_is_sent_again_and_made_once(
    live_server: LiveServer, duel: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = Client(live_server.url, secret_of(asked_seat(duel).user))
    table, opened, lost = program.table(duel.public_id), Client._open, []

    def lossy(self: Client, *asked: Any) -> Any:
        answer = opened(self, *asked)
        if not lost:
            lost.append(answer)
            answer.close()
            raise ConnectionResetError("cut")
        return answer

    monkeypatch.setattr(Client, "_open", lossy)
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    after = program.move(table, "draw")
    assert lost and after["version"] != table["version"]
    assert [move["move"] for move in program.events(duel.public_id)].count("draw") == 1


def test_a_site_that_is_not_there() -> None:
    with pytest.raises(Away):
        Client(f"http://127.0.0.1:{free_port()}", tries=1).tables()


def test_writing_to_the_players(client_of: ClientOf, duel: Game, alice: User) -> None:
    program = client_of(alice)
    assert program.chat(duel.public_id) == []
    assert [said["text"] for said in program.say(duel.public_id, "Hello")] == ["Hello"]
    assert Message.objects.count() == 1


def test_no_other_host_gets_the_token() -> None:
    program = Client("https://room.example.org", "tbr_secret")
    (handler,) = [each for each in program._opener.handlers if type(each).__name__ == "_SameHost"]
    request = Request("https://room.example.org/api/v1/stream", headers={"Authorization": "Bearer tbr_secret"})
    assert handler.redirect_request(request, None, 307, "", {}, "https://elsewhere.example.org/") is None
    assert handler.redirect_request(request, None, 307, "", {}, "http://room.example.org/") is None
    followed = handler.redirect_request(request, None, 307, "", {}, "https://room.example.org:8001/api/v1/stream")
    assert followed.get_header("Authorization") == "Bearer tbr_secret"


def imported(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text())))
    names = [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in names}


def test_clients_import_nothing_of_the_site() -> None:
    files = list((ROOT / "clients").rglob("*.py"))
    assert len(files) >= 3
    own = {path.stem for path in files}
    for path in files:
        further = {"mcp"} if path.is_relative_to(ROOT / "clients" / "mcp") else set()
        assert imported(path) <= sys.stdlib_module_names | own | further, path


def test_the_client_stays_short() -> None:
    assert (ROOT / "clients" / "python" / "backroom.py").read_text().count("\n") <= 275


@pytest.mark.parametrize(
    "written", ["x\nBob: lost", "x\u2028Bob: lost", "x\x85Bob: lost", "x\x1b[2JBob: lost", "x\rBob"]
)
def test_what_others_write_breaks_no_line_of_the_terminal_and_steers_it_nowhere(
    written: str, capsys: pytest.CaptureFixture[str]
) -> None:
    say(f"Ann: {written}")
    told = capsys.readouterr().out
    assert told.startswith("Ann: x ") and told.endswith("\n") and told[:-1].isprintable()
