"""A site with data of every kind, for tests of every page."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import get_language

from accounts.friends import friendships
from accounts.models import User
from games import play
from games.chat import rooms
from games.core import notices
from games.models import (
    Delivery,
    DeliveryTiming,
    FeedKey,
    Game,
    Incident,
    Notice,
    NotificationKind,
    Player,
    PushSubscription,
    Report,
    Webhook,
)
from games.moderation import actions, appeals
from games.moderation.reports import file_report
from games.play import ArrangementChoice
from tests.cast import some_guest, some_moderator, somebody, table_of
from tests.notifications.outbox_steps import wants
from tests.playing import asked_seat, give_up, miss, play_on

PEOPLE = ("alice", "bob", "carol", "fay", "staff")
KEYS = {
    *("waits", "private", "guests", "running", "paused", "refused", "absent", "plainly", "lost", "forgiven", "sitting"),
    *("over", "stopped"),
}

BROWSER, HOOK = "https://push.example.org/1", "https://hooks.example.org/secret"


def seat(game: Game, user: User) -> Player:
    return Player.objects.select_related("game", "user", "friend").get(game=game, user=user)


def build(variant: str) -> dict[str, User]:
    """Create tables of this game in every state, and users with every kind of history."""
    people = {name: somebody(name) for name in PEOPLE}
    people |= {"guest": some_guest("Dana"), "mona": some_moderator("mona")}
    User.objects.filter(username="staff").update(is_staff=True, is_superuser=True)
    _waiting(variant, people)
    _running(variant, people)
    _replaced(variant, people)
    _closed(variant, people)
    _befriended(people)
    _kept_in_order(people)
    _told(people)
    User.objects.update(language=get_language() or "")
    return people


def _waiting(variant: str, people: dict[str, User]) -> None:
    """Create tables that have not started: a public one, and a private one with an invited user."""
    table_of(people["alice"], people["carol"], variant=variant, size=4, name="Aaa", public_id="waits", bots=("club",))
    private = table_of(people["alice"], variant=variant, size=2, name="Bbb", public_id="private", public=False)
    play.invite(seat(private, people["alice"]), "bob")
    table_of(
        people["guest"],
        variant=variant,
        size=3,
        name="Ccc",
        public_id="guests",
        clock="bank",
        bank_hours=48,
        cap_hours=96,
    )


def _running(variant: str, people: dict[str, User]) -> None:
    """Create running tables: one with chat, notes and a vote; a paused one; one with a failed vote.

    At the first one all players want to know when they are next, and bob calls alice.
    """
    alice, bob, carol = people["alice"], people["bob"], people["carol"]
    for person in (alice, bob, carol):
        wants(person, NotificationKind.NEXT, DeliveryTiming.NOW)
    game = play_on(table_of(alice, bob, carol, variant=variant, name="Ddd", public_id="running"), 12)
    rooms.post(seat(game, bob), bob, "@alice https://example.org")
    rooms.save_note(game, alice, "Mmm")
    for person in (alice, bob):
        person.presence_shown_to = User.PresenceAudience.TABLES
        person.save(update_fields=["presence_shown_to"])
    game.players.filter(user=bob).update(last_seen_at=timezone.now())
    notices.enqueue_call(seat(game, alice), seat(game, bob), timezone.now())
    play.propose(seat(game, bob), "pause")
    paused = table_of(alice, bob, variant=variant, name="Eee", public_id="paused", nights_off=True, weekends_off=True)
    play.cast(seat(paused, bob), play.propose(seat(paused, alice), "pause").pk, True)
    refused = table_of(
        alice, bob, variant=variant, name="Fff", public_id="refused", clock="bank", bank_hours=9, cap_hours=9
    )
    play.cast(seat(refused, bob), play.propose(seat(refused, alice), "cancel").pk, False)


def _replaced(variant: str, people: dict[str, User]) -> None:
    """Create missed deadlines with each consequence, a vacation with a friend as substitute, and a vacant seat."""
    alice, bob, carol = people["alice"], people["bob"], people["carol"]
    for absence, table in (("computer", "absent"), ("plain", "plainly"), ("lost", "lost")):
        miss(
            table_of(
                alice, bob, variant=variant, name=f"G{absence[0]}", public_id=table, absence=absence, free_misses=0
            )
        )
    miss(table_of(alice, bob, variant=variant, name="Hhh", public_id="forgiven", free_misses=2))
    today, sitting = (
        timezone.localdate(),
        table_of(bob, people["staff"], variant=variant, name="Iii", public_id="sitting"),
    )
    ways = {player.pk: ArrangementChoice("") for player in Player.objects.filter(user=bob, game__status="running")}
    ways[seat(sitting, bob).pk] = ArrangementChoice("friend", carol.username)
    play.plan_vacation(bob, today + timedelta(days=3), today + timedelta(days=9), ways)


def _closed(variant: str, people: dict[str, User]) -> None:
    alice, bob = people["alice"], people["bob"]
    give_up(play_on(table_of(alice, bob, variant=variant, name="Jjj", public_id="over"), 9, seed=4))
    stopped = table_of(alice, bob, variant=variant, name="Kkk", public_id="stopped")
    play.cast(seat(stopped, alice), play.propose(seat(stopped, bob), "cancel").pk, True)


def _befriended(people: dict[str, User]) -> None:
    alice, bob, carol = people["alice"], people["bob"], people["carol"]
    for asking, asked in ((alice, bob), (bob, alice), (carol, alice)):
        friendships.send_request(asking, asked)
    friendships.block(carol, people["fay"])


def _kept_in_order(people: dict[str, User]) -> None:
    """Create a pending and a dismissed report. Bob is warned; fay is suspended and appeals."""
    alice, bob, fay, mona = people["alice"], people["bob"], people["fay"], people["mona"]
    file_report(bob, alice, Report.Category.OTHER, "Lll", game=Game.objects.get(public_id="running"))
    actions.dismiss(mona, file_report(alice, fay, Report.Category.NAME, ""), "Nnn")
    actions.warn(mona, bob, "Nnn", words="Ooo")
    appeals.appeal(fay, actions.suspend(mona, fay, 3, "Nnn"), "Ppp")


def _told(people: dict[str, User]) -> None:
    alice, now = people["alice"], timezone.now()
    PushSubscription.objects.create(user=alice, endpoint=BROWSER, name="", last_at=now)
    PushSubscription.objects.create(user=alice, endpoint=f"{BROWSER}2", name="Firefox, Linux")
    for number, facts in enumerate(
        (
            {"response": "200"},
            {"response": "404", "problem": "The server there refuses it.", "stopped": True},
            {"problem": "?"},
        )
    ):
        Webhook.objects.create(user=alice, address=f"{HOOK}{number}", last_at=now, **facts)
    Webhook.objects.create(user=alice, address=f"{HOOK}9", form="discord")
    FeedKey.objects.create(user=alice)
    failed = Notice.objects.create(user=alice, kind=NotificationKind.TEST, key="t", due_at=now)
    Delivery.objects.create(
        notice=failed,
        user=alice,
        channel="hook",
        state="failed",
        due_at=now,
        error="The server there refuses it.",
        tries=3,
    )
    assert Incident.objects.exists() and asked_seat(Game.objects.get(public_id="running"))
