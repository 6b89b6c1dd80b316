"""Play on from here: practice tables that begin with a position of a finished game."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.privacy.erasure import erase_user
from games import play
from games.archive import pieces
from games.core import store
from games.lobby.practice import practice_against
from games.models import Game, Player, StartPosition
from games.replay.verification import ReplayMismatch, steps, verify
from games.rules.contract import OPENS
from games.stats.packed_history import finished as finished_games
from games.stats.packed_history import history, holds, pack
from games.stats.profile_stats import profile_stats
from tests.cast import client_of, table_of
from tests.playing import give_up, is_right, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.both]

GAMES = ("chicago_poker", "swedish_chicago")


def finished(*people: User, variant: str = "chicago_poker", moves: int = 12, **facts: Any) -> Game:
    """Return a game of these users that ended by resignation after ``moves`` moves."""
    return give_up(play_on(table_of(*people, variant=variant, **facts), moves, seed=4))


def begun(game: Game, user: User, number: int, seat: int = 0, level: str = "novice") -> Game:
    """Return a table that continues from that position, before the computer players have moved."""
    start = start_at(game, number)
    bots = {place: level for place in range(game.size) if place != seat}
    return play.begin_from(user, play.Origin(game, number, start), seat, bots)


def start_at(game: Game, number: int) -> store.Start:
    for step in steps(game):
        if step.move.number == number - 1:
            return store.Start(step.state, [event for event in step.events if event.kind == OPENS])
    raise AssertionError(number)


@pytest.mark.parametrize("variant", GAMES)
def test_a_game_that_goes_on_from_a_position_can_be_verified_at_any_time(variant: str, alice: User, bob: User) -> None:
    old = finished(alice, bob, variant=variant)
    game = begun(old, alice, 8)
    assert is_right(game)
    assert is_right(play_on(game, 25))
    assert is_right(give_up(game))


def test_it_begins_as_the_other_game_stood(alice: User, bob: User) -> None:
    old = finished(alice, bob)
    game = begun(old, alice, 8)
    start = start_at(old, 8).state
    assert store.load(game).state.position() == start.position()
    assert store.start_of(game).state.position() == start.position()
    assert (game.turn, game.size, game.options) == (start.turn, old.size, old.options)
    asked = game.players.filter(to_move_since__isnull=False).values_list("seat", flat=True)
    assert {*asked} == start.to_move


# --- the page


def address(game: Game, number: int) -> str:
    return reverse("review-play-on", args=[game.public_id, number])


def chosen(game: Game, own: int = 0, **fields: str) -> dict[str, str]:
    levels = {f"level_{seat}": "novice" for seat in range(game.size) if seat != own}
    return {"hidden": "same"} | levels | fields


@pytest.mark.parametrize("variant", GAMES)
def test_every_position_of_a_game_has_its_page(variant: str, alice: User, bob: User) -> None:
    old = finished(alice, bob, variant=variant)
    client, last = client_of(alice), old.moves.latest("number").number
    assert [client.get(address(old, number)).status_code for number in range(1, last + 2)] == [200] * (last + 1)
    assert client.get(address(old, last + 2)).status_code == client.get(address(old, 0)).status_code == 404
    assert "The game is over at this point" in client.get(address(old, last + 1)).content.decode()


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("hidden", ["same", "again"])
def test_one_plays_on_against_computers_of_the_levels_chosen(variant: str, hidden: str, alice: User, bob: User) -> None:
    old = finished(alice, bob, variant=variant)
    seat = old.players.get(user=alice).place
    answer = client_of(alice).post(address(old, 6), chosen(old, seat, hidden=hidden, **{f"level_{1 - seat}": "casual"}))
    game = Game.objects.get(origin=old)
    assert answer.url == game.get_absolute_url()
    assert (game.origin_move, game.rated, game.public, game.clock, game.host) == (6, False, False, "none", alice)
    assert game.players.get(user=alice).place == seat
    assert game.players.exclude(user=alice).get().bot == "casual"
    assert game.players.get(user=alice).to_move_since is not None
    assert is_right(game)
    assert client_of(alice).get(game.get_absolute_url()).status_code == 200
    assert client_of(alice).get(reverse("replay", args=[game.public_id])).status_code == 200


@pytest.mark.parametrize("variant", GAMES)
def test_hidden_cards_dealt_again_look_the_same_from_the_own_seat(variant: str, alice: User, bob: User) -> None:
    old = finished(alice, bob, variant=variant)
    me = old.players.get(user=alice)
    there = start_at(old, 6)
    known, hidden = there.state.full_view(me.place), there.state.position()
    others = []
    for _ in range(3):
        client_of(alice).post(address(old, 6), chosen(old, me.place, hidden="again"))
        start = store.start_of(Game.objects.latest("pk"))
        assert start.state.full_view(me.place) == known
        others.append(start.state.position())
    assert any(position != hidden for position in others)


def test_a_spectator_chooses_the_seat(alice: User, bob: User, charlie: User) -> None:
    old = finished(alice, bob)
    client = client_of(charlie)
    for seat in (0, 1):
        shown = client.get(f"{address(old, 6)}?seat={seat}").content.decode()
        assert f'name="level_{1 - seat}"' in shown and f'name="level_{seat}"' not in shown
        client.post(f"{address(old, 6)}?seat={seat}", chosen(old, seat))
        assert Game.objects.latest("pk").players.get(user=charlie).place == seat
    assert client.get(f"{address(old, 6)}?seat=nobody").status_code == 200


def test_a_player_goes_on_from_their_own_seat_alone(alice: User, bob: User) -> None:
    old = finished(alice, bob)
    seat = old.players.get(user=alice).place
    client_of(alice).post(f"{address(old, 6)}?seat={1 - seat}", chosen(old, seat))
    assert Game.objects.get(origin=old).players.get(user=alice).place == seat


@pytest.mark.parametrize(("fields", "shown"), [({}, False), ({"odds": "on"}, True)])
def test_odds_are_shown_on_request_there_and_at_the_rematch(
    fields: dict[str, str], shown: bool, alice: User, bob: User
) -> None:
    old = finished(alice, bob)
    client_of(alice).post(address(old, 6), chosen(old, old.players.get(user=alice).place, **fields))
    game = Game.objects.get(origin=old)
    page = client_of(alice).get(game.get_absolute_url())
    assert (game.odds, 'class="odds"' in page.content.decode()) == (shown, shown)
    assert "What would Master do?" in page.content.decode()
    assert play.rematch(give_up(game).players.get(user=alice)).odds == shown


def test_a_visitor_becomes_a_guest(alice: User, bob: User) -> None:
    old, client = finished(alice, bob), client_of()
    shown = client.get(f"{address(old, 6)}?seat=0")
    assert shown.status_code == 200
    client.post(f"{address(old, 6)}?seat=0", chosen(old))
    assert Game.objects.get(origin=old).host.is_guest


@pytest.mark.parametrize("fields", [{"hidden": "seen"}, {"level_1": "steady"}, {"level_1": ""}, {"hidden": "\0"}])
def test_bad_input_is_refused_in_words_and_what_was_chosen_stays(
    fields: dict[str, str], alice: User, bob: User, charlie: User
) -> None:
    old = finished(alice, bob)
    wrong = chosen(old) | {"hidden": "again"} | fields
    answer = client_of(charlie).post(f"{address(old, 6)}?seat=0", wrong)
    assert answer.status_code == 422
    assert "field-errors" in answer.content.decode()
    assert not Game.objects.filter(origin=old).exists()


def test_play_on_is_refused_for_a_running_game(alice: User, bob: User) -> None:
    running = play_on(table_of(alice, bob), 12)
    for answer in (
        client_of(alice).get(address(running, 6)),
        client_of(alice).post(address(running, 6), chosen(running)),
    ):
        assert answer.status_code == 409
        assert "This game isn’t over." in answer.content.decode()
        assert "Your hand" not in answer.content.decode()
    assert Game.objects.count() == 1


def test_play_on_is_refused_at_the_end_of_a_game(alice: User, bob: User) -> None:
    old = finished(alice, bob)
    last = old.moves.latest("number").number
    me = old.players.get(user=alice)
    answer = client_of(alice).post(address(old, last + 1), chosen(old, me.place))
    assert answer.status_code == 422
    assert not Game.objects.filter(origin=old).exists()


def test_a_seat_that_had_left_stays_out(alice: User, bob: User, carol: User) -> None:
    three = play_on(table_of(alice, bob, carol), 9, seed=4)
    gone = three.players.get(user=carol)
    play.resign(gone, None)
    old = give_up(play_on(three, 8, seed=5))
    number = old.moves.latest("number").number
    assert client_of(carol).post(address(old, number), chosen(old, gone.place)).status_code == 422
    assert "had left the game by then" in client_of(carol).get(address(old, number)).content.decode()
    me = old.players.get(user=alice)
    assert client_of(alice).post(address(old, number), chosen(old, me.place)).status_code == 302
    game = Game.objects.get(origin=old)
    assert list(game.players.filter(resigned=True).values_list("seat", flat=True)) == [gone.place]
    assert is_right(game)


def test_a_user_with_too_many_tables_is_refused(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    old = finished(alice, bob)
    monkeypatch.setattr("games.play.core.admission.MOST_TABLES", 0)
    answer = client_of(alice).post(address(old, 6), chosen(old, old.players.get(user=alice).place))
    assert answer.status_code == 422
    assert "You already have seats at 0 tables, the maximum." in answer.content.decode()


def test_a_stored_game_that_does_not_fit_its_moves_has_a_page_that_says_so(alice: User, bob: User) -> None:
    old = finished(alice, bob)
    old.moves.filter(number=3).update(text="draw nothing")
    assert client_of(alice).get(address(old, 6)).status_code == 409


@pytest.mark.parametrize("played", [12, 60])
def test_the_page_takes_no_more_queries_after_a_long_game(played: int, alice: User, bob: User) -> None:
    old, client = finished(alice, bob, moves=played), client_of(alice)
    client.get(address(old, 5))
    with CaptureQueriesContext(connection) as queries:
        client.get(address(old, 5))
    assert len(queries) <= 15, [query["sql"][:90] for query in queries]


# --- what happens to such a table later


def test_it_has_no_record_and_no_deal_to_check(alice: User, bob: User) -> None:
    old = finished(alice, bob)
    game, client = give_up(begun(old, alice, 6)), client_of(alice)
    record = client.get(reverse("record", args=[game.public_id]))
    assert record.status_code == 404
    assert "it began from a position, not with a deal." in record.content.decode()
    assert "No deal to check" in client.get(reverse("deal-audit", args=[game.public_id])).content.decode()
    for page in (game.get_absolute_url(), reverse("replay", args=[game.public_id])):
        shown = client.get(page).content.decode()
        assert reverse("record", args=[game.public_id]) not in shown
        assert reverse("deal-audit", args=[game.public_id]) not in shown


def test_it_counts_nowhere(alice: User, bob: User) -> None:
    old = finished(alice, bob)
    before = profile_stats(alice, history(alice, alice), own=True).total
    game = give_up(begun(old, alice, 6))
    assert profile_stats(alice, history(alice, alice), own=True).total == before
    assert game.pk not in finished_games(alice, 10).latest
    assert practice_against(alice, game.variant, Player.Bot.NOVICE).played == 0
    assert not game.rated and not game.rating_pending
    packed = pack(alice, list(Player.objects.filter(user=alice)))
    assert holds(packed) == [old.pk]


def test_play_now_does_not_lead_to_it(alice: User, bob: User) -> None:
    game = begun(finished(alice, bob), alice, 6, level="casual")
    assert client_of(alice).post("/play-now/", {"level": "casual"}).url.partition("?")[0] != game.get_absolute_url()


def test_its_rematch_begins_with_the_same_position(alice: User, bob: User) -> None:
    first = give_up(begun(finished(alice, bob), alice, 6))
    assert "from the same position" in client_of(alice).get(first.get_absolute_url()).content.decode()
    again = play.rematch(first.players.get(user=alice))
    assert again.rematch_of == first and again.origin == first.origin and again.is_running
    assert store.start_of(again).state.position() == store.start_of(first).state.position()
    assert {*again.players.values_list("seat", "user", "bot")} == {*first.players.values_list("seat", "user", "bot")}
    assert is_right(again)


def test_one_can_play_on_from_it_in_turn(alice: User, bob: User) -> None:
    first = give_up(play_on(begun(finished(alice, bob), alice, 6), 8))
    assert client_of(alice).post(address(first, 5), chosen(first)).status_code == 302
    assert is_right(Game.objects.get(origin=first))


def test_a_played_on_table_is_packed_like_any_other(alice: User, bob: User) -> None:
    game = give_up(play_on(begun(finished(alice, bob), alice, 6), 8))
    assert pieces.pack(game.pk)
    assert is_right(game)
    assert client_of(alice).get(reverse("replay", args=[game.public_id]) + "?at=4").status_code == 200


def test_a_table_outlives_the_game_it_was_played_on_from(alice: User, bob: User) -> None:
    old = finished(alice, bob)
    game = begun(old, alice, 6)
    old.delete()
    game.refresh_from_db()
    assert (game.origin, game.was_dealt) == (None, False)
    assert is_right(give_up(play_on(game, 9)))
    assert client_of(alice).get(game.get_absolute_url()).status_code == 200


def test_without_its_position_it_can_not_be_verified(alice: User, bob: User) -> None:
    game = begun(finished(alice, bob), alice, 6)
    StartPosition.objects.all().delete()
    with pytest.raises(ReplayMismatch, match="no position stored"):
        verify(game.pk)


def test_erasure_removes_the_name_from_tables(alice: User, bob: User, charlie: User) -> None:
    game = begun(finished(alice, bob, name="Table of alice"), charlie, 6)
    assert "alice" in game.name
    erase_user(alice)
    game.refresh_from_db()
    assert "alice" not in game.name


def test_what_one_played_on_is_listed_for_oneself_alone(alice: User, bob: User) -> None:
    old = finished(alice, bob)
    game = begun(old, alice, 6)
    assert game.get_absolute_url() in client_of(alice).get(address(old, 3)).content.decode()
    assert game.get_absolute_url() not in client_of(bob).get(address(old, 3)).content.decode()


def test_a_replay_leads_there_once_the_game_is_over(alice: User, bob: User) -> None:
    running = play_on(table_of(alice, bob), 9, seed=4)
    replay = reverse("replay", args=[running.public_id])
    assert "go-play-on" not in client_of(alice).get(f"{replay}?at=4").content.decode()
    old = give_up(running)
    assert address(old, 5) in client_of(alice).get(f"{replay}?at=4").content.decode()
    last = old.moves.latest("number").number
    assert "go-play-on" not in client_of(alice).get(f"{replay}?at={last}").content.decode()
