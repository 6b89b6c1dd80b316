"""A game told to one viewer: text and HTML, groups, headline, rules page and mail."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games import narrate
from games.chips import mail_chip
from games.narrate import Narrator, Recap, Told, grouped, headline, recap
from games.rules import RULES, chicago_poker
from games.rules.chicago_poker.pieces import CARDS, VALUE
from games.rules.contract import Event, Illegal, Line, Term
from games.standing import standing

NAMES = {0: "Moran", 1: "O’Bannion", 2: "Weiss", 3: "Torrio", 4: "Capone", 5: "Yale"}
NOON = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)
MAIL_LIMIT = 20_000

DEALT = Event("dealt", "2.2", None, {"first": 1})
TURN_OF_1 = Event("turn", "3.2", 1, {"turn": 1, "actions": 1})
TURN_OF_0 = Event("turn", "3.2", 0, {"turn": 2, "actions": 2})
DREW = Event("drew", "4.1", 1, {}, {1: {"card": "9M"}})
MARKED = Event("marked", "4.3", 1, {"business": "brewery1"})
TIED = Event("tied", "6.4", 1, {"business": "brewery1", "seats": [0, 1]})
TOOK = Event("took", "6.3", 1, {"business": "brewery1", "discarded": ["8R"]})
LIQUIDATED = Event("liquidated", "5.2", 1, {"business": "brewery1", "target": 0, "card": "8R", "was_up": True})


def narrator(viewer: int | None = 0, **kwargs: Any) -> Narrator:
    return Narrator(chicago_poker, NAMES, viewer, **kwargs)


def ended(seat: int) -> Event:
    return Event("ended", "3.5", seat)


def told(*moves: tuple[int | None, list[Event]]) -> list[Told]:
    return [Told(number, seat, events, NOON + timedelta(hours=number)) for number, (seat, events) in enumerate(moves)]


def test_cards_are_names_in_text_and_chips_in_html() -> None:
    """The chip says its name to whoever can't see it."""
    assert narrator(1).text(DREW) == "You drew Moon 9."
    html = narrator(1).html(DREW)
    assert html.startswith(
        'You drew <span class="mc moon" role="img" aria-label="Moon 9">9<svg aria-hidden="true"><use'
    )
    assert "sprite" in html
    assert "#s-moon" in html


def test_a_mail_needs_no_picture() -> None:
    """Mail programs show no sprite."""
    html = narrator(1, chip=mail_chip).html(DREW)
    assert "svg" not in html
    assert 'aria-label="Moon 9"' in html
    assert "9☾" in html


def test_chips_stand_side_by_side_and_names_are_enumerated() -> None:
    """Three chips in a row read at a glance; a special card has no chip."""
    drawn = Event("drew", "4.1", 1, {"count": 2, "cards": ["9M", "2F"]})
    assert "</span> <span" in narrator(1).html(drawn)
    named = Event("drew", "4.1", 1, {"count": 2, "cards": ["raid1", "2F"]})
    assert "<b>Police Raid</b> and <span" in narrator(1).html(named)


def test_who_may_not_know_the_card_is_told_of_a_card() -> None:
    """4.1; the event given need not be redacted before."""
    for viewer in (0, None):
        assert narrator(viewer).text(DREW) == narrator(viewer).html(DREW) == "O’Bannion drew a card."


def test_names_are_escaped_in_html_alone() -> None:
    """A player may be called anything, a business has an ampersand."""
    teller = Narrator(chicago_poker, NAMES | {1: "<b>&%s"}, 0)
    assert teller.text(MARKED) == "With a fifth card at Halvorsen & Sons <b>&%s calls a shootout there."
    assert teller.html(MARKED) == "With a fifth card at Halvorsen &amp; Sons &lt;b&gt;&amp;%s calls a shootout there."


def test_names_in_a_list_are_escaped_too() -> None:
    """6.4: more than two can be level."""
    tied = Event("tied", "6.4", None, {"business": "jazz1", "seats": [1, 2, 3]})
    teller = Narrator(chicago_poker, NAMES | {2: "<i>"}, 0)
    assert teller.html(tied).startswith("O’Bannion, &lt;i&gt;, and Torrio are level at Club Marmalade")


def test_lists_follow_the_language() -> None:
    """What joins the last two is the language's business."""
    assert narrator().cards(["9M", "raid1", "2F"]) == "Moon 9, Police Raid, and Fan 2"
    with translation.override("sv"):
        assert narrator().cards(["9M", "2F"]).count(" och ") == 1
    assert narrator().cards([]) == ""


def test_a_term_of_no_known_kind_is_refused() -> None:
    """A game's words are wrong, which shall not pass in silence."""
    with pytest.raises(ValueError, match="smell"):
        narrator().line(Line("%(x)s", {"x": Term("smell", "")}))


def test_a_refusal_names_seats_and_places() -> None:
    """5.2, in words that say what to do."""
    illegal = Illegal("marker_protects", "5.2", business="jazz1", target=1)
    text = "O’Bannion has called a shootout at Club Marmalade, which protects those cards. Choose others."
    assert narrator().refusal(illegal) == text


def test_moves_are_grouped_by_turn() -> None:
    """The deal has no player; a turn begins in the move that ended the one before."""
    groups = grouped(told((None, [DEALT, TURN_OF_1]), (1, [DREW]), (1, [DREW]), (1, [ended(1), TURN_OF_0])), narrator())
    assert [(group.seats, group.name, group.initial, group.is_you) for group in groups] == [
        ((), "", "", False),
        ((1,), "O’Bannion", "O", False),
        ((0,), "You", "M", True),
    ]
    assert [[line.text for line in group.lines] for group in groups] == [
        ["The cards are dealt. O’Bannion plays first."],
        ["O’Bannion drew 2 cards.", "O’Bannion ended the turn."],
        [],
    ]
    assert groups[1].opening is not None
    assert groups[1].opening.text == "Turn 1 is for O’Bannion, with one action."
    assert (groups[2].number, groups[2].at) == (3, NOON + timedelta(hours=3))


def test_the_recap_leaves_out_what_goes_without_saying() -> None:
    """My own end of turn, my turn that begins, and that a turn with news in it has ended; not that nothing was done."""
    moves = told((0, [ended(0), TURN_OF_1]), (1, [DREW]), (1, [ended(1), TURN_OF_0]))
    assert others(recap(moves, narrator())) == [["O’Bannion drew a card."]]
    idle = told((0, [ended(0), TURN_OF_1]), (1, [ended(1), TURN_OF_0]))
    assert others(recap(idle, narrator())) == [["O’Bannion ended the turn."]]


def others(told: Recap) -> list[list[str]]:
    return [[line.text for line in group.lines] for group in told.others]


def test_the_recap_begins_with_what_was_done_to_me() -> None:
    """A hit, and a shootout that I had cards in with what it led to; then the rest by player, with its place."""
    hands = [{"seat": seat, "hand": "pair", "ranks": [8], "cards": ["8R", "8M"], "down": []} for seat in (1, 0)]
    shootout = Event("shootout", "6.2", 1, {"business": "brewery1", "caller": 1, "hands": hands, "best": [1]})
    elsewhere = Event("took", "6.3", 1, {"business": "jazz1", "discarded": []})
    moves = told(
        (0, [ended(0), TURN_OF_1]), (1, [DREW]), (1, [LIQUIDATED]), (1, [DREW]), (1, [shootout, TOOK, elsewhere])
    )
    mine = recap(moves, narrator())
    assert [(line.number, line.text.split(":")[0]) for line in mine.to_you] == [
        (2, "O’Bannion used Liquidation"),
        (4, "Shootout at Halvorsen & Sons, called by O’Bannion"),
        (4, "O’Bannion took Halvorsen & Sons (Brewery)."),
    ]
    assert others(mine) == [["O’Bannion drew 2 cards.", "O’Bannion took Club Marmalade (Jazz Club)."]]
    assert [line.number for group in mine.others for line in group.lines] == [1, 4]
    assert (mine.start, mine.turns, bool(mine)) == (0, 1, True)
    spectator = recap(moves, narrator(None))
    assert spectator.to_you == []
    assert [len(lines) for lines in others(spectator)] == [1, 6]


def test_the_recap_of_several_turns_is_told_by_player() -> None:
    """As after days away from a table where others have had more than one turn."""
    turn_of_2 = Event("turn", "3.2", 2, {"turn": 3, "actions": 3})
    moves = told(
        (1, [ended(1), turn_of_2]), (2, [Event("drew", "4.1", 2)]), (2, [ended(2), TURN_OF_1]), (1, [DREW]),
        (1, [ended(1), turn_of_2]), (2, [Event("drew", "4.1", 2)]), (2, [ended(2), TURN_OF_0]),
    )  # fmt: skip
    told_to_me = recap(moves, narrator())
    assert [group.name for group in told_to_me.others] == ["O’Bannion", "Weiss"]
    assert others(told_to_me)[1] == ["Weiss drew 2 cards."]
    assert not recap([], narrator())


def test_a_slice_may_begin_in_the_middle_of_a_turn() -> None:
    """A page of the log does."""
    (group,) = grouped(told((1, [DREW])), narrator())
    assert (group.seats, group.opening) == ((1,), None)


def test_lines_that_matter_to_the_viewer_are_hot() -> None:
    """Done to me, or a shootout called; each with its paragraph's anchor."""
    (group,) = grouped(told((1, [DREW, LIQUIDATED, MARKED])), narrator())
    assert [(line.hot, line.paragraph, line.anchor) for line in group.lines] == [
        (False, "4.1", "p-4-1"),
        (True, "5.2", "p-5-2"),
        (True, "4.3", "p-4-3"),
    ]
    (other,) = grouped(told((1, [LIQUIDATED])), narrator(2))
    assert [line.hot for line in other.lines] == [False]


def test_the_headline_is_what_matters_most() -> None:
    """A shootout called comes before a card lost; nothing is no headline."""
    assert headline([MARKED, LIQUIDATED, DREW], narrator()) == narrator().html(MARKED)
    assert headline([DREW, LIQUIDATED], narrator()) == narrator().html(LIQUIDATED)
    assert headline([TIED, TOOK], narrator()) == narrator().html(TOOK)
    assert headline([DREW], narrator()) is None
    assert headline([], narrator()) is None


def random_game(seed: int, seats: int, edition: str) -> Iterator[tuple[Any, int | None, list[Event]]]:
    """(state, who moved, what happened) at every step of a random game with all special cards."""
    chance = random.Random(seed)

    def shuffle(pieces: Sequence[str]) -> list[str]:
        return chance.sample(list(pieces), len(pieces))

    state, events = chicago_poker.State.new({"edition": edition, "specials": True, "short": False}, seats, shuffle)
    yield state, None, events
    while state.to_move:
        seat = min(state.to_move)
        move = chance.choice(state.legal_moves(seat))
        yield state, seat, state.apply(seat, move, shuffle)


def codes(value: object) -> set[str]:
    """Every card's code anywhere in an event's details."""
    if isinstance(value, str):
        return {value} & set(CARDS)
    if isinstance(value, dict):
        return set().union(*map(codes, value.values()), set())
    return set().union(*map(codes, value), set()) if isinstance(value, list) else set()


@pytest.mark.parametrize(("seed", "seats", "edition"), [(1, 2, "english"), (2, 3, "french"), (3, 6, "english")])
def test_no_game_tells_anybody_what_is_hidden(seed: int, seats: int, edition: str) -> None:
    """Each event for each viewer: no card out of what is private to others, and no placeholder left."""
    tellers = [narrator(viewer) for viewer in [None, *range(seats)]]
    for _state, _seat, events in random_game(seed, seats, edition):
        for event in events:
            for teller in tellers:
                assert_tells_nothing_hidden(event, teller)


def assert_tells_nothing_hidden(event: Event, teller: Narrator) -> None:
    text, html = teller.text(event), teller.html(event)
    known = codes(event.details) | codes(event.private.get(teller.viewer, {}))
    hidden = set().union(*map(codes, event.private.values()), set()) - known
    for code in hidden:
        assert not re.search(rf"\b{re.escape(teller.card(code))}\b", text + html), (event, teller.viewer)
    assert text
    assert not re.search(r"%\(|%s|None", text + html), text


def test_nobody_reads_of_himself_by_name() -> None:
    """He is "you" in every sentence."""
    for _state, _seat, events in random_game(4, 4, "french"):
        for event in events:
            for viewer in range(4):
                assert NAMES[viewer] not in narrator(viewer).text(event)


def rules_ids(client: Client) -> set[str]:
    page = client.get(reverse("rules", args=["chicago_poker"])).content.decode()
    return set(re.findall(r'id="(p-[0-9-]+)"', page))


def cited(package: Path) -> Iterator[str]:
    """Every paragraph that the rules' source gives to an event, a refusal or a function that passes it on."""
    for path in package.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                for argument in node.args:
                    value = argument.value if isinstance(argument, ast.Constant) else None
                    if isinstance(value, str) and re.fullmatch(r"\d+(\.\d+)?", value):
                        yield value


def test_every_paragraph_that_is_cited_is_on_the_rules_page(client: Client) -> None:
    """The log's links lead somewhere."""
    package = Path(chicago_poker.__file__).parent
    anchors = {narrate.Entry("", narrator().html(ended(0)), False, paragraph).anchor for paragraph in cited(package)}
    assert {"p-4-1", "p-6-4", "p-10"} <= anchors <= rules_ids(client)


def test_the_rules_page_has_every_paragraph_once(client: Client) -> None:
    """Sections 1–10 with as many paragraphs as the rules have."""
    paragraphs = {1: 6, 2: 2, 3: 6, 4: 4, 5: 7, 6: 4, 7: 5, 8: 6, 9: 0, 10: 0}
    wanted = {f"p-{section}" for section in paragraphs}
    wanted |= {f"p-{section}-{number + 1}" for section, count in paragraphs.items() for number in range(count)}
    assert rules_ids(client) == wanted


def test_the_rules_page_shows_the_ladder(client: Client) -> None:
    """7.1: eleven hands, pictured."""
    response = client.get(reverse("rules", args=["chicago_poker"]))
    assert len(response.context["ladder"]) == 11
    assert 'aria-label="Moon 8, Moon 9, Moon 10, Moon 11, and Moon 12"' in response.content.decode()


def test_there_are_no_rules_of_a_game_that_is_not_here(client: Client) -> None:
    """The address holds a slug that anybody can type."""
    assert client.get(reverse("rules", args=["bridge"])).status_code == 404


def test_the_about_page_says_whose_the_game_is(client: Client) -> None:
    """Unofficial; the names belong to their owners."""
    page = client.get(reverse("about")).content.decode()
    assert "Bruno Cathala and Bruno Faidutti" in page
    assert "unofficial" in page


def test_the_log_links_each_line_to_its_paragraph() -> None:
    """The partial that table and log share."""
    moves = told((None, [DEALT, TURN_OF_1]), (1, [DREW, MARKED]))
    page = render_to_string("games/_log.html", {"turns": grouped(moves, narrator()), "rules": chicago_poker})
    assert f'href="{reverse("rules", args=["chicago_poker"])}#p-4-3"' in page
    assert page.count('class="hot"') == 1
    assert "Turn 1" not in page
    full = {"turns": grouped(moves, narrator()), "rules": chicago_poker, "full": True}
    assert "Turn 1 is for O’Bannion, with one action." in render_to_string("games/_log.html", full)


def mail_context(state: Any, moves: list[Told], viewer: int) -> dict[str, Any]:
    teller = narrator(viewer, chip=mail_chip)
    view = state.view(viewer)
    chief = narrate.chief([event for move in moves for event in move.events], teller)
    return {
        "game": SimpleNamespace(name="Tom & Ann’s <table>"),
        "rules": RULES["chicago_poker"],
        "player_name": "Ann",
        "boss": NAMES[viewer],
        "url": "https://example.org/games/abc234/",
        "actions_line": teller.line(chicago_poker.asked(view)),
        "deadline": NOON,
        "headline": teller.text(chief) if chief else "",
        "recap": recap(moves, teller),
        "replay_url": "https://example.org/games/abc234/replay/?at=3",
        "standing": standing(view, teller),
        "show_hand": True,
        "settings_url": "https://example.org/settings/",
    }


def longest_recap() -> tuple[Any, list[Told], int]:
    """A table of six when most has happened since the last move of whoever is asked: state, moves, seat."""
    moves: list[Told] = []
    best: tuple[Any, list[Told], int] | None = None
    for state, seat, events in random_game(3, 6, "english"):
        moves.append(Told(len(moves), seat, events, NOON))
        if state.phase == "turn":
            since = moves[max((move.number for move in moves if move.seat == state.active), default=0) :]
            if best is None or events_in(since) > events_in(best[1]):
                best = (state.copy(), since, state.active)
    assert best is not None
    return best


def events_in(moves: list[Told]) -> int:
    return sum(len(move.events) for move in moves)


def test_a_turn_mail_is_small_and_plain() -> None:
    """No pictures, no scripts, under 20 kB with six players and a long recap; text twin; absolute local time."""
    state, moves, me = longest_recap()
    with timezone.override(ZoneInfo("Europe/Warsaw")):
        context = mail_context(state, moves, me)
        html, text = render_to_string("mail/turn.html", context), render_to_string("mail/turn.txt", context)
    assert len(html.encode()) < MAIL_LIMIT
    assert not re.search(r"<img|<script|<svg|url\(", html)
    assert "<table>" not in re.sub(r"<table role", "", html)
    for body in (html, text):
        assert "Tuesday 3 November, 13:00" in body
        assert "(Warsaw time)" in body
        assert context["url"] in body
        assert context["actions_line"] in body
    assert f"Your move, {NAMES[me]}" in text
    assert context["standing"].hand_text in text


def test_a_mail_keeps_the_hand_to_itself_if_so_wished() -> None:
    """The hand is shown only where its holder has said so."""
    state, _moves, me = longest_recap()
    context = mail_context(state, [], me) | {"show_hand": False}
    assert "Your hand" in render_to_string("mail/turn.txt", context | {"show_hand": True})
    for template in ("mail/turn.html", "mail/turn.txt"):
        page = render_to_string(template, context)
        assert "Your hand" not in page
        assert "Since your last turn" not in page


def test_a_mail_shows_no_rival_s_hidden_card() -> None:
    """Only what lies open, the addressee's own cards, and what has been told him."""
    state, _moves, me = longest_recap()
    context = mail_context(state, [], me)
    text = render_to_string("mail/turn.txt", context)
    own = {code for business in state.street if business for code in business.columns[me]} | set(state.hands[me])
    for code in (state.down | {card for hand in state.hands for card in hand}) - own:
        assert code not in VALUE or not re.search(rf"\b{narrator().card(code)}\b", text)
