"""You are next: the notice when the player before the recipient begins a turn, off by default."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import DeliveryTiming, Game, Notice, NotificationKind, NotificationPreference
from games.notifications.relevance import needed
from tests.cast import client_of, table_of
from tests.notifications.outbox_steps import deliver_due, later, wants
from tests.playing import act, asked_seat, legal, pass_on
from tests.queue import Queue

pytestmark = [pytest.mark.both, pytest.mark.django_db]

NEXT = NotificationKind.NEXT


@pytest.fixture
def three(alice: User, bob: User, carol: User) -> Game:
    """A table of three, at which carol follows the player who follows the one to move."""
    return table_of(alice, bob, carol)


def following(game: Game) -> User:
    """Return the user who moves after the one to move."""
    game.refresh_from_db()
    return game.players.select_related("user").get(seat=game.following).user


def told(user: User) -> list[Notice]:
    return list(Notice.objects.filter(user=user, kind=NEXT).select_related("user", "game", "player__game"))


def test_nobody_gets_the_notice_without_asking_for_it(three: Game) -> None:
    pass_on(three)
    assert not Notice.objects.filter(kind=NEXT).exists()


def test_the_next_player_is_notified_once_when_a_turn_begins(three: Game) -> None:
    last = three.players.select_related("user").exclude(seat__in=[asked_seat(three).seat, three.following]).get()
    wants(last.user, NEXT, DeliveryTiming.NOW)
    pass_on(three)
    assert following(three) == last.user
    assert [notice.player for notice in told(last.user)] == [last]
    me = asked_seat(three)
    act(me, next(move for move in legal(me) if move.startswith("draw")))
    assert len(told(last.user)) == 1


def test_the_mail_names_the_player_on_turn_and_no_card(three: Game, mailoutbox: list, queue: Queue) -> None:
    last = three.players.select_related("user").exclude(seat__in=[asked_seat(three).seat, three.following]).get()
    wants(last.user, NEXT, DeliveryTiming.NOW)
    pass_on(three)
    mailoutbox.clear()
    with later(minutes=20):
        deliver_due(queue)
    (mail,) = [mail for mail in mailoutbox if mail.subject == "You’re next at Duel"]
    assert mail.to == [last.user.email]
    name = asked_seat(three).shown_name
    assert f"{name} has begun a turn, and you play after {name}." in mail.body


def test_the_notice_is_stale_once_that_turn_has_ended(three: Game) -> None:
    last = three.players.select_related("user").exclude(seat__in=[asked_seat(three).seat, three.following]).get()
    wants(last.user, NEXT, DeliveryTiming.NOW)
    pass_on(three)
    (notice,) = told(last.user)
    assert needed(notice, timezone.now())
    pass_on(three)
    (notice,) = told(last.user)
    assert not needed(notice, timezone.now())


def test_a_choice_of_never_for_all_channels_enqueues_nothing(three: Game) -> None:
    for player in three.players.select_related("user"):
        wants(player.user, NEXT, DeliveryTiming.OFF)
    pass_on(three)
    assert NotificationPreference.objects.filter(kind=NEXT).count() == 3
    assert not Notice.objects.filter(kind=NEXT).exists()


def test_my_tables_say_where_one_is_next(three: Game) -> None:
    user = following(three)
    shown = client_of(user).get("/tables/")
    assert [table.game for table in shown.context["tables"].following] == [three]
    assert "You play next." in shown.content.decode()
    (last,) = three.players.select_related("user").exclude(seat__in=[asked_seat(three).seat, three.following])
    shown = client_of(last.user).get("/tables/")
    assert [table.game for table in shown.context["tables"].waiting] == [three]
    assert "You play next." not in shown.content.decode()


def test_nobody_is_next_while_a_table_pauses(three: Game) -> None:
    user = following(three)
    Game.objects.filter(pk=three.pk).update(paused_at=timezone.now() - timedelta(hours=1))
    assert not client_of(user).get("/tables/").context["tables"].following
