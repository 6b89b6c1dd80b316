"""On every screen size, nothing jumps during a game, and the player's own columns and touch targets are in reach."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import FONTS
from tests.browser.driver import card, main, make, read_stages, undo
from tests.browser.recorded_game import RecordedGame
from tests.browser.themes import DESKTOP, NARROWEST, TAP, VIEWPORTS, too_small
from tests.combinations import combined, every
from tests.needs import EVERYTHING
from tests.site import Site

Visit = Callable[..., Page]
Places = dict[str, list[int]]

PHONE = VIEWPORTS["390-light"] | {"is_mobile": True}
ZOOMED = {"width": 640, "height": 450, "device_scale_factor": 2}
"""A desktop of 1280 × 900 at 200 %."""

PLACES = """() => {
  const at = (element) => { const { x, y } = element.getBoundingClientRect(); return [Math.round(x), Math.round(y)]; };
  const cards = [...document.querySelectorAll("#main .tray [data-slot]")].map((card) => [card.dataset.slot, at(card)]);
  const parts = [...document.querySelectorAll("#main :is(.seats, .board, .players, .tray .hand)")];
  return [Object.fromEntries(cards), Object.fromEntries(parts.map((part) => [part.classList[0], at(part)]))];
}"""
"""Upper left corners in pixels: of the cards in hand by code, and of the permanent parts of the table."""

ON_THE_BOARD = (
    "() => document.querySelector('#main .game :is(.board, .players)') && !document.querySelector('.limousine')"
)

IN_HAND = """() => [...document.querySelectorAll("#main .tray .hand > [data-slot]")].map((card) => {
  const sides = (element) => { const { left, right } = element.getBoundingClientRect(); return [left, right]; };
  return [".hand-card__face, .tray-card__face", ".hand-card__rank, b"].map((part) => card.querySelector(part))
    .filter(Boolean).map(sides).concat([sides(card)]);
})"""
"""The left and right edges of each card's face, of its index if it has one, and of its touch target."""

LINES = """all => all.map((each) => {
  const number = [...each.childNodes].find((node) => /\\d/.test(node.data));
  number.textContent = "42";
  const text = document.createRange();
  text.selectNodeContents(number);
  return new Set([...text.getClientRects()].map(({ y }) => y)).size;
})"""
"""The number of lines on which each element shows a two-digit number."""

TABLE = """
from games.models import Game
from tests.cast import found_or_made, table_of
from tests.playing import play_on
people = [found_or_made(name) for name in {names!r}]
Game.objects.filter(public_id={table!r}).delete()
game = play_on(table_of(*people, variant={variant!r}, public_id={table!r}), {moves})
print(game.players.filter(to_move_since__isnull=False).earliest("seat").user.username)
"""


HOLD = """
from games.core import store
from games.models import Game
from games.rules.chicago_poker.pieces import canonical
from tests.playing import lay_out
game = Game.objects.get(public_id={table!r})
state = store.load(game).state
hand = state.hands[state.active]
while len(hand) > {held}:
    state.deck.insert(0, hand.pop())
while len(hand) < {held}:
    hand.append(state.deck.pop())
state.hands[state.active] = canonical(hand)
state.due, state.extra = max(1, min(3, 10 - {held})), 0
lay_out(game, state)
"""


def table_with(site: Site, size: int, variant: str = "chicago_poker", moves: int = 60) -> tuple[str, str]:
    """Return the address of a table of ``size`` played for a while, and the user name of the player to move."""
    names = ["sizes-a", "sizes-b", "sizes-c", "sizes-d", "sizes-e", "sizes-f"][:size]
    table = f"sizes{variant[0]}{size}"
    return f"/games/{table}/", site.shell(TABLE.format(names=names, table=table, variant=variant, moves=moves))


def places(page: Page) -> tuple[Places, Places] | None:
    """Return the places on the board, or None while the table is not shown."""
    read_stages(page)
    found: tuple[Places, Places] | None = page.evaluate(PLACES) if page.evaluate(ON_THE_BOARD) else None
    return found


def moved(before: Places, after: Places) -> Places:
    return {name: [*before[name], *after[name]] for name in before.keys() & after.keys() if before[name] != after[name]}


FIRST_MOVES = 14
"""The number of moves watched in a game, except in `make test-all`."""


@pytest.mark.parametrize(("story", "fonts"), combined(["two-people", "swedish-two"], FONTS))
def test_nothing_jumps_from_move_to_move(site: Site, visit: Visit, story: str, fonts: str) -> None:
    """With one player on a desktop and one on a phone, the parts and each card in hand stay in place."""
    recorded = RecordedGame(site, story)
    sizes: tuple[dict[str, Any], ...] = (DESKTOP, PHONE)
    pages = [
        visit(recorded.address, name, fonts=fonts, **sizes[seat]) for seat, name in enumerate(recorded.record.seats)
    ]
    first: list[Places | None] = [None, None]
    seen = 0
    for move in recorded.moves(lambda move: not EVERYTHING and move.number > FIRST_MOVES):
        page = pages[move.seat]
        expect(main(page)).to_have_attribute("data-your-move", "")
        before, crumb = places(page), main(page).get_attribute("data-crumb")
        make(page, move.text)
        after = places(page)
        if before and after:
            same_hand = main(page).get_attribute("data-crumb") == crumb
            assert not (same_hand and moved(before[0], after[0])), f"{move}: {moved(before[0], after[0])}"
            first[move.seat] = first[move.seat] or before[1]
            assert not moved(first[move.seat] or {}, after[1]), f"{move}: {moved(first[move.seat] or {}, after[1])}"
            seen += 1
    assert seen > recorded.played / 2


WATCH_SEATS = """addEventListener("load", () => {
  window.heights = new Set();
  const look = () => {
    const seats = document.querySelector("#main .players");
    if (seats) window.heights.add(Math.round(seats.getBoundingClientRect().height));
    requestAnimationFrame(look);
  };
  look();
})"""
"""Records the height of the seats in every frame."""


@pytest.mark.parametrize(("verb", "fonts"), combined(["exchange", "announce", "play"], FONTS))
def test_the_seats_of_swedish_chicago_keep_their_height_in_a_playback(
    site: Site, visit: Visit, verb: str, fonts: str
) -> None:
    recorded = RecordedGame(site, "swedish-two")
    first = recorded.advance_to(lambda move: move.verb == verb)
    move = recorded.advance_to(lambda move: move.number > first.number + 1)
    page = visit("/", recorded.record.seats[move.seat], fonts=fonts, **PHONE | {"reduced_motion": "no-preference"})
    page.add_init_script(WATCH_SEATS)
    page.goto(recorded.address)
    expect(page.locator("body[data-playing]")).to_be_attached()
    expect(page.locator("body:not([data-playing])")).to_be_attached()
    assert len(page.evaluate("[...window.heights]")) == 1


WIDTHS = (390, 360, NARROWEST)


def hand_of(page: Page, width: int) -> list[list[list[float]]]:
    """Return IN_HAND on a phone of this width."""
    page.set_viewport_size({"width": width, "height": PHONE["height"]})
    found: list[list[list[float]]] = page.evaluate(IN_HAND)
    return found


def assert_side_by_side(hand: list[list[list[float]]], width: int, places: int) -> None:
    """Assert that the cards don't overlap, show their indexes, and are as wide as a finger if possible."""
    faces, targets = [card[0] for card in hand], [card[-1] for card in hand]
    assert all(left[1] <= right[0] for left, right in pairwise(faces)), faces
    assert faces[0][0] >= 0 and faces[-1][1] <= width
    for face, *index, _target in hand:
        assert all(face[0] <= left and right <= face[1] + 0.5 for left, right in index), (face, index)
    narrowest = min(right - left for left, right in targets)
    assert narrowest >= min(TAP, (width - 8) / places) - 0.5, targets


@pytest.mark.parametrize(("held", "places"), every([(3, 6), (5, 7), (7, 8), (8, 8), (10, 10)], 4))
def test_cards_of_a_hand_lie_side_by_side_on_a_phone(site: Site, visit: Visit, held: int, places: int) -> None:
    """The hand has places for all cards that the turn can bring."""
    address, name = table_with(site, 2, moves=20)
    site.shell(HOLD.format(table=address.split("/")[2], held=held))
    page = visit(address, name, **PHONE)
    read_stages(page)
    widths = []
    for width in WIDTHS:
        hand = hand_of(page, width)
        assert len(hand) == held
        assert_side_by_side(hand, width, places)
        widths.append(hand[0][0][1] - hand[0][0][0])
    room = [min(62, (width - 8) / places - 4) for width in WIDTHS]
    assert widths == pytest.approx(room, abs=1), "as large as the room allows"


@pytest.mark.parametrize("held", every([10, 8, 7, 5, 3], 4))
def test_cards_of_a_hand_lie_side_by_side_at_a_narrow_desk(site: Site, visit: Visit, held: int) -> None:
    """Even with the least room for the tray beside the dock, each card shows its index."""
    address, name = table_with(site, 2, moves=20)
    site.shell(HOLD.format(table=address.split("/")[2], held=held))
    page = visit(address, name, **DESKTOP)
    read_stages(page)
    for width in (1080, 1199, 1200):
        page.set_viewport_size({"width": width, "height": 900})
        hand: list[list[list[float]]] = page.evaluate(IN_HAND)
        assert len(hand) == held
        faces = [card[0] for card in hand]
        assert all(left[1] < right[0] for left, right in pairwise(faces)), (width, faces)
        for face, *index, _target in hand:
            assert all(face[0] <= left and right <= face[1] + 0.5 for left, right in index), (width, face, index)


def test_a_hand_of_swedish_chicago_fills_a_phone(site: Site, visit: Visit) -> None:
    address, name = table_with(site, 2, "swedish_chicago", moves=0)
    page = visit(address, name, **PHONE)
    read_stages(page)
    for width in WIDTHS:
        hand = hand_of(page, width)
        assert len(hand) == 5
        assert_side_by_side(hand, width, 5)
        assert hand[0][0][0] == pytest.approx(width - hand[-1][0][1], abs=1)


@pytest.mark.parametrize("held", every([7, 6, 5], 3))
def test_no_card_moves_while_a_hand_grows_and_shrinks(site: Site, visit: Visit, held: int) -> None:
    """Checks also a page that was loaded in mid-turn and undoes a move that had made the hand smaller."""
    address, name = table_with(site, 2, moves=20)
    site.shell(HOLD.format(table=address.split("/")[2], held=held))
    page = visit(address, name, **PHONE)
    first = places(page)
    assert first
    play = page.locator(".tray input[data-kind=gang]").first
    make(page, legal(page, f"play {play.get_attribute('value')}"))
    page.reload()
    before = places(page)
    undo(page)
    after = places(page)
    assert before and after and len(after[0]) == held
    assert not moved(before[0], after[0])
    shown = after
    for _ in range(2):
        make(page, legal(page, "draw") or legal(page, "play"))
        now = places(page)
        assert now and not moved(shown[0], now[0])
        shown = now


def legal(page: Page, verb: str) -> str:
    """Return the first legal move with this beginning, or an empty string."""
    moves = main(page).locator("#legal-moves").all_text_contents()
    return next((move for move in json.loads(moves[0]) if move.startswith(verb)), "") if moves else ""


def test_six_players_see_their_own_columns_on_a_phone(site: Site, visit: Visit) -> None:
    address, name = table_with(site, 6)
    page = visit(address, name, **PHONE)
    columns, businesses = page.locator(".own-column"), page.locator(".business")
    assert columns.count() == businesses.count() > 0
    for column in columns.all():
        expect(column).to_be_in_viewport(ratio=1)
    expect(page.locator(".board .rail--you").first).to_be_hidden()
    card(page, page.locator(".tray input[data-kind=gang]").first.get_attribute("value") or "").tap()
    target = columns.locator(".play-target").locator("visible=true")
    assert not too_small(target)
    before = main(page).get_attribute("data-version") or ""
    target.first.tap()
    expect(main(page)).not_to_have_attribute("data-version", before)


HINTS = """
from django.db import transaction
from games.core import store
from tests.cast import found_or_made, table_of
from tests.playing import lay_out
me = found_or_made({name!r})
with transaction.atomic():
    game = table_of(me, variant="chicago_poker", bots=("casual",), public_id="sizeshint")
    state = store.load(game).state
    state.active = game.players.get(user=me).seat
    lay_out(game, state)
"""
"""A practice table where it is not the computer's turn."""

LAST_PLAY = """
from games.core import store
from games.models import Game
from tests.browser.tray_states import SPECIALS, grant
from tests.playing import lay_out
game = Game.objects.get(public_id="sizeshint")
state = store.load(game).state
grant(state, 7, ())
state.discarded += SPECIALS
state.due, state.extra = 1, 0
lay_out(game, state)
"""
"""The last action with a full hand of gangsters: every possible move, so every hint, plays one at a business."""


@pytest.mark.parametrize("how", every([PHONE, DESKTOP], 2), ids=every(["phone", "desk"], 2))
def test_a_hint_adds_no_row_to_the_tray(site: Site, visit: Visit, how: dict[str, Any]) -> None:
    """The tray is as high as without a hint; on a desktop, the hint's mark makes no business higher than the others."""
    heights = []
    address, name = table_with(site, 2, moves=20)
    if not site.shell("from games.models import Game; print(*Game.objects.filter(public_id='sizeshint'))"):
        site.shell(HINTS.format(name=name))
    for at in (address, "/games/sizeshint/"):
        page = visit(at, name, **how)
        read_stages(page)
        expect(page.locator("#main[data-your-move]")).to_be_attached()
        expect(page.locator(".tray [formaction$='/hint/']:visible")).to_have_count(int(at != address))
        heights.append(page.locator(".tray").evaluate("(tray) => tray.getBoundingClientRect().height"))
    assert heights[0] == heights[1]
    site.shell(LAST_PLAY)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.reload()
    page.get_by_role("button", name="What would Master do?").locator("visible=true").click()
    expect(page.locator(".odd--hint")).to_be_visible()
    assert len(set(page.locator(".business").evaluate_all("all => all.map((each) => each.offsetHeight)"))) == 1


def test_a_desk_keeps_the_columns_of_six_on_its_board(site: Site, visit: Visit) -> None:
    address, name = table_with(site, 6)
    page = visit(address, name, **DESKTOP)
    expect(page.locator(".own-column").first).to_be_hidden()
    own = page.locator(".board .rail--you")
    expect(own).not_to_have_count(0)
    for rail in own.all():
        expect(rail).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", every([2, 3, 4], 2))
def test_the_board_fills_the_room_and_no_more(site: Site, visit: Visit, size: int) -> None:
    """At 1280 × 900 the board ends above the tray, and cards are larger with fewer players."""
    address, name = table_with(site, size, moves=20)
    page = visit(address, name, **DESKTOP)
    read_stages(page)
    tray = page.locator(".tray").bounding_box()
    ends = page.locator(".business").evaluate_all("all => all.map((each) => each.getBoundingClientRect().bottom)")
    assert tray and ends
    assert max(ends) <= tray["y"] + 1
    own = page.locator(".board .rail--you .slot").first.bounding_box()
    assert own and own["height"] >= {2: 90, 3: 56, 4: 50}[size]


@pytest.mark.parametrize("variant", every(["chicago_poker", "swedish_chicago"], 2))
def test_the_board_is_in_view_at_200_percent(site: Site, visit: Visit, variant: str) -> None:
    address, name = table_with(site, 3, variant)
    page = visit(address, name, **ZOOMED)
    read_stages(page)
    board, tray = page.locator(".board, .players").bounding_box(), page.locator(".tray").bounding_box()
    assert board and tray
    assert board["y"] + 60 <= tray["y"], "at least the first row of cards"
    assert tray["y"] + tray["height"] <= ZOOMED["height"] + 1
    inside, room = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert inside <= room
    page.keyboard.press("?")
    expect(page.get_by_role("button", name="Shortcuts")).to_be_visible()


@pytest.mark.parametrize("variant", every(["chicago_poker", "swedish_chicago"], 2))
def test_scores_of_two_digits_stay_on_one_line(site: Site, visit: Visit, variant: str) -> None:
    address, name = table_with(site, 4, variant)
    page = visit(address, name, **PHONE | {"width": NARROWEST})
    read_stages(page)
    numbers = page.locator(".player__name .num, .track .num, .seat__turf b, .rail .playing-card")
    heights = numbers.filter(has_text=re.compile(r"\d")).locator("visible=true").evaluate_all(LINES)
    assert heights
    assert set(heights) == {1}


@pytest.fixture
def duel(site: Site) -> RecordedGame:
    return RecordedGame(site)


def whose_turn_comes_to(duel: RecordedGame, visit: Visit, verb: str, **options: Any) -> Page:
    """Return the page of the player whose next recorded move is of this kind."""
    move = duel.advance_to(lambda move: move.verb == verb)
    return visit(duel.address, duel.record.seats[move.seat], **options)


@pytest.mark.parametrize("verb", ["raid", "liquidation"])
def test_the_targets_of_a_special_card_are_in_the_tray_of_a_phone(duel: RecordedGame, visit: Visit, verb: str) -> None:
    page = whose_turn_comes_to(duel, visit, verb, **PHONE)
    page.locator(f".tray label:has(input[data-kind={verb}])").first.tap()
    aims = page.locator(f".prompt__{verb} .aims .choice")
    on_the_board = page.locator(f".board .play-target--{verb}")
    assert aims.count() == on_the_board.count() > 0
    means = "all => all.map((each) => each.value || each.getAttribute('href'))"
    assert aims.evaluate_all(means) == on_the_board.evaluate_all(means)
    expect(aims.first).to_be_in_viewport(ratio=1)
    assert not too_small(aims)
    undoable = aims.first.get_attribute("value")
    aims.first.tap()
    next_button = "[name=move][value=undo]" if undoable else f"[value^='{verb} ']"
    expect(page.locator(f".tray button{next_button}")).to_be_in_viewport(ratio=1)
