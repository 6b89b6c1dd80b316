"""Long histories are packed into few rows with the same content as the rows of games and seats."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from accounts.models import User
from games.archive import histories
from games.archive.tasks import archive
from games.models import Game, PackedGames, Player
from games.stats import packed_history
from games.stats.packed_history import finished, history
from games.stats.results import CLOSED, PlayedGame, games_of, played_games
from tests.cast import client_of, table_of
from tests.stats.histories import NOON, over, stopped

pytestmark = pytest.mark.both

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row of four games."""
    for module in (packed_history, histories):
        monkeypatch.setattr(module, "PACKED", 4)


@pytest.fixture
def games(alice: User, bob: User, carol: User) -> list[Game]:
    """Alice's games: nine that ended for good, one ended by moderators, one running and one open."""
    won = {"public": False, "options": {"short": True}}
    return [
        over(alice, bob, finished_at=NOON + 5 * DAY, **won),
        over(bob, alice, finished_at=NOON + 2 * DAY, variant="swedish_chicago"),
        over(alice, carol, bob, finished_at=NOON + 9 * DAY, winners=[1], scores=[3, 5, 3]),
        stopped(alice, carol, finished_at=NOON + 3 * DAY, public=False),
        over(alice, bob, finished_at=NOON + 4 * DAY, winners=[]),
        *(over(alice, carol, finished_at=NOON + day * DAY) for day in (11, 1, 8, 7)),
        over(alice, bob, status=Game.Status.STOPPED, outcome=None, finished_at=NOON + 6 * DAY),
        over(alice, bob, status=Game.Status.RUNNING, outcome=None, finished_at=None),
        table_of(alice, bob, size=3),
    ]


def worked_out(person: User, viewer: Any) -> list[PlayedGame]:
    """Return the user's games as computed from the rows of games and seats."""
    return played_games(person, games_of(person, viewer))


def pack_all() -> int:
    return histories.pack_histories(1000)


def test_what_is_packed_is_what_is_worked_out(games: list[Game], alice: User, bob: User, carol: User) -> None:
    everybody = [alice, bob, carol, AnonymousUser()]
    before = [[worked_out(person, viewer) for viewer in everybody] for person in (alice, bob, carol)]
    assert pack_all() == 4
    assert [[history(person, viewer) for viewer in everybody] for person in (alice, bob, carol)] == before
    assert [len(found) for found in before[0]] == [11, 10, 10, 9]


def test_only_games_that_ended_for_good_are_packed(games: list[Game], alice: User) -> None:
    pack_all()
    assert sum(PackedGames.objects.filter(user=alice).values_list("count", flat=True)) == 8
    packed = Game.objects.filter(players__in=Player.objects.filter(user=alice, packed=True))
    assert {game.status for game in packed} == {Game.Status.OVER, Game.Status.CANCELLED}


def test_a_table_that_never_started_is_no_game(alice: User, bob: User) -> None:
    for _ in range(4):
        game = table_of(alice, bob, size=3)
        Game.objects.filter(pk=game.pk).update(status=Game.Status.CANCELLED)
    pack_all()
    assert not alice.seats.filter(packed=False).exists()
    assert history(alice, alice) == [] and finished(alice, 5) == ([], 0)


def test_packing_again_changes_nothing(games: list[Game], alice: User) -> None:
    pack_all()
    rows = list(PackedGames.objects.order_by("pk").values())
    assert pack_all() == 0
    archive()
    assert list(PackedGames.objects.order_by("pk").values()) == rows


def test_so_many_rows_are_made_at_most(games: list[Game]) -> None:
    assert histories.pack_histories(1) == 1
    assert PackedGames.objects.count() == 1
    archive()
    assert PackedGames.objects.count() == 4


def test_the_latest_games_and_how_many_there_are(games: list[Game], alice: User) -> None:
    for _packed in range(2):
        ended = [one.game for one in worked_out(alice, alice) if one.finished_at is not None]
        for most in (1, 3, 20):
            assert finished(alice, most) == (ended[:most], 10)
        assert games_of(alice, alice).filter(CLOSED).count() == 10
        pack_all()


@pytest.mark.parametrize("viewer", [None, "alice", "bob"])
def test_the_profile_looks_the_same(games: list[Game], alice: User, bob: User, viewer: str | None) -> None:
    client = client_of(User.objects.get(username=viewer) if viewer else None)
    pages = [f"{reverse('profile', args=['alice'])}{query}" for query in ("", "?result=won", "?opponent=carol")]
    before = [main(client, page) for page in pages]
    pack_all()
    assert [main(client, page) for page in pages] == before


def main(client: Any, page: str) -> str:
    """Return the page without the parts of its head and forms that differ on every load."""
    text: str = client.get(page).content.decode()
    return re.sub(r'csrfmiddlewaretoken" value="\w+"', "", text[text.index("<main") : text.index("</main>")])


def test_a_game_that_staff_show_or_hide_later(games: list[Game], alice: User, staff: User) -> None:
    pack_all()
    address = reverse("admin:games_game_change", args=[games[0].pk])
    client_of(staff).post(address, {"name": games[0].name, "public": "on"})
    for _packed in range(2):
        found = history(alice, AnonymousUser())
        assert found == worked_out(alice, AnonymousUser())
        assert games[0].pk in [one.game for one in found]
        pack_all()
    assert PackedGames.objects.count() == 4
