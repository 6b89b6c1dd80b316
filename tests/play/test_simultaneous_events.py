"""Two simultaneous events for one user: a pause and the end, a mute and a ban, two notices about one table."""

from __future__ import annotations

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from accounts.access.restrictions import access_restriction, restrict, writing_restriction
from accounts.models import Restriction, User
from games import play, tasks
from games.computers import players
from games.core import notices
from games.models import DeliveryTiming, Game, Notice, NotificationKind, Player
from tests.cast import client_of, table_of
from tests.notifications.outbox_steps import asked, at, deliver_due, deliveries, later, remind, wants
from tests.playing import act, asked_seat, lay_out, miss
from tests.queue import Queue
from tests.rules.chicago_poker.tables import table


def test_a_paused_game_that_ends_is_paused_no_more(duel: Game, alice: User, bob: User, queue: Queue) -> None:
    mine, theirs = (duel.players.select_related("game", "user").get(user=user) for user in (alice, bob))
    vote = play.propose(mine, "pause")
    play.cast(theirs, vote.pk, True)
    duel.refresh_from_db()
    assert duel.is_paused
    leaver = asked_seat(duel)
    play.resign(leaver, None, leaver.user)
    duel.refresh_from_db()
    assert duel.is_over
    assert (duel.paused_at, duel.paused_until, duel.agreed_until) == (None, None, None)
    with at(timezone.now() + timedelta(days=40)):
        queue.sent.clear()
        tasks.sweep_deadlines()
    assert not [task for task in queue.sent if "pause" in task[0]]


def test_a_returning_player_gets_a_recap_of_the_substitutes_moves(strict) -> None:
    game = strict("computer")
    me = miss(game)
    players.move_all(game.pk)
    made = game.moves.filter(seat=me.seat, by="computer")
    assert made.exists()
    play.take_back(me, me.user)
    page = client_of(me.user).get(reverse("table", args=[game.public_id]))
    assert Player.objects.get(pk=me.pk).last_turn_end < made.first().number
    mine = [group for group in page.context["recap"].turns if me.place in group.seats]
    assert mine and mine[0].lines


def test_a_draft_made_impossible_by_a_resignation_does_not_end_the_turn(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol)
    hands = ["liquidation 12R 3M", "4S 13M 6F 8S 11S", "10F 2S 5R 7R 9R"]
    lay_out(game, table(hands, {"jazz1": ["", "", "3C 4C"]}, due=2))
    me = game.players.select_related("game", "user").get(seat=0)
    for move in ("play 12R jazz1", "liquidation jazz1 2"):
        act(me, move)
    me.refresh_from_db()
    assert me.drafts == ["play 12R jazz1", "liquidation jazz1 2"]
    assert me.auto_at is not None
    leaver = game.players.select_related("game", "user").get(seat=2)
    play.resign(leaver, None, leaver.user)
    me.refresh_from_db()
    assert (me.drafts, me.auto_at) == (["play 12R jazz1"], None)


def test_a_reminder_that_comes_after_the_deadline_is_dropped(duel: Game, mailbox, queue: Queue) -> None:
    """After a worker outage, no reminder is sent for a deadline that has passed."""
    Notice.objects.all().delete()
    notice = remind(duel)
    with at(notice.player.deadline + timedelta(minutes=1)):
        deliver_due(queue)
    notice.refresh_from_db()
    assert notice.state == Notice.State.DROPPED
    assert mailbox.mails == []


def test_a_reminder_says_too_that_it_is_your_move(duel: Game, mailbox, queue: Queue) -> None:
    """Two notices that were held back together are sent as one message."""
    Notice.objects.all().delete()
    player = asked(duel)
    for kind in (NotificationKind.TURN, NotificationKind.NEAR):
        wants(player.user, kind, DeliveryTiming.DIGEST)
    Player.objects.filter(pk=player.pk).update(deadline=timezone.now() + timedelta(days=5))
    player.refresh_from_db()
    notices.enqueue_turn(player)
    notices.enqueue_reminder(player, timezone.now())
    with later(hours=1):
        deliver_due(queue)
    assert mailbox.mails == []
    held = deliveries(player.user)
    assert {delivery.notice.kind for delivery in held} == {NotificationKind.TURN, NotificationKind.NEAR}
    with at(max(delivery.due_at for delivery in held) + timedelta(seconds=1)):
        deliver_due(queue)
    (mail,) = mailbox.mails
    assert mail["Subject"].startswith("Your time at Duel runs out ")
    assert {delivery.state for delivery in deliveries(player.user)} == {"sent"}


def test_of_two_restrictions_the_longer_is_named(bob: User) -> None:
    now = timezone.now()
    short, long = (restrict(bob, Restriction.Kind.SUSPENSION, now + timedelta(days=days)) for days in (3, 14))
    bob.refresh_from_db()
    assert access_restriction(bob) == writing_restriction(bob) == long != short
    banned = restrict(bob, Restriction.Kind.BAN)
    assert access_restriction(bob) == writing_restriction(bob) == banned


def test_the_gate_names_the_longer_of_two(bob: User) -> None:
    longer, shorter = (timezone.now() + timedelta(days=days) for days in (14, 3))
    for until in (longer, shorter):
        restrict(bob, Restriction.Kind.SUSPENSION, until)
    page = client_of(bob).get(reverse("home"))
    assert page.status_code == 403
    assert page.context["restriction"].until == longer
