"""At most one mail a day about invitations by the same user; further invitations appear only on the page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import (
    Arrangement,
    Delivery,
    DeliveryChannel,
    DeliveryTiming,
    Game,
    Invitation,
    Notice,
    NotificationKind,
)
from games.notifications import outbox
from tests.cast import client_of, table_of
from tests.notifications.outbox_steps import deliver_due, later, wants

pytestmark = pytest.mark.django_db(transaction=True)


def invite(by: User, who: User) -> Game:
    game = table_of(by, size=4)
    play.invite(game.players.get(user=by), who.username)
    return game


def states(user: User) -> list[str]:
    sent = Delivery.objects.filter(user=user, channel=DeliveryChannel.MAIL, notice__kind=NotificationKind.INVITED)
    return list(sent.order_by("pk").values_list("state", flat=True))


def test_the_second_invitation_of_a_day_stands_on_the_page_alone(alice, bob, mailbox, queue):
    play.cancel(invite(alice, bob), alice)
    open_game = invite(alice, bob)
    deliver_due(queue)
    play.cancel(open_game, alice)
    last = invite(alice, bob)
    deliver_due(queue)
    assert states(bob) == ["sent", "dropped"]
    assert Invitation.objects.filter(user=bob).count() == 3
    assert last.get_absolute_url() in client_of(bob).get("/tables/").content.decode()


def test_one_that_was_taken_back_before_its_mail_is_no_mail(alice, bob, mailbox, queue):
    play.cancel(invite(alice, bob), alice)
    deliver_due(queue)
    invite(alice, bob)
    deliver_due(queue)
    assert states(bob) == ["sent"]


def test_others_and_the_next_day_have_their_own(alice, bob, carol, mailbox, queue):
    for host in (alice, carol):
        invite(host, bob)
    deliver_due(queue)
    with later(days=1, minutes=1):
        invite(alice, bob)
        deliver_due(queue)
    assert states(bob) == ["sent", "sent", "sent"]


def test_two_at_once_are_one_mail(alice, bob):
    notices = [Notice.objects.get(game=invite(alice, bob)) for _each in range(2)]
    for notice in notices:
        outbox.fan_out(notice.pk)
    mails = Delivery.objects.filter(user=bob, channel=DeliveryChannel.MAIL).order_by("pk")
    assert [len(outbox.claim(mail.pk)) for mail in mails] == [1, 0]
    assert states(bob) == ["pending", "dropped"]


def test_a_digest_lists_all(alice, bob, queue):
    wants(bob, NotificationKind.INVITED, DeliveryTiming.DIGEST)
    for _each in range(2):
        invite(alice, bob)
    deliver_due(queue)
    with later(days=1):
        first = Delivery.objects.filter(user=bob, channel=DeliveryChannel.MAIL).order_by("pk")[0]
        assert len(outbox.claim(first.pk)) == 2


def test_requests_to_sit_in_are_counted_too(duel, alice, carol, mailbox, queue):
    me, day = duel.players.get(user=alice), timezone.now().date() + timedelta(days=5)
    for _each in range(2):
        vacation = play.plan_vacation(alice, day, day, {me.pk: play.ArrangementChoice("friend", "carol")})
        deliver_due(queue)
        assert Arrangement.objects.filter(friend=carol, vacation=vacation).exists()
        play.cancel_vacation(vacation)
    assert states(carol) == ["sent", "dropped"]
