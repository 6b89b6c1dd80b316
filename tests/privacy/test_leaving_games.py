"""Deleting a player's account: the other players' games continue and stay complete."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.privacy.erasure import erase_user
from games import moderation, play
from games.computers import players
from games.lobby.open_seats import tables_with_vacancies
from games.models import (
    Appeal,
    Game,
    Incident,
    Message,
    Move,
    Notice,
    NotificationKind,
    Player,
    Rating,
    RatingChange,
    Report,
    Vote,
)
from games.notifications import unsubscribe
from games.notifications.text import BUILDERS
from games.presentation.view_model import seat_infos
from games.privacy.tasks import sweep_guests
from games.stats import ratings as ladder
from games.stats.game_list import games_with_players, result
from games.stats.packed_history import finished
from games.stats.profile_stats import rivals
from games.stats.results import games_of, played_games
from tests.cast import client_of, some_guest, table_of
from tests.playing import act, asked_seat, give_up, incident_kinds, is_right, legal, play_on
from tests.stats.histories import rated

pytestmark = pytest.mark.django_db


def seat(game: Game, user: User) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, user=user)


def texts(client, *paths: str) -> list[str]:
    """Return the pages' texts without the parts that differ on every request."""
    pages = [client.get(path) for path in paths]
    assert [page.status_code for page in pages] == [200] * len(paths)
    return [page.content.decode() for page in pages]


def test_a_computer_plays_on_until_a_substitute_comes(alice: User, bob: User, carol: User, charlie: User) -> None:
    game = table_of(alice, bob, carol)
    me = seat(game, alice)
    erase_user(alice)
    me.refresh_from_db()
    assert (me.user, me.bot, me.vacant, me.resigned, me.lost_by) == (None, "club", True, False, alice)
    assert not game.moves.filter(text="resign").exists()
    assert incident_kinds(game) == ["lost"]
    players.move_all(game.pk)
    assert asked_seat(game).user in (bob, carol)
    assert game in tables_with_vacancies(charlie)
    play.take_over(game, charlie, me.seat)
    me.refresh_from_db()
    assert me.user == charlie
    assert is_right(game)


def test_the_other_players_are_notified(duel: Game, alice: User, bob: User) -> None:
    erase_user(alice)
    (notice,) = Notice.objects.filter(kind=NotificationKind.ACTED)
    assert notice.user == bob
    assert BUILDERS[NotificationKind.ACTED](notice).title == "A seat at Duel is free"
    page = client_of(bob).get(duel.get_absolute_url()).content.decode()
    assert "has left the site. A computer plays the seat until someone takes it." in page


def test_a_draft_is_discarded(duel: Game) -> None:
    me = asked_seat(duel)
    act(me, next(text for text in legal(me) if text.startswith("play ")))
    me.refresh_from_db()
    assert me.drafts
    erase_user(me.user)
    me.refresh_from_db()
    assert not me.drafts
    assert set(duel.moves.exclude(seat=None).values_list("by", flat=True)) <= {Move.By.FORM}


def test_a_game_against_computers_ends(alice: User) -> None:
    game = table_of(alice, bots=("steady",))
    erase_user(alice)
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED
    assert incident_kinds(game) == ["cancelled"]
    assert not game.players.filter(to_move_since__isnull=False).exists()
    assert not Notice.objects.filter(user=alice).exists()


def test_the_last_of_several_leaving_players_ends_the_game(duel: Game, alice: User, bob: User) -> None:
    erase_user(alice)
    erase_user(bob)
    duel.refresh_from_db()
    assert duel.status == Game.Status.CANCELLED
    assert not duel.players.filter(vacant=True).exists()


def test_a_paused_table_stays_paused(duel: Game, alice: User, bob: User) -> None:
    play.propose(seat(duel, alice), Vote.Kind.PAUSE)
    play.cast(seat(duel, bob), Vote.objects.get().pk, True)
    erase_user(alice)
    duel.refresh_from_db()
    assert duel.is_running and duel.is_paused
    assert is_right(duel)


def test_open_seats_are_given_back(alice: User, bob: User) -> None:
    game = table_of(alice, bob, size=3)
    erase_user(alice)
    game.refresh_from_db()
    assert (game.host, game.players.count()) == (bob, 1)


def test_a_resigned_seat_stays_as_it_is(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol)
    play.resign(seat(game, alice), None)
    erase_user(alice)
    me = game.players.get(resigned=True)
    assert (me.user, me.vacant) == (alice, False)
    assert not Incident.objects.filter(kind=Incident.Kind.LOST).exists()


def test_an_opponents_history_is_as_it_was_but_for_the_name(alice: User, bob: User) -> None:
    games = [give_up(play_on(table_of(alice, bob), moves)) for moves in (12, 4)]
    paths = [reverse("profile", args=["bob"])]
    for game in games:
        paths += [
            game.get_absolute_url(),
            *(reverse(name, args=[game.public_id]) for name in ("replay", "deal-audit", "log")),
        ]
    before = texts(client_of(bob), *paths)
    results = [result(game, game.seated, bob) for game in games_with_players(finished(bob, 10).latest)]
    records = [client_of(bob).get(reverse("record", args=[game.public_id])).json() for game in games]
    erase_user(alice)
    bob.refresh_from_db()
    after = [result(game, game.seated, bob) for game in games_with_players(finished(bob, 10).latest)]
    assert [(each.game, each.how) for each in after] == [(each.game, each.how) for each in results]
    assert [each.others for each in after] == [["former player"]] * 2
    for was, path in zip(before, paths, strict=True):
        (now,) = texts(client_of(bob), path)
        assert "alice" in was or path.endswith(("fair/", "log/")), path
        assert "alice" not in now, path
    for was, game in zip(records, games, strict=True):
        now = client_of(bob).get(reverse("record", args=[game.public_id])).json()
        assert now == was | {"seats": ["former player", "bob"]}
        assert is_right(game)


def test_ratings_and_head_to_head_are_as_they_were(alice: User, bob: User, carol: User) -> None:
    rated(alice, bob)
    rated(bob, carol)
    ladder.rate("chicago_poker")
    rated(alice, bob)  # still to be counted
    before = numbers(bob)
    erase_user(alice)
    assert numbers(bob) == before
    assert ladder.rate("chicago_poker") == 1
    after = numbers(bob)
    ladder.check("chicago_poker")
    ladder.rebuild("chicago_poker")
    assert numbers(bob) == after != before
    (most,) = [rival for rival in rivals(played_games(bob, games_of(bob, bob))) if rival.person.erased_at]
    assert (most.person, most.met.games) == (alice, 2)


def numbers(person: User) -> list[object]:
    """Return a user's statistics, without games that are not counted yet."""
    ratings = Rating.objects.filter(user=person).values_list("variant", "mu", "sigma", "games")
    changes = RatingChange.objects.filter(player__user=person).values_list("mu_before", "mu", "sigma")
    return [
        *ratings,
        *changes.order_by("pk"),
        *(rival.met for rival in rivals(played_games(person, games_of(person, person)))),
    ]


def test_two_erased_players_are_distinguishable(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol, variant="swedish_chicago")
    play.resign(seat(game, alice), None)
    play.resign(seat(game, bob), None)
    erase_user(alice)
    erase_user(bob)
    infos = seat_infos(game, game.players.select_related("user").order_by("seat"), None)
    assert [(info.user_name, info.username) for info in infos] == [
        ("former player 1", ""),
        ("former player 2", ""),
        ("carol", "carol"),
    ]


def test_the_anonymous_row_can_not_be_used(alice: User, bob: User) -> None:
    erase_user(alice)
    name = User.objects.get(pk=alice.pk).username
    browser = client_of(bob)
    for page in ("profile", "report-person", "block"):
        assert browser.get(reverse(page, args=[name])).status_code in (404, 405), page
        assert browser.post(reverse(page, args=[name])).status_code in (404, 405), page
    assert browser.get(reverse("head-to-head", args=["bob", name])).status_code == 404
    assert browser.post(reverse("friends"), {"username": name}).status_code == 422


def test_messages_stay_without_the_name_by_default(duel: Game, alice: User, bob: User) -> None:
    duel.chat_version += 1
    duel.save()
    Message.objects.create(game=duel, user=alice, player=seat(duel, alice), text="Nice weather")
    erase_user(alice)
    page = client_of(bob).get(duel.get_absolute_url()).content.decode()
    assert "Nice weather" in page
    assert "alice" not in page


def test_messages_are_deleted_on_request(duel: Game, alice: User, bob: User) -> None:
    duel.chat_version += 1
    duel.save()
    Message.objects.create(game=duel, user=alice, player=seat(duel, alice), text="Nice weather")
    Message.objects.create(game=duel, user=bob, player=seat(duel, bob), text="So it is")
    Report.objects.create(category="insult", about=bob, by=alice, words="He said so it is")
    erase_user(alice, words=True)
    page = client_of(bob).get(duel.get_absolute_url()).content.decode()
    assert "Nice weather" not in page
    assert "So it is" in page
    assert Report.objects.get().words == ""


def test_cases_about_an_erased_user_are_closed_except_for_messages_left(duel: Game, alice: User, bob: User) -> None:
    message = Message.objects.create(game=duel, user=alice, player=seat(duel, alice), text="Something rude")
    about = {"about": alice, "by": bob, "category": "insult"}
    name = Report.objects.create(**about, quoted="alice", words="what a name")
    said = Report.objects.create(**about, quoted=message.text, message=message)
    erase_user(alice)
    name.refresh_from_db()
    said.refresh_from_db()
    assert (name.state, name.quoted, name.words) == ("closed", "", "")
    assert (said.state, said.quoted) == ("open", "Something rude")
    assert not Appeal.objects.exists()


def test_undoing_a_rename_does_not_restore_an_erased_users_name(staff: User, alice: User) -> None:
    act = moderation.rename(staff, alice, "Passes for somebody else", name="plain")
    erase_user(alice)
    gone = User.objects.get(pk=alice.pk)
    act.refresh_from_db()
    for attempt in (
        lambda: moderation.take_back(staff, act, "A mistake"),
        lambda: moderation.rename(staff, gone, "Again", name="plainer"),
        lambda: moderation.ban(staff, gone, "Too late"),
    ):
        with pytest.raises(play.Refused) as refused:
            attempt()
        assert "account is gone" in str(refused.value.message)
    assert User.objects.get(pk=alice.pk).username.startswith("gone-")


def test_a_link_that_stops_mails_leads_nowhere_any_more(alice: User) -> None:
    address = unsubscribe.stop_url(alice, [NotificationKind.TURN])
    erase_user(alice)
    assert unsubscribe.read(address.rstrip("/").rpartition("/")[2]) is None


def test_guests_inactive_for_a_year_are_erased(alice: User) -> None:
    long_ago = timezone.now() - timedelta(days=366)
    gone, plays, new = (some_guest(name) for name in ("Eve", "Fay", "Gus"))
    table_of(plays, alice)
    User.objects.filter(pk__in=[gone.pk, plays.pk, alice.pk]).update(date_joined=long_ago)
    User.objects.filter(pk=plays.pk).update(last_seen_at=long_ago)
    sweep_guests()
    assert [person.pk for person in User.objects.exclude(erased_at=None)] == [gone.pk]
    assert not User.objects.get(pk=new.pk).erased_at
