"""Where somebody is told: browsers that subscribe and renew, webhooks that are added and removed, by their owner."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.models import Delivery, FeedKey, PushSubscription, Webhook
from games.notifications.channels import browsers, webhooks
from tests.notifications.browser import Browser

pytestmark = pytest.mark.django_db

WHERE = "/settings/notices/where/"
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


def test_it_does_so_again_and_is_kept_once_with_its_new_keys(client_of, alice):
    first, second = Browser(), Browser()
    for each in (first, second):
        subscribe(client_of(alice), each.json())
    assert alice.push_subscriptions.get().p256dh == second.json()["keys"]["p256dh"]


def test_who_signs_in_on_the_same_browser_takes_it_over(client_of, alice, bob):
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


def test_nobody_replaces_the_subscription_of_somebody_else(client_of, alice, bob):
    subscribe(client_of(alice), Browser().json())
    subscribe(client_of(bob), Browser("https://hooks.example.org/push/new").json(), Browser().endpoint)
    assert alice.push_subscriptions.get().endpoint == Browser().endpoint
    assert bob.push_subscriptions.count() == 1


def test_a_guest_may_be_told_too_and_a_visitor_not(client_of, guest):
    assert subscribe(client_of(guest), Browser().json()).status_code == 204
    assert subscribe(client_of(), Browser().json()).status_code == 404
    assert PushSubscription.objects.count() == 1


@pytest.mark.parametrize(
    "endpoint",
    ["http://hooks.example.org/push", "https://127.0.0.1/", "https://localhost/", "https://x@hooks.example.org/",
     "https://hooks.example.org:8443/", "https://hooks.example.org/ü", "https://hooks.example.org/" + "a" * 1000, "x",
     ""],
)  # fmt: skip
def test_an_endpoint_that_lies_is_refused_with_a_sentence(client_of, alice, endpoint):
    answer = subscribe(client_of(alice), Browser(endpoint).json())
    assert answer.status_code == 422
    assert answer.json()["error"].endswith(".")
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff", b"null", b"[]", b"5", b'"x"', b'{"subscription": {}}', b'{"subscription": {}, "replaces": 5}',
     b"[" * 4000, b'{"replaces": "", "subscription": "' + b"x" * 5000 + b'"}'],
)  # fmt: skip
def test_what_is_no_subscription_is_refused_with_a_sentence(client_of, alice, body):
    answer = client_of(alice).post("/push/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(".")


def test_there_is_an_end_to_browsers_but_those_that_are_there_may_renew(client_of, alice):
    for number in range(browsers.MOST):
        assert subscribe(client_of(alice), Browser(f"https://hooks.example.org/{number}").json()).status_code == 204
    refused = subscribe(client_of(alice), Browser("https://hooks.example.org/more").json())
    assert (refused.status_code, alice.push_subscriptions.count()) == (422, browsers.MOST)
    assert "Remove one" in refused.json()["error"]
    renewed = Browser("https://hooks.example.org/more").json()
    assert subscribe(client_of(alice), renewed, "https://hooks.example.org/0").status_code == 204
    assert alice.push_subscriptions.count() == browsers.MOST


def test_who_signs_out_is_told_no_more_on_that_browser(client_of, alice):
    here, there = Browser("https://hooks.example.org/push/here"), Browser()
    client = client_of(alice)
    for browser in (here, there):
        subscribe(client, browser.json())
    client_of(alice).post("/accounts/logout/", {"endpoint": "\0"})
    assert alice.push_subscriptions.count() == 2
    client.post("/accounts/logout/", {"endpoint": here.endpoint})
    assert [each.endpoint for each in alice.push_subscriptions.all()] == [there.endpoint]


def test_nobody_signs_others_off_a_browser(client_of, alice, bob):
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
    assert "Nothing posted yet" in page
    assert "hooks.example.org" in page
    assert HOOK not in page
    assert not Delivery.objects.exists()


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
        ("https://hooks.example.org/a b", "not a web address"),
    ],
)
def test_a_bad_webhook_address_gets_a_sentence_and_stays_in_the_field(client_of, alice, address, sentence):
    answer = client_of(alice).post(ADD, {"form": "slack", "address": address})
    text = answer.content.decode()
    assert answer.status_code == 422
    assert any(each in text.partition('class="wrong" id="id_address_error"')[2] for each in sentence.split("|"))
    assert "autofocus" not in text
    assert '<option value="slack" selected>' in text
    assert address.replace("&", "&amp;") in text
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("form", ["", "teams", "json; drop table"])
def test_a_form_that_does_not_exist(client_of, alice, form):
    assert client_of(alice).post(ADD, {"form": form, "address": HOOK}).status_code == 422
    assert not Webhook.objects.exists()


def test_the_same_address_is_not_added_twice_however_it_is_written(client_of, alice, bob):
    for address in (HOOK, HOOK.replace("hooks.example.org", "HOOKS.example.ORG.:443")):
        answer = client_of(alice).post(ADD, {"form": "json", "address": address})
    assert answer.status_code == 422
    assert alice.webhooks.count() == 1
    assert client_of(bob).post(ADD, {"form": "json", "address": HOOK}).status_code == 302


def test_there_is_an_end_to_webhooks(client_of, alice):
    for number in range(webhooks.MOST):
        hook_of(alice, number)
    answer = client_of(alice).post(ADD, {"form": "json", "address": HOOK})
    assert (answer.status_code, alice.webhooks.count()) == (422, webhooks.MOST)
    assert "Remove one" in answer.content.decode()


def test_only_the_json_form_shows_a_secret(client_of, alice):
    hook_of(alice, 1, form="discord")
    assert "whsec_" not in client_of(alice).get(WHERE).content.decode()
    hook_of(alice, 2, form="json")
    assert client_of(alice).get(WHERE).content.decode().count("whsec_") == 1


def test_a_test_is_owed_to_that_webhook_alone_and_not_too_often(client_of, alice):
    hook, other = hook_of(alice, 1, stopped=True), hook_of(alice, 2)
    client = client_of(alice)
    page = client.post(f"{ADD}{hook.pk}/test/", follow=True).content.decode()
    assert "on its way" in page
    assert 'hx-trigger="every 2s"' in page
    delivery = Delivery.objects.get()
    assert (delivery.channel, delivery.target, delivery.state) == ("hook", str(hook.pk), "owed")
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


def test_nobody_waits_for_the_test_of_a_webhook_that_was_removed(client_of, alice):
    hook = hook_of(alice)
    webhooks.try_out(hook)
    page = client_of(alice).post(f"{ADD}{hook.pk}/remove/", follow=True).content.decode()
    assert "A test is on its way …" not in page


def test_what_is_removed_is_gone(client_of, alice):
    hook = hook_of(alice)
    subscribe(client_of(alice), Browser().json())
    client_of(alice).post(f"{ADD}{hook.pk}/remove/")
    client_of(alice).post(f"/settings/notices/browsers/{alice.push_subscriptions.get().pk}/remove/")
    assert not (Webhook.objects.exists() or PushSubscription.objects.exists())


def test_nobody_touches_or_sees_what_is_somebody_elses(client_of, alice, bob):
    hook = hook_of(alice)
    subscribe(client_of(alice), Browser().json())
    browser = alice.push_subscriptions.get()
    paths = [f"{ADD}{hook.pk}/test/", f"{ADD}{hook.pk}/remove/", f"/settings/notices/browsers/{browser.pk}/remove/"]
    assert {client_of(bob).post(path).status_code for path in paths} == {404}
    assert (Webhook.objects.count(), PushSubscription.objects.count(), Delivery.objects.count()) == (1, 1, 0)
    page = client_of(bob).get(WHERE).content.decode()
    assert hook.address not in page
    assert browser.endpoint not in page


def test_a_look_changes_nothing_and_visitors_are_asked_who_they_are(client_of, alice):
    hook = hook_of(alice)
    assert client_of(alice).get(WHERE).status_code == 200
    assert not FeedKey.objects.exists()
    paths = [ADD, f"{ADD}{hook.pk}/test/", f"{ADD}{hook.pk}/remove/", "/settings/notices/feeds/"]
    for path in paths:
        assert client_of(alice).get(path).status_code == 405
        assert client_of().post(path)["Location"].startswith("/accounts/login/")
    assert client_of().get(WHERE)["Location"].startswith("/accounts/login/")
    assert Webhook.objects.count() == 1
