"""The whole log: its sections, and pages that break between turns."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Incident
from games.presentation.log import LogTurn, narrate, sections
from games.presentation.view_model import logged_moves, narrator_of
from games.table.views import table
from tests.cast import client_of, table_of
from tests.playing import play_on
from tests.review.samples import POKER, SWEDISH, finished_game

pytestmark = pytest.mark.django_db
SECTIONS_A_PAGE = 7


@pytest.fixture(autouse=True)
def _short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "SECTIONS_A_PAGE", SECTIONS_A_PAGE)


def _client(game: Game) -> Client:
    client = Client()
    client.force_login(next(player.user for player in game.players.order_by("seat") if player.user))
    return client


def _entries(game: Game) -> list[tuple[str, int]]:
    """Return every line of the log, read page by page, each with the number of its turn's first move."""
    client, entries = _client(game), []
    pages = client.get(f"{game.get_absolute_url()}log/").context["page"].paginator.num_pages
    assert pages > 2
    for page in range(pages, 0, -1):
        turns = _turns(client, game, page)[::-1]
        entries += [(line.text, turn.number) for turn in turns for line in turn.lines]
    return entries


def _last_turn(game: Game) -> int:
    """Return the number of the move that began the latest turn or section."""
    players = list(game.players.select_related("user", "game").order_by("seat"))
    moves = logged_moves(game.moves.order_by("number"), players, players[0])
    return sections(moves, narrator_of(game, players, players[0].seat))[-1].number


def _turns(client: Client, game: Game, page: int = 1) -> list[LogTurn]:
    chapters = client.get(f"{game.get_absolute_url()}log/?page={page}").context["chapters"]
    return [turn for _title, turns in chapters for turn in turns]


@pytest.mark.parametrize("path", [POKER, SWEDISH], ids=["chicago_poker", "swedish_chicago"])
def test_pages_of_the_log_break_between_turns(path: str) -> None:
    """Read in sequence, the pages are the whole log, with each turn under one heading."""
    game = finished_game(path, "Lakeshore Nights")
    players = list(game.players.select_related("user", "game").order_by("seat"))
    me = next(player for player in players if player.user)
    moves = logged_moves(game.moves.order_by("number"), players, me)
    narrator = narrator_of(game, players, me.seat)
    whole = narrate(sections(moves, narrator), narrator)
    assert _entries(game) == [(line.text, turn.number) for turn in whole for line in turn.lines]


def test_an_incident_stands_once_wherever_pages_break() -> None:
    game = finished_game(POKER, "Lakeshore Nights")
    moves = game.moves.count()
    for after in range(moves):
        Incident.objects.create(game=game, kind=Incident.Kind.RESUMED, after=after)
    assert [text for text, _turn in _entries(game)].count("The game goes on.") == moves


@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
def test_the_newest_page_has_the_latest_turns_after_every_move(variant: str, alice: User, bob: User) -> None:
    """Removes the last moves of a random game one by one."""
    game, client = play_on(table_of(alice, bob, variant=variant), 125, seed=3), client_of(alice)
    for moves in range(game.moves.count(), 84, -1):
        game.moves.filter(number__gte=moves).delete()
        turns, earlier = _turns(client, game), _turns(client, game, 2)
        assert len(turns) == SECTIONS_A_PAGE
        numbers = [turn.number for turn in (*turns, *earlier)]
        assert numbers == sorted(numbers, reverse=True)
        assert turns[0].number > earlier[0].number
        assert turns[0].number == _last_turn(game)
        assert turns[0].lines or turns[0].opening


def test_old_links_to_pages_of_the_log_still_answer(duel: Game, alice: User) -> None:
    play_on(duel, 70)
    for page in ("1", "2", "9", "0", "-1", "last", ""):
        answer = client_of(alice).get(f"{duel.get_absolute_url()}log/?page={page}")
        assert answer.status_code == 200
        assert "Everything that happened" in answer.content.decode()
        assert answer.context["chapters"]


def test_the_log_says_which_page_it_is_and_leads_to_earlier_turns() -> None:
    game = finished_game(POKER, "Lakeshore Nights")
    client, url = _client(game), f"{game.get_absolute_url()}log/"
    first = " ".join(client.get(url).content.decode().split())
    [number] = map(int, re.findall(r"Page 1 of (\d+)", first))
    assert number > 2
    assert '<a class="btn btn--small" rel="next" href="?page=2">' in first
    last = " ".join(client.get(f"{url}?page={number}").content.decode().split())
    assert f"Page {number} of {number}" in last
    assert "The cards are dealt." in last
    assert 'rel="next"' not in last


def _headings(page: str) -> list[str]:
    """Return a page's headings of hands (marked by #) and of turns, from top to bottom."""
    found = re.findall(r"<h2[^>]*chapter[^>]*>([^<]+)</h2>|<b>([^<]+)</b>", page[page.index('aria-label="Log"') :])
    return [f"# {chapter}" if chapter else turn for chapter, turn in found]


def test_each_hand_of_swedish_chicago_stands_below_its_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without them, the log would have fifteen headings that repeat the lines below them."""
    game = finished_game(SWEDISH, "Lakeshore Nights")
    monkeypatch.setattr(table, "SECTIONS_A_PAGE", 500)
    page = _client(game).get(f"{game.get_absolute_url()}log/").content.decode()
    headings = _headings(page)
    first = ["# Hand 1", "Tricks", "Exchange", "Announcing", "Exchange", "Announcing", "Exchange", "The deal"]
    assert headings[-8:] == first
    hands = [int(heading.removeprefix("# Hand ")) for heading in headings if heading.startswith("#")]
    assert headings[0] == f"# Hand {len(hands)}"
    assert hands == sorted(hands, reverse=True)
    assert "exchanges cards" not in page


def test_a_hand_that_a_page_breaks_has_its_heading_on_both_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished_game(SWEDISH, "Lakeshore Nights")
    monkeypatch.setattr(table, "SECTIONS_A_PAGE", 3)
    url = f"{game.get_absolute_url()}log/?page="
    first, second = (_headings(_client(game).get(f"{url}{number}").content.decode()) for number in (1, 2))
    assert len([heading for heading in first if not heading.startswith("#")]) == 3
    assert second[0] == [heading for heading in first if heading.startswith("#")][-1]


def test_an_ordinary_game_is_one_page_from_its_latest_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    game = finished_game(POKER, "Lakeshore Nights")
    client = _client(game)
    assert client.get(f"{game.get_absolute_url()}log/").context["page"].paginator.num_pages == 1
    numbers = [turn.number for turn in _turns(client, game)]
    assert numbers == sorted(numbers, reverse=True)
    assert (numbers[0], numbers[-1]) == (_last_turn(game), 0)


def test_each_hand_of_a_shootout_has_a_line_of_its_own() -> None:
    game = finished_game(POKER, "Lakeshore Nights")
    turns = _turns(_client(game), game)
    shootouts = [line for turn in turns for line in turn.lines if line.text.startswith("Shootout at")]
    assert all(line.html.count('<br class="clause">') == line.text.count(";") + 1 for line in shootouts)
    assert shootouts


def test_chicago_poker_is_told_turn_by_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    game = finished_game(POKER, "Lakeshore Nights")
    turns = _turns(_client(game), game)
    assert not any(turn.title or turn.chapter for turn in turns)
    assert all(turn.opening for turn in turns[:-1])
