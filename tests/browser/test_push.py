"""The service worker: notifications are shown, replaced and clicked; subscriptions are renewed."""

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
  // A synthetic click opens and focuses nothing: its target is recorded instead.
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
"""The number of polls, 50 ms apart."""


class ServiceWorkerPage:
    """A page with the service worker, to which messages can be pushed without a push service."""

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
        """Push a message, and wait until the worker has shown a notification.

        Reading the notifications earlier makes chromium forget a notification that is about to be displayed.
        """
        message = {"origin": self.origin, "registrationId": self.id, "data": data}
        self.session.send("ServiceWorker.deliverPushMessage", message)
        self.pushed += 1
        assert self.worker.evaluate(TOLD, self.pushed) == self.pushed

    def shown(self, count: int) -> list[dict[str, str]]:
        """Wait for ``count`` notifications, and return them."""
        for _ in range(PATIENCE):
            if len(found := self.page.evaluate(SHOWN)) == count:
                return found
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{found} instead of {count}")


@pytest.fixture
def worker_page(visit: Callable[..., Page], site: Any) -> ServiceWorkerPage:
    page = visit("/rules/", "alice", service_workers="allow", permissions=["notifications"])
    return ServiceWorkerPage(page, site.url)


def message(**other: str) -> str:
    shown = {"title": "Your move", "body": "Bob is done.", "navigate": "/about/", "tag": "table-a"} | other
    return json.dumps({"web_push": 8030, "notification": shown})


def shown_and_replaced(worker_page: ServiceWorkerPage) -> None:
    """Check that a newer notification replaces an older one with the same tag."""
    assert worker_page.scope == f"{worker_page.origin}/", "the worker stands for the whole site"
    worker_page.push(message(icon=f"{worker_page.origin}/static/icon-192.png"))
    (shown,) = worker_page.shown(1)
    icons = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ icon }) => icon)"
    (icon,) = worker_page.page.evaluate(icons)
    answer = worker_page.page.request.get(icon)
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    assert shown == {"title": "Your move", "body": "Bob is done.", "tag": "table-a", "url": "/about/"}
    worker_page.push(message(tag="table-b"))
    worker_page.shown(2)
    worker_page.push(message(body="Bob is done again."))
    for _ in range(PATIENCE):
        if "Bob is done again." in (bodies := [each["body"] for each in worker_page.shown(2)]):
            break
        worker_page.page.wait_for_timeout(50)
    assert sorted(bodies) == ["Bob is done again.", "Bob is done."]
    worker_page.worker.evaluate(CLOSE)
    worker_page.shown(0)


def something_is_always_shown(worker_page: ServiceWorkerPage) -> None:
    """Check that invalid messages show a default notification."""
    for data in ("", "no json", "[1]", "null"):
        worker_page.push(data)
        assert worker_page.shown(1)[0]["title"] == "The Back Room", data
        worker_page.worker.evaluate(CLOSE)
        worker_page.shown(0)


def pressed(worker_page: ServiceWorkerPage) -> None:
    """Check that a click focuses a tab with the URL or opens a new tab, but never opens another site."""
    for url, led in (
        ("/about/", f"new {worker_page.origin}/about/"),
        ("https://evil.example/", f"new {worker_page.origin}/"),
    ):
        worker_page.push(message(navigate=url))
        worker_page.shown(1)
        assert worker_page.worker.evaluate(PRESS, "table-a") == [led]
        worker_page.shown(0)
    worker_page.page.goto("/about/")
    worker_page.push(message())
    worker_page.shown(1)
    assert worker_page.worker.evaluate(PRESS, "table-a") == ["tab /about/"]
    assert worker_page.shown(0) == []


def renewed(worker_page: ServiceWorkerPage) -> None:
    posted = worker_page.worker.evaluate(
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


def test_notices_are_shown_replaced_pressed_and_renewed(worker_page: ServiceWorkerPage) -> None:
    shown_and_replaced(worker_page)
    something_is_always_shown(worker_page)
    renewed(worker_page)
    pressed(worker_page)


def test_what_subscribes_a_browser_is_loaded_where_notices_are_allowed(visit: Callable[..., Page]) -> None:
    loaded = "() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/tell_device.'))"
    visit("/about/", "alice", permissions=["notifications"]).wait_for_function(loaded)
    elsewhere = visit("/about/", "alice")
    elsewhere.wait_for_load_state("networkidle")
    assert not elsewhere.evaluate(loaded)
