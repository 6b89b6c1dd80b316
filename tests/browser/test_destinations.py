"""The settings of notification destinations: push subscriptions of browsers, webhooks, feeds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.themes import VIEWPORTS, CheckPage, too_small
from tests.notifications.browser import Browser
from tests.site import Site, eventually

WHERE = "/settings/notices/"
ENDPOINT = "from games.models import *; print(PushSubscription.objects.get().endpoint)"
FORGET = "from games.models import *; PushSubscription.objects.all().delete(); Webhook.objects.all().delete()"
END = """
from django.utils import timezone
from games.models import PushSubscription
PushSubscription.objects.update(ended_at=timezone.now())
"""
ENDED = "from games.models import *; print(PushSubscription.objects.get().ended_at)"
SERVICE = """
// A fake push service, which records what it is asked.
const kept = "subscribed", data = {data};
const subscription = {{
  endpoint: data.endpoint,
  toJSON: () => data,
  unsubscribe: async () => {{
    localStorage.removeItem(kept);
    localStorage.setItem("unsubscribed", "yes");
    return true;
  }},
}};
PushManager.prototype.getSubscription = async () => (localStorage.getItem(kept) ? subscription : null);
PushManager.prototype.subscribe = async (options) => {{
  localStorage.setItem(kept, options.applicationServerKey);
  return subscription;
}};
const ask = Notification.requestPermission.bind(Notification);
Notification.requestPermission = () => {{ localStorage.setItem("asked", "yes"); return ask(); }};
"""


@pytest.fixture
def there(visit: Callable[..., Page], site: Site) -> Iterator[Callable[..., Page]]:
    """``there(script, **options)`` opens alice's destinations page in a browser with the fake push service."""

    def there(script: str = SERVICE.format(data=json.dumps(Browser().json())), **options: object) -> Page:
        page = visit("/about/", "alice", **{"service_workers": "allow", "permissions": ["notifications"]} | options)
        page.add_init_script(script)
        page.goto(WHERE)
        return page

    yield there
    site.shell(FORGET)


def stored(page: Page, name: str) -> str | None:
    return page.evaluate("(name) => localStorage.getItem(name)", name)


def test_a_press_subscribes_and_another_one_ends_it(there: Callable[..., Page], site: Site) -> None:
    page = there()
    button = page.get_by_role("button", name="Show notifications here")
    expect(button).to_be_visible()
    assert stored(page, "asked") is None
    button.click()
    expect(page.get_by_text("This browser shows notifications.")).to_be_visible()
    assert stored(page, "asked") == "yes"
    assert len(stored(page, "subscribed") or "") == 87
    row = page.get_by_role("listitem").filter(has_text="this browser")
    expect(row).to_contain_text("Chrome, Linux")
    assert site.shell(ENDPOINT) == Browser().endpoint
    row.get_by_role("button", name="Remove").click()
    expect(button).to_be_visible()
    expect(page.get_by_text("That browser won’t show notifications any more.")).to_be_visible()
    assert stored(page, "unsubscribed") == "yes"
    plain = there(java_script_enabled=False)
    expect(plain.get_by_text("To get notifications in this browser, allow JavaScript.")).to_be_visible()
    why_a_browser_gets_no_notices(there)


def again(page: Page, script: str) -> Page:
    """Return the page in another tab of the same browser, with another script."""
    page.evaluate("() => localStorage.clear()")
    tab = page.context.new_page()
    tab.add_init_script(script)
    tab.goto(WHERE)
    return tab


def why_a_browser_gets_no_notices(there: Callable[..., Page]) -> None:
    """Check the texts if the site refuses, the push service fails, or the browser can't or may not notify."""
    page = there(SERVICE.format(data=json.dumps(Browser("https://10.0.0.1/push").json())))
    page.get_by_role("button", name="Show notifications here").click()
    expect(page.get_by_text("The address must name a public host")).to_be_visible()
    page = again(page, "PushManager.prototype.subscribe = async () => { throw new Error('registration failed'); };")
    button = page.get_by_role("button", name="Show notifications here")
    button.click()
    expect(page.get_by_text("That didn’t work.")).to_be_visible()
    expect(button).to_be_enabled()
    page = again(page, "delete window.PushManager;")
    expect(page.get_by_text("This browser can’t show notifications.")).to_be_visible()
    expect(page.get_by_role("button", name="Show notifications here")).to_be_hidden()
    page = again(page, "Object.defineProperty(Notification, 'permission', { get: () => 'denied' });")
    expect(page.get_by_text("This browser blocks notifications")).to_be_visible()


def test_a_visit_renews_a_subscription_that_has_ended(there: Callable[..., Page], site: Site) -> None:
    page = there()
    # Wait for the renewal of this visit before the subscription ends.
    with page.expect_response(lambda answer: '"renew":true' in (answer.request.post_data or "")):
        page.get_by_role("button", name="Show notifications here").click()
    expect(page.get_by_text("This browser shows notifications.")).to_be_visible()
    site.shell(END)
    page.reload()
    expect(page.get_by_text("no longer gets notifications")).to_be_visible()
    expect(page.get_by_role("button", name="Show notifications here")).to_be_visible()
    # Another visit, on any page.
    page.evaluate("() => sessionStorage.clear()")
    page.goto("/about/")
    assert eventually(lambda: site.shell(ENDED) == "None")
    page.goto(WHERE)
    expect(page.get_by_text("This browser shows notifications.")).to_be_visible()
    expect(page.get_by_text("no longer gets notifications")).to_be_hidden()


def test_webhooks_and_addresses(there: Callable[..., Page], check_page: CheckPage) -> None:
    page = there(**VIEWPORTS["390-light"])
    page.get_by_text("For your channel").click()
    page.get_by_label("Address").fill("https://hooks.example.org/a-rather-long-address-that-nobody-should-see")
    page.get_by_role("button", name="Add a webhook").click()
    page.get_by_role("button", name="Get the addresses").click()
    page.get_by_text("A new webhook").click()
    page.get_by_label("Address").fill("http://10.0.0.1/")
    page.get_by_role("button", name="Add a webhook").click()
    expect(page.get_by_text("The address must begin with https://.")).to_be_visible()
    page.get_by_text("Secret for checking signatures").click()
    check_page(page, "where")
    page.get_by_label("Address").fill("https://nowhere.invalid/in")
    page.get_by_role("button", name="Add a webhook").click()
    page.get_by_role("button", name="Test webhook 2").click()
    expect(page.get_by_text("The host can’t be found.")).to_be_visible(timeout=15_000)  # without a reload
    assert too_small(page.get_by_role("main").get_by_role("button")) == []
