"""A turn of Chicago Poker planned on its page: saved and refused, with htmx, which answers with the page itself."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from games import play
from games.models import Player
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.playing import lay_out
from tests.rules.chicago_poker.tables import table

pytestmark = pytest.mark.django_db


@pytest.fixture
def me(alice: User, bob: User) -> Player:
    """A player who waits for the other's turn."""
    game = table_of(alice, bob, variant="chicago_poker")
    street = {"brewery1": ["9M", "4S"], "jazz1": ["12C", "6M 6F"]}
    lay_out(game, table(["9R 12M 5C", "1C 2C"], street, active=1))
    return Player.objects.select_related("game", "user").get(game=game, seat=0)


def saved(me: Player, *steps: str) -> tuple[int, str]:
    """Return the status and the page that answer a request to save a plan."""
    answer = client_of(me.user).post(
        reverse("save-plan", args=[me.game.public_id]),
        {"step": steps, "version": play.version_of(me.game, me)},
        headers={"HX-Request": "true"},
    )
    return answer.status_code, compact(answer.content.decode())


def test_a_saved_plan_closes_the_tray_where_it_was_made(me: Player) -> None:
    status, html = saved(me, "play 9R brewery1", "draw")
    assert status == 200
    assert "In your turn:" in html
    assert "Save this plan" not in html


def test_a_refused_plan_is_shown_again_with_the_reason(me: Player) -> None:
    status, html = saved(me, "play 9R brewery1 if same", "draw", "play 12M jazz1")
    assert status == 422
    assert "Save this plan" in html
    assert html.count('class="plan-step__number"') == 2, "what is possible of it"
