"""The menu in the head of a table's page: votes, notices and resigning."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from games import play
from games.models import Game
from tests.cast import table_of
from tests.table.pages import page

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
def test_the_menu_in_the_head_has_votes_notices_and_resigning(variant: str, alice: User, bob: User) -> None:
    """Resigning takes three presses: the menu, the folded summary, the button. Spectators get no form fields."""
    game = table_of(alice, bob, variant=variant)
    shown = page(alice, game)
    head, menu = shown[: shown.index("</header>")], shown[shown.index('id="menu"') :]
    assert 'popovertarget="menu"' in head
    folded = menu[menu.index("<summary>Resign</summary>") : menu.index("</form>")]
    assert "and the other player wins it." in folded
    assert f'formaction="{reverse("resign", args=[game.public_id])}"' in folded
    assert reverse("notices-table", args=[game.public_id]) in menu
    assert "Propose a pause" in menu
    watched = page(None, game)
    watched = watched[watched.index('id="menu"') :]
    assert reverse("rules", args=[variant]) in watched
    assert "Resign" not in watched
    assert "menu__form" not in watched


@pytest.mark.parametrize(
    ("variant", "meaning", "paragraph"),
    [("chicago_poker", "your businesses leave the game", "8.5"), ("swedish_chicago", "your points stay", "6.3")],
)
def test_the_menu_says_what_resigning_means_among_several(
    variant: str, meaning: str, paragraph: str, alice: User, bob: User, carol: User
) -> None:
    folded = page(alice, table_of(alice, bob, carol, variant=variant)).partition("<summary>Resign</summary>")[2]
    meant = folded.partition("</p>")[0]
    assert meaning in meant
    assert "and the others play on." in meant
    assert f">Rule {paragraph}</a>" in meant


def test_the_menu_of_a_finished_game_has_no_form(duel: Game, alice: User) -> None:
    play.resign(duel.players.get(user=alice), play.version_of(duel, duel.players.get(user=alice)), alice)
    assert "menu__form" not in page(alice, duel)
