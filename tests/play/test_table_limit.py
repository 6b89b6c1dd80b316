"""The limit on the number of tables per user."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games import play
from games.models import Game, Player
from games.play.core import admission
from tests.cast import defaults, table_of
from tests.playing import give_up, lose_seat

pytestmark = pytest.mark.django_db
MOST = 3


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "MOST_TABLES", MOST)


@pytest.fixture
def busy(alice: User) -> list[Game]:
    """The maximum number of tables, all with alice."""
    return [table_of(alice, bots=("steady", "steady")) for _ in range(MOST)]


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(play.Refused) as refused:
        act()
    return str(refused.value.message)


def test_no_more_tables_can_be_opened(alice: User, busy: list[Game]) -> None:
    options = defaults("chicago_poker")
    why = refusal(lambda: play.open_table(alice, name="One more", variant="chicago_poker", options=options, size=2))
    assert "3 tables" in why
    assert Game.objects.count() == MOST


def test_no_more_tables_can_be_joined_but_joining_again_is_idempotent(alice: User, bob: User, busy: list[Game]) -> None:
    table = table_of(bob, size=3)
    assert "3 tables" in refusal(lambda: play.join(table, alice))
    assert not table.players.filter(user=alice).exists()
    assert play.join(busy[0], alice) == busy[0]


def test_no_more_seats_can_be_taken_over(alice: User, bob: User, carol: User, busy: list[Game]) -> None:
    seat = lose_seat(table_of(bob, carol)).place
    game = Game.objects.exclude(pk__in=[each.pk for each in busy]).get()
    assert "3 tables" in refusal(lambda: play.take_over(game, alice, seat))


def test_tables_that_computers_play_on_after_one_has_resigned_count(alice: User, busy: list[Game]) -> None:
    for game in busy:
        play.resign(Player.objects.select_related("game").get(game=game, user=alice), None)
    assert Game.objects.filter(status="running").count() == MOST
    refusal(lambda: table_of(alice, bots=("steady",)))


def test_a_game_that_is_over_makes_room(alice: User, bob: User, busy: list[Game]) -> None:
    refusal(lambda: table_of(alice, bob))
    Game.objects.filter(pk=busy[0].pk).update(status=Game.Status.CANCELLED)
    assert give_up(table_of(alice, bob)).is_over
    assert table_of(alice, bob).is_running


def test_play_now_reports_the_limit(alice: User, client_of: Callable[..., Client], busy: list[Game]) -> None:
    Player.objects.filter(user=alice).update(resigned=True)
    Game.objects.update(public=True)
    answer = client_of(alice).post("/play-now/")
    assert answer.status_code == 422
    assert "3 tables" in answer.content.decode()
    assert Game.objects.count() == MOST
