"""The whole log: its sections, and pages that break between turns."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Incident
from games.presentation.log import narrate, sections
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
    """Return every line of the log, read page by page, with the number of the first move of its turn."""
    client, entries = _client(game), []
    pages = client.get(f"{game.get_absolute_url()}log/").context["page"].paginator.num_pages
    assert pages > 2
    for page in range(1, pages + 1):
        turns = client.get(f"{game.get_absolute_url()}log/?page={page}").context["turns"][::-1]
        entries += [(line.text, turn.number) for turn in turns for line in turn.lines]
    return entries


@pytest.mark.parametrize("path", [POKER, SWEDISH], ids=["chicago_poker", "swedish_chicago"])
def test_pages_of_the_log_break_between_turns(path: str) -> None:
    """Read one after another, the pages are the whole log, with each turn under one heading."""
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
    """The test removes the last moves of a random game one by one."""
    game, client = play_on(table_of(alice, bob, variant=variant), 125, seed=3), client_of(alice)
    for moves in range(game.moves.count(), 54, -1):
        game.moves.filter(number__gte=moves).delete()
        log = client.get(f"{game.get_absolute_url()}log/").context
        pages, turns = log["page"].paginator, log["turns"]
        assert pages.num_pages > 1
        assert len(turns) >= SECTIONS_A_PAGE
        assert turns[0].number == pages.object_list[-1].number
        assert turns[0].lines or turns[0].opening


def test_old_links_to_pages_of_the_log_still_answer(duel: Game, alice: User) -> None:
    play_on(duel, 70)
    for page in ("1", "2", "9", "0", "-1", "last", ""):
        answer = client_of(alice).get(f"{duel.get_absolute_url()}log/?page={page}")
        assert answer.status_code == 200
        assert answer.context["turns"]


def test_swedish_chicago_is_told_hand_by_hand_and_phase_by_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log does without fifteen headings that repeat the lines below them."""
    game = finished_game(SWEDISH, "Lakeshore Nights")
    monkeypatch.setattr(table, "SECTIONS_A_PAGE", 25)
    page = _client(game).get(f"{game.get_absolute_url()}log/?page=1").content.decode()
    titles = re.findall(r"<b>([^<]+)</b>", page[page.index('<ol class="turns"') :])
    assert titles[:-6:-1] == ["Hand 1", "Exchange", "Announcing", "Exchange", "Announcing"]
    assert titles[-7:-9:-1] == ["Tricks", "Hand 2"]
    assert "exchanges cards" not in page


def test_an_ordinary_game_is_one_page_from_its_latest_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    game = finished_game(POKER, "Lakeshore Nights")
    shown = _client(game).get(f"{game.get_absolute_url()}log/").context
    assert shown["page"].paginator.num_pages == 1
    assert [turn.number for turn in shown["turns"]] == [part.number for part in reversed(shown["page"].object_list)]


def test_each_hand_of_a_shootout_has_a_line_of_its_own() -> None:
    game = finished_game(POKER, "Lakeshore Nights")
    turns = _client(game).get(f"{game.get_absolute_url()}log/").context["turns"]
    shootouts = [line for turn in turns for line in turn.lines if line.text.startswith("Shootout at")]
    assert all(line.html.count('<br class="clause">') == line.text.count(";") + 1 for line in shootouts)
    assert shootouts


def test_chicago_poker_is_told_turn_by_turn() -> None:
    game = finished_game(POKER, "Lakeshore Nights")
    turns = _client(game).get(f"{game.get_absolute_url()}log/?page=1").context["turns"]
    assert not any(turn.title for turn in turns)
    assert all(turn.opening for turn in turns[:-1])
