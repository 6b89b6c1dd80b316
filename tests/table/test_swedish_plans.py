"""Planning ahead at a table of Swedish Chicago: with the exchange, and card by card for the tricks, without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games import play
from games.core import store
from games.models import Game, Player
from games.rules.swedish_chicago.pieces import HAND
from games.rules.swedish_chicago.view import View
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.table.test_swedish_table_page import played_until, view

pytestmark = pytest.mark.django_db

CHOICE = re.compile(r'<input class="vh" type="(\w+)" name="then" value="([\w ]*)" data-preserve( checked)?')
BY_RANK = ["2c", "7d", "9h", "Ts", "Ac"]


@pytest.fixture
def game(alice: User, bob: User, carol: User) -> Game:
    return table_of(alice, bob, carol, variant="swedish_chicago", options={"together": True})


def page(player: Player, query: str = "") -> str:
    answer = client_of(player.user).get(reverse("table", args=[player.game.public_id]) + query)
    assert answer.status_code == 200
    return compact(answer.content.decode())


def post(client: Any, player: Player, view_name: str, **data: Any) -> Any:
    fresh = Player.objects.select_related("game").get(pk=player.pk)
    data = {"version": play.version_of(fresh.game, fresh)} | data
    return client.post(reverse(view_name, args=[player.game.public_id]), data)


def in_tricks(game: Game) -> Player:
    """Play until the first lead of a hand, and return the player who leads, with five cards in hand."""

    def leads(seen: View) -> bool:
        return seen.phase == "play" and not seen.trick and seen.seats[seen.seat or 0].hand_size == HAND

    return played_until(game, leads)


def chosen(html: str) -> list[str]:
    return [value or "ask" for _kind, value, checked in CHOICE.findall(html) if checked]


def test_the_announcing_is_answered_with_the_exchange(game: Game) -> None:
    player = played_until(game, lambda seen: seen.phase == "exchange" and seen.part == 1)
    html = page(player)
    assert "Then, when it’s my turn to announce" in html
    assert chosen(html) == ["announce best"]
    client = client_of(player.user)
    post(client, player, "move", move="exchange", then="announce silent", preset="announce")
    player.refresh_from_db()
    assert player.plan["steps"] == ["announce silent"]
    assert "You stay silent when it’s your turn to announce." in page(player)


def test_the_answer_chosen_last_is_preset(game: Game) -> None:
    player = played_until(game, lambda seen: seen.phase == "exchange" and seen.part == 1)
    client = client_of(player.user)
    post(client, player, "move", move="exchange", then="", preset="announce")
    player = played_until(game, lambda seen: seen.phase == "exchange" and seen.part == 2 and seen.seat == player.seat)
    html = compact(client.get(reverse("table", args=[game.public_id])).content.decode())
    assert chosen(html) == ["ask"]


def test_the_tricks_are_planned_with_the_last_exchange(game: Game) -> None:
    player = played_until(game, lambda seen: seen.phase == "exchange" and seen.part == 3)
    assert chosen(page(player)) == ["ask"]
    post(client_of(player.user), player, "move", move="exchange", then="tricks win", preset="tricks")
    player.refresh_from_db()
    assert player.plan["steps"] == ["tricks win"]


def test_a_refused_exchange_keeps_the_answer(game: Game) -> None:
    player = played_until(game, lambda seen: seen.phase == "exchange" and seen.part == 1)
    answer = post(client_of(player.user), player, "move", move="exchange 9x", then="announce silent", preset="announce")
    assert chosen(compact(answer.content.decode())) == ["announce silent"]


def test_cards_are_put_in_order_by_the_numbers_below_them(game: Game) -> None:
    player = in_tricks(game)
    hand = list(view(player).seats[player.seat].hand or ())
    html = page(player, "?plan=tricks")
    assert "Play by this plan" in html
    assert html.count('name="place"') == 5
    post(
        client_of(player.user), player, "save-plan",
        step="tricks low * +", card=hand, place=["5", "4", "3", "2", "1"], extra=["ask lead", "ask chicago"],
    )  # fmt: skip
    player.refresh_from_db()
    assert player.plan["steps"] == [f"tricks low {' '.join(reversed(hand))} ask lead ask chicago"]
    html = page(player)
    assert "We ask you if you win the lead." in html
    assert "Change it" in html


def test_a_plan_that_is_made_closes_the_tray_where_it_was_made(game: Game) -> None:
    player = in_tricks(game)
    hand = list(view(player).seats[player.seat].hand or ())
    data = {"plan": "tricks", "step": "tricks win * +", "card": hand, "version": play.version_of(player.game, player)}
    answer = client_of(player.user).post(
        reverse("save-plan", args=[game.public_id]), data, headers={"HX-Request": "true"}
    )
    html = compact(answer.content.decode())
    assert "Play by this plan" not in html
    assert "Your plan:" in html


def test_the_plan_is_said_in_words_before_it_is_made(game: Game) -> None:
    player = in_tricks(game)
    hand = list(view(player).seats[player.seat].hand or ())
    cards = "".join(f"&card={card}&place={n}" for n, card in enumerate(hand, 1))
    html = page(player, f"?plan=tricks&step=tricks+low+*+%2B{cards}&extra=ask+lead")
    assert "We ask you only if you win the lead." in html
    assert "for the last trick." in html


def test_a_refused_plan_is_shown_again_with_the_reason(game: Game) -> None:
    player = in_tricks(game)
    hand = list(view(player).seats[player.seat].hand or ())
    stranger = next(card for card in BY_RANK if card not in hand)
    answer = post(
        client_of(player.user), player, "save-plan",
        step="tricks low * +", card=[*hand[:4], stranger], place=["1", "2", "3", "4", "5"], extra=["ask lead"],
    )  # fmt: skip
    html = compact(answer.content.decode())
    assert answer.status_code == 422
    assert "You don’t hold" in html
    assert "Play by this plan" in html
    assert 'value="ask lead" checked' in html


def test_nobody_plans_for_others_or_before_the_last_exchange(game: Game) -> None:
    player = played_until(game, lambda seen: seen.phase == "exchange" and seen.part == 2)
    assert "Play by this plan" not in page(player, "?plan=tricks")
    assert "Plan your tricks" not in page(player)
    other = in_tricks(game)
    html = client_of(None).get(reverse("table", args=[game.public_id]), {"plan": "tricks"}).content.decode()
    assert "Play by this plan" not in html
    assert other.plan == {}


def test_a_whole_hand_takes_three_visits_of_each(game: Game) -> None:
    """Every seat answers its three exchanges; plans announce and play everything else."""
    visits = 0
    for part, steps in ((1, "announce best"), (2, "announce silent"), (3, "tricks win")):
        for player in game.players.select_related("user", "game").order_by("seat"):
            seen = view(player)
            assert (seen.phase, seen.part) == ("exchange", part)
            visits += 1
            post(client_of(player.user), player, "move", move="exchange", then=steps, preset="announce")
        _let_plans_play(game)
    state = store.load(Game.objects.get(pk=game.pk)).state
    assert visits == 9
    assert (state.hand, state.phase) == (2, "exchange")


def _let_plans_play(game: Game) -> None:
    """Make the automatic moves as they come due, without waiting."""
    while (due := game.players.filter(auto_at__isnull=False).order_by("auto_at").first()) is not None:
        Player.objects.filter(pk=due.pk).update(auto_at=game.started_at)
        assert play.make_automatic_move(due.pk)
