"""The service worker: what is pushed is shown, a newer notice replaces the older, and a press leads to the table."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Worker

READY = """async () => {
  await navigator.serviceWorker.register("/service-worker.js");
  const { active, scope } = await navigator.serviceWorker.ready;
  while (active.state !== "activated") await new Promise((done) => active.addEventListener("statechange", done));
  return scope;
}"""
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const all = await registration.getNotifications();
  return all.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
}"""
PRESS = """async (tag) => {
  const led = [];
  self.allTabs ??= self.clients.matchAll.bind(self.clients);
  const tabs = await self.allTabs({ type: "window", includeUncontrolled: true });
  // A press by a script opens and focuses nothing: where it would lead is noted instead.
  for (const tab of tabs) tab.focus = async () => led.push(`tab ${new URL(tab.url).pathname}`);
  self.clients.matchAll = async () => tabs;
  self.clients.openWindow = async (url) => led.push(`new ${url}`);
  const [notification] = await self.registration.getNotifications({ tag });
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  for (let left = 100; left && !led.length; left -= 1) await new Promise((done) => setTimeout(done, 20));
  return led;
}"""
COUNT = """() => {
  const show = self.registration.showNotification.bind(self.registration);
  self.told = 0;
  self.registration.showNotification = async (...how) => {
    await show(...how);
    self.told += 1;
  };
}"""
CLOSE = "async () => (await self.registration.getNotifications()).forEach((each) => each.close())"
TOLD = """async (count) => {
  for (let left = 600; left && self.told < count; left -= 1) await new Promise((done) => setTimeout(done, 50));
  return self.told;
}"""
PATIENCE = 300
"""How often to look, 50 ms apart."""


class Told:
    """A browser with the worker, to which messages can be pushed without any push service."""

    def __init__(self, page: Page, origin: str) -> None:
        self.page, self.origin = page, origin
        self.session = page.context.new_cdp_session(page)
        versions: list[dict[str, Any]] = []
        self.session.on(
            "ServiceWorker.workerRegistrationUpdated", lambda event: versions.extend(event["registrations"])
        )
        self.session.send("ServiceWorker.enable")
        self.scope = page.evaluate(READY)
        self.id = next(each["registrationId"] for each in versions if each["scopeURL"] == self.scope)
        self.pushed = 0
        self.worker.evaluate(COUNT)

    @property
    def worker(self) -> Worker:
        return self.page.context.service_workers[0]

    def push(self, data: str) -> None:
        """Push it, and wait until the worker has shown something.

        Whoever asks for the notifications before makes chromium forget the one that it is about to display.
        """
        message = {"origin": self.origin, "registrationId": self.id, "data": data}
        self.session.send("ServiceWorker.deliverPushMessage", message)
        self.pushed += 1
        assert self.worker.evaluate(TOLD, self.pushed) == self.pushed

    def shown(self, count: int) -> list[dict[str, str]]:
        """The notifications, once there are so many."""
        for _ in range(PATIENCE):
            if len(found := self.page.evaluate(SHOWN)) == count:
                return found
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{found} instead of {count}")


@pytest.fixture
def told(visit: Callable[..., Page], site: Any) -> Told:
    page = visit("/rules/", "alice", service_workers="allow", permissions=["notifications"])
    return Told(page, site.url)


def message(**other: str) -> str:
    return json.dumps({"title": "Your move", "body": "Bob is done.", "url": "/about/", "tag": "table-a"} | other)


def test_what_is_pushed_is_shown_and_a_newer_one_takes_its_place(told: Told) -> None:
    assert told.scope == f"{told.origin}/", "the worker stands for the whole site"
    told.push(message(icon=f"{told.origin}/static/icon-192.png"))
    (shown,) = told.shown(1)
    icons = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ icon }) => icon)"
    (icon,) = told.page.evaluate(icons)
    answer = told.page.request.get(icon)
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    assert shown == {"title": "Your move", "body": "Bob is done.", "tag": "table-a", "url": "/about/"}
    told.push(message(tag="table-b"))
    told.shown(2)
    told.push(message(body="Bob is done again."))
    for _ in range(PATIENCE):
        if "Bob is done again." in (bodies := [each["body"] for each in told.shown(2)]):
            break
        told.page.wait_for_timeout(50)
    assert sorted(bodies) == ["Bob is done again.", "Bob is done."]


def test_whatever_is_pushed_something_is_shown(told: Told) -> None:
    for data in ("", "no json", "[1]", "null"):
        told.push(data)
        assert told.shown(1)[0]["title"] == "The Back Room", data
        told.worker.evaluate(CLOSE)
        told.shown(0)


def test_a_press_leads_to_the_table_and_never_away_from_the_site(told: Told) -> None:
    """To its tab, if one shows it; otherwise to a new one."""
    for url, led in (("/about/", f"new {told.origin}/about/"), ("https://evil.example/", f"new {told.origin}/")):
        told.push(message(url=url))
        told.shown(1)
        assert told.worker.evaluate(PRESS, "table-a") == [led]
        told.shown(0)
    told.page.goto("/about/")
    told.push(message())
    told.shown(1)
    assert told.worker.evaluate(PRESS, "table-a") == ["tab /about/"]
    assert told.shown(0) == []


def test_a_subscription_that_has_ended_is_renewed_by_whoever_is_signed_in(told: Told) -> None:
    posted = told.worker.evaluate(
        """async () => {
          const posts = [];
          const real = self.fetch;
          self.fetch = async (url, options) => {
            if (options.method !== "POST") return real(url, options);
            posts.push({ url, token: options.headers["X-CSRFToken"].length, body: JSON.parse(options.body) });
          };
          await renew({ endpoint: "https://old.example/" }, { endpoint: "https://new.example/" });
          return posts;
        }"""
    )
    body = {"subscription": {"endpoint": "https://new.example/"}, "replaces": "https://old.example/"}
    assert posted == [{"url": "/push/", "token": 64, "body": body}]
