"""When notices are sent: quiet hours across midnight and DST changes, the daily digest, batching."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.core import notices
from games.models import Delivery, DeliveryTiming, Game, Invitation, Notice, NotificationKind, Player
from games.notifications import schedule
from tests.cast import table_of
from tests.notifications.outbox_steps import asked, at, deliver_due, deliveries, wants

pytestmark = pytest.mark.both


def person(zone="Europe/Stockholm", quiet=None, days=range(7), digest=18):
    begin, end = quiet or (None, None)
    return User(
        time_zone=zone, quiet_from=begin, quiet_until=end, quiet_days=list(days), digest_hour=digest, username="p"
    )


def utc(*parts):
    return datetime(*parts, tzinfo=UTC)


NIGHT = (time(22, 30), time(7))


@pytest.mark.parametrize(
    ("moment", "end"),
    [
        (utc(2026, 11, 20, 21, 29), None),  # 22:29 in Stockholm
        (utc(2026, 11, 20, 21, 30), utc(2026, 11, 21, 6)),
        (utc(2026, 11, 21, 2), utc(2026, 11, 21, 6)),
        (utc(2026, 11, 21, 5, 59, 59), utc(2026, 11, 21, 6)),
        (utc(2026, 11, 21, 6), None),
    ],
)
def test_quiet_hours_over_midnight(moment, end):
    assert schedule.quiet_until(person(quiet=NIGHT), moment) == end


def test_a_night_belongs_to_the_day_on_which_it_begins():
    fridays = person(quiet=NIGHT, days=[4])
    assert schedule.quiet_until(fridays, utc(2026, 11, 21, 2)) == utc(2026, 11, 21, 6)  # the night from Friday
    assert schedule.quiet_until(fridays, utc(2026, 11, 20, 2)) is None  # the night from Thursday


def test_quiet_by_day_and_none_at_all():
    work = person(quiet=(time(9), time(17)))
    assert schedule.quiet_until(work, utc(2026, 11, 20, 10)) == utc(2026, 11, 20, 16)
    assert schedule.quiet_until(work, utc(2026, 11, 20, 17)) is None
    assert schedule.quiet_until(person(quiet=(time(9), time(9))), utc(2026, 11, 20, 8)) is None
    assert schedule.quiet_until(person(), utc(2026, 11, 20, 3)) is None


@pytest.mark.parametrize(
    ("moment", "end"),
    [
        (utc(2026, 3, 28, 22), utc(2026, 3, 29, 5)),  # DST begins in this night
        (utc(2026, 10, 24, 21), utc(2026, 10, 25, 6)),  # and ends in this one
    ],
)
def test_a_night_in_which_the_clocks_change(moment, end):
    assert schedule.quiet_until(person(quiet=NIGHT), moment) == end


def test_a_quiet_time_that_ends_in_the_hour_that_is_skipped():
    odd = person(quiet=(time(23), time(2, 30)))
    assert schedule.quiet_until(odd, utc(2026, 3, 29, 0, 30)) == utc(2026, 3, 29, 1, 30)


@given(
    st.sampled_from(["Europe/Stockholm", "America/Chicago", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"]),
    st.times(),
    st.times(),
    st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC)),
)
def test_the_end_of_quiet_is_ahead_less_than_a_day_and_not_quiet_itself(zone, begin, end, moment):
    user = person(zone, (begin.replace(microsecond=0), end.replace(microsecond=0)))
    until = schedule.quiet_until(user, moment)
    if until is not None:
        assert moment < until <= moment + timedelta(hours=25)
        assert schedule.quiet_until(user, until) is None


def test_the_digest_is_at_the_persons_hour():
    assert schedule.next_digest(person(digest=18), utc(2026, 11, 20, 16, 59)) == utc(2026, 11, 20, 17)
    assert schedule.next_digest(person(digest=18), utc(2026, 11, 20, 17)) == utc(2026, 11, 21, 17)
    assert schedule.next_digest(person("America/Chicago", digest=7), utc(2026, 11, 20, 12)) == utc(2026, 11, 20, 13)


def test_a_deadline_that_would_pass_first_overrides_digest_and_quiet_hours():
    now = utc(2026, 11, 20, 22)
    quiet = person(quiet=NIGHT)
    assert schedule.due(quiet, DeliveryTiming.NOW, now, utc(2026, 11, 21, 5)) == (now, False)
    assert schedule.due(quiet, DeliveryTiming.NOW, now, utc(2026, 11, 21, 6)) == (now, False)
    assert schedule.due(quiet, DeliveryTiming.NOW, now, utc(2026, 11, 21, 7)) == (utc(2026, 11, 21, 6), True)
    assert schedule.due(person(), DeliveryTiming.DIGEST, now, utc(2026, 11, 21, 12)) == (now, False)
    assert schedule.due(person(), DeliveryTiming.DIGEST, now, None) == (utc(2026, 11, 21, 17), True)


def test_a_digest_whose_hour_is_quiet_waits_for_the_morning():
    user = person(quiet=NIGHT, digest=23)
    assert schedule.due(user, DeliveryTiming.DIGEST, utc(2026, 11, 20, 12), None) == (utc(2026, 11, 21, 6), True)


# --- all in one mail


@pytest.fixture
def busy(alice, bob, carol):
    """Three tables and an invitation that wait for alice, who has chosen the digest for all kinds."""
    for kind in (NotificationKind.TURN, NotificationKind.STARTED, NotificationKind.INVITED):
        wants(alice, kind, DeliveryTiming.DIGEST)
    with at(utc(2026, 11, 20, 9)):
        Game.objects.all().delete()
        for number in range(3):
            game = table_of(alice, bob, name=f"Club {number}", pace_hours=72 + number)
            Notice.objects.all().delete()
            Player.objects.filter(game=game).update(to_move_since=None, turn_started_at=None, deadline=None)
            mine = game.players.select_related("user", "game").get(user=alice)
            mine.to_move_since, mine.turn_started_at = 0, timezone.now()
            mine.deadline = timezone.now() + timedelta(hours=72 - number)
            mine.save()
        for player in Player.objects.filter(to_move_since__isnull=False).select_related("user", "game"):
            notices.enqueue_turn(player)
        salon = table_of(carol, size=3, name="Salon")
        notices.enqueue_invitation(Invitation.objects.create(game=salon, user=alice, by=carol))
    return alice


@pytest.mark.django_db
def test_all_due_notices_are_sent_in_one_mail(busy, mailbox, queue):
    with at(utc(2026, 11, 20, 10)):
        deliver_due(queue)
        assert mailbox.mails == []
        assert {delivery.due_at for delivery in deliveries(busy)} == {utc(2026, 11, 20, 18)}
    with at(utc(2026, 11, 20, 18, 0, 1)):
        deliver_due(queue)
        deliver_due(queue)
    (mail,) = mailbox.to(busy.email)
    assert mail["Subject"] == "3 tables are waiting for you"
    assert {delivery.state for delivery in deliveries(busy)} == {"sent"}
    text = mail.get_body(("plain",)).get_content()
    order = [text.index(name) for name in ("Club 2", "Club 1", "Club 0", "Salon")]
    assert order == sorted(order)
    html = mail.get_body(("html",)).get_content()
    assert len(html.encode()) < 20_000
    assert "<img" not in html
    assert "<script" not in html


@pytest.mark.django_db
def test_stale_notices_are_left_out_of_the_digest(busy, mailbox, queue):
    with at(utc(2026, 11, 20, 10)):
        deliver_due(queue)
    Player.objects.filter(game__name="Club 1").update(to_move_since=None, turn_started_at=None, deadline=None)
    with at(utc(2026, 11, 20, 18, 0, 1)):
        deliver_due(queue)
    (mail,) = mailbox.to(busy.email)
    assert mail["Subject"] == "2 tables are waiting for you"
    assert "Club 1" not in mail.get_body(("plain",)).get_content()
    assert sorted(delivery.state for delivery in deliveries(busy)) == ["dropped", "sent", "sent", "sent"]


@pytest.mark.django_db
def test_a_digest_of_one_notice_is_a_plain_message(busy, mailbox, queue):
    Notice.objects.filter(user=busy).exclude(game__name="Club 1").delete()
    with at(utc(2026, 11, 20, 10)):
        deliver_due(queue)
    with at(utc(2026, 11, 20, 18, 0, 1)):
        deliver_due(queue)
    (mail,) = mailbox.to(busy.email)
    assert mail["Subject"].startswith("Your move at Club 1")


@pytest.mark.django_db
def test_a_digest_that_failed_is_sent_whole_later(busy, mailbox, queue):
    with at(utc(2026, 11, 20, 10)):
        deliver_due(queue)
    mailbox.refuse = "451 later"
    with at(utc(2026, 11, 20, 18, 0, 1)):
        deliver_due(queue)
    mailbox.refuse = ""
    with at(utc(2026, 11, 20, 18, 2)):
        deliver_due(queue)
    assert len(mailbox.to(busy.email)) == 1
    assert Delivery.objects.filter(user=busy, state="sent").count() == 4


@pytest.mark.django_db
def test_quiet_hours_hold_mails_back_and_send_them_in_one_piece(alice, bob, mailbox, queue):
    User.objects.update(time_zone="Europe/Stockholm", quiet_from=time(22, 30), quiet_until=time(7))
    with at(utc(2026, 11, 20, 22)):
        table_of(alice, bob, name="One", pace_hours=72)
        table_of(bob, alice, name="Two", pace_hours=72)
        Notice.objects.filter(kind=NotificationKind.NEAR).delete()
    with at(utc(2026, 11, 20, 22, 1)):
        deliver_due(queue)
        assert mailbox.mails == []
    with at(utc(2026, 11, 21, 6, 0, 1)):
        deliver_due(queue)
    assert len(mailbox.to(alice.email)) == 1
    assert len(mailbox.to(bob.email)) == 1


@pytest.mark.django_db
def test_a_reminder_overrides_quiet_hours_if_the_deadline_comes_first(duel, mailbox, queue):
    Notice.objects.all().delete()
    player = asked(duel)
    User.objects.update(quiet_from=time(22), quiet_until=time(8))
    with at(utc(2026, 11, 20, 23)):
        Player.objects.filter(pk=player.pk).update(deadline=utc(2026, 11, 21, 5))
        notices.enqueue_reminder(asked(duel), timezone.now())
        deliver_due(queue)
    assert len(mailbox.to(player.user.email)) == 1
