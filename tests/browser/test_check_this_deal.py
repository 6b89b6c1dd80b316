"""The check of a deal in the browser: it agrees with the server, and finds tampering."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.combinations import every
from tests.site import ROOT, Site

Visit = Callable[..., Page]

FIRST, *OTHERS = sorted((ROOT / "tests/records").glob("*/*.record.json"))
CHECKS = ("check-commitment", "check-numbers", "check-shuffles", "check-cards")
IMPORT = """
from pathlib import Path
from games.models import Game
from games.replay.records import store_record
from games.rules import record
for path in {paths!r}:
    read = record.read(Path(path).read_text(encoding="utf-8"))
    print((Game.objects.filter(public_id=read.table).first() or store_record(read)).public_id)
"""


def longest() -> list[Path]:
    """Return the longest golden records, with the most shuffles, of each game and number of players.

    Outside `make test-all`, return every fifth of them: one of each game.
    """
    found: dict[tuple[str, int], tuple[int, Path]] = {}
    for path in OTHERS:
        data = json.loads(path.read_text(encoding="utf-8"))
        key, length = (data["game"], len(data["seats"])), len(data["moves"])
        found[key] = max(found.get(key, (0, path)), (length, path))
    return list(every([path for _length, path in found.values()], 5))


@pytest.fixture(scope="module")
def tables(site: Site) -> list[str]:
    """A short golden record and the longest ones as games of the site."""
    return site.shell(IMPORT.format(paths=[*map(str, [FIRST, *longest()])])).split()


def verdicts(page: Page) -> list[str | None]:
    expect(page.locator("#verdict")).not_to_have_attribute("data-state", "waiting")
    return [page.locator(f"#{check}").get_attribute("data-state") for check in CHECKS]


def tampered(page: Page, change: Callable[[dict], None]) -> None:
    """Change the page's data on its way to the browser."""

    def changed(route: Route) -> None:
        body = route.fetch().text()
        found = re.search(r'<script id="deal" type="application/json">(.*?)</script>', body)
        assert found is not None
        data = json.loads(found[1])
        change(data)
        route.fulfill(body=body.replace(found[1], json.dumps(data)), content_type="text/html; charset=utf-8")

    page.unroute_all()
    page.route("**/fair/", changed)


def every_record_holds(page: Page, tables: list[str]) -> None:
    for table in tables:
        page.goto(f"/games/{table}/fair/")
        assert verdicts(page) == ["good"] * 4
        expect(page.get_by_role("heading", level=1)).to_have_text("This deal checks out")


def _other_secret(data: dict) -> None:
    data["secret"] = "0" * 64


def _other_number(data: dict) -> None:
    data["entropy"][0] = "f" * 32


def _two_cards_swapped(data: dict) -> None:
    order = data["shuffles"][data["deck"]]["order"]
    order[-1], order[-2] = order[-2], order[-1]


def _hand_swapped(data: dict) -> None:
    first, second = data["hands"][:2]
    first[0], second[0] = second[0], first[0]


def _other_card_drawn(data: dict) -> None:
    data["moves"][0]["drawn"] = ["9M", "9M"]


def tampering_is_found(page: Page, tables: list[str]) -> None:
    for change, expected in (
        (_other_secret, ["bad", "good", "bad", "bad"]),
        (_other_number, ["good", "good", "bad", "bad"]),
        (_two_cards_swapped, ["good", "good", "bad", "bad"]),
        (_hand_swapped, ["good", "good", "good", "bad"]),
        (_other_card_drawn, ["good", "good", "good", "bad"]),
        (lambda data: data["entropy"].pop(), ["good", "bad", "bad", "bad"]),
        (lambda data: data.update(broken=True), ["good", "good", "good", "bad"]),
    ):
        tampered(page, change)
        page.goto(f"/games/{tables[0]}/fair/")
        assert verdicts(page) == expected
        expect(page.get_by_role("heading", level=1)).to_have_text("This deal doesn’t check out")


@pytest.mark.whole
def test_the_check_of_a_deal(visit: Visit, tables: list[str], assert_accessible: Callable[[Page], None]) -> None:
    """All records pass; tampering and deviations from the noted numbers are reported."""
    page = visit()
    every_record_holds(page, tables)
    assert_accessible(page)
    tampering_is_found(page, tables)
    page.unroute_all()
    numbers_are_noted(page)
    noted_numbers_are_compared(page, tables[0])


def noted_numbers_are_compared(page: Page, table: str) -> None:
    page.goto(f"/games/{table}/fair/")
    data = json.loads(page.locator("#deal").inner_text())
    noted = {"table": table, "commitment": data["commitment"], "entropy": data["entropy"]}

    def verdicts_with(**changes: object) -> list[str | None]:
        page.evaluate(
            "([name, value]) => localStorage.setItem(name, value)", [f"deal:{table}", json.dumps(noted | changes)]
        )
        page.reload()
        return verdicts(page)

    assert verdicts_with() == ["good", "mine", "good", "good"]
    assert verdicts_with(entropy=[]) == ["good", "good", "good", "good"]
    assert verdicts_with(entropy=["f" * 32, *data["entropy"][1:]]) == ["good", "bad", "good", "good"]
    assert verdicts_with(commitment="0" * 64) == ["bad", "mine", "good", "good"]


def numbers_are_noted(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name=re.compile("play now", re.IGNORECASE)).first.click()
    page.wait_for_url(re.compile("/games/[a-z0-9]+/"))
    page.goto(f"{page.url.split('?')[0]}fair/")
    expect(page.locator("#noted")).to_be_visible()
    numbers = json.loads(page.locator("#numbers").inner_text())
    assert json.loads(page.evaluate("table => localStorage.getItem(`deal:${table}`)", numbers["table"])) == numbers
