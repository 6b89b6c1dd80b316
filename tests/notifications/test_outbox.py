"""The outbox: channels, delays, the check for relevance before sending, and presence."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from games import play
from games.core import notices, presence
from games.models import (
    Delivery,
    DeliveryChannel,
    DeliveryTiming,
    Game,
    Incident,
    Invitation,
    Message,
    Notice,
    NotificationKind,
    Player,
    Vote,
)
from games.notifications import outbox, preferences
from tests.cast import client_of, table_of
from tests.notifications.outbox_steps import asked, deliver_due, deliveries, later, remind, turns_of, wants

pytestmark = [pytest.mark.both, pytest.mark.django_db]


@pytest.fixture
def turn(duel):
    """The notice that it is alice's turn."""
    Notice.objects.exclude(kind=NotificationKind.TURN).delete()
    return Notice.objects.select_related("player__game", "user").get()


def look(player, **ago):
    Player.objects.filter(pk=player.pk).update(last_seen_at=timezone.now() - timedelta(**ago))


def states(user):
    return [(delivery.notice.kind, delivery.state) for delivery in deliveries(user)]


# --- channels


def test_every_destination_gets_its_own_delivery(turn):
    user = turn.user
    for number in (1, 2):
        user.push_subscriptions.create(endpoint=f"https://push.example/{number}", p256dh="k", auth="a")
    hook = user.webhooks.create(address="https://hooks.example/")
    user.webhooks.create(address="https://hooks.example/stopped", stopped=True)
    with later(minutes=1):
        assert len(outbox.fan_out(turn.pk)) == 4
        assert outbox.fan_out(turn.pk) == []
    made = {(delivery.channel, delivery.target) for delivery in turn.deliveries.all()}
    browsers = {("push", str(pk)) for pk in user.push_subscriptions.values_list("pk", flat=True)}
    assert made == {("mail", ""), ("hook", str(hook.pk))} | browsers


def test_a_tables_preference_overrides_the_general_one_and_that_the_default(turn):
    assert preferences.effective(turn)[DeliveryChannel.MAIL] == DeliveryTiming.NOW
    wants(turn.user, NotificationKind.TURN, DeliveryTiming.OFF)
    assert preferences.effective(turn)[DeliveryChannel.MAIL] == DeliveryTiming.OFF
    wants(turn.user, NotificationKind.TURN, DeliveryTiming.DIGEST, game=turn.game)
    assert preferences.effective(turn)[DeliveryChannel.MAIL] == DeliveryTiming.DIGEST
    assert preferences.effective(turn)[DeliveryChannel.HOOK] == DeliveryTiming.NOW


def test_never_means_no_delivery(turn):
    wants(turn.user, NotificationKind.TURN, DeliveryTiming.OFF)
    with later(minutes=1):
        assert outbox.fan_out(turn.pk) == []
    turn.refresh_from_db()
    assert turn.state == Notice.State.DROPPED
    assert not turn.deliveries.exists()


# --- relevance


def test_a_present_player_delays_a_notice_and_a_viewed_turn_drops_it(turn, mailbox, queue):
    with later(minutes=1) as clock:
        look(turn.player, seconds=30)
        deliver_due(queue)
        (waiting,) = deliveries(turn.user)
        assert (waiting.state, waiting.tries) == ("pending", 0)
        assert waiting.due_at - timezone.now() < timedelta(minutes=2, seconds=1)
        clock.shift(timedelta(minutes=3))
        deliver_due(queue)
    assert states(turn.user) == [("turn", "dropped")]
    assert mailbox.mails == []


def test_a_view_before_the_move_does_not_drop_the_notice(turn, mailbox, queue):
    Player.objects.filter(pk=turn.player.pk).update(last_seen_at=turn.player.turn_started_at - timedelta(seconds=1))
    with later(minutes=1) as clock:
        deliver_due(queue)
        assert states(turn.user) == [("turn", "pending")]
        clock.shift(timedelta(minutes=2, seconds=5))
        deliver_due(queue)
    assert states(turn.user) == [("turn", "sent")]


def test_no_notice_waits_longer_than_half_an_hour(alice, bob, mailbox, queue):
    game = table_of(alice, bob)
    Notice.objects.exclude(kind=NotificationKind.STARTED).delete()
    (started,) = Notice.objects.all()
    with later(minutes=1) as clock:
        for _minute in range(20):
            look(started.player, seconds=10)
            deliver_due(queue)
            clock.shift(timedelta(minutes=2))
    assert states(started.user) == [("started", "sent")]
    assert game.name in mailbox.mails[0]["Subject"]


def test_viewing_another_page_does_not_drop_the_notice(turn, mailbox, queue):
    with later(minutes=1):
        client_of(turn.user).get(reverse("lobby"))
        turn.user.refresh_from_db()
        assert turn.user.last_seen_at is not None
        deliver_due(queue)
    assert states(turn.user) == [("turn", "sent")]


def test_a_reminder_is_sent_after_a_view_but_not_during_one(duel, mailbox, queue):
    Notice.objects.all().delete()
    player = asked(duel)
    remind(duel)
    look(player, minutes=10)
    deliver_due(queue)
    assert states(player.user) == [("near", "sent")]
    assert "runs out" in mailbox.mails[0]["Subject"]
    Delivery.objects.all().delete()
    notices.enqueue_reminder(player, timezone.now() - timedelta(minutes=5))
    look(player, seconds=10)
    deliver_due(queue)
    assert states(player.user) == [("near", "dropped")]
    assert len(mailbox.mails) == 1


def test_a_reminder_of_a_changed_deadline_is_stale(duel, mailbox, queue):
    Notice.objects.all().delete()
    notice = remind(duel)
    Player.objects.filter(pk=notice.player_id).update(deadline=notice.player.deadline + timedelta(hours=1))
    deliver_due(queue)
    notice.refresh_from_db()
    assert notice.state == Notice.State.DROPPED
    assert mailbox.mails == []


def test_enqueueing_a_reminder_is_idempotent(duel):
    Notice.objects.all().delete()
    due = timezone.now()
    for _again in range(3):
        remind(duel, due)
    assert Notice.objects.count() == 1


def test_a_turn_waits_while_the_table_pauses(turn, mailbox, queue):
    Game.objects.filter(pk=turn.game_id).update(paused_at=timezone.now())
    with later(minutes=1) as clock:
        deliver_due(queue)
        assert mailbox.mails == []
        Game.objects.filter(pk=turn.game_id).update(paused_at=None)
        clock.shift(timedelta(minutes=3))
        deliver_due(queue)
    assert len(mailbox.mails) == 1


def test_a_substitute_is_notified_instead_of_the_owner(turn, carol):
    Player.objects.filter(pk=turn.player_id).update(stand_in="friend", friend=carol)
    with later(minutes=1):
        outbox.fan_out(turn.pk)
    turn.refresh_from_db()
    assert turn.state == Notice.State.DROPPED
    player = Player.objects.select_related("friend", "user", "game").get(pk=turn.player_id)
    notices.enqueue_turn(player)
    mine = Notice.objects.get(user=carol)
    with later(minutes=1):
        assert outbox.fan_out(mine.pk)


def test_an_answered_invitation_is_stale(alice, carol):
    game = table_of(alice, size=3, name="Salon")
    invitation = Invitation.objects.create(game=game, user=carol, by=alice)
    notices.enqueue_invitation(invitation)
    notice = Notice.objects.get(kind=NotificationKind.INVITED)
    play.join(game, carol, "0" * 32)
    assert outbox.fan_out(notice.pk) == []


def test_an_answered_vote_is_stale(duel, alice, bob):
    one, other = duel.players.get(user=alice), duel.players.get(user=bob)
    vote = Vote.objects.create(game=duel, kind="pause", by=one, closes_at=timezone.now() + timedelta(days=3))
    notices.enqueue_vote(vote, [other])
    notice = Notice.objects.get(kind=NotificationKind.VOTE)
    assert outbox.fan_out(notice.pk)
    (delivery,) = outbox.claim(notice.deliveries.get().pk)
    vote.ballots.create(player=other, yes=True)
    outbox.deliver([delivery])
    assert notice.deliveries.get().state == Delivery.State.DROPPED


def test_a_request_of_a_cancelled_vacation_is_stale(duel, alice, carol):
    me, day = duel.players.get(user=alice), timezone.now().date() + timedelta(days=5)
    vacation = play.plan_vacation(alice, day, day, {me.pk: play.ArrangementChoice("friend", "carol")})
    notice = Notice.objects.get(kind=NotificationKind.INVITED, user=carol)
    play.cancel_vacation(vacation)
    assert outbox.fan_out(notice.pk) == []


def test_a_player_who_lost_the_seat_gets_no_more_notices(duel, alice, bob):
    mine, others = duel.players.get(user=alice), duel.players.get(user=bob)
    message = Message.objects.create(game=duel, player=others, user=bob, text="@alice where are you?")
    vote = Vote.objects.create(game=duel, kind="pause", by=others, closes_at=timezone.now() + timedelta(days=3))
    theirs = Incident.objects.create(game=duel, after=0, kind=Incident.Kind.FORGIVEN, seat=others.seat)
    own = Incident.objects.create(game=duel, after=0, kind=Incident.Kind.LOST, seat=mine.seat)
    Notice.objects.all().delete()
    notices.enqueue_mention(mine, alice, message)
    notices.enqueue_vote(vote, [mine])
    notices.enqueue_vote_result(vote, [mine])
    for incident in (theirs, own):
        notices.enqueue(
            alice, NotificationKind.ACTED, f"acted:{incident.pk}", game=duel, player=mine, incident=incident.pk
        )
    Player.objects.filter(pk=mine.pk).update(user=None, bot="steady", vacant=True, lost_by=alice)
    handed = [notice.data for notice in Notice.objects.order_by("pk") if outbox.fan_out(notice.pk)]
    assert handed == [{"incident": own.pk}]


# --- once until the user returns


def test_once_means_one_until_the_user_returns(alice, bob, mailbox, queue):
    turns_of(alice, bob, 3)
    user = alice
    wants(user, NotificationKind.TURN, DeliveryTiming.ONCE)
    with later(minutes=1) as clock:
        for _again in range(3):
            deliver_due(queue)
            clock.shift(timedelta(minutes=1))
        assert sorted(states(user)) == [("turn", "dropped"), ("turn", "dropped"), ("turn", "sent")]
        assert len(mailbox.to(user.email)) == 1
        client_of(user).get(reverse("lobby"))
        turns_of(alice, bob, 1)
        clock.shift(timedelta(minutes=1))
        deliver_due(queue)
    assert len(mailbox.to(user.email)) == 2


def test_a_second_notice_waits_while_the_first_is_being_sent(alice, bob, mailbox, queue):
    turns_of(alice, bob, 2)
    user = alice
    wants(user, NotificationKind.TURN, DeliveryTiming.ONCE)
    mailbox.refuse = "451 later"
    with later(minutes=1) as clock:
        deliver_due(queue)
        first, second = deliveries(user)
        assert (first.tries, second.tries) == (1, 0)
        mailbox.refuse = ""
        clock.shift(timedelta(minutes=2))
        deliver_due(queue)
        clock.shift(timedelta(minutes=2))
        deliver_due(queue)
    assert states(user) == [("turn", "sent"), ("turn", "dropped")]
    assert len(mailbox.mails) == 1


# --- presence


def test_a_notice_that_arrives_while_another_is_claimed_is_the_only_one(alice, bob):
    """The first notice is sent between two of the claim's queries, and no query may find it in its old state."""
    wants(alice, NotificationKind.TURN, DeliveryTiming.ONCE)
    turns_of(alice, bob, 2)
    for notice in Notice.objects.filter(user=alice, kind=NotificationKind.TURN):
        Notice.objects.filter(pk=notice.pk).update(due_at=timezone.now())
        outbox.fan_out(notice.pk)
    first, second = deliveries(alice)
    on_its_way = outbox.claim(first.pk)
    assert [delivery.pk for delivery in on_its_way] == [first.pk]
    asked_for = 0

    def arrives(execute, sql, params, many, context):
        nonlocal asked_for
        answer = execute(sql, params, many, context)
        if 'AS "a"' in sql:  # the query of exists()
            asked_for += 1
            if asked_for == 1:
                Delivery.objects.filter(pk=first.pk).update(state="sent", sent_at=timezone.now())
        return answer

    with connection.execute_wrapper(arrives):
        assert outbox.claim(second.pk) == []
    assert asked_for


def test_pages_and_fragments_count_as_views_and_polling_does_not(turn):
    client, player, address = client_of(turn.user), turn.player, turn.game.get_absolute_url()
    for headers in ({"X-Attended": "0"}, {"X-Attended": "0", "HX-Request": "true"}, {"Sec-Purpose": "prefetch"}):
        client.get(address, headers=headers)
        player.refresh_from_db()
        assert player.last_seen_at is None
    client.get(address)
    player.refresh_from_db()
    first = player.last_seen_at
    assert first is not None
    client.get(address, headers={"HX-Request": "true"})
    player.refresh_from_db()
    assert player.last_seen_at == first
    with later(minutes=1):
        client.get(reverse("version", args=[turn.game.public_id]), headers={"X-Attended": "1"})
    player.refresh_from_db()
    assert player.last_seen_at > first


def test_other_users_views_do_not_count_for_a_seat(turn, charlie, bob):
    other = turn.game.players.exclude(pk=turn.player_id).get()
    for user in (charlie, other.user):
        client_of(user).get(turn.game.get_absolute_url())
    turn.player.refresh_from_db()
    assert turn.player.last_seen_at is None


def test_the_owners_views_do_not_count_for_the_substitute(turn, carol):
    Player.objects.filter(pk=turn.player_id).update(stand_in="friend", friend=carol)
    presence.record(turn.game.public_id, turn.user)
    turn.player.refresh_from_db()
    assert turn.player.last_seen_at is None
    presence.record(turn.game.public_id, carol)
    turn.player.refresh_from_db()
    assert turn.player.last_seen_at is not None


def test_presence_is_recorded_once_a_minute(alice, django_assert_num_queries):
    client = client_of(alice)
    with later(minutes=2):
        client.get(reverse("lobby"))
        alice.refresh_from_db()
        first = alice.last_seen_at
        client.get(reverse("lobby"))
        alice.refresh_from_db()
        assert alice.last_seen_at == first
