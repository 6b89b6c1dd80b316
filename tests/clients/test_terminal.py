"""The terminal client and the stream against the site as ``make play`` runs it: a whole game through a pipe."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import pytest
from backroom import Client, Problem
from player import play_all
from terminal import Terminal, position

from games.rules import RULES
from tests.databases import started_before
from tests.site import ROOT, Site, free_port

pytestmark = pytest.mark.slow

TERMINAL = ROOT / "clients" / "python" / "terminal.py"
MAKE = """
from accounts.models import Token, User
from accounts.tokens import tokens
from tests.cast import somebody, table_of
from tests.playing import play_on
people = [somebody(f"{{name}}-{{User.objects.count()}}") for name in ("alice", "bob")]
game = play_on(table_of(*people, options={{"short": True}}, public=False, public_id={table!r}), {moves})
mover = game.players.get(to_move_since__isnull=False).user
people.sort(key=lambda person: person != mover)
for person in people:
    print(tokens.make(person, f"program {{Token.objects.count()}}", Token.Scope.values, None).secret)
"""
"""Prints the tokens of two players, that of the player to move first."""

ALONE = """
from accounts.models import Token, User
from accounts.tokens import tokens
from tests.cast import somebody, table_of
alice = somebody(f"alice-{{User.objects.count()}}")
table_of(alice, variant={variant!r}, bots=("master",), public=False)
print(tokens.make(alice, "program", Token.Scope.values, None).secret)
"""
"""Prints the token of a user at a table with a computer player of the strongest level."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(started_before(tmp_path_factory.mktemp("clients") / "var"))
    site.open()
    yield site
    assert site.close() == 0


def new_table(site: Site, table: str, moves: int = 0) -> list[str]:
    """Return the tokens of the player to move and of the opponent, at a new table after ``moves`` moves.

    ``table`` is the table's public id, which determines its deal.
    """
    return site.shell(MAKE.format(moves=moves, table=table)).split()


def with_token(url: str, secret: str) -> dict[str, str]:
    """Return the environment of a client, without the client's variables if ``url`` is empty."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("BACK_ROOM")}
    return others | ({"BACK_ROOM_SITE": url, "BACK_ROOM_TOKEN": secret} if url else {})


def typed(url: str, secret: str, lines: str, *arguments: str, timeout: float = 90) -> tuple[int, str]:
    """Return the exit status and output of the terminal client after typing these lines."""
    done = subprocess.run(
        [sys.executable, str(TERMINAL), *arguments],
        input=lines,
        capture_output=True,
        text=True,
        timeout=timeout,
        env=with_token(url, secret),
        check=False,
    )
    assert not done.stderr
    return done.returncode, done.stdout


@pytest.mark.whole
@pytest.mark.parametrize("begun", [0, 70])
def test_a_game_is_played_to_its_end_in_a_shell(site: Site, begun: int) -> None:
    table = f"typed{begun}"
    mine, theirs = new_table(site, table, begun)
    other, over = Client(site.url, theirs), Event()

    def play() -> None:
        while not over.is_set():
            play_all(other, wait=1)

    opponent = Thread(target=play)
    opponent.start()
    try:
        status, said = typed(site.url, mine, "99\n1\nh\nnonsense\nt Good luck\nc\n999\n" + "1\n" * 300)
    finally:
        over.set()
        opponent.join()
    assert status == 0
    assert "1 Duel (chicago_poker" in said and "Type a number from 1 to 1." in said
    assert "u takes the last move back" in said and said.count("That is no command") == 2
    assert ": Good luck\n" in said
    assert "The game is over: " in said.splitlines()[-1] and "Won by: " in said
    assert "Waiting for " in said and "played" in said
    assert other.table(table)["status"] == "over"


@pytest.mark.whole
@pytest.mark.parametrize("variant", RULES)
def test_a_whole_game_of_each_kind_is_played_against_master(site: Site, variant: str) -> None:
    status, said = typed(site.url, site.shell(ALONE.format(variant=variant)), "1\n" * 3000, timeout=1200)
    assert status == 0
    assert "The game is over: " in said.splitlines()[-1] and "Won by: " in said


def test_a_draft_is_taken_back_and_the_game_resigned(site: Site) -> None:
    table = "resigned"
    mover, _other = new_table(site, table)
    legal = Client(site.url, mover).table(table)["legal"]
    hidden = next(number for number, move in enumerate(legal, 1) if move.startswith("play"))
    status, said = typed(site.url, mover, f"{hidden}\nu\nresign\nno\nresign\nyes\n", table)
    assert status == 0
    assert said.count("Moves: ") == 3 and "Drafts: " in said
    assert "The game is over: resignation." in said


def test_a_plan_is_saved_shown_refused_and_dropped(site: Site) -> None:
    table = "planned"
    mover, _other = new_table(site, table)
    status, said = typed(site.url, mover, "p\np draw\np dance; draw\np\np -\n", table)
    assert status == 0
    assert said.count("You have no plan.") == 2
    assert said.count("Your plan: draw.") == 2
    assert "(Rule " in said
    assert Client(site.url, mover).plan(table)["steps"] == []


def test_leaving_says_that_the_game_goes_on(site: Site) -> None:
    table = "left"
    mover, _other = new_table(site, table)
    for lines in ("q\n", ""):
        status, said = typed(site.url, mover, lines, table)
        assert status == 0 and said.endswith("You have left. The game goes on, and so does your time for a move.\n")


@contextmanager
def opened(url: str, secret: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Yield the running terminal client.

    Ctrl-C reaches the client even if the tests run in the background, where processes ignore it.
    """
    with subprocess.Popen(
        [sys.executable, str(TERMINAL), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=with_token(url, secret),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as it:
        try:
            yield it
        finally:
            it.kill()


def test_ctrl_c_while_waiting_asks_for_a_command_and_then_leaves(site: Site) -> None:
    table = "waiting"
    _mover, waiter = new_table(site, table)
    with opened(site.url, waiter, table) as it:
        assert it.stdout
        assert any("Waiting for" in line for line in it.stdout)
        it.send_signal(signal.SIGINT)
        said, errors = it.communicate("q\n", timeout=30)
    assert "A command, or Enter to wait on" in said and "You have left." in said
    assert not errors and it.returncode == 0


@pytest.mark.parametrize(("person", "line"), [("Fitz", "→ Fitz: 5 hidden"), ("bob", "→ Fitz (bob): 5 hidden")])
def test_who_is_called_the_same_in_person_is_named_once(person: str, line: str) -> None:
    seat = {"seat": 0, "persona": "Fitz", "name": person, "is_you": False, "to_move": True, "hand": None}
    table: Any = {"seats": [seat | {"hand_size": 5}], "pieces": [], "hidden": [], "drafts": []}
    assert position(table) == [line]


class Limited:
    """A game in which the other player answers immediately. Every third request exceeds the rate limit."""

    def __init__(self) -> None:
        self._moves, self._asked, self.refused = 0, 0, 0

    def _count(self) -> None:
        self._asked += 1
        if self._asked % 3 == 0:
            self.refused += 1
            raise Problem(429, {"detail": "Too often.", "retry_after": 0})

    def table(self, _name: str, *, words: bool = False) -> dict[str, Any]:
        """Return a table where it is the user's turn, once the other player has answered."""
        self._count()
        status = "over" if self._moves >= 10 else "running"
        return self._seen(status=status, my_move=True)

    def move(self, _table: Any, _move: str) -> dict[str, Any]:
        """Return the table after the move, before the other player's answer."""
        self._count()
        self._moves += 2
        return self._seen(status="running", my_move=False, version=f"{self._moves - 1}.0")

    def events(self, _name: str, after: int = -1, wait: int = 0) -> list[dict[str, Any]]:
        self._count()
        assert not wait or after < self._moves, "it would wait for ever"
        last = min(after + 3, self._moves)
        return [{"id": number, "events": [{"text": f"Move {number}."}]} for number in range(after + 1, last + 1)]

    def _seen(self, **facts: Any) -> dict[str, Any]:
        table = {"id": "t", "version": f"{self._moves}.0", "legal": ["draw"], "legal_in_words": ["Draw"], "seats": []}
        empty = {"pieces": [], "hidden": [], "drafts": [], "to_move": [], "you": 0, "outcome": None}
        return table | empty | facts


def test_a_limit_that_is_reached_anywhere_delays_the_game_and_hides_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    limited = Limited()
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 30))
    Terminal(limited, "t").play()
    said = capsys.readouterr().out
    assert limited.refused > 5 and "The game is over" in said
    told = [line for line in said.splitlines() if line.startswith("· ")]
    assert {f"· Move {number}." for number in range(11)} <= set(told)


def test_each_error_has_its_sentence(site: Site) -> None:
    status, said = typed("", "", "")
    assert status == 1 and said.startswith("Set BACK_ROOM_SITE")
    status, said = typed(site.url, "tbr_gone", "")
    assert status == 1 and said.startswith("The site does not know this token: it has ended or was revoked.")
    status, said = typed(f"http://127.0.0.1:{free_port()}", "tbr_gone", "")
    assert status == 1 and said.startswith("The site can’t be reached just now.")


def test_the_stream_resumes_after_a_cut(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table = "streamed"
    alice, _bob = new_table(site, table)
    program = Client(site.url, alice)
    first = next(event for event in program.stream() if event["table"] == table)
    program.say(table, "Hello")
    again = next(event for event in program.stream(first["id"]) if event["table"] == table and event["version"] > 0)
    assert again["kind"] in {"table", "chat"}
    assert [move["id"] for move in program.events(table, wait=1)] == [0]


def test_a_token_that_is_unknown(site: Site) -> None:
    with pytest.raises(Problem):
        next(Client(site.url, "tbr_gone").stream())
