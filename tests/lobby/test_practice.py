"""Practice against computer players: Play now at a level, the available levels, and the suggested next level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games import play
from games.computers.levels import LEVELS
from games.lobby.practice import OPPONENTS, Practice, latest_practice, practice_against
from games.models import Game, Player
from tests.cast import client_of, table_of
from tests.normalized import TOKENS, compact
from tests.queue import Queue

pytestmark = [pytest.mark.django_db, pytest.mark.both]

CASUAL, CLUB = Player.Bot.CASUAL, Player.Bot.CLUB


def page(client: Any, address: str) -> str:
    """Return the page without the parts that differ on every load."""
    answer = client.get(address)
    assert answer.status_code == 200
    return TOKENS.sub("", compact(answer.content.decode()))


def practised(
    person: User, won: bool, bots: Sequence[str] = ("casual", "casual"), variant: str = "chicago_poker"
) -> Game:
    """Return a practice table where the game has just ended because all seats but one gave up."""
    game = table_of(person, bots=bots, variant=variant, public=False)
    me, *others = game.players.select_related("game").order_by("bot", "seat")
    for loser in others if won else [me, *others[1:]]:
        play.resign(loser, None)
    return Game.objects.get(pk=game.pk)


def offered(game: Game, person: User) -> list[str]:
    shown = page(client_of(person), game.get_absolute_url())
    return [each for each in LEVELS if f'name="level" value="{each}"' in shown]


# --- Play now


@pytest.mark.parametrize("level", [each for each in LEVELS if each not in ("strong", "master")])
def test_play_now_at_a_level_that_answers_at_once(level: str, alice: User) -> None:
    client_of(alice).post("/play-now/", {"level": level})
    game = Game.objects.get()
    assert set(game.players.exclude(bot="").values_list("bot", flat=True)) == {level}
    assert game.players.get(user=alice).to_move_since is not None
    assert game.computers_due_at is None


@pytest.mark.parametrize("level", ["strong", "master"])
def test_slow_levels_do_not_move_within_a_request(
    level: str, alice: User, queue: Queue, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr("games.computers.levels.choose", lambda *_: pytest.fail("thinks in the request"))
    with django_capture_on_commit_callbacks(execute=True):
        client_of(alice).post("/play-now/", {"level": level})
    game = Game.objects.get()
    begins = game.players.filter(to_move_since__isnull=False).exclude(bot="").exists()
    assert [name for name, _args in queue.sent if name.startswith("games.")] == ["games.think"] * begins


def test_another_level_is_another_table(alice: User) -> None:
    first, again, other = (
        client_of(alice).post("/play-now/", {"level": level}).url for level in ("novice", "novice", "club")
    )
    assert first == again != other


def test_an_unknown_level_is_refused_in_words_and_makes_no_guest() -> None:
    answer = client_of().post("/play-now/", {"level": "steady"})
    assert answer.status_code == 422
    assert "Choose a level for the computer players" in answer.content.decode()
    assert not User.objects.exists()


# --- the first game


def started(client: Any, **asked: str) -> tuple[list[str], bool]:
    """Press Play now, and return the levels at the newest table and whether the game is short."""
    client.post("/play-now/", asked)
    game = Game.objects.latest("pk")
    short = game.options.items() >= game.rules.presentation.SMALL.items()
    return [*game.players.exclude(bot="").values_list("bot", flat=True)], short


def test_a_visitors_first_game_is_short_and_against_one_novice() -> None:
    assert started(client_of()) == (["novice"], True)
    assert started(client_of(), game="swedish_chicago") == (["novice"], True)
    assert Game.objects.latest("pk").options["target"] == "15"


def test_the_second_game_is_full_and_at_the_advised_level(alice: User) -> None:
    assert started(client_of(alice)) == (["novice"], True)
    practised(alice, True, ("novice", "novice"))
    assert started(client_of(alice)) == (["casual", "casual"], False)


def test_who_has_played_only_with_people_is_no_newcomer(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    play.resign(game.players.select_related("game").get(user=alice), None)
    assert started(client_of(alice)) == (["casual", "casual"], False)


def test_who_chooses_a_level_gets_the_length_chosen_with_it() -> None:
    assert started(client_of(), level="club") == (["club", "club"], False)
    assert started(client_of(), level="club", length="short") == (["club", "club"], True)
    assert started(client_of(), level="club", length="endless") == (["club", "club"], False)


# --- the players at your table


def test_every_level_is_offered_and_no_other() -> None:
    assert [each.level.value for each in OPPONENTS] == list(LEVELS)
    shown = page(client_of(), reverse("opponents"))
    for each in OPPONENTS:
        assert f'value="{each.level.value}"' in shown
        assert str(each.about) in shown
    assert "steady" not in shown
    assert 'value="novice" checked' in shown
    assert 'value="short" checked' in shown


def test_a_visitor_reads_how_long_a_first_game_is() -> None:
    assert "First game: a race to 15 points, about five minutes." in page(client_of(), "/")
    shown = page(client_of(), reverse("opponents") + "?game=swedish_chicago")
    assert "Short game: one opponent, a race to 15 points, about five minutes. Full game: two opponents." in shown


def test_the_page_plays_the_game_that_it_is_asked_for(alice: User) -> None:
    shown = page(client_of(alice), reverse("opponents") + "?game=swedish_chicago")
    assert '<input type="hidden" name="game" value="swedish_chicago">' in shown


def test_the_page_says_how_practice_went_and_advises_the_next_level(alice: User) -> None:
    for won in (True, False, True):
        practised(alice, won)
    shown = page(client_of(alice), reverse("opponents"))
    assert "Lately you’ve won 2 of 3 against Casual." in shown
    assert "<b>Club</b>would be a better match." in shown
    assert 'value="club" checked' in shown
    assert "lately" not in page(client_of(alice), reverse("opponents") + "?game=swedish_chicago")


# --- the final page


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ("L", ["novice"]),
        ("W", ["club"]),
        ("WL", ["club"]),
        ("WLL", []),
        ("WLLL", ["novice"]),
        ("WWLLLL", ["novice"]),  # only the last four count
        ("LLLLWW", ["club"]),
    ],
)
def test_after_wins_a_stronger_level_is_offered_and_after_losses_an_easier_one(
    results: str, expected: list[str], alice: User
) -> None:
    games = [practised(alice, result == "W") for result in results]
    assert offered(games[-1], alice) == expected


@pytest.mark.parametrize(("level", "won"), [("novice", False), ("master", True)])
def test_nothing_is_below_novice_and_above_master(level: str, won: bool, alice: User) -> None:
    assert offered(practised(alice, won, (level, level)), alice) == []


@pytest.mark.parametrize("bots", [("casual", "club"), ("steady", "steady"), ("random",)])
def test_at_other_tables_of_computers_there_is_a_rematch_alone(bots: Sequence[str], alice: User) -> None:
    game = practised(alice, True, bots)
    assert offered(game, alice) == []
    assert reverse("rematch", args=[game.public_id]) in page(client_of(alice), game.get_absolute_url())


def test_among_people_no_level_is_offered(duel: Game, alice: User) -> None:
    play.resign(Player.objects.select_related("game").get(game=duel, user=alice), None)
    shown = page(client_of(alice), duel.get_absolute_url())
    assert 'name="level"' not in shown
    assert "Other computer players" not in shown


def test_the_button_opens_the_same_table_at_that_level(alice: User) -> None:
    old = practised(alice, False)
    client_of(alice).post(reverse("rematch", args=[old.public_id]), {"level": "novice"})
    again = Game.objects.get(rematch_of=old)
    assert (again.options, again.size, again.public) == (old.options, old.size, False)
    assert list(again.players.exclude(bot="").values_list("bot", flat=True)) == ["novice", "novice"]
    assert offered(old, alice) == []


@pytest.mark.parametrize("bots", [("club", "club"), ("casual", "master"), ("steady", "random")])
def test_a_rematch_keeps_the_computer_players_as_they_were(bots: Sequence[str], alice: User) -> None:
    old = practised(alice, True, bots)
    client_of(alice).post(reverse("rematch", args=[old.public_id]))
    again = Game.objects.get(rematch_of=old).players.exclude(bot="").order_by("pk")
    assert tuple(again.values_list("bot", flat=True)) == bots


# --- tables that count as practice


def test_only_games_of_the_user_of_this_game_and_level_count(alice: User, bob: User) -> None:
    practised(alice, True)
    practised(bob, True)
    practised(alice, True, ("club", "club"))
    practised(alice, True, ("casual",), "swedish_chicago")
    practised(alice, True, ("casual", "club"))
    assert practice_against(alice, "chicago_poker", CASUAL) == Practice(CASUAL, 1, 1)
    assert practice_against(alice, "chicago_poker", CLUB) == Practice(CLUB, 1, 1)
    latest = latest_practice(alice, "chicago_poker")
    assert latest is not None
    assert (latest.level, latest.advised) == (CLUB, "strong")


def test_how_practice_went_takes_few_queries(alice: User, django_assert_max_num_queries: Any) -> None:
    for _ in range(6):
        practised(alice, True)
    with django_assert_max_num_queries(3):
        assert practice_against(alice, "chicago_poker", CASUAL) == Practice(CASUAL, 4, 4)
