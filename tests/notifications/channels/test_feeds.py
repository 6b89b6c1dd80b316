"""The calendar of deadlines and the feed of turns: contents, access, and lifetime of their URLs."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from accounts.access.restrictions import restrict
from accounts.models import User
from accounts.privacy.erasure import erase_user
from games import play
from games.models import FeedKey, Game, Player
from tests.cast import client_of

pytestmark = pytest.mark.django_db

ATOM = {"a": "http://www.w3.org/2005/Atom"}
PATHS = ("deadlines.ics", "turns.atom")


@pytest.fixture
def asked(duel):
    """The seat whose turn it has been for an hour."""
    began = timezone.now() - timedelta(hours=1)
    Game.objects.filter(pk=duel.pk).update(opened_at=began, started_at=began)
    Player.objects.filter(to_move_since__isnull=False).update(turn_started_at=began)
    return Player.objects.select_related("user", "game").get(to_move_since__isnull=False)


@pytest.fixture
def feeds(asked):
    return f"/feeds/{FeedKey.objects.create(user=asked.user).key}/"


def events(address):
    return Calendar.from_ical(client_of().get(f"{address}deadlines.ics").content).events


def entries(address):
    return ElementTree.fromstring(client_of().get(f"{address}turns.atom").content).findall("a:entry", ATOM)


@pytest.mark.parametrize("kind", ["suspension", "ban", "mute"])
def test_a_user_who_is_shut_out_has_no_feed(asked, feeds, kind):
    restrict(asked.user, kind)
    for path in PATHS:
        assert client_of().get(feeds + path).status_code == (200 if kind == "mute" else 404)


def test_the_calendar_has_the_deadline(asked, feeds):
    answer = client_of().get(f"{feeds}deadlines.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer["X-Robots-Tag"] == "noindex"
    assert "private" in answer["Cache-Control"]
    (event,) = Calendar.from_ical(answer.content).events
    assert asked.deadline.replace(microsecond=0) == event.DTSTART
    assert event["SUMMARY"] == "Your move at Duel"
    assert event["URL"] == f"http://testserver/games/{asked.game.public_id}/"
    assert event.stamp == asked.turn_started_at.replace(microsecond=0)


def test_a_moved_deadline_is_a_newer_revision_of_the_same_event(asked, feeds, alice, bob):
    before, atom = events(feeds)[0], entries(feeds)[0].findtext("a:updated", namespaces=ATOM)
    other = bob if asked.user == alice else alice
    vote = play.propose(asked.game.players.get(user=other), "extend")
    play.cast(Player.objects.get(pk=asked.pk), vote.pk, True)
    after = events(feeds)[0]
    assert after["UID"] == before["UID"]
    assert after.DTSTART > before.DTSTART
    assert after.get("SEQUENCE", 0) > before.get("SEQUENCE", 0)
    assert after.LAST_MODIFIED == after.stamp >= before.stamp
    assert asked.game.incidents.latest("pk").occurred_at.replace(microsecond=0) == after.stamp
    assert entries(feeds)[0].findtext("a:updated", namespaces=ATOM) >= atom


def test_a_paused_and_resumed_table_has_a_newer_revision(asked, feeds, alice, bob):
    before = events(feeds)[0]
    other = asked.game.players.exclude(pk=asked.pk).get()
    for kind in ("pause", "resume"):
        vote = play.propose(Player.objects.select_related("game").get(pk=other.pk), kind)
        play.cast(Player.objects.select_related("game").get(pk=asked.pk), vote.pk, True)
    assert events(feeds)[0].get("SEQUENCE", 0) > before.get("SEQUENCE", 0)


def rename_by_staff(asked: Player, staff: User) -> None:
    address = reverse("admin:games_game_change", args=[asked.game_id])
    assert client_of(staff).post(address, {"name": "Daybreak", "public": "on"}).status_code == 302


def rename_by_erasure(asked: Player, staff: User) -> None:
    other = asked.game.players.exclude(pk=asked.pk).get().user
    Game.objects.filter(pk=asked.game_id).update(name=f"Table of {other.own_name}")
    erase_user(other)
    assert Game.objects.get(pk=asked.game_id).renamed_at


def change_language(asked: Player, staff: User) -> None:
    User.objects.filter(pk=asked.user_id).update(language="sv")


def change_time_zone(asked: Player, staff: User) -> None:
    User.objects.filter(pk=asked.user_id).update(time_zone="Asia/Kathmandu")


def reopen(asked: Player, staff: User) -> None:
    play.stop_game(asked.game)
    play.reopen_game(asked.game)


@pytest.mark.parametrize(
    "change", [rename_by_staff, rename_by_erasure, change_language, change_time_zone, reopen], ids=lambda f: f.__name__
)
def test_other_texts_are_a_newer_revision_of_the_same_event(
    asked: Player, feeds: str, staff: User, change: Callable[[Player, User], None]
) -> None:
    before, atom = events(feeds)[0], entries(feeds)[0].findtext("a:updated", namespaces=ATOM)
    change(asked, staff)
    after = events(feeds)[0]
    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after.LAST_MODIFIED == after.stamp > before.stamp
    assert entries(feeds)[0].findtext("a:updated", namespaces=ATOM) > atom
    assert events(feeds)[0] == after, "changed once"


def test_a_table_that_keeps_its_name_is_not_renamed(asked: Player, staff: User) -> None:
    other = asked.game.players.exclude(pk=asked.pk).get().user
    Game.objects.filter(pk=asked.game_id).update(name=f"{other.own_name}s")
    address = reverse("admin:games_game_change", args=[asked.game_id])
    assert client_of(staff).post(address, {"name": f"{other.own_name}s"}).status_code == 302
    erase_user(other)
    assert Game.objects.get(pk=asked.game_id).renamed_at is None


def test_calendars_are_valid(asked, feeds):
    text = client_of().get(f"{feeds}deadlines.ics").content.decode()
    (event,) = Calendar.from_ical(text).events
    assert event.DTSTART + timedelta(minutes=15) == event.DTEND
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT30M\r\n" in text
    assert "X-PUBLISHED-TTL:PT30M\r\n" in text
    assert not [error for each in Calendar.from_ical(text).walk() for error in each.errors]


def test_the_feed_has_the_turn_in_its_readers_language_and_zone(asked, feeds):
    asked.user.time_zone = "Asia/Kathmandu"
    asked.user.save()
    Player.objects.filter(pk=asked.pk).update(deadline=datetime(2026, 12, 1, 12, 0, tzinfo=UTC))
    (entry,) = entries(feeds)
    assert entry.findtext("a:title", namespaces=ATOM) == "Your move at Duel"
    assert "17:45" in entry.findtext("a:summary", namespaces=ATOM)
    assert entry.find("a:link", ATOM).get("href") == f"http://testserver/games/{asked.game.public_id}/"


def test_where_there_is_no_time_limit_there_is_a_turn_and_no_deadline(asked, feeds):
    Player.objects.filter(pk=asked.pk).update(deadline=None)
    assert events(feeds) == []
    assert "No time limit" in entries(feeds)[0].findtext("a:summary", namespaces=ATOM)


def test_a_paused_table_is_in_no_feed(asked, feeds):
    assert len(events(feeds)) == len(entries(feeds)) == 1
    Game.objects.filter(pk=asked.game_id).update(paused_at=timezone.now())
    assert (events(feeds), entries(feeds)) == ([], [])


def test_markup_in_a_name_is_escaped(asked, feeds):
    asked.game.name = "<b>&\n;,</b>"
    asked.game.save()
    assert "<b>" not in entries(feeds)[0].findtext("a:summary", namespaces=ATOM)
    assert events(feeds)[0]["SUMMARY"] == "Your move at <b>&\n;,</b>"


def test_players_not_to_move_have_empty_feeds(asked, alice, bob):
    other = bob if asked.user == alice else alice
    address = f"/feeds/{FeedKey.objects.create(user=other).key}/"
    assert (events(address), entries(address)) == ([], [])


def test_feeds_follow_the_substitute_not_the_owner(asked, feeds, carol):
    Player.objects.filter(pk=asked.pk).update(stand_in="friend", friend=carol)
    other = f"/feeds/{FeedKey.objects.create(user=carol).key}/"
    assert (len(events(other)), len(entries(other))) == (1, 1)
    assert (events(feeds), entries(feeds)) == ([], [])


@pytest.mark.parametrize("path", PATHS)
def test_what_has_not_changed_is_not_sent_again(asked, feeds, path):
    first = client_of().get(feeds + path)
    assert "Last-Modified" not in first
    again = client_of().get(feeds + path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    Player.objects.filter(pk=asked.pk).update(deadline=timezone.now() + timedelta(days=9))
    assert client_of().get(feeds + path, headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("path", PATHS)
def test_an_empty_feed_does_not_change(alice, path):
    address = f"/feeds/{FeedKey.objects.create(user=alice).key}/{path}"
    assert client_of().get(address)["ETag"] == client_of().get(address)["ETag"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("key", ["x", "A" * 32, "%00", "' OR 1=1", "..", "é"])
def test_a_guessed_address_is_not_found(feeds, path, key):
    assert client_of().get(f"/feeds/{key}/{path}").status_code == 404


@pytest.mark.parametrize("path", PATHS)
def test_feeds_of_an_inactive_user_are_not_found(asked, feeds, path):
    asked.user.is_active = False
    asked.user.save()
    assert client_of().get(feeds + path).status_code == 404


def test_the_addresses_are_made_on_demand_replaced_and_ended(alice):
    client = client_of(alice)
    assert "/feeds/" not in client.get("/settings/notices/").content.decode().replace("/notices/feeds/", "")
    client.post("/settings/notices/feeds/")
    first = FeedKey.objects.get()
    page = client.get("/settings/notices/").content.decode()
    assert f"http://testserver/feeds/{first.key}/deadlines.ics" in page
    assert f"webcal://testserver/feeds/{first.key}/deadlines.ics" in page
    client.post("/settings/notices/feeds/")
    second = FeedKey.objects.get()
    assert client.get(f"/feeds/{first.key}/turns.atom").status_code == 404
    assert client.get(f"/feeds/{second.key}/turns.atom").status_code == 200
    client.post("/settings/notices/feeds/end/")
    assert client.get(f"/feeds/{second.key}/turns.atom").status_code == 404


@pytest.mark.parametrize("path", PATHS)
def test_feeds_contain_no_secrets(asked, feeds, path):
    text = client_of().get(feeds + path).content.decode().replace("\r\n ", "")
    words = set(re.findall(r"\w+", text))
    hand = set(asked.game.cards.filter(seat=asked.seat).values_list("code", flat=True))
    assert asked.game.invitation not in text
    assert asked.game.secret not in text
    assert hand
    assert not hand & words
