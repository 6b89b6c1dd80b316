"""Turns by keys and typed moves alone, announcements for spectators, and updates that keep half-made moves."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.presentation.narration import Narrator
from tests.browser.driver import card, main, version
from tests.browser.recorded_game import Move, RecordedGame, post_move
from tests.combinations import every
from tests.site import Site


def say(page: Page, text: str) -> None:
    """Open the field by its key, type a move, and press Enter."""
    if not page.evaluate("document.activeElement.id === 'typed-move'"):
        page.keyboard.press("k")
    field = page.locator("#typed-move")
    expect(field).to_be_focused()
    field.fill(text)
    page.keyboard.press("Enter")


def leave_the_field(page: Page) -> None:
    page.locator("#main").focus()


def test_turns_by_keys_and_typed_moves(
    site: Site, visit: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    recorded = RecordedGame(site)
    recorded.advance_to(lambda move: move.verb == "draw" and recorded.state.due + recorded.state.extra == 3)
    seat = recorded.state.active
    page = visit(recorded.address, recorded.record.seats[seat])
    live = page.locator("#live")
    for key, says in {"h": "In your hand: ", "s": "has no businesses.", "t": "Your move.", "m": "Draw a card."}.items():
        page.keyboard.press(key)
        expect(live).to_contain_text(says)
    say(page, "sing a song")
    expect(page.locator("#typed-answer")).to_contain_text("You can type, for example: “Draw a card”")
    expect(page.locator("#typed-move")).to_be_focused()
    expect(page.locator("#typed-move")).to_have_value("sing a song")
    assert_accessible(page)
    say(page, "end turn")
    expect(page.locator("#typed-answer")).to_contain_text("(Rule 3.5)")
    say(page, "draw")
    expect(live).to_contain_text(re.compile(r"You drew .+\. 2 actions left\."))
    expect(page.locator("#typed-move")).to_have_value("")
    leave_the_field(page)
    page.keyboard.press("l")
    expect(live).to_contain_text(re.compile(r"\w"))
    say(page, "draw")
    expect(live).to_contain_text("One action left.")
    expect(main(page)).to_have_attribute("data-your-move", "")


def test_a_spectator_has_keys_and_no_field(
    site: Site, visit: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    for story, board in (
        ("two-people", "Speakeasy|Jazz Club|Brewery|Gambling House"),
        ("swedish-two", "Hand 1, phase"),
    ):
        recorded = RecordedGame(site, story)
        recorded.advance_to(lambda move: move.number == 6)
        page = visit(recorded.address)
        live = page.locator("#live")
        for key, says in {"b": board, "s": "no businesses|points", "t": "to move|Time until", "l": r"\w+\."}.items():
            page.keyboard.press(key)
            expect(live).to_have_text(re.compile(says))
        for key in "hmk":
            page.keyboard.press(key)
        expect(live).to_have_text(re.compile(r"\w+\."))
        expect(page.locator("#typed-move")).to_have_count(0)
        page.keyboard.press("?")
        expect(page.locator("#ranks")).to_contain_text("Read aloud: B board, S score, T time, L last moves")
        assert_accessible(page)


def test_a_rivals_move_takes_away_nothing_half_made(site: Site, visit: Callable[..., Page]) -> None:
    """All six exchange at once: marks, typed text and focus outlast the exchanges of others."""
    recorded = RecordedGame(site, "swedish-six")
    mine, *rivals = [visit(recorded.address, name) for name in recorded.record.seats[:3]]
    marked = recorded.state.view(0).seats[0].hand[:2]
    for code in marked:
        card(mine, code).click()
    focused = mine.locator(f"input[value='{marked[1]}']")
    focused.focus()
    rival_exchanges(mine, rivals[0])
    for code in marked:
        expect(card(mine, code).locator("input")).to_be_checked()
    expect(mine.locator("input[name=card]:checked")).to_have_count(2)
    expect(focused).to_be_focused()
    mine.keyboard.press("k")
    field = mine.locator("#typed-move")
    field.fill("exchange the queen of")
    rival_exchanges(mine, rivals[1])
    expect(field).to_be_focused()
    expect(field).to_have_value("exchange the queen of")
    expect(mine.locator("input[name=card]:checked")).to_have_count(2)


def rival_exchanges(mine: Page, rival: Page) -> None:
    before = main(mine).get_attribute("data-version") or ""
    post_move(rival, "exchange")
    expect(main(mine)).not_to_have_attribute("data-version", before)


@pytest.mark.whole
def test_a_whole_game_by_keys_and_typed_moves_alone(site: Site, visit: Callable[..., Page]) -> None:
    """Swedish Chicago to 52: every move in words; if the page asks for a choice, the answer by keys."""
    recorded = RecordedGame(site, "swedish-short")
    pages = [visit(recorded.address, name) for name in recorded.record.seats]
    while (move := recorded.next) is not None:
        page = pages[move.seat]
        before = version(page)
        say(page, in_words(recorded, move))
        if recorded.record.rules.presentation.asks_first(move.text, recorded.state.view(move.seat)):
            expect(page.locator("#typed-answer")).to_be_visible()
            for key in ("Tab", "Tab", "Enter"):
                page.keyboard.press(key)
        expect(main(page)).not_to_have_attribute("data-version", before)
        next(recorded.moves())
        for each in pages:
            expect(main(each)).to_have_attribute("data-version", version(page))
    for page in pages:
        expect(page.locator(".game-over")).to_be_visible()


def in_words(recorded: RecordedGame, move: Move) -> str:
    """Return the text that the table suggests for the move."""
    rules, names = recorded.record.rules, dict(enumerate(recorded.record.seats))
    return Narrator(rules, names, move.seat).line(
        rules.presentation.move_texts(move.text, recorded.state.view(move.seat))[0]
    )


def test_a_refused_text_is_replaced_and_enter_confirms_the_one_move_that_is_offered(
    site: Site, visit: Callable[..., Page]
) -> None:
    recorded = RecordedGame(site)
    seat = recorded.advance_to(lambda move: move.verb == "raid").seat
    page = visit(recorded.address, recorded.record.seats[seat])
    move = recorded.next
    assert move is not None
    say(page, "sing a song")
    expect(page.locator("#typed-answer")).to_be_visible()
    before = version(page)
    page.keyboard.type(in_words(recorded, move))
    page.keyboard.press("Enter")
    expect(page.locator("#typed-answer")).to_contain_text("Press Enter to make this move.")
    assert version(page) == before
    page.keyboard.press("Enter")
    expect(main(page)).not_to_have_attribute("data-version", before)


def test_undo_is_said_in_place_of_what_it_takes_back(site: Site, visit: Callable[..., Page]) -> None:
    recorded = RecordedGame(site)
    seat = recorded.advance_to(lambda move: move.verb == "play" and move.draft).seat
    page = visit(recorded.address, recorded.record.seats[seat])
    move = recorded.next
    assert move is not None
    say(page, in_words(recorded, move))
    expect(page.locator("#live")).to_contain_text(" left.")
    leave_the_field(page)
    page.keyboard.press("u")
    expect(page.locator("#live")).to_have_text(re.compile("^Undone\\."))


def test_a_page_older_than_the_last_sign_in_renews_itself_and_keeps_what_was_typed(
    site: Site, visit: Callable[..., Page]
) -> None:
    recorded = RecordedGame(site)
    seat = recorded.advance_to(lambda move: move.verb == "draw").seat
    page = visit(recorded.address, recorded.record.seats[seat])
    before = version(page)
    page.context.clear_cookies(name="csrftoken")
    with page.expect_response(lambda answer: answer.request.method == "GET"):
        say(page, "draw")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#refused")).to_contain_text("your text is still there")
    expect(page.locator("#typed-move")).to_have_value("draw")
    assert version(page) == before
    say(page, "draw")
    expect(main(page)).not_to_have_attribute("data-version", before)


@pytest.mark.parametrize("size", every([(390, 844), (1280, 900)], 2))
def test_a_refusal_is_seen_once(site: Site, visit: Callable[..., Page], size: tuple[int, int]) -> None:
    """The chosen card's reason is already in the tray."""
    recorded = RecordedGame(site, "swedish-two")
    seat = recorded.advance_to(lambda move: move.verb == "play" and unplayable(recorded, move.seat) is not None).seat
    page = visit(recorded.address, recorded.record.seats[seat])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    code = unplayable(recorded, seat)
    assert code is not None
    card(page, code).click(force=True)  # disabled for screen readers, but it responds
    page.get_by_role("button", name="Choose another card").click()
    expect(page.locator("#refused-here")).to_have_count(1)
    said = page.locator(":is(.reason, .refused)").filter(has_text="were led and you hold some")
    seen = [each for each in said.all() if (each.bounding_box() or {"height": 0})["height"] > 5]
    assert len(seen) == 1


def unplayable(recorded: RecordedGame, seat: int) -> str | None:
    """Return a card that the player to move must not play."""
    view = recorded.state.view(seat)
    hand = view.seats[seat].hand or ()
    return next((code for code in hand if f"play {code}" not in view.legal), None)


@pytest.mark.parametrize("story", ["two-people", "swedish-two"])
def test_after_a_move_by_key_the_focus_is_where_the_next_is_made(
    site: Site, visit: Callable[..., Page], story: str
) -> None:
    """Check also an action that has ended the turn, and a page that had the focus itself."""
    recorded = RecordedGame(site, story)
    seat = recorded.advance_to(lambda move: move.verb in ("draw", "exchange")).seat
    page = visit(recorded.address, recorded.record.seats[seat])
    before = version(page)
    page.locator("#main").focus()
    if story == "two-people":
        page.keyboard.press("d")
    else:
        page.get_by_role("button", name="Keep all cards").press("Enter")
    expect(main(page)).not_to_have_attribute("data-version", before)
    page.wait_for_function("() => document.activeElement.closest('.tray') !== null")
