"""A password is reset by mail while an attacker uses the account: the attacker keeps no access of any kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count

import pytest
from django.http import HttpRequest
from django.urls import reverse

from accounts.auth.forms import ChangePasswordForm, ResetPasswordKeyForm
from accounts.models import AuthorizedProgram, Token, User
from accounts.oauth import programs
from accounts.tokens import tokens
from games.models import FeedKey, PushSubscription, Webhook
from games.notifications.channels import web_push, webhook
from tests.bots.cast import bot_of
from tests.cast import PASSWORD, somebody
from tests.notifications.browser import Browser
from tests.oauth.program import a_server, an_app, browser_of, issued
from tests.play.test_concurrency import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

NEW, THEIRS = "an-altogether-new-8", "a-thief-chose-this-one-9"


def makes_a_token(alice: User) -> Callable[[], object]:
    return lambda: tokens.make(alice, "thief", ["play"], None)


def makes_a_token_of_a_computer(alice: User) -> Callable[[], object]:
    bot = bot_of(alice)
    return lambda: tokens.make_for_bot(bot)


def lets_a_program_act(alice: User) -> Callable[[], object]:
    client = an_app(somebody("bob")).client
    return lambda: programs.authorize(alice, client, ["play"])


def refreshes(alice: User) -> Callable[[], object]:
    app = an_app(somebody("bob"))
    token = app.tokens(alice)["refresh_token"]
    return lambda: app.asked_for_token(grant_type="refresh_token", refresh_token=token)


def exchanges_a_code(alice: User) -> Callable[[], object]:
    app = an_app(somebody("bob"))
    code = app.code(alice)
    return lambda: app.exchanged(code)


def lets_their_own_program_act(alice: User) -> Callable[[], object]:
    server = a_server(alice)
    return lambda: server.asked_for_token(grant_type="client_credentials", scope="play")


def takes_feed_addresses(alice: User) -> Callable[[], object]:
    browser = browser_of(alice)
    return lambda: browser.post(reverse("renew-feeds"))


def is_told(alice: User) -> Callable[[], object]:
    return lambda: web_push.subscribe(alice, Browser().json(), "", "")


def hooks(alice: User) -> Callable[[], object]:
    numbers = count()
    return lambda: webhook.add(alice, "json", f"https://hook.example.org/{next(numbers)}")


def changes_the_password(alice: User) -> Callable[[], object]:
    form = ChangePasswordForm(alice, {"oldpassword": PASSWORD, "password1": THEIRS})
    assert form.is_valid()
    return form.save


ACTS = [
    makes_a_token,
    makes_a_token_of_a_computer,
    lets_a_program_act,
    refreshes,
    exchanges_a_code,
    lets_their_own_program_act,
    takes_feed_addresses,
    is_told,
    hooks,
    changes_the_password,
]


@pytest.mark.parametrize("acts", ACTS)
@pytest.mark.parametrize("_try", range(2))
def test_nothing_outlasts_a_reset(acts: Callable[[User], Callable[[], object]], _try: int) -> None:
    act = acts(somebody("alice"))
    form = ResetPasswordKeyForm({"password1": NEW}, user=User.objects.get(username="alice"))
    assert form.is_valid()
    at_once(act, form.save, act)
    assert User.objects.get(username="alice").check_password(NEW)
    assert not issued()
    for model in (Token, AuthorizedProgram, FeedKey, PushSubscription, Webhook):
        assert not model.objects.exists()


@pytest.mark.parametrize("acts", ACTS)
def test_a_session_of_before_makes_nothing_afterwards(acts: Callable[[User], Callable[[], object]]) -> None:
    act = acts(somebody("alice"))
    form = ResetPasswordKeyForm({"password1": NEW}, user=User.objects.get(username="alice"))
    assert form.is_valid()
    form.save()
    at_once(act, partial(int, 1))
    assert User.objects.get(username="alice").check_password(NEW)
    assert not issued()
    for model in (Token, AuthorizedProgram, FeedKey, PushSubscription, Webhook):
        assert not model.objects.exists()


ACCESS = {
    "renew-feeds": {},
    "add-webhook": {"form": "json", "address": "https://hook.example.org/1"},
    "make-token": {"name": "thief", "scopes": ["play"], "lifetime": "month"},
    "bot-token": {},
}


@pytest.mark.parametrize("page", ACCESS)
def test_a_reset_between_the_session_and_the_form_leaves_nothing(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    alice = somebody("alice")
    browser, bot = browser_of(alice), bot_of(alice)
    form = ResetPasswordKeyForm({"password1": NEW}, user=User.objects.get(username="alice"))
    assert form.is_valid()

    def reset_meanwhile(request: HttpRequest, *_args: object, **_options: object) -> int:
        assert request.user.is_authenticated
        form.save()
        return 0

    monkeypatch.setattr("accounts.access.rate_limits.seconds_to_wait", reset_meanwhile)
    address = reverse(page, args=[bot.username] if page == "bot-token" else [])
    assert "Sign in again." in browser.post(address, ACCESS[page]).content.decode()
    for model in (FeedKey, Token, Webhook):
        assert not model.objects.exists()
