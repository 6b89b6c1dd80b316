"""An authenticator app, and the pages that ask for its codes."""

from __future__ import annotations

import hmac
import re
from base64 import b32decode
from time import time

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.cast import PASSWORD


def code(key: str, later: int = 0) -> str:
    """Return the app's current code, or a ``later`` one, counted in half minutes."""
    digest = hmac.digest(b32decode(key), (int(time()) // 30 + later).to_bytes(8), "sha1")  # RFC 6238
    at = digest[-1] & 15
    return f"{(int.from_bytes(digest[at : at + 4]) & 0x7FFFFFFF) % 1_000_000:06}"


def show_password(browser: Client, password: str = PASSWORD) -> HttpResponse:
    return browser.post(reverse("account_reauthenticate"), {"password": password})


def set_up_app(browser: Client) -> str:
    """Set up an app: read its key, submit the first code, and return the key."""
    show_password(browser)
    page = browser.get(reverse("mfa_activate_totp")).content.decode()
    key = re.search(r'<code class="totp-key">(\w+)</code>', page).group(1)
    assert browser.post(reverse("mfa_activate_totp"), {"code": code(key)}).url == reverse("mfa_view_recovery_codes")
    return key


def recovery_codes(browser: Client) -> list[str]:
    page = browser.get(reverse("mfa_view_recovery_codes")).content.decode()
    return re.findall(r"<li><code>(\d{8})</code>", page)


def sign_in(browser: Client, name: str = "alice", password: str = PASSWORD) -> HttpResponse:
    return browser.post(reverse("account_login"), {"login": name, "password": password})


def signed_in(browser: Client) -> bool:
    return "_auth_user_id" in browser.session
