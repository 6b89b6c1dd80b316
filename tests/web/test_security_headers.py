"""Security headers: allowed sources, and no embedding by other sites."""

from __future__ import annotations

import re
from contextlib import closing
from io import BytesIO

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles.finders import get_finders
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from django.utils.translation import get_language

from chicago.web.middleware import SecurityHeadersMiddleware
from tests import cast
from tests.site import ROOT

pytestmark = pytest.mark.django_db
NO_PAGES = {"mail", "export"}
"""Folders of templates that are not pages: mails, and files of the data export."""

TEMPLATES = [path for path in (ROOT / "templates").rglob("*.html") if path.parent.name not in NO_PAGES]
INLINE = re.compile(r"""\sstyle=|<style|\son[a-z]+=["']|javascript:""")
SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>")


def policy_of(response) -> dict[str, list[str]]:
    directives = (directive.split() for directive in response["Content-Security-Policy"].split(";"))
    return {name: values for name, *values in directives}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/about/", 200),
        ("/tables/", 302),
        ("/nowhere/", 404),
        ("/games/nosuch/", 404),
        ("/push/", 404),
        ("/tables/waiting/", 200),
        ("/service-worker.js", 200),
        ("/static/nosuch.css", 404),
        ("/play-now/", 405),
        ("/accounts/login/", 200),
    ],
)
@override_settings(WHITENOISE_USE_FINDERS=True, WHITENOISE_AUTOREFRESH=True)
def test_every_kind_of_answer_has_them(client, path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    check(answer)


@pytest.mark.parametrize("path", ["/static/css/base.css", "/static/sprite.svg", "/static/js/base.js"])
@override_settings(WHITENOISE_USE_FINDERS=True, WHITENOISE_AUTOREFRESH=True)
def test_a_static_file_has_those_that_a_file_needs(client, path: str) -> None:
    """A file loads nothing and holds no personal data, so the policies of pages would only make the response longer."""
    with closing(client.get(path)) as answer:
        assert answer.status_code == 200
    assert (answer["X-Content-Type-Options"], answer["Cross-Origin-Resource-Policy"]) == ("nosniff", "same-origin")
    own = {"X-Content-Type-Options", "Cross-Origin-Resource-Policy"}
    assert set(answer.headers) - own == {"Cache-Control", "Content-Length", "Content-Type", "ETag", "Last-Modified"}
    assert not answer.cookies


@override_settings(WHITENOISE_USE_FINDERS=True, WHITENOISE_AUTOREFRESH=True)
def test_every_kind_of_static_file_says_what_it_is(client) -> None:
    """Browsers must not guess the type."""
    paths = {path.rpartition(".")[2]: path for finder in get_finders() for path, _storage in finder.list(["LICENSE"])}
    types = {}
    for suffix, path in sorted(paths.items()):
        with closing(client.get(f"/static/{path}")) as answer:
            types[suffix] = answer["Content-Type"]
    assert types["webmanifest"] == "application/manifest+json"
    assert "application/octet-stream" not in types.values(), types


def check(answer) -> None:
    policy = policy_of(answer)
    for name in ("default-src", "frame-ancestors", "base-uri", "object-src"):
        assert policy[name] == ["'none'"]
    assert "unsafe" not in answer["Content-Security-Policy"] and "*" not in answer["Content-Security-Policy"]
    assert policy["form-action"] == policy["style-src"] == policy["connect-src"] == ["'self'"]
    assert "geolocation=()" in answer["Permissions-Policy"]
    assert "publickey-credentials-get=(self)" in answer["Permissions-Policy"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Cross-Origin-Opener-Policy"] == answer["Cross-Origin-Resource-Policy"] == "same-origin"


def test_errors_have_them_too(client_of, alice, monkeypatch) -> None:
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    answers = [
        browser.post("/play-now/"),
        browser.get("/", headers={"Host": "elsewhere.example.org"}),
        browser.post("/play-now/", "a=b" * 50_000, content_type="application/x-www-form-urlencoded"),
        browser.post("/play-now/", "a=1&" * 500, content_type="application/x-www-form-urlencoded"),
    ]
    monkeypatch.setattr("games.lobby.views.rules.render", None)
    answers.append(browser.get("/about/"))
    assert [answer.status_code for answer in answers] == [403, 400, 413, 400, 500]
    for answer in answers:
        check(answer)
        assert b"<script" not in answer.content


def test_a_page_marks_its_scripts_and_no_others_run(client) -> None:
    pages = [client.get("/lobby/") for _ in range(2)]
    nonces = []
    for page in pages:
        (nonce,) = policy_of(page)["script-src"]
        nonces.append(nonce.removeprefix("'nonce-").removesuffix("'"))
        scripts = re.findall(r"<script[^>]*>", page.content.decode())
        assert scripts and all(f'nonce="{nonces[-1]}"' in script for script in scripts)
    assert nonces[0] != nonces[1] and len(nonces[0]) >= 22


def test_a_page_without_scripts_forbids_them(client) -> None:
    assert policy_of(client.get("/tables/waiting/"))["script-src"] == []


def test_the_admin_runs_the_scripts_of_this_site_and_nothing_inline(client_of, staff) -> None:
    answer = client_of(staff).get(reverse("admin:index"))
    assert policy_of(answer)["script-src"] == ["'self'"]


@override_settings(SOCKET_PORT=9001, SITE_URL="http://testserver")
@pytest.mark.parametrize(
    ("host", "sockets"),
    [("testserver", "ws://testserver:9001"), ("127.0.0.1:8000", "ws://127.0.0.1:9001"), ("evil;x", None)],
)
def test_where_sockets_have_a_port_of_their_own_the_page_may_reach_them(host: str, sockets: str | None) -> None:
    def page(request):
        return HttpResponse("")

    request = RequestFactory().get("/", headers={"Host": host})
    request.user = AnonymousUser()
    expected = ["'self'", sockets] if sockets else ["'self'"]
    assert policy_of(SecurityHeadersMiddleware(page)(request))["connect-src"] == expected


def test_no_page_has_anything_inline() -> None:
    found = []
    for template in TEMPLATES:
        text = template.read_text(encoding="utf-8")
        scripts = [script["attributes"] for script in SCRIPT.finditer(text)]
        marked = all('nonce="{{ request.csp_nonce }}"' in each or "application/json" in each for each in scripts)
        if INLINE.search(text) or not marked:
            found.append(str(template.relative_to(ROOT)))
    assert len(TEMPLATES) > 100
    assert not found, found


def test_pages_of_signed_in_users_are_not_cached(client_of, alice) -> None:
    browser = client_of(alice)
    for path in ("/", "/tables/", "/settings/", "/about/", "/rules/chicago_poker/", "/people/alice/"):
        assert "no-store" in browser.get(path)["Cache-Control"], path
        assert "private" in browser.get(path)["Cache-Control"], path


def test_a_413_is_in_the_visitors_language(client_of, alice, monkeypatch) -> None:
    browser = client_of(alice)
    long = {"note": "x" * 70_000}
    page = browser.post("/games/nosuch/note/", long)
    assert (page.status_code, page["Cache-Control"]) == (413, "no-store")
    assert b"<html" in page.content and b"more than this site accepts" in page.content
    part = browser.post("/games/nosuch/note/", long, headers={"HX-Request": "true"})
    assert (part.status_code, part["HX-Retarget"]) == (413, "#refused")
    assert b"<html" not in part.content and b"more than this site accepts" in part.content
    monkeypatch.setattr("chicago.web.errors.render_to_string", lambda *_: get_language())
    assert browser.post("/games/nosuch/note/", long, headers={"Accept-Language": "sv"}).content == b"sv"


def test_files_are_let_by(client_of, alice) -> None:
    answer = client_of(alice).post("/settings/theme/", {"theme": "dark", "file": BytesIO(b"x" * 60_000)})
    assert answer.status_code == 302
    assert not answer.wsgi_request.FILES
    alice.refresh_from_db()
    assert alice.theme == "dark"


def test_other_methods_do_nothing(client_of, alice) -> None:
    browser = client_of(alice)
    for path in ("/", "/tables/", "/play-now/", "/settings/", "/static/nosuch.css"):
        for method in ("TRACE", "CONNECT", "TRACK", "BREW"):
            answer = browser.generic(method, path, "SECRET")
            assert answer.status_code in (404, 405), (method, path)
            assert b"SECRET" not in answer.content, (method, path)


@pytest.mark.parametrize("page", ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"])
def test_there_are_no_open_redirects(client_of, alice, page: str) -> None:
    browser = client_of(alice)
    answers = [
        browser.post("/settings/theme/", {"next": page}),
        browser.post("/settings/language/", {"next": page, "language": "sv"}),
        browser.post("/i18n/setlang/", {"next": page, "language": "sv"}),
        browser.get("/accounts/login/", {"next": page}),
        browser.post("/accounts/logout/", {"next": page}),
        Client().post("/accounts/login/", {"login": "alice", "password": cast.PASSWORD, "next": page}),
    ]
    for answer in answers:
        assert answer.status_code in (204, 302)
        assert re.fullmatch(r"/(?!/)[^\\]*", answer.get("Location", "/"))


def test_a_post_without_a_csrf_token_explains_what_to_do(client_of, alice) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    answer = browser.post("/settings/theme/", {"theme": "dark"})
    assert answer.status_code == 403 and b"This page was out of date" in answer.content
