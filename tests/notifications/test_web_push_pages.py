"""The service worker, and the key for subscriptions."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.notifications.channels import web_push
from tests.notifications.browser import Browser

pytestmark = pytest.mark.django_db


def test_the_worker_may_act_for_the_whole_site(client_of):
    answer = client_of().get("/service-worker.js")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert "sessionid" not in answer.cookies
    assert b'addEventListener("push"' in answer.content


def test_the_service_worker_caches_no_page(client_of):
    text = client_of().get("/service-worker.js").content.decode()
    assert "caches" not in text
    assert '"fetch"' not in text


def test_signed_in_users_get_the_key_and_a_token(client_of, alice, guest):
    for person in (alice, guest):
        answer = client_of(person).get("/push/")
        assert answer.json()["key"] == web_push.public_key()
        assert len(answer.json()["token"]) == 64
        assert "no-store" in answer["Cache-Control"]


def test_visitors_get_404(client_of):
    assert client_of().get("/push/").status_code == 404


def test_the_worker_takes_nothing(client_of, alice):
    assert client_of(alice).post("/service-worker.js").status_code == 405


def test_no_worker_may_post_without_the_token(alice):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    body = json.dumps({"subscription": Browser().json(), "replaces": ""})
    assert strict.post("/push/", body, content_type="application/json").status_code == 403
    token = strict.get("/push/").json()["token"]
    answer = strict.post("/push/", body, content_type="application/json", headers={"X-CSRFToken": token})
    assert answer.status_code == 204


def test_home_screens_find_what_they_need(client_of):
    page = client_of().get("/about/").content.decode()
    for name in re.findall(r'rel="(?:manifest|apple-touch-icon)" href="/static/([^"]+)"', page):
        assert finders.find(name)
    manifest = json.loads(Path(finders.find("site.webmanifest")).read_text())
    assert [icon["sizes"] for icon in manifest["icons"]] == ["192x192", "512x512", "512x512"]
    assert [icon.get("purpose") for icon in manifest["icons"]] == [None, None, "maskable"]
    assert all(finders.find(icon["src"]) for icon in manifest["icons"])
    # Without it, an iPhone shows no notices.
    assert manifest["display"] == "standalone"


@pytest.mark.parametrize("replaces", ["\0", "\ud800", "x" * 3000])
def test_an_impossible_endpoint_replaces_no_subscription(client_of, alice, replaces):
    body = json.dumps({"subscription": Browser().json(), "replaces": replaces})
    assert client_of(alice).post("/push/", body, content_type="application/json").status_code == 204
    assert alice.push_subscriptions.count() == 1


@pytest.mark.parametrize(("length", "status"), [("abc", 400), ("²", 400), ("9" * 5000, 413)])
def test_a_length_that_is_no_number_is_not_believed(client_of, alice, length, status):
    answer = client_of(alice).post("/push/", "{}", content_type="application/json", CONTENT_LENGTH=length)
    assert answer.status_code == status
