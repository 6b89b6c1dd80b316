"""Notification destinations: browsers subscribe and renew, webhooks are added and removed, all by their owner only."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from games.models import Delivery, FeedKey, PushSubscription, Webhook
from games.notifications.channels import web_push, webhook
from tests.normalized import compact
from tests.notifications.browser import Browser

pytestmark = pytest.mark.django_db

WHERE = "/settings/notices/"
ADD = "/settings/notices/webhooks/"
CHROME = "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36"
HOOK = "https://hooks.example.org/in?a=b"


def subscribe(client, data, replaces="", **headers):
    body = {"subscription": data, "replaces": replaces}
    return client.post("/push/", json.dumps(body), content_type="application/json", headers=headers)


def hook_of(user, number=1, **facts):
    return Webhook.objects.create(user=user, address=f"https://hooks.example.org/{number}", **facts)


def test_a_browser_subscribes(client_of, alice):
    browser = Browser()
    assert subscribe(client_of(alice), browser.json(), user_agent=CHROME).status_code == 204
    kept = alice.push_subscriptions.get()
    assert (kept.endpoint, kept.name) == (browser.endpoint, "Chrome, Android")
    assert (kept.p256dh, kept.auth) == tuple(browser.json()["keys"].values())
    assert "Chrome, Android" in client_of(alice).get(WHERE).content.decode()


def test_the_page_says_where_mails_go(client_of, alice, guest):
    assert f"E-mails go to <b>{alice.email}</b>." in client_of(alice).get(WHERE).content.decode()
    shown = client_of(guest).get(WHERE).content.decode()
    assert "No account needed: enter an address" in shown
    assert f'action="{reverse("notice-address")}"' in shown


def test_subscribing_again_updates_the_keys(client_of, alice):
    first, second = Browser(), Browser()
    for each in (first, second):
        subscribe(client_of(alice), each.json())
    assert alice.push_subscriptions.get().p256dh == second.json()["keys"]["p256dh"]


def test_another_user_on_the_same_browser_takes_the_subscription_over(client_of, alice, bob):
    for person in (alice, bob):
        subscribe(client_of(person), Browser().json())
    assert PushSubscription.objects.get().user == bob


def test_a_renewed_subscription_takes_the_place_of_the_old_one(client_of, alice):
    old, new = Browser(), Browser("https://hooks.example.org/push/new")
    subscribe(client_of(alice), old.json())
    before = alice.push_subscriptions.get()
    assert subscribe(client_of(alice), new.json(), old.endpoint).status_code == 204
    after = alice.push_subscriptions.get()
    assert (after.pk, after.endpoint, after.p256dh) == (before.pk, new.endpoint, new.json()["keys"]["p256dh"])


def test_another_users_subscription_can_not_be_replaced(client_of, alice, bob):
    subscribe(client_of(alice), Browser().json())
    subscribe(client_of(bob), Browser("https://hooks.example.org/push/new").json(), Browser().endpoint)
    assert alice.push_subscriptions.get().endpoint == Browser().endpoint
    assert bob.push_subscriptions.count() == 1


def renew(client, data, replaces=""):
    body = {"subscription": data, "replaces": replaces, "renew": True}
    answer = client.post("/push/", json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json()


def test_a_visit_brings_the_keys_up_to_date(client_of, alice):
    first, second = Browser(), Browser()
    subscribe(client_of(alice), first.json())
    assert renew(client_of(alice), second.json()) == (200, {"known": True, "ended": False})
    assert alice.push_subscriptions.get().p256dh == second.json()["keys"]["p256dh"]


def test_a_visit_neither_brings_back_nor_takes_over_a_browser(client_of, alice, bob):
    assert renew(client_of(alice), Browser().json()) == (200, {"known": False, "ended": False})
    new = Browser("https://hooks.example.org/push/new")
    assert renew(client_of(alice), new.json(), Browser().endpoint) == (200, {"known": False, "ended": False})
    assert not PushSubscription.objects.exists()
    subscribe(client_of(bob), Browser().json())
    assert renew(client_of(alice), Browser().json())[1]["known"] is False
    assert renew(client_of(alice), new.json(), Browser().endpoint)[1]["known"] is False
    assert PushSubscription.objects.get().user == bob


def test_a_subscription_that_has_ended_is_replaced_on_a_visit(client_of, alice):
    old, new = Browser(), Browser("https://hooks.example.org/push/new")
    subscribe(client_of(alice), old.json())
    PushSubscription.objects.update(ended_at=timezone.now())
    assert renew(client_of(alice), old.json()) == (200, {"known": True, "ended": True})
    assert renew(client_of(alice), new.json(), old.endpoint) == (200, {"known": True, "ended": False})
    kept = alice.push_subscriptions.get()
    assert (kept.endpoint, kept.ended_at) == (new.endpoint, None)


def test_a_bad_renewal_is_refused(client_of, alice):
    assert renew(client_of(alice), Browser("https://127.0.0.1/").json())[0] == 422
    assert renew(client_of(alice), Browser().json(), "\0")[1]["known"] is False


def test_guests_may_subscribe_and_visitors_may_not(client_of, guest):
    assert subscribe(client_of(guest), Browser().json()).status_code == 204
    assert subscribe(client_of(), Browser().json()).status_code == 404
    assert PushSubscription.objects.count() == 1


@pytest.mark.parametrize(
    "endpoint",
    ["http://hooks.example.org/push", "https://127.0.0.1/", "https://localhost/", "https://x@hooks.example.org/",
     "https://hooks.example.org:8443/", "https://hooks.example.org/ü", "https://hooks.example.org/" + "a" * 1000, "x",
     ""],
)  # fmt: skip
def test_a_bad_endpoint_is_rejected_with_an_error(client_of, alice, endpoint):
    answer = subscribe(client_of(alice), Browser(endpoint).json())
    assert answer.status_code == 422
    assert answer.json()["error"].endswith(".")
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff", b"null", b"[]", b"5", b'"x"', b'{"subscription": {}}', b'{"subscription": {}, "replaces": 5}',
     b"[" * 4000, b'{"replaces": "", "subscription": "' + b"x" * 5000 + b'"}'],
)  # fmt: skip
def test_an_invalid_subscription_is_rejected_with_an_error(client_of, alice, body):
    answer = client_of(alice).post("/push/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(".")


def test_browsers_are_limited_but_existing_ones_may_renew(client_of, alice):
    for number in range(web_push.MAX_BROWSERS):
        assert subscribe(client_of(alice), Browser(f"https://hooks.example.org/{number}").json()).status_code == 204
    refused = subscribe(client_of(alice), Browser("https://hooks.example.org/more").json())
    assert (refused.status_code, alice.push_subscriptions.count()) == (422, web_push.MAX_BROWSERS)
    assert "Remove one" in refused.json()["error"]
    renewed = Browser("https://hooks.example.org/more").json()
    assert subscribe(client_of(alice), renewed, "https://hooks.example.org/0").status_code == 204
    assert alice.push_subscriptions.count() == web_push.MAX_BROWSERS


def test_signing_out_removes_the_browsers_subscription(client_of, alice):
    here, there = Browser("https://hooks.example.org/push/here"), Browser()
    client = client_of(alice)
    for browser in (here, there):
        subscribe(client, browser.json())
    client_of(alice).post("/accounts/logout/", {"endpoint": "\0"})
    assert alice.push_subscriptions.count() == 2
    client.post("/accounts/logout/", {"endpoint": here.endpoint})
    assert [each.endpoint for each in alice.push_subscriptions.all()] == [there.endpoint]


def test_signing_out_leaves_other_users_subscriptions(client_of, alice, bob):
    browser = Browser()
    subscribe(client_of(alice), browser.json())
    client_of(bob).post("/accounts/logout/", {"endpoint": browser.endpoint})
    assert alice.push_subscriptions.count() == 1


def test_a_webhook_is_added_and_nothing_posted_yet(client_of, alice):
    answer = client_of(alice).post(ADD, {"form": "discord", "address": f"  {HOOK} "}, follow=True)
    assert answer.redirect_chain == [(WHERE, 302)]
    hook = alice.webhooks.get()
    assert (hook.form, hook.address, hook.stopped, hook.last_at) == ("discord", HOOK, False, None)
    page = answer.content.decode()
    assert "Nothing sent yet" in page
    assert "hooks.example.org" in page
    assert HOOK not in page
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("page", [WHERE, "/settings/notices/"])
def test_webhooks_are_folded_away_until_there_is_one_or_an_address_is_wrong(client_of, alice, page):
    folded = re.compile(r'id="hooks-h".*?</h2><details class="house-rules"(?: (open))?><summary>(.*?)</summary>')

    def shown(answer):
        return folded.search(compact(answer.content.decode())).groups()

    what = "For your channel in Discord or Slack, or for your own program."
    assert shown(client_of(alice).get(page)) == (None, what)
    assert shown(client_of(alice).post(ADD, {"form": "slack", "address": "ftp://hooks.example.org/"})) == ("open", what)
    client_of(alice).post(ADD, {"form": "slack", "address": HOOK})
    assert shown(client_of(alice).get(page)) == ("open", what)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("", "Enter the address"),
        ("hooks.example.org", "https://"),
        ("http://hooks.example.org/", "https://"),
        ("ftp://hooks.example.org/", "https://"),
        ("javascript:alert(1)", "https://"),
        ("https://localhost/", "public host"),
        ("https://127.0.0.1/", "public host"),
        ("https://0x7f.1/", "public host"),
        ("https://[::1]/", "public host"),
        ("https://me:secret@hooks.example.org/", "password"),
        ("https://hooks.example.org:25/", "1024"),
        ("https://hooks.example.org/" + "a" * 990, "at most|too long"),
        ("https://hooks.example.org/" + "ü" * 400, "too long"),
        ("https://hooks.example.org/a b", "isn’t a web address"),
    ],
)
def test_a_bad_webhook_address_is_shown_again_with_an_error(client_of, alice, address, sentence):
    answer = client_of(alice).post(ADD, {"form": "slack", "address": address})
    text = compact(answer.content.decode())
    assert answer.status_code == 422
    assert any(each in text.partition('class="field-errors" id="id_address_error"')[2] for each in sentence.split("|"))
    assert "autofocus" not in text
    assert '<option value="slack" selected>' in text
    assert address.replace("&", "&amp;") in text
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("form", ["", "teams", "json; drop table"])
def test_an_unknown_webhook_form_is_rejected(client_of, alice, form):
    assert client_of(alice).post(ADD, {"form": form, "address": HOOK}).status_code == 422
    assert not Webhook.objects.exists()


def test_a_duplicate_address_is_rejected_however_it_is_spelled(client_of, alice, bob):
    for address in (HOOK, HOOK.replace("hooks.example.org", "HOOKS.example.ORG.:443")):
        answer = client_of(alice).post(ADD, {"form": "json", "address": address})
    assert answer.status_code == 422
    assert alice.webhooks.count() == 1
    assert client_of(bob).post(ADD, {"form": "json", "address": HOOK}).status_code == 302


def test_webhooks_are_limited(client_of, alice):
    for number in range(webhook.MAX_WEBHOOKS):
        hook_of(alice, number)
    answer = client_of(alice).post(ADD, {"form": "json", "address": HOOK})
    assert (answer.status_code, alice.webhooks.count()) == (422, webhook.MAX_WEBHOOKS)
    assert "Remove one" in answer.content.decode()


def test_only_the_json_form_shows_a_secret(client_of, alice):
    hook_of(alice, 1, form="discord")
    assert "whsec_" not in client_of(alice).get(WHERE).content.decode()
    hook_of(alice, 2, form="json")
    assert client_of(alice).get(WHERE).content.decode().count("whsec_") == 1


def test_a_test_goes_to_that_webhook_only_and_is_rate_limited(client_of, alice):
    hook, other = hook_of(alice, 1, stopped=True), hook_of(alice, 2)
    client = client_of(alice)
    page = client.post(f"{ADD}{hook.pk}/test/", follow=True).content.decode()
    assert "on its way" in page
    assert 'hx-trigger="every 2s"' in page
    delivery = Delivery.objects.get()
    assert (delivery.channel, delivery.target, delivery.state) == ("hook", str(hook.pk), "pending")
    assert (delivery.notice.kind, delivery.notice.state) == ("test", "done")
    hook.refresh_from_db()
    assert not hook.stopped
    assert "Wait half a minute" in client.post(f"{ADD}{hook.pk}/test/", follow=True).content.decode()
    client.post(f"{ADD}{other.pk}/test/")
    assert Delivery.objects.count() == 2
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        assert 'hx-trigger="every 2s"' not in client.get(WHERE).content.decode()
        client.post(f"{ADD}{hook.pk}/test/")
    assert Delivery.objects.count() == 3


def test_the_page_does_not_wait_for_a_removed_webhooks_test(client_of, alice):
    hook = hook_of(alice)
    webhook.send_test(hook)
    page = client_of(alice).post(f"{ADD}{hook.pk}/remove/", follow=True).content.decode()
    assert "A test is on its way …" not in page


def test_destinations_can_be_removed(client_of, alice):
    hook = hook_of(alice)
    subscribe(client_of(alice), Browser().json())
    client_of(alice).post(f"{ADD}{hook.pk}/remove/")
    client_of(alice).post(f"/settings/notices/browsers/{alice.push_subscriptions.get().pk}/remove/")
    assert not (Webhook.objects.exists() or PushSubscription.objects.exists())


def test_destinations_of_other_users_are_inaccessible(client_of, alice, bob):
    hook = hook_of(alice)
    subscribe(client_of(alice), Browser().json())
    browser = alice.push_subscriptions.get()
    paths = [f"{ADD}{hook.pk}/test/", f"{ADD}{hook.pk}/remove/", f"/settings/notices/browsers/{browser.pk}/remove/"]
    assert {client_of(bob).post(path).status_code for path in paths} == {404}
    assert (Webhook.objects.count(), PushSubscription.objects.count(), Delivery.objects.count()) == (1, 1, 0)
    page = client_of(bob).get(WHERE).content.decode()
    assert hook.address not in page
    assert browser.endpoint not in page


def test_get_changes_nothing_and_visitors_must_sign_in(client_of, alice):
    hook = hook_of(alice)
    assert client_of(alice).get(WHERE).status_code == 200
    assert not FeedKey.objects.exists()
    paths = [ADD, f"{ADD}{hook.pk}/test/", f"{ADD}{hook.pk}/remove/", "/settings/notices/feeds/"]
    for path in paths:
        assert client_of(alice).get(path).status_code == 405
        assert client_of().post(path)["Location"].startswith("/accounts/login/")
    assert client_of().get(WHERE)["Location"].startswith("/accounts/login/")
    assert Webhook.objects.count() == 1
