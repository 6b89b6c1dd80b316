"""Lost seats: a computer player continues, and a substitute takes over, possibly several times."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games import play
from games.computers import players
from games.core.access import seat_of
from games.models import Incident, Notice, NotificationKind, Player
from games.notifications.text import BUILDERS
from games.rules.fair_deal import commitment
from tests.cast import client_of, somebody, table_of
from tests.playing import act, asked_seat, incident_kinds, is_right, miss, other, run_out

# --- losing it and taking it over


def test_the_seat_is_lost(strict) -> None:
    game = strict("lost")
    before = asked_seat(game)
    me = miss(game)
    assert (me.user, me.lost_by, me.vacant, me.bot) == (None, before.user, True, "club")
    assert incident_kinds(game) == ["lost"]
    assert seat_of(game, before.user) is None
    assert Notice.objects.filter(kind=NotificationKind.ACTED, user=before.user).exists()
    players.move_all(game.pk)
    assert asked_seat(game).pk != me.pk
    assert is_right(game)


def test_a_player_who_lost_the_seat_has_no_access(strict) -> None:
    game = strict("lost", public=False)
    before = asked_seat(game)
    miss(game)
    assert client_of(before.user).get(game.get_absolute_url()).status_code == 404
    with pytest.raises(play.Replaced):
        act(before, "draw", before.user)


def test_a_substitute_takes_the_seat(strict, carol: User) -> None:
    game = strict("lost")
    me = miss(game)
    play.take_over(game, carol, me.seat)
    me.refresh_from_db()
    assert (me.user, me.bot, me.vacant, me.misses) == (carol, "", False, 0)
    assert me.deadline > timezone.now()
    assert incident_kinds(game) == ["lost", "taken"]
    act(me, "draw", carol)
    assert is_right(game)


def test_a_takeover_does_not_change_the_deal(strict, carol: User) -> None:
    game = strict("lost")
    entropy = list(game.players.order_by("seat").values_list("entropy", flat=True))
    me = miss(game)
    play.take_over(game, carol, me.seat)
    game.refresh_from_db()
    assert list(game.players.order_by("seat").values_list("entropy", flat=True)) == entropy
    assert game.commitment == commitment(bytes.fromhex(game.secret))


def test_taking_over_is_idempotent(strict, carol: User) -> None:
    game = strict("lost")
    me = miss(game)
    for _ in range(2):
        play.take_over(game, carol, me.seat)
    assert incident_kinds(game) == ["lost", "taken"]


@pytest.mark.parametrize("who", ["loser", "owner", "second"])
def test_users_who_cannot_take_a_seat_over(strict, carol: User, who: str) -> None:
    game = strict("lost")
    me = miss(game)
    people = {"loser": me.lost_by, "owner": other(game, me).user, "second": somebody("second")}
    if who == "second":
        play.take_over(game, carol, me.seat)
    with pytest.raises(play.Refused):
        play.take_over(game, people[who], me.seat)
    assert me.lost_by not in {player.user for player in game.players.select_related("user")}


def test_taking_over_an_unknown_seat_is_refused(strict, carol: User) -> None:
    game = strict("lost")
    with pytest.raises(play.Refused, match="no longer free"):
        play.take_over(game, carol, 0)
    with pytest.raises(play.Refused, match="no longer free"):
        play.take_over(game, carol, 9)


def test_a_rematch_keeps_a_lost_seat_free(strict) -> None:
    game = strict("lost")
    me = miss(game)
    players.move_all(game.pk)
    play.resign(other(game, me), None)
    again = play.rematch(other(game, me))
    assert again.is_open
    assert again.players.count() == 1


# --- one after another


def test_an_earlier_loser_of_a_seat_cannot_take_a_seat_over(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol, absence="lost", free_misses=0)
    first = miss(game)
    assert first.lost_by is not None
    play.take_over(game, somebody("second"), first.place)
    Player.objects.filter(pk=first.pk).update(to_move_since=0, turn_started_at=timezone.now())
    run_out(first)
    assert play.time_up(first.pk)
    with pytest.raises(play.Refused):
        play.take_over(game, first.lost_by, first.place)


def test_the_log_names_the_player_who_missed_not_an_earlier_owner(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, absence="lost", free_misses=0)
    me = miss(game)
    play.take_over(game, carol, me.place)
    missed = Incident.objects.create(game=game, after=0, kind=Incident.Kind.FORGIVEN, seat=me.seat)
    them = game.players.select_related("user").exclude(pk=me.pk).get()
    for incident, name in ((missed, carol), (game.incidents.get(kind=Incident.Kind.LOST), me.lost_by)):
        notice = Notice(
            user=them.user, kind=NotificationKind.ACTED, game=game, player=them, data={"incident": incident.pk}
        )
        assert BUILDERS[NotificationKind.ACTED](notice).title == f"{name} missed a deadline at Duel"
