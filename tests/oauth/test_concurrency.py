"""The same code, refresh token or consent used several times concurrently, in real threads on PostgreSQL."""

from __future__ import annotations

import pytest
from django.core import mail
from django.urls import reverse

from accounts.models import AuthorizedProgram
from accounts.oauth import programs
from accounts.oauth.programs import Kind
from accounts.refusals import Refused
from tests.cast import somebody
from tests.oauth.program import AUTHORIZATION, an_app, browser_of, call, issued
from tests.play.test_concurrency import at_once

CONNECTIONS = 7
"""The number of concurrent requests.

The pool has eight connections, and the test uses one. Requests without one get 503.
"""

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_a_code_that_is_sent_four_times_at_once_gives_one_token_which_the_others_end() -> None:
    app, code = (made := an_app(somebody("bob"))), made.code(somebody("alice"))
    answers = at_once(*[lambda: app.exchanged(code)] * 4)
    assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]
    [given] = [answer.json() for answer in answers if answer.status_code == 200]
    assert call(given["access_token"]).status_code == 401 and not issued()


def test_a_refresh_token_that_is_sent_many_times_at_once_gives_one_pair_which_the_others_end() -> None:
    app = an_app(somebody("bob"))
    token = app.tokens(somebody("alice"))["refresh_token"]
    answers = at_once(*[lambda: app.asked_for_token(grant_type="refresh_token", refresh_token=token)] * CONNECTIONS)
    assert sorted(answer.status_code for answer in answers) == [200] + [400] * (CONNECTIONS - 1)
    [given] = [answer.json() for answer in answers if answer.status_code == 200]
    assert call(given["access_token"]).status_code == 401 and not issued()


def test_a_device_that_asks_four_times_at_once_gets_one_token(settings) -> None:
    settings.IDP_OIDC_DEVICE_CODE_INTERVAL = 0
    app, browser = an_app(somebody("bob")), browser_of(somebody("alice"))
    shown = app.asked_for_device_code()
    browser.post(f"{reverse('idp:oidc:device_authorization')}?code={shown['user_code']}", {"action": "confirm"})
    answers = at_once(*[lambda: app.polled(shown["device_code"]).status_code] * 4)
    assert sorted(answers) == [200, 400, 400, 400] and issued() == ["at", "rt"]


def test_a_permission_given_four_times_at_once_is_one_and_mailed_once() -> None:
    app, alice = an_app(somebody("bob")), somebody("alice")
    browsers = [browser_of(alice) for _time in range(4)]
    told = app.form(browsers[0])
    answers = at_once(*[lambda browser=browser: browser.post(AUTHORIZATION, told).status_code for browser in browsers])
    assert answers == [302] * 4
    assert AuthorizedProgram.objects.count() == 1 and len(mail.outbox) == 1


def test_revoking_while_tokens_are_issued_leaves_no_valid_token() -> None:
    app, alice = an_app(somebody("bob")), somebody("alice")
    code = app.code(alice)
    program = AuthorizedProgram.objects.get()
    _revoked, answer = at_once(lambda: programs.revoke(program), lambda: app.exchanged(code))
    assert not issued()
    if answer.status_code == 200:
        assert call(answer.json()["access_token"]).status_code == 401


def test_programs_registered_at_once_are_five_at_most() -> None:
    alice = somebody("alice")

    def register() -> bool:
        try:
            programs.register(alice, "Club", Kind.APP, [])
        except Refused:
            return False
        return True

    assert sorted(at_once(*[register] * 7)) == [False] * 2 + [True] * 5
