"""The way from the outbox to a browser and a webhook: requests, responses, and the end of a channel."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.core.notices import enqueue
from games.models import Delivery, Notice, NotificationKind, PushSubscription, Webhook
from games.notifications import outbox
from games.notifications.channels import webhook
from tests.cast import client_of
from tests.notifications.browser import Browser
from tests.notifications.internet import answer

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(outer, monkeypatch):
    """A local internet on which webhooks are reachable."""
    real = webhook.post
    monkeypatch.setattr(webhook, "post", lambda url, body, headers, _: real(url, body, headers, outer.network))
    return outer


@pytest.fixture
def browser(alice):
    """A subscribed browser of alice."""
    browser = Browser()
    keys = browser.json()["keys"]
    PushSubscription.objects.create(user=alice, endpoint=browser.endpoint, name="Chrome on Linux", **keys)
    return browser


@pytest.fixture
def hook(world, alice):
    return Webhook.objects.create(user=alice, address=world.url("/in?token=secret"))


def tell(user, key="test:1"):
    """Enqueue a notice for ``user``, deliver it if due, and return the deliveries by channels other than mail."""
    enqueue(user, NotificationKind.TEST, key)
    for pk in outbox.fan_out(Notice.objects.get(key=key).pk):
        send(pk)
    return list(Delivery.objects.filter(notice__key=key).exclude(channel="mail"))


def send(pk):
    if claimed := outbox.claim(pk):
        outbox.deliver(claimed)


def test_a_browser_receives_a_push(service, browser, alice):
    (delivery,) = tell(alice)
    assert (delivery.channel, delivery.state, delivery.address) == ("push", "sent", "Chrome on Linux")
    read = browser.read(service.requests[-1].body)["notification"]
    assert read["title"] == "A test from The Back Room"
    assert read["navigate"] == "http://testserver/tables/"
    assert alice.push_subscriptions.get().last_at is not None


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
def test_a_browser_that_has_unsubscribed_is_marked_and_nothing_is_tried_again(service, browser, alice, status):
    service.answers = [answer(status, "no such subscription")]
    (delivery,) = tell(alice)
    assert (delivery.state, delivery.response) == ("dropped", "no such subscription")
    assert PushSubscription.objects.get().ended_at is not None
    assert tell(alice, "test:2") == []


def test_an_unavailable_service_is_retried_after_retry_after(service, browser, alice):
    service.answers = [answer("503 Away", "later", Retry_After="600"), answer("201 Created")]
    (delivery,) = tell(alice)
    assert (delivery.state, delivery.response) == ("pending", "later")
    assert delivery.due_at - timezone.now() > timedelta(minutes=9)
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        send(delivery.pk)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.tries) == ("sent", 2)


@pytest.mark.parametrize(
    ("tries", "after", "waits"),
    [(1, "1", 30), (1, "600", 600), (4, "1", 240), (4, "300", 300), (10, "1", 3600), (70, "1", 3600)],
)
def test_a_short_retry_after_does_not_beat_the_growing_pause(service, browser, alice, tries, after, waits):
    service.answers = [answer("503 Away", "later"), answer("503 Away", "later", Retry_After=after)]
    with time_machine.travel(timezone.now(), tick=False):
        (delivery,) = tell(alice)
        Delivery.objects.filter(pk=delivery.pk).update(tries=tries - 1, due_at=timezone.now())
        send(delivery.pk)
        delivery.refresh_from_db()
        assert delivery.due_at - timezone.now() == timedelta(seconds=waits)
    assert (delivery.state, delivery.tries) == ("pending", tries)


def test_a_browser_taken_over_by_another_user_receives_nothing(service, browser, alice, bob):
    enqueue(alice, NotificationKind.TEST, "test:1")
    (pk,) = [
        each for each in outbox.fan_out(Notice.objects.get().pk) if Delivery.objects.get(pk=each).channel == "push"
    ]
    PushSubscription.objects.update(user=bob)
    send(pk)
    assert Delivery.objects.get(pk=pk).state == "dropped"
    assert service.connections == 0


def test_a_webhook_is_posted_to(world, hook, alice):
    (delivery,) = tell(alice)
    hook.refresh_from_db()
    assert (delivery.channel, delivery.state, delivery.address) == ("hook", "sent", "hooks.example.org")
    assert (hook.response, hook.problem, hook.stopped) == ("200", "", False)
    assert webhook.outcome(hook) == "It worked. The answer was: 200."
    body = json.loads(world.requests[-1].body)
    assert (body["kind"], body["id"]) == ("test", str(delivery.notice_id))
    assert world.requests[-1].headers["webhook-id"] == body["id"]


def test_a_permanently_refused_webhook_is_stopped_and_its_owner_notified(world, hook, alice):
    world.answers = [answer("404 Not Found", "Unknown <b>Webhook</b>")]
    (delivery,) = tell(alice)
    hook.refresh_from_db()
    assert (delivery.state, hook.stopped) == ("failed", True)
    assert delivery.response == "Unknown <b>Webhook</b>"
    page = client_of(alice).get("/settings/notices/").content.decode()
    assert "The server there refuses our messages" in page
    assert "404 Unknown &lt;b&gt;Webhook&lt;/b&gt;" in page
    assert tell(alice, "test:2") == []


def test_a_webhook_whose_name_has_come_to_lead_inside_is_stopped(world, hook, alice):
    world.names["hooks.example.org"] = ["10.1.2.3"]
    (delivery,) = tell(alice)
    hook.refresh_from_db()
    assert (delivery.state, hook.stopped, world.connections) == ("failed", True, 0)
    assert "isn’t on the public internet" in webhook.outcome(hook)


def test_a_webhook_that_is_away_is_not_stopped(world, hook, alice):
    world.names.clear()
    (delivery,) = tell(alice)
    hook.refresh_from_db()
    assert (delivery.state, hook.stopped) == ("pending", False)
    assert webhook.outcome(hook) == "The host can’t be found."


def test_a_test_that_works_starts_a_stopped_webhook_again(world, hook, alice):
    Webhook.objects.update(stopped=True)
    webhook.send_test(hook)
    (delivery,) = Delivery.objects.all()
    send(delivery.pk)
    hook.refresh_from_db()
    delivery.refresh_from_db()
    assert (delivery.state, hook.stopped) == ("sent", False)


def test_a_webhook_removed_before_delivery(world, hook, alice):
    webhook.send_test(hook)
    hook.delete()
    (delivery,) = Delivery.objects.all()
    send(delivery.pk)
    delivery.refresh_from_db()
    assert (delivery.state, world.connections) == ("dropped", 0)


def test_a_huge_response_is_truncated(world, hook, alice):
    world.answers = [answer("200 OK", "x" * 5_000_000)]
    tell(alice)
    hook.refresh_from_db()
    assert len(hook.response) < 400
