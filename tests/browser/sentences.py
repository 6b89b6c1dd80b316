"""A recorded game at the running site: dealt again, then played by its two people move by move."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from games.rules import record
from games.rules.chicago_poker import State
from games.rules.chicago_poker.board.rails import rail_order
from games.rules.chicago_poker.text.names import face
from games.rules.contract import Seat
from tests.site import Site

STORIES = Path(__file__).parent / "stories"
NAME = "Two people"
DEAL = """
from pathlib import Path
from accounts.models import User
from games import play
from games.models import Game
from games.rules import record
from tests.cast import somebody
read = record.read(Path({path!r}).read_text(encoding="utf-8"))
Game.objects.filter(table=read.table).delete()
people = [User.objects.filter(username=name).first() or somebody(name) for name in read.seats]
game = play.open_table(
    people[0], name={name!r}, slug=read.game, options=read.options, size=len(people), table=read.table,
    secret=read.secret.hex(), entropy=read.entropy[0],
)
for person, entropy in zip(people[1:], read.entropy[1:]):
    play.join(game, person, entropy)
"""
MADE = """
from games.models import Player
from tests.playing import act
for seat, text in {moves!r}:
    act(Player.objects.get(game__table={table!r}, seat=seat), text)
"""
TABLE = re.compile("https?://[^/]+/games/[a-z0-9]+/")
LYING = """() => Object.fromEntries([...document.querySelectorAll("#main .board .biz")].map((place) => [
  place.id, [...place.querySelectorAll(".rail__cards")].map((rail) => [...rail.querySelectorAll(".pc")].map((card) =>
    card.classList.contains("pc--back") ? "back" : card.textContent.trim() + " " + card.classList[1]))]))"""
SAME = f"(expected) => JSON.stringify(({LYING})()) === expected"


class Move(NamedTuple):
    """One move of the record, as the player at ``seat`` makes it; ``draft``: it reveals nothing."""

    number: int
    seat: Seat
    text: str
    draft: bool

    @property
    def verb(self) -> str:
        """What kind of move it is."""
        return self.text.split()[0]


Wanted = Callable[[Move], bool]


class Telling:
    """The record's game as it stands: ``state`` holds the moves told so far, drafts too, and what follows by form."""

    def __init__(self, site: Site, story: str = "two-people") -> None:
        path = STORIES / f"{story}.record.json"
        site.shell(DEAL.format(path=str(path), name=NAME))
        self.site = site
        self.record = record.read(path.read_text(encoding="utf-8"))
        self.address = f"/games/{self.record.table}/"
        self.state: Any
        self.state, self.dealer = record.opening(self.record)
        self.told = 0
        self.drafts: list[str] = []

    @property
    def next(self) -> Move | None:
        """The move that somebody has to make now."""
        if self.told == len(self.record.moves):
            return None
        seat, _space, text = self.record.moves[self.told].partition(" ")
        return Move(self.told + 1, int(seat), text, not self.state.commits(int(seat), text))

    def moves(self, upto: Wanted = lambda move: False) -> Iterator[Move]:
        """The moves to be made, one after another, up to one that is wanted; ``state`` is as it is after each."""
        while (move := self.next) is not None and not upto(move):
            self._tell(move)
            while not self.drafts and (end := self.next) is not None and end.text == self.state.forced_move(end.seat):
                self._tell(end)  # the site makes it by itself
            yield move

    def _tell(self, move: Move) -> None:
        self.drafts = [*self.drafts, move.text] if move.draft else []
        self.state.apply(move.seat, move.text, self.dealer)
        self.told += 1

    def skip(self, upto: Wanted = lambda move: False) -> Move | None:
        """Have the moves up to one that is wanted made beside the site, so that no page hears of them. That move."""
        moves = [(move.seat, move.text) for move in self.moves(upto)]
        self.site.shell(MADE.format(table=self.record.table, moves=moves))
        return self.next

    def skip_to(self, upto: Wanted) -> Move:
        """The same where such a move must come."""
        move = self.skip(upto)
        assert move is not None
        return move


def lying(state: State, viewer: Seat | None) -> dict[str, list[list[str]]]:
    """Every card on the table as that viewer's page shows it: rank and gang, or a back."""
    view = state.view(viewer)
    return {
        there.tile: [[_shown(card.code) for card in there.columns[seat]] for seat in rail_order(view)]
        for there in view.street
        if there is not None
    }


def _shown(code: str | None) -> str:
    return "back" if code is None else f"{code[:-1]} {face(code).suit}"


def shows(page: Page, state: State, viewer: Seat | None, within: float = 5000) -> None:
    """Wait until the page shows the table as it lies, and to this viewer no more than he may know."""
    expected = lying(state, viewer)
    try:
        page.wait_for_function(SAME, arg=json.dumps(expected, separators=(",", ":")), timeout=within)
    except TooLate as error:
        raise AssertionError(f"{page.url} shows {page.evaluate(LYING)}, not {expected}") from error


def post(page: Page, move: str) -> int:
    """Make a move without looking: read the table's version and token, and send the form. The answer's status."""
    found = TABLE.match(page.url)
    assert found is not None, page.url
    text = page.request.get(found[0]).text()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', text)
    shown = re.search(r'name="version" value="([^"]+)"', text)
    assert token is not None and shown is not None, text[-3000:]
    form = {"csrfmiddlewaretoken": token[1], "version": shown[1], "move": move}
    return page.request.post(f"{found[0]}move/", form=form, headers={"Referer": page.url}).status


def skip(page: Page, move: str) -> None:
    """As ``post``, where only what comes of it is of interest."""
    status = post(page, move)
    assert status == 200, status
