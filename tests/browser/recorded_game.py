"""A recorded game, dealt again on the running site and played move by move."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from games.rules import record
from games.rules.chicago_poker.board.rails import rail_order
from games.rules.chicago_poker.state import State
from games.rules.chicago_poker.text.names import face
from games.rules.contract import Seat
from tests.browser.in_process_shell import Shell

STORIES = Path(__file__).parent / "stories"
NAME = "Two people"
BOSSES = ("Dion O’Bannion", "Johnny Torrio")
"""The bosses of the two seats in two-people.record.json."""
DEAL = """
from pathlib import Path
from games import play
from games.models import Game
from games.rules import record
from tests.cast import found_or_made
read = record.read(Path({path!r}).read_text(encoding="utf-8"))
Game.objects.filter(public_id=read.table).delete()
people = [found_or_made(name) for name in read.seats]
game = play.open_table(
    people[0], name={name!r}, variant=read.game, options=read.options, size=len(people), public_id=read.table,
    secret=read.secret.hex(), entropy=read.entropy[0],
)
for person, entropy in zip(people[1:], read.entropy[1:]):
    play.join(game, person, entropy)
"""
MADE = """
from games.models import Player
from tests.playing import act
for seat, text in {moves!r}:
    act(Player.objects.get(game__public_id={table!r}, seat=seat), text)
"""
TABLE = re.compile("https?://[^/]+/games/[a-z0-9]+/")
BOARD = """() => Object.fromEntries([...document.querySelectorAll("#main .board .business")].map((place) => [
  place.id, [...place.querySelectorAll(".rail__cards")].map((rail) =>
    [...rail.querySelectorAll(".playing-card")].map((card) =>
    card.classList.contains("playing-card--back") ? "back" : card.textContent.trim() + " " + card.classList[1]))]))"""
READ_ON = "document.querySelector('#playback-stage[open] [data-playback=go-on]')?.click()"
"""Close stages, because the moves after a stage are not shown until it is closed."""
IS_BOARD = f"(expected) => {READ_ON} || JSON.stringify(({BOARD})()) === expected"


class Move(NamedTuple):
    """One move of the record; a ``draft`` reveals nothing."""

    number: int
    seat: Seat
    text: str
    draft: bool

    @property
    def verb(self) -> str:
        return self.text.split()[0]


Predicate = Callable[[Move], bool]


class RecordedGame:
    """A recorded game in progress; ``state`` includes drafts and forced moves."""

    def __init__(self, site: Shell, story: str = "two-people") -> None:
        path = STORIES / f"{story}.record.json"
        site.shell(DEAL.format(path=str(path), name=NAME))
        self.site = site
        self.record = record.read(path.read_text(encoding="utf-8"))
        self.address = f"/games/{self.record.table}/"
        self.state: Any
        self.state, self.dealer = record.opening(self.record)
        self.played = 0
        self.drafts: list[str] = []

    @property
    def next(self) -> Move | None:
        """The next move of the record, or None at the end."""
        if self.played == len(self.record.moves):
            return None
        seat, _space, text = self.record.moves[self.played].partition(" ")
        return Move(self.played + 1, int(seat), text, not self.state.commits(int(seat), text))

    def moves(self, until: Predicate = lambda move: False) -> Iterator[Move]:
        """Yield the moves to make before the first that matches ``until``; ``state`` includes the yielded one."""
        while (move := self.next) is not None and not until(move):
            self._apply(move)
            while not self.drafts and (end := self.next) is not None and end.text == self.state.forced_move(end.seat):
                self._apply(end)  # a forced move, made by the site
            yield move

    def _apply(self, move: Move) -> None:
        self.drafts = [*self.drafts, move.text] if move.draft else []
        self.state.apply(move.seat, move.text, self.dealer)
        self.played += 1

    def advance(self, until: Predicate = lambda move: False) -> Move | None:
        """Make the moves before the first that matches ``until`` without notifying pages, and return that move."""
        moves = [(move.seat, move.text) for move in self.moves(until)]
        self.site.shell(MADE.format(table=self.record.table, moves=moves))
        return self.next

    def advance_to(self, until: Predicate) -> Move:
        """Call ``advance``. Raise `AssertionError` if no move matches."""
        move = self.advance(until)
        assert move is not None
        return move


def board_of(state: State, viewer: Seat | None) -> dict[str, list[list[str]]]:
    """Return every card on the board as the viewer's page shows it: rank and gang, or a back."""
    view = state.view(viewer)
    return {
        there.tile: [[_shown(card.code) for card in there.columns[seat]] for seat in rail_order(view)]
        for there in view.street
        if there is not None
    }


def _shown(code: str | None) -> str:
    return "back" if code is None else f"{code[:-1]} {face(code).suit}"


def expect_board(page: Page, state: State, viewer: Seat | None, within: float = 5000) -> None:
    """Wait until the page shows exactly the board that this viewer may see."""
    expected = board_of(state, viewer)
    try:
        page.wait_for_function(IS_BOARD, arg=json.dumps(expected, separators=(",", ":")), timeout=within)
    except TooLate as error:
        raise AssertionError(f"{page.url} shows {page.evaluate(BOARD)}, not {expected}") from error


def post_move(page: Page, move: str) -> None:
    """Post a move as the page's viewer, with the version and CSRF token of a freshly fetched page."""
    found = TABLE.match(page.url)
    assert found is not None, page.url
    text = page.request.get(found[0]).text()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', text)
    shown = re.search(r'name="version" value="([^"]+)"', text)
    assert token is not None and shown is not None, text[-3000:]
    form = {"csrfmiddlewaretoken": token[1], "version": shown[1], "move": move}
    status = page.request.post(f"{found[0]}move/", form=form, headers={"Referer": page.url}).status
    assert status == 200, status
