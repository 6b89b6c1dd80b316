"""alice and bob, each in a browser, play a game with every special card, a shootout and a tie to its end."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Page, expect

from games.rules import record
from games.rules.contract import Seat
from tests.browser.driver import card, main, make, undo, version
from tests.browser.recorded_game import BOSSES, NAME, Move, Predicate, RecordedGame, expect_board
from tests.mail_server import PostOffice
from tests.needs import EVERYTHING
from tests.site import ROOT, Site

LOOKED_AWAY = """
from django.utils import timezone
from games.models import Delivery, Player
Player.objects.filter(game__public_id={table!r}, seat={seat}).update(last_seen_at=None)
Delivery.objects.filter(notice__player__game__public_id={table!r}, notice__player__seat={seat}, state="pending").update(
    due_at=timezone.now()
)
"""
VIEWPORTS = 6
"""How often the test clears the player's presence before it gives up on the mail."""
SPECIAL = {"raid", "limousine"}
"""Moves that change several places of both players' boards."""
Pages = dict[Seat, Page]
Visit = Callable[..., Page]

YOURS = re.compile(r"^\(\d+\) Your move · ")
CHECKS = ("check-commitment", "check-numbers", "check-shuffles", "check-cards")


def asked(page: Page) -> None:
    """Check that heading, title and icon say that it is this player's turn."""
    expect(main(page)).to_have_attribute("data-your-move", "")
    expect(page).to_have_title(YOURS)
    expect(page.locator("#favicon")).to_have_attribute("href", re.compile("favicon-move"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Your move")


def waiting(page: Page) -> None:
    """Check that heading and title say that it is another player's turn; the icon may be about another table."""
    expect(page).not_to_have_title(YOURS)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("to move$"))


def address_of(recorded: RecordedGame, seat: Seat) -> str:
    """Return the address of mails about a seat."""
    return f"{recorded.record.seats[seat]}@example.org"


def letter(site: Site, office: PostOffice, recorded: RecordedGame, seat: Seat, read: int) -> str:
    """Return the text of the mail about a seat's turn, which is held back while its player is present.

    The first ``read`` mails to the player are skipped. On a busy machine, where the presence has expired, the mail
    comes at once.
    """
    address = address_of(recorded, seat)
    for _look in range(VIEWPORTS):
        # The open page may record its presence just before the worker checks, which then waits for minutes.
        site.shell(LOOKED_AWAY.format(table=recorded.record.table, seat=seat))
        with suppress(TimeoutError):
            office.wait_for(address, read + 1, seconds=5)
        come = office.to(address)[read:]
        # Other mails may come before it.
        read += len(come)
        for mail in come:
            text = str(mail.get_body(("plain",)).get_content())
            if "Your move" in text:
                return text
    raise TimeoutError(f"no mail about the move came for {address}")


def one_move(move: Move, recorded: RecordedGame, pages: Pages) -> None:
    """Check that a draft stays private, and that the opponent's page shows other moves without a reload."""
    mine, theirs = pages[move.seat], pages[1 - move.seat]
    before = version(theirs)
    make(mine, move.text)
    if move.draft:
        fetched = theirs.request.get(recorded.address, headers={"HX-Request": "true"}).text()
        assert f'data-version="{before}"' in fetched
        return
    expect(main(theirs)).not_to_have_attribute("data-version", before)
    if recorded.state.phase == "turn":
        for seat, page in pages.items():
            expect_board(page, recorded.state, seat)


def played(recorded: RecordedGame, pages: Pages, until: Predicate = lambda move: False) -> Iterator[Move]:
    """Yield the moves made on the pages: the special cards, and in `make test-all` every one.

    The other moves are made in the database, and the pages opened again.
    """
    made: set[str] = set()

    def on_the_page(move: Move) -> bool:
        return EVERYTHING or (move.verb in SPECIAL and move.verb not in made)

    while True:
        before = recorded.played
        move = recorded.advance(lambda move: until(move) or on_the_page(move))
        if recorded.played > before:
            for page in pages.values():
                page.reload()
        if move is None or until(move):
            return
        made.add(move.verb)
        next(recorded.moves())
        one_move(move, recorded, pages)
        yield move


def first_turn(site: Site, recorded: RecordedGame, pages: Pages, office: PostOffice) -> None:
    """Check title, icon, drafts, undoing, and the mail to the next player."""
    first = recorded.state.active
    mine, theirs = pages[first], pages[1 - first]
    read = len(office.to(address_of(recorded, 1 - first)))
    asked(mine)
    waiting(theirs)
    for move in recorded.moves(lambda move: move.seat != first):
        one_move(move, recorded, pages)
        if recorded.played == 2:
            undone_and_made_again(move, mine)
    asked(theirs)
    waiting(mine)
    assert NAME in letter(site, office, recorded, 1 - first, read)


def undone_and_made_again(move: Move, page: Page) -> None:
    """Check that the button names the move that it undoes."""
    _verb, code, tile = move.text.split()
    laid = page.locator(f"#{tile} .rail--you .playing-card--draft")
    expect(laid).to_have_count(1)
    expect(card(page, code)).to_have_count(0)
    expect(page.locator("button.undo small")).to_have_text(named(code))
    undo(page)
    expect(laid).to_have_count(0)
    expect(card(page, code)).to_be_visible()
    make(page, move.text)


def named(code: str) -> re.Pattern[str]:
    """Match a card's name in any case."""
    gangs = {"R": "ruby", "M": "moon", "S": "star", "C": "clover", "F": "fan"}
    return re.compile(f"{gangs[code[-1]]} {code[:-1]}", re.IGNORECASE)


def tie(recorded: RecordedGame, pages: Pages) -> None:
    """Check a tie: both are to move at once, and a chosen card survives the other player's secret answer."""
    one = recorded.next
    assert one is not None
    mine, theirs = pages[one.seat], pages[1 - one.seat]
    asked(mine)
    asked(theirs)
    picked = theirs.locator(".hand-card:not(.hand-card--refused) input[name=card]:enabled").last
    code = picked.get_attribute("value") or ""
    card(theirs, code).click()
    for move in recorded.moves(lambda move: move.seat != one.seat):
        one_move(move, recorded, pages)
    expect(theirs.locator(f"input[value='{code}']")).to_be_checked()
    expect(theirs.locator(".sent")).to_have_text(re.compile("has chosen in secret"))
    expect(mine.get_by_role("heading", name=re.compile("^You sent"))).to_be_visible()


def ended(recorded: RecordedGame, pages: Pages, folder: Path) -> None:
    """Check that both see the winner, and that the record and the deal pass their checks."""
    winner = recorded.record.outcome["winners"][0]
    for seat, page in pages.items():
        title = "You win" if seat == winner else f"{BOSSES[winner].split()[-1]} wins"
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(page.get_by_role("button", name=re.compile("Rematch"))).to_be_visible()
    page = pages[0]
    with page.expect_download() as download:
        page.get_by_role("link", name=re.compile("Download the record")).click()
    kept = folder / "game.record.json"
    download.value.save_as(kept)
    assert kept.read_text(encoding="utf-8").split('"moves"')[1] == written(recorded).split('"moves"')[1]
    command = [sys.executable, "-m", "games.rules", "--check", str(kept)]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert checked.stdout.startswith(f"ok: {len(recorded.record.moves)} moves")
    page.get_by_role("link", name="Check that the deal was fair").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This deal checks out")
    for check in CHECKS:
        expect(page.locator(f"#{check}")).to_have_attribute("data-state", re.compile("good|mine"))


def written(recorded: RecordedGame) -> str:
    return record.write(recorded.record)


def test_a_whole_game_of_two_people(
    site: Site, visit: Visit, office: PostOffice, shot: Callable[[Page, str], Path], tmp_path: Path
) -> None:
    recorded = RecordedGame(site)
    # The default of most users.
    motion = {"reduced_motion": "no-preference"}
    pages = {seat: visit(recorded.address, name, **motion) for seat, name in enumerate(recorded.record.seats)}
    first_turn(site, recorded, pages, office)
    for move in played(recorded, pages, lambda move: move.verb == "send"):
        if move.verb in ("raid", "bribery", "liquidation"):
            shot(pages[move.seat], f"story-{move.number}-{move.verb}")
    tie(recorded, pages)
    for seat, page in pages.items():
        shot(page, f"story-tie-{seat}")
    for move in played(recorded, pages):
        if move.verb in ("send", "limousine"):
            shot(pages[move.seat], f"story-{move.number}-{move.verb}")
    ended(recorded, pages, tmp_path)
