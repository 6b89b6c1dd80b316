"""The sentence on the final page that says why a user lost: its readers, its conditions, and the Review behind it."""

from __future__ import annotations

from html import unescape

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Game, Player, Review
from games.review import text
from games.review.loss import NEWCOMERS_GAMES
from games.review.report import from_json
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.playing import give_up
from tests.review.samples import finished_game, made_review

pytestmark = [pytest.mark.django_db, pytest.mark.both]

HTMX = {"HX-Request": "true"}
ASKS = 'hx-trigger="load"'
WAITS = 'hx-trigger="every 4s"'


def address(game: Game) -> str:
    return reverse("why-lost", args=[game.public_id])


def page(viewer: User, where: str) -> str:
    return compact(unescape(client_of(viewer).get(where, headers=HTMX).content.decode()))


def seats(game: Game) -> tuple[Player, Player]:
    (winner,) = game.outcome["winners"]
    loser = game.players.exclude(seat=winner).select_related("user").order_by("seat")[0]
    return loser, game.players.select_related("user").get(seat=winner)


def test_a_loser_reads_the_reviews_sentence_on_the_final_page() -> None:
    game = finished_game()
    loser, _winner = seats(game)
    review = made_review(game, seat=loser.place)
    sentence = text.lead(from_json(review.report))
    assert sentence.startswith("You lost")
    for where in (game.get_absolute_url(), address(game)):
        assert sentence in page(loser.user, where)


def test_a_newcomers_page_asks_for_the_review_and_waits_for_it() -> None:
    game = finished_game()
    loser, _winner = seats(game)
    assert ASKS in page(loser.user, game.get_absolute_url())
    assert not Review.objects.exists(), "to read a page changes nothing"
    answer = client_of(loser.user).post(address(game), headers=HTMX)
    assert WAITS in answer.content.decode()
    assert Review.objects.get().player == loser
    assert WAITS in page(loser.user, game.get_absolute_url())


def test_nobody_else_is_told_why_they_lost(charlie: User) -> None:
    game = finished_game()
    loser, winner = seats(game)
    made_review(game, seat=loser.place)
    for viewer in (winner.user, charlie):
        shown = page(viewer, game.get_absolute_url())
        assert "game-over__loss" not in shown
        assert "You lost, mostly" not in shown
    assert "game-over__loss" not in page(winner.user, address(game))
    assert client_of(charlie).post(address(game), headers=HTMX).status_code == 404


def test_who_resigned_knows_why(duel: Game) -> None:
    game = give_up(duel)
    loser, _winner = seats(game)
    assert "game-over__loss" not in page(loser.user, game.get_absolute_url())


def test_later_games_wait_until_the_user_asks(charlie: User) -> None:
    game = finished_game()
    loser, _winner = seats(game)
    for _number in range(NEWCOMERS_GAMES):
        give_up(table_of(loser.user, charlie))
    assert "game-over__loss" not in page(loser.user, game.get_absolute_url())


def test_a_failed_review_leaves_no_sentence_behind() -> None:
    game = finished_game()
    loser, _winner = seats(game)
    Review.objects.create(player=loser, status=Review.Status.FAILED)
    assert "game-over__loss" not in page(loser.user, game.get_absolute_url())


def test_without_htmx_the_review_itself_opens() -> None:
    game = finished_game()
    loser, _winner = seats(game)
    assert client_of(loser.user).get(address(game)).url == reverse("review", args=[game.public_id])
