"""A seat that several people have had one after another."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import Incident, Kind, Notice, Player
from games.notices.wording import WORDS
from tests.cast import somebody, table_of
from tests.games.playing import miss, run_out


def test_who_has_lost_a_seat_that_others_have_lost_since_takes_none(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol, absence="lost", free_misses=0)
    first = miss(game)
    assert first.lost_by is not None
    play.take_over(game, somebody("second"), first.place)
    Player.objects.filter(pk=first.pk).update(asked=0, asked_at=timezone.now())
    run_out(first)
    assert play.time_up(first.pk)
    with pytest.raises(play.Refused):
        play.take_over(game, first.lost_by, first.place)


def test_the_one_who_missed_is_named_not_the_one_who_had_the_seat_before(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, absence="lost", free_misses=0)
    me = miss(game)
    play.take_over(game, carol, me.place)
    missed = Incident.objects.create(game=game, after=0, kind=Incident.Kind.FORGIVEN, seat=me.seat)
    them = game.players.select_related("user").exclude(pk=me.pk).get()
    for incident, name in ((missed, carol), (game.incidents.get(kind=Incident.Kind.LOST), me.lost_by)):
        notice = Notice(user=them.user, kind=Kind.ACTED, game=game, player=them, data={"incident": incident.pk})
        assert WORDS[Kind.ACTED](notice).title == f"{name} missed a deadline at Duel"
