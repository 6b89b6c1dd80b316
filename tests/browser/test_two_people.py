"""alice and bob, each in a browser of their own, play a whole game with every special card, a shootout and a tie."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.rules import record
from games.rules.contract import Seat
from tests.browser.driver import card, main, make, undo, version
from tests.browser.sentences import NAME, Move, Telling, shows
from tests.mail_server import PostOffice
from tests.site import ROOT, Site

LOOKED_AWAY = """
from django.utils import timezone
from games.models import Delivery, Player
Player.objects.filter(game__table={table!r}, seat={seat}).update(looked_at=None)
Delivery.objects.filter(notice__player__game__table={table!r}, notice__player__seat={seat}, state="owed").update(
    due_at=timezone.now()
)
"""
LOOKS = 6
"""So often the player looks away before the mail is given up."""
Pages = dict[Seat, Page]
Visit = Callable[..., Page]

BOSSES = ("Dion O’Bannion", "Johnny Torrio")
YOURS = re.compile(r"^\(\d+\) Your move · ")
CHECKS = ("check-commitment", "check-numbers", "check-shuffles", "check-cards")


def asked(page: Page) -> None:
    """Heading, title and icon say that it is this player's move."""
    expect(main(page)).to_have_attribute("data-your-move", "")
    expect(page).to_have_title(YOURS)
    expect(page.locator("#favicon")).to_have_attribute("href", re.compile("favicon-move"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Your move")


def waiting(page: Page) -> None:
    """They say that others are asked. (Another table may wait meanwhile, which the icon says.)"""
    expect(page).not_to_have_title(YOURS)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("to move$"))


def letter(site: Site, office: PostOffice, telling: Telling, seat: Seat) -> str:
    """The text of the mail to a seat that is asked, which goes out only once its player looks away."""
    address = f"{telling.record.seats[seat]}@example.org"
    read = len(office.to(address))
    for _look in range(LOOKS):
        # The page stays open: it may say that it is looked at just before the worker asks, who then waits for minutes.
        site.shell(LOOKED_AWAY.format(table=telling.record.table, seat=seat))
        with suppress(TimeoutError):
            office.wait_for(address, read + 1, seconds=5)
        come = office.to(address)[read:]
        # Mails about other things may come before it.
        read += len(come)
        for mail in come:
            text = str(mail.get_body(("plain",)).get_content())
            if "Your move" in text:
                return text
    raise TimeoutError(f"no mail about the move came for {address}")


def one_move(move: Move, telling: Telling, pages: Pages) -> None:
    """A draft is its player's alone; what is sealed shows on the other's page without reload, as he may know it."""
    mine, theirs = pages[move.seat], pages[1 - move.seat]
    before = version(theirs)
    make(mine, move.text)
    if move.draft:
        fetched = theirs.request.get(telling.address, headers={"HX-Request": "true"}).text()
        assert f'data-version="{before}"' in fetched
        return
    expect(main(theirs)).not_to_have_attribute("data-version", before)
    if telling.state.phase == "turn":
        for seat, page in pages.items():
            shows(page, telling.state, seat)


def first_turn(site: Site, telling: Telling, pages: Pages, office: PostOffice) -> None:
    """Title, icon, undoing, drafts, and the mail to whoever comes next."""
    first = telling.state.active
    mine, theirs = pages[first], pages[1 - first]
    asked(mine)
    waiting(theirs)
    for move in telling.moves(lambda move: move.seat != first):
        one_move(move, telling, pages)
        if telling.told == 2:
            undone_and_made_again(move, mine)
    asked(theirs)
    waiting(mine)
    assert NAME in letter(site, office, telling, 1 - first)


def undone_and_made_again(move: Move, page: Page) -> None:
    """The button says what it takes back; afterwards it is as if it had not been."""
    _verb, code, tile = move.text.split()
    laid = page.locator(f"#{tile} .rail--you .pc--draft")
    expect(laid).to_have_count(1)
    expect(card(page, code)).to_have_count(0)
    expect(page.locator("button.undo small")).to_have_text(named(code))
    undo(page)
    expect(laid).to_have_count(0)
    expect(card(page, code)).to_be_visible()
    make(page, move.text)


def named(code: str) -> re.Pattern[str]:
    """A card's name, whatever its case."""
    gangs = {"R": "ruby", "M": "moon", "S": "star", "C": "clover", "F": "fan"}
    return re.compile(f"{gangs[code[-1]]} {code[:-1]}", re.IGNORECASE)


def tie(telling: Telling, pages: Pages) -> None:
    """Both are asked at once; what one has picked stays picked while the other sends, and shows nothing of it."""
    one = telling.next
    assert one is not None
    mine, theirs = pages[one.seat], pages[1 - one.seat]
    asked(mine)
    asked(theirs)
    picked = theirs.locator("input[name=card]:enabled").last
    code = picked.get_attribute("value") or ""
    card(theirs, code).click()
    for move in telling.moves(lambda move: move.seat != one.seat):
        one_move(move, telling, pages)
    expect(theirs.locator(f"input[value='{code}']")).to_be_checked()
    expect(theirs.locator(".sent")).to_have_text(re.compile("has chosen, in secret"))
    expect(mine.get_by_text(re.compile("^You have sent"))).to_be_visible()


def ended(telling: Telling, pages: Pages, folder: Path) -> None:
    """Both see who won, the record holds, and so does the deal."""
    winner = BOSSES[telling.record.outcome["winners"][0]]
    for page in pages.values():
        expect(page.get_by_role("heading", level=1)).to_have_text(winner)
        expect(page.get_by_role("button", name=re.compile("Rematch"))).to_be_visible()
    page = pages[0]
    with page.expect_download() as download:
        page.get_by_role("link", name=re.compile("Download the record")).click()
    kept = folder / "game.record.json"
    download.value.save_as(kept)
    assert kept.read_text(encoding="utf-8").split('"moves"')[1] == written(telling).split('"moves"')[1]
    command = [sys.executable, "-m", "games.rules", "--check", str(kept)]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert checked.stdout.startswith(f"ok: {len(telling.record.moves)} moves")
    page.get_by_role("link", name=re.compile("Check this deal")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This deal holds")
    for check in CHECKS:
        expect(page.locator(f"#{check}")).to_have_attribute("data-is", re.compile("good|mine"))


def written(telling: Telling) -> str:
    """The record as it is kept beside the tests."""
    return record.write(telling.record)


def test_a_whole_game_of_two_people(
    site: Site, visit: Visit, office: PostOffice, shot: Callable[[Page, str], Path], tmp_path: Path
) -> None:
    telling = Telling(site)
    # As most people have it: things move.
    motion = {"reduced_motion": "no-preference"}
    pages = {seat: visit(telling.address, name, **motion) for seat, name in enumerate(telling.record.seats)}
    first_turn(site, telling, pages, office)
    for move in telling.moves(lambda move: move.verb == "send"):
        one_move(move, telling, pages)
        if move.verb in ("raid", "bribery", "liquidation"):
            shot(pages[move.seat], f"story-{move.number}-{move.verb}")
    tie(telling, pages)
    for seat, page in pages.items():
        shot(page, f"story-tie-{seat}")
    for move in telling.moves():
        one_move(move, telling, pages)
        if move.verb in ("send", "limousine"):
            shot(pages[move.seat], f"story-{move.number}-{move.verb}")
    ended(telling, pages, tmp_path)


@pytest.mark.parametrize("script", [True, False])
def test_resigning(site: Site, visit: Visit, script: bool) -> None:
    """Whoever is not asked may resign too, in two taps; the other has won."""
    telling = Telling(site)
    leaver = 1 - telling.state.active
    pages = {
        seat: visit(telling.address, name, java_script_enabled=script or seat != leaver)
        for seat, name in enumerate(telling.record.seats)
    }
    make(pages[leaver], "resign")
    for page in pages.values():
        expect(page.get_by_role("heading", level=1)).to_have_text(BOSSES[1 - leaver])


def test_the_rematch_is_offered_on_the_open_page(site: Site, visit: Visit) -> None:
    """Without reload: the button, and the number beside "My tables" for the invitation."""
    telling = Telling(site)
    pages = {seat: visit(telling.address, name) for seat, name in enumerate(telling.record.seats)}
    make(pages[0], "resign")
    theirs = pages[1]
    expect(theirs.get_by_role("button", name=re.compile("^Rematch"))).to_be_visible()
    before = int(theirs.locator("#tally").text_content() or 0)
    pages[0].get_by_role("button", name=re.compile("^Rematch")).click()
    expect(theirs.get_by_role("button", name="Join the rematch")).to_be_visible()
    expect(theirs.locator("#tally")).to_have_text(str(before + 1))
