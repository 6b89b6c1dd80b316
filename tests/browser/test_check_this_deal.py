"""Check this deal, in a real browser: its own sums agree with the house's, and find out what was tampered with."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.site import ROOT, Site

Visit = Callable[..., Page]

RECORDS = sorted((ROOT / "tests/records").glob("*/*.record.json"))
CHECKS = ("check-commitment", "check-numbers", "check-shuffles", "check-cards")
IMPORT = """
from pathlib import Path
from games.models import Game
from games.replay.records import store_record
from games.rules import record
for path in {paths!r}:
    read = record.read(Path(path).read_text(encoding="utf-8"))
    print((Game.objects.filter(table=read.table).first() or store_record(read)).table)
"""


@pytest.fixture(scope="module")
def tables(site: Site) -> list[str]:
    """The golden records as games of the site."""
    return site.shell(IMPORT.format(paths=[*map(str, RECORDS)])).split()


def verdicts(page: Page) -> list[str | None]:
    expect(page.locator("#verdict")).not_to_have_attribute("data-is", "waiting")
    return [page.locator(f"#{check}").get_attribute("data-is") for check in CHECKS]


def tampered(page: Page, change: Callable[[dict], None]) -> None:
    """From now on the page's data comes changed."""

    def changed(route: Route) -> None:
        body = route.fetch().text()
        found = re.search(r'<script id="deal" type="application/json">(.*?)</script>', body)
        assert found is not None
        data = json.loads(found[1])
        change(data)
        route.fulfill(body=body.replace(found[1], json.dumps(data)), content_type="text/html; charset=utf-8")

    page.route("**/fair/", changed)


def test_every_record_holds(visit: Visit, tables: list[str], accessible: Callable[[Page], None]) -> None:
    page = visit()
    for table in tables:
        page.goto(f"/games/{table}/fair/")
        assert verdicts(page) == ["good"] * 4
        expect(page.get_by_role("heading", level=1)).to_have_text("This deal holds")
    accessible(page)


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


def test_tampering_is_found(visit: Visit, tables: list[str]) -> None:
    """Each of the ways, and that the page says so."""
    for change, expected in (
        (_other_secret, ["bad", "good", "bad", "bad"]),
        (_other_number, ["good", "good", "bad", "bad"]),
        (_two_cards_swapped, ["good", "good", "bad", "bad"]),
        (_hand_swapped, ["good", "good", "good", "bad"]),
        (_other_card_drawn, ["good", "good", "good", "bad"]),
        (lambda data: data["entropy"].pop(), ["good", "bad", "bad", "bad"]),
        (lambda data: data.update(broken=True), ["good", "good", "good", "bad"]),
    ):
        page = visit("/fair/")
        tampered(page, change)
        page.goto(f"/games/{tables[0]}/fair/")
        assert verdicts(page) == expected
        expect(page.get_by_role("heading", level=1)).to_have_text("This deal does not hold")
        page.close()


def test_what_the_browser_saw_before_the_end_is_noted_and_compared(visit: Visit, tables: list[str]) -> None:
    noted(visit())
    page = visit(f"/games/{tables[0]}/fair/")
    data = json.loads(page.locator("#deal").inner_text())
    seen = {"table": tables[0], "commitment": data["commitment"], "entropy": data["entropy"]}

    def again(**changes: object) -> list[str | None]:
        page.evaluate(
            "([name, value]) => localStorage.setItem(name, value)", [f"deal:{tables[0]}", json.dumps(seen | changes)]
        )
        page.reload()
        return verdicts(page)

    assert again() == ["good", "mine", "good", "good"]
    assert again(entropy=[]) == ["good", "good", "good", "good"]
    assert again(entropy=["f" * 32, *data["entropy"][1:]]) == ["good", "bad", "good", "good"]
    assert again(commitment="0" * 64) == ["bad", "mine", "good", "good"]


def noted(page: Page) -> None:
    """What a table that waits shows stays in the browser."""
    page.get_by_role("button", name=re.compile("play now", re.IGNORECASE)).first.click()
    page.wait_for_url(re.compile("/games/[a-z0-9]+/"))
    page.goto(f"{page.url.split('?')[0]}fair/")
    expect(page.locator("#noted")).to_be_visible()
    numbers = json.loads(page.locator("#numbers").inner_text())
    assert json.loads(page.evaluate("table => localStorage.getItem(`deal:${table}`)", numbers["table"])) == numbers


def test_it_reads_well_without_script_and_on_a_phone(visit: Visit, tables: list[str]) -> None:
    page = visit(f"/games/{tables[0]}/fair/", width=390, java_script_enabled=False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Check this deal")
    expect(page.get_by_text(f"python -m games.rules --check {tables[0]}.record.json")).to_be_visible()
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
