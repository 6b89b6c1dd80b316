"""An API client with a token."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse
from django.test import Client

from accounts.models import Token, User
from accounts.tokens import tokens

ROOT = "/api/v1"


class Caller:
    """Calls the API for ``user`` with all ``scopes``, or without a token if ``user`` is None."""

    def __init__(self, user: User | None, *scopes: str) -> None:
        self.headers: dict[str, str] = {}
        self.client = Client(raise_request_exception=False)
        if user is not None:
            number = Token.objects.filter(user=user).count()
            self.token, secret = tokens.make(user, f"program {number}", scopes or Token.Scope.values, None)
            self.headers = {"Authorization": f"Bearer {secret}"}

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.client.get(ROOT + path, headers=self.headers | headers)

    def post(self, path: str, body: Any = None, key: str = "", **headers: str) -> HttpResponse:
        return self.send("POST", path, "" if body is None else json.dumps(body), key, **headers)

    def send(self, method: str, path: str, text: str | bytes, key: str = "", **headers: str) -> HttpResponse:
        named = {"Idempotency-Key": key} if key else {}
        return self.client.generic(
            method, ROOT + path, text, "application/json", headers=self.headers | headers | named
        )
