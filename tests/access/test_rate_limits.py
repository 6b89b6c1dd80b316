"""Rate limits: 429 with Retry-After, and a form that can be resubmitted."""

from __future__ import annotations

import pytest
import redis
import time_machine
from django.conf import settings as conf
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse

from accounts.access.counters import Counters, limiter
from accounts.access.rate_limits import claim, client_address, limited, rates, retry_sentence, too_many_requests
from accounts.models import User
from tests.cast import PASSWORD, client_of, table_of
from tests.normalized import compact
from tests.rate_limits import reset_rate_limits

pytestmark = pytest.mark.django_db
NOON = "2026-11-20 12:00Z"
THREE = {"RATE_LIMITS": conf.RATE_LIMITS | {"note": "3/m/key", "feed": "3/m/ip", "guest": "3/m/ip"}}


@pytest.fixture
def ask(alice, bob):
    """``ask(view, user, address)`` returns the view's response to a POST from that address."""

    def ask(view, user, address="192.0.2.1", method="post", **sent):
        request = getattr(RequestFactory(), method)("/somewhere/?a=1", sent, REMOTE_ADDR=address)
        request.user, request.htmx = user, False
        return view(request)

    return ask


@limited("note")
def note(request):
    return HttpResponse("noted")


@override_settings(**THREE)
def test_a_fourth_time_within_the_minute_is_refused_until_the_first_is_a_minute_ago(ask, alice) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        for seconds in (0, 20, 10):
            clock.shift(seconds)
            assert ask(note, alice).status_code == 200
        refused = ask(note, alice)
        assert (refused.status_code, refused["Retry-After"]) == (429, "30")
        assert "Try again in 30 seconds." in refused.content.decode()
        clock.shift(30.001)  # a whole minute ago is still within the window
        assert ask(note, alice).status_code == 200
        assert ask(note, alice)["Retry-After"] == "20"


@override_settings(**THREE)
def test_users_are_counted_by_account_and_visitors_by_address(ask, alice, bob) -> None:
    for person in (alice, bob, AnonymousUser()):
        assert [ask(note, person).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert ask(note, alice, "192.0.2.2").status_code == 429
    assert ask(note, AnonymousUser(), "192.0.2.2").status_code == 200


@override_settings(**THREE)
def test_get_counts_only_with_count_reads(ask, alice) -> None:
    assert [ask(note, alice, method="get").status_code for _ in range(5)] == [200] * 5
    feed = limited("feed", count_reads=True)(lambda _request: HttpResponse("fed"))
    assert [ask(feed, alice, method="get").status_code for _ in range(4)] == [200, 200, 200, 429]


@override_settings(**THREE)
def test_anonymous_only_does_not_count_signed_in_users(ask, alice) -> None:
    guests = limited("guest", anonymous_only=True)(lambda _request: HttpResponse("come in"))
    assert [ask(guests, alice).status_code for _ in range(5)] == [200] * 5
    assert [ask(guests, AnonymousUser()).status_code for _ in range(4)] == [200, 200, 200, 429]


@override_settings(ALLAUTH_TRUSTED_PROXY_COUNT=1, **THREE)
def test_behind_a_proxy_the_clients_address_counts(client) -> None:
    told = {"1.2.3.4, 192.0.2.7": "192.0.2.7", "192.0.2.7": "192.0.2.7", "2001:db8:1:2:3::4": "2001:db8:1:2::"}
    for header, expected in told.items():
        assert client_address(RequestFactory().get("/", headers={"X-Forwarded-For": header})) == expected


def test_an_action_without_a_limit_raises_an_error() -> None:
    with pytest.raises(KeyError):
        limited("nosuch")


@override_settings(RATE_LIMITS=conf.RATE_LIMITS | {"note": "1/m/key"})
def test_without_scripts_the_form_can_be_resubmitted(alice, ask) -> None:
    ask(note, alice)
    page = compact(ask(note, alice, text='A long "story"').content.decode())
    assert '<form method="post" action="/somewhere/?a=1">' in page
    assert '<input type="hidden" name="text" value="A long &quot;story&quot;">' in page
    assert "a tale" not in ask(note, alice, text="a tale", password="secret").content.decode()


def test_a_rate_limited_htmx_request_leaves_the_page_unchanged(client_of, alice, bob, settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"note": "1/m/key"}
    browser, game = client_of(alice), table_of(alice, bob)
    url = reverse("note", args=[game.public_id])
    browser.post(url, {"note": "one"}, headers={"HX-Request": "true"})
    answer = browser.post(url, {"note": "two"}, headers={"HX-Request": "true"})
    assert answer.status_code == 429
    assert (answer["HX-Retarget"], answer["HX-Reselect"]) == ("#refused", "unset")
    assert b"<html" not in answer.content and b"Try again in" in answer.content
    assert b'id="refused"' in browser.get(game.get_absolute_url()).content


def test_the_login_limit_sends_retry_after(client, settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"login": "2/h/ip"}
    for _ in range(3):
        answer = client.post(reverse("account_login"), {"login": "nobody", "password": "wrong"})
    assert answer.status_code == 429
    assert 3590 <= int(answer["Retry-After"]) <= 3600
    assert "Try again in 60 minutes." in answer.content.decode()
    assert "wrong" not in answer.content.decode()


def test_a_limit_that_can_not_be_found_is_a_minute(alice) -> None:
    request = RequestFactory().post("/")
    request.user, request.htmx = alice, False
    assert too_many_requests(request)["Retry-After"] == "60"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(1, "1 second."), (120, "120 seconds."), (121, "3 minutes."), (7200, "120 minutes."), (7201, "3 hours.")],
)
def test_retry_sentence(seconds: int, said: str) -> None:
    assert retry_sentence(seconds) == f"Try again in {said}"


def test_while_the_cache_is_away_the_games_go_on(ask, alice, monkeypatch, caplog) -> None:
    def away(*_args, **_kwargs):
        raise redis.ConnectionError("redis://:secret@host")

    monkeypatch.setattr("limits.strategies.MovingWindowRateLimiter.hit", away)
    assert ask(note, alice).content == b"noted"
    assert "ConnectionError" in caplog.text and "secret" not in caplog.text


def test_a_cache_that_leaves_after_counting_refuses_nobody(ask, alice, settings, monkeypatch) -> None:
    settings.RATE_LIMITS = conf.RATE_LIMITS | {"note": "1/m/key"}

    def away(*_args, **_kwargs):
        raise redis.ConnectionError("gone")

    monkeypatch.setattr("limits.strategies.MovingWindowRateLimiter.get_window_stats", away)
    assert [ask(note, alice).status_code for _ in range(2)] == [200, 200]
    assert [claim("note", "an address") for _ in range(2)] == [0, 0]


@pytest.mark.parametrize("written", ["", "60", "60/m", "60/s/key", "x/m/key", "60/m/who", "60/m/key;5/h/key"])
def test_a_malformed_rate_raises_value_error(settings, written: str) -> None:
    settings.RATE_LIMITS = {"note": written}
    with pytest.raises(ValueError, match="no rate"):
        limited("note")


def test_every_rate_can_be_read() -> None:
    for written in conf.RATE_LIMITS.values():
        assert rates(written)
    (one, other) = rates("5/m/ip, 3/10m/key")
    assert (one.item.amount, one.item.get_expiry(), one.by_address) == (5, 60, True)
    assert (other.item.amount, other.item.get_expiry(), other.by_address) == (3, 600, False)


def test_retry_after_is_the_longest_of_several_rates(ask, alice, settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"note": "2/m/key,3/h/key"}
    with time_machine.travel(NOON, tick=False) as clock:
        assert [ask(note, alice)["Retry-After"] if n > 1 else ask(note, alice).status_code for n in range(3)] == [
            *(200, 200),
            "60",
        ]
        clock.shift(61)
        assert ask(note, alice).status_code == 200
        assert ask(note, alice)["Retry-After"] == str(3600 - 61)


def test_expired_counters_in_memory_are_dropped(monkeypatch) -> None:
    monkeypatch.setattr("accounts.access.counters.MAX_COUNTERS", 10)
    counters = Counters()
    with time_machine.travel(NOON, tick=False) as clock:
        for number in range(10):
            assert counters.acquire_entry(f"gone{number}", 1, 60)
        clock.shift(3600)
        for key in counters.events:
            counters.events[key] = []  # as seen by the library's own timer
        assert counters.acquire_entry("here", 1, 60) and not counters.acquire_entry("here", 1, 60)
        assert list(counters.events) == ["here"]


@pytest.mark.redis
def test_in_redis_all_processes_count_together(ask, alice, settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"note": "3/m/key"}
    assert [ask(note, alice).status_code for _ in range(2)] == [200, 200]
    limiter.cache_clear()  # as if in another process
    assert [ask(note, alice).status_code for _ in range(2)] == [200, 429]
    assert 55 <= int(ask(note, alice)["Retry-After"]) <= 60


@pytest.mark.parametrize(
    ("name", "limit"),
    [("account_login", 30), ("account_signup", 5), ("account_reset_password", 5), ("account_reauthenticate", 5)],
)
def test_rate_limits_of_account_pages_send_retry_after(alice, name: str, limit: int) -> None:
    browser = client_of(alice) if name == "account_reauthenticate" else Client()
    told = [browser.post(reverse(name), {"password": "wrong"}) for _ in range(limit + 1)]
    assert [answer.status_code == 429 for answer in told] == [False] * limit + [True]
    assert 30 <= int(told[-1]["Retry-After"]) <= 60 and b'name="password"' not in told[-1].content


def test_creating_guests_is_limited_by_address(alice) -> None:
    told = [Client().post(reverse("play-now")).status_code for _ in range(11)]
    assert told == [302] * 10 + [429]
    assert User.objects.filter(is_guest=True).count() == 10
    elsewhere = Client(REMOTE_ADDR="192.0.2.77")
    assert elsewhere.post(reverse("play-now")).status_code == 302
    assert client_of(alice).post(reverse("play-now")).status_code == 302


def test_password_reset_is_rate_limited_for_known_and_unknown_addresses(client, alice, bob) -> None:
    url, told = reverse("account_reset_password"), []
    for asked_for in (alice.email, "nobody@example.org"):
        reset_rate_limits()
        told.append([client.post(url, {"email": asked_for}).status_code for _ in range(4)])
    assert told == [[302, 302, 302, 429]] * 2
    assert len(mail.outbox) == 3 + 3
    asked = [client.post(url, {"email": f"{n}@example.org"}) for n in range(6)]
    assert asked[-1].status_code == 429


def test_sign_up_is_limited_by_address(client) -> None:
    for number in range(6):
        facts = {"username": f"dora{number}", "email": f"dora{number}@example.org"}
        answer = Client().post(reverse("account_signup"), facts | {"password1": PASSWORD})
    assert answer.status_code == 429
    assert User.objects.filter(username__startswith="dora").count() == 5


def test_feeds_may_be_fetched_at_some_pace(client, settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"feed": "2/m/ip"}
    assert [client.get("/feeds/x/turns.atom").status_code for _ in range(3)] == [404, 404, 429]
