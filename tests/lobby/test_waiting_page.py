"""The page of a table that waits for players: looking for strangers, or a link to send to friends."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games import play
from games.lobby.matchmaking import pair
from games.models import DeliveryChannel, DeliveryTiming, Game, NotificationKind, PushSubscription
from games.notifications.preferences import set_preference
from games.notifications.reach import first_notice
from games.rules import RULES
from tests.cast import client_of, some_guest, table_of
from tests.normalized import compact

POKER = RULES["chicago_poker"]


def page(user: User, game: Game) -> str:
    answer = client_of(user).get(game.get_absolute_url())
    assert answer.status_code == 200
    return compact(answer.content.decode())


def test_a_user_who_waits_for_a_stranger_can_practise_or_stop(alice: User) -> None:
    shown = page(alice, pair(alice, POKER))
    assert "Looking for somebody …" in shown
    assert "Play a practice game in the meantime" in shown
    assert "Stop looking" in shown
    assert "Start with" not in shown


def test_practice_leaves_the_table_looking(alice: User, bob: User) -> None:
    game = pair(alice, POKER)
    client_of(alice).post(reverse("play-now"), {"game": game.variant})
    assert "It’s your move at Practice table" in page(alice, game)
    assert pair(bob, POKER) == game
    game.refresh_from_db()
    assert game.is_running


def test_one_press_stops_looking(alice: User) -> None:
    game = pair(alice, POKER)
    (address,) = re.findall(r'action="([^"]+)"(?:(?!</form>).)*Stop looking', page(alice, game))
    assert client_of(alice).post(address).status_code == 302
    game.refresh_from_db()
    assert not game.is_open


def test_a_table_for_four_says_how_many_players_are_missing(alice: User, bob: User) -> None:
    shown = page(alice, table_of(alice, bob, size=4))
    assert "Looking for 2 players …" in shown
    assert "Start with 2 players" in shown
    assert "Close the table" in shown


HOST_STARTS = "The game starts when the last seat is taken, or when you start it."
ALICE_STARTS = "The game starts when the last seat is taken, or when alice starts it."
ALONE = "You can’t start it alone: invite a friend, or seat a computer."
LEAVING = "You may leave freely until the game starts."


@pytest.mark.parametrize("public", [True, False], ids=["public", "private"])
def test_players_read_who_can_start_before_all_seats_are_taken(
    public: bool, alice: User, bob: User, carol: User
) -> None:
    game = table_of(alice, bob, size=4, public=public)
    assert HOST_STARTS in page(alice, game)
    assert ALICE_STARTS in page(bob, game)
    if public:
        assert ALICE_STARTS in page(carol, game)


@pytest.mark.parametrize("public", [True, False], ids=["public", "private"])
def test_a_lone_host_reads_why_the_game_can_not_start_yet(public: bool, alice: User, bob: User) -> None:
    assert ALONE in page(alice, table_of(alice, size=3, public=public))
    assert ALONE not in page(alice, table_of(alice, bob, size=3, public=public))


def test_a_table_for_two_starts_by_itself_only(alice: User) -> None:
    shown = page(alice, pair(alice, POKER))
    assert "The game starts as soon as somebody sits down." in shown
    assert HOST_STARTS not in shown and ALONE not in shown


@pytest.mark.parametrize("public", [True, False], ids=["public", "private"])
def test_a_player_who_is_not_the_host_reads_that_they_can_leave(public: bool, alice: User, bob: User) -> None:
    game = table_of(alice, bob, size=3, public=public)
    assert LEAVING in page(bob, game)
    assert LEAVING not in page(alice, game)


def tell(user: User, kind: NotificationKind, when: DeliveryTiming) -> None:
    for channel in DeliveryChannel:
        set_preference(user, kind, channel, when)


@pytest.mark.parametrize(
    ("off", "promise"),
    [
        ([], "You can close this page: we’ll tell you when it starts."),
        ([NotificationKind.STARTED], "You can close this page: we’ll tell you when it’s your turn."),
        ([NotificationKind.TURN], "Keep this page open: it shows when the game starts."),
        (list(NotificationKind), "Keep this page open: it shows when the game starts."),
    ],
    ids=str,
)
def test_the_page_promises_only_notices_that_are_sent(off: list[NotificationKind], promise: str, alice: User) -> None:
    for kind in off:
        tell(alice, kind, DeliveryTiming.OFF)
    assert promise in page(alice, pair(alice, POKER))


def test_a_daily_digest_is_not_promised_as_news_of_the_start(alice: User) -> None:
    tell(alice, NotificationKind.STARTED, DeliveryTiming.DIGEST)
    assert "we’ll tell you when it’s your turn" in page(alice, pair(alice, POKER))


def test_no_mail_about_turns_of_minutes_is_promised(alice: User) -> None:
    assert "Keep this page open" in page(alice, table_of(alice, size=2, pace_hours=0, pace_minutes=5))


def test_a_mail_about_the_start_is_promised_at_a_quick_table_too(alice: User) -> None:
    PushSubscription.objects.create(user=alice, endpoint="https://push.example.org/1")
    tell(alice, NotificationKind.STARTED, DeliveryTiming.OFF)
    set_preference(alice, NotificationKind.STARTED, DeliveryChannel.MAIL, DeliveryTiming.NOW)
    game = table_of(alice, size=2, pace_hours=0, pace_minutes=5)
    assert "You can close this page: we’ll tell you when it starts." in page(alice, game)


def test_the_promise_takes_one_query_for_the_preferences_and_one_for_each_channel(
    alice: User, django_assert_num_queries: Any
) -> None:
    game = table_of(alice, size=2)
    with django_assert_num_queries(1 + len(DeliveryChannel)):
        assert first_notice(alice, game) == NotificationKind.STARTED


@pytest.mark.django_db
def test_a_guest_without_an_address_is_asked_how_to_be_reached() -> None:
    guest = some_guest("Dana")
    assert "Keep this page open, or choose below how we can reach you." in page(guest, pair(guest, POKER))


def test_the_link_comes_first_at_a_private_table(alice: User) -> None:
    game = table_of(alice, size=2, public=False)
    shown = page(alice, game)
    assert "Send your friend this link" in shown
    assert shown.index(reverse("invited", args=[game.invitation])) < shown.index("What you agree to")
    assert 'data-copy="link"' in shown


def test_an_invited_user_is_named_until_they_decline(alice: User, bob: User) -> None:
    game = table_of(alice, size=2, public=False)
    play.invite(game.players.get(user=alice), "bob")
    assert "Waiting for bob" in page(alice, game)
    play.decline(game.invitations.get())
    assert "Waiting for bob" not in page(alice, game)


@pytest.mark.parametrize("public", [True, False])
def test_a_host_can_hand_the_table_over(public: bool, alice: User, bob: User) -> None:
    leaves = "If you leave, the player who has been here longest becomes host."
    assert leaves in page(alice, table_of(alice, bob, size=4, public=public))
    assert leaves not in page(alice, table_of(alice, size=4, public=public))
    assert leaves not in page(alice, table_of(alice, bots=("novice",), size=4, public=public))


def test_a_stranger_reads_that_the_last_seat_starts_the_game(alice: User, bob: User) -> None:
    assert "The game starts as soon as you sit down." in page(bob, pair(alice, POKER))
