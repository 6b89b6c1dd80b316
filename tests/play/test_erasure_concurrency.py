"""Deleting an account while its program acts: no row keeps the name or the seat."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from threading import Event

import pytest
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.friends import friendships
from accounts.models import User
from accounts.privacy.erasure import erase_user
from games import play
from games.chat import rooms
from games.models import Delivery, Game, Message, Notice, Player, Report, Vacation
from games.moderation.reports import file_report
from games.notifications import outbox
from tests.cast import somebody, table_of
from tests.play.test_concurrency import at_once
from tests.playing import give_up, lose_seat

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

UNFINISHED = [Game.Status.OPEN, Game.Status.RUNNING]


def opens(zoe: User) -> Callable[[], object]:
    return lambda: play.open_table(zoe, name="Table of zoe", variant="chicago_poker", options={}, size=2, public=True)


def joins(zoe: User) -> Callable[[], object]:
    game = table_of(somebody("alice"), size=3)
    return lambda: play.join(game, zoe)


def joins_the_last_seat(zoe: User) -> Callable[[], object]:
    game = table_of(somebody("alice"), size=2)
    return lambda: play.join(game, zoe)


def takes_over(zoe: User) -> Callable[[], object]:
    game = table_of(somebody("alice"), somebody("bob"), somebody("carol"), public=True)
    lost = lose_seat(game)
    return lambda: play.take_over(game, zoe, lost.seat)


def asks_for_a_rematch(zoe: User) -> Callable[[], object]:
    game = table_of(zoe, somebody("alice"), name="Table of zoe")
    give_up(game)
    return lambda: play.rematch(somebody_at(game, "zoe"))


def somebody_at(game: Game, name: str) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, user__username=name)


@pytest.mark.parametrize("acts", [opens, joins, joins_the_last_seat, takes_over, asks_for_a_rematch])
@pytest.mark.parametrize("_try", range(3))
def test_nothing_of_a_deleted_account_stays(acts: Callable[[User], Callable[[], object]], _try: int) -> None:
    zoe = somebody("zoe")
    act = acts(zoe)
    at_once(act, act, lambda: erase_user(zoe), act, act)
    zoe.refresh_from_db()
    assert zoe.erased_at is not None
    left = Player.objects.filter(user=zoe, game__status__in=UNFINISHED, resigned=False)
    assert not left.exists()
    assert not Game.objects.filter(Q(name__icontains="zoe") | Q(host=zoe, status__in=UNFINISHED)).exists()


def test_a_program_that_acts_afterwards_is_refused() -> None:
    zoe = somebody("zoe")
    game = table_of(somebody("alice"), size=3)
    erase_user(User.objects.get(pk=zoe.pk))
    for act in (opens(zoe), lambda: play.join(game, zoe), lambda: rooms.post_in_gallery(game, zoe, "Hello")):
        with pytest.raises(play.Refused, match="deleted"):
            act()


@pytest.mark.parametrize("leaving", ["leaves", "erased"])
def test_a_message_while_its_seat_is_left_is_posted_or_refused(leaving: str) -> None:
    zoe = somebody("zoe")
    for number in range(4):
        game = table_of(somebody(f"alice{number}"), zoe, size=3)
        me = somebody_at(game, "zoe")
        leave = partial(play.leave, me) if leaving == "leaves" else partial(erase_user, zoe)
        answers = at_once(leave, *[partial(rooms.post, me, zoe, f"Hello {n}") for n in range(2)])
        assert all(answer is None or isinstance(answer, play.Refused) for answer in answers)
        assert not game.players.filter(user=zoe).exists()
        if leaving == "erased":
            break
    assert not Message.objects.filter(player__isnull=False, user=zoe).exists()


def test_a_message_from_a_seat_that_was_left_is_refused() -> None:
    zoe = somebody("zoe")
    game = table_of(somebody("alice"), zoe, size=3)
    me = somebody_at(game, "zoe")
    play.leave(somebody_at(game, "zoe"))
    with pytest.raises(play.Refused, match="left this table"):
        rooms.post(me, zoe, "Hello")


def test_a_notice_fanned_out_while_its_person_is_erased_breaks_neither() -> None:
    zoe = somebody("zoe")
    friendships.send_request(somebody("alice"), zoe)
    [notice] = Notice.objects.filter(user=zoe)
    Notice.objects.update(due_at=timezone.now())
    fanned, waiting = Event(), Event()

    def fan_out() -> None:
        with transaction.atomic():
            outbox.fan_out(notice.pk)
            fanned.set()
            waiting.wait(1)

    def erase() -> None:
        fanned.wait(9)
        erase_user(zoe)

    at_once(fan_out, erase)
    assert not Notice.objects.filter(user=zoe).exists() and not Delivery.objects.filter(user=zoe).exists()


@pytest.mark.parametrize("_try", range(2))
def test_a_vacation_planned_and_changed_while_its_person_is_erased_leaves_nothing(_try: int) -> None:
    zoe, day = somebody("zoe"), timezone.now().date() + timedelta(days=2)
    table_of(zoe, somebody("alice"), away=["computer"])
    vacation = play.plan_vacation(zoe, day, day, {})
    later = day + timedelta(days=5)
    answers = at_once(
        lambda: erase_user(zoe),
        lambda: play.change_vacation(vacation, day, later, {}),
        lambda: play.plan_vacation(zoe, later + timedelta(days=1), later + timedelta(days=2), {}),
    )
    assert all(answer is None or isinstance(answer, play.Refused | Vacation) for answer in answers)
    assert not Vacation.objects.filter(user=zoe).exists()


@pytest.mark.parametrize("_try", range(3))
def test_a_message_reported_while_it_is_removed_is_reported_or_refused(_try: int) -> None:
    alice, bob = somebody("alice"), somebody("bob")
    game = table_of(alice, bob)
    rooms.post(somebody_at(game, "alice"), alice, "Rubbish")
    message = Message.objects.select_related("game", "user").get()
    file = partial(file_report, bob, alice, "insult", "", message=message)
    answers = at_once(lambda: rooms.remove(message), file, file)
    assert all(answer is None or isinstance(answer, play.Refused | Report) for answer in answers)
    assert not Report.objects.exclude(message=None).exists()
