"""The plan that a player is making, as query parameters, and the answers chosen last, remembered in cookies."""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.profile.preference_cookies import remember
from games.presentation.forms import posted_steps

_COOKIE = f"{settings.COOKIE_PREFIX}plan-"
_PRESET = re.compile(r"[a-z]{1,12}")
_ANSWER = re.compile(r"[a-z.]{1,60}")
_ASK = "ask"
"""The remembered answer of a player who wants to be asked."""


def plan_query(request: HttpRequest) -> dict[str, str]:
    """Return the steps that the player is choosing (``plan``), and the answers chosen last (``NAME-last``)."""
    last = {
        f"{name.removeprefix(_COOKIE)}-last": value.replace(".", " ")
        for name, value in request.COOKIES.items()
        if name.startswith(_COOKIE) and _ANSWER.fullmatch(value)
    }
    asked = request.GET if request.method == "GET" else request.POST
    if "step" not in asked:
        return last
    return last | {"plan": "\n".join(posted_steps(asked, "step"))}


def remember_answer(request: HttpRequest, response: HttpResponse) -> None:
    """Store the answer that came with a move (``then``) in the cookie named by the field ``preset``."""
    preset = request.POST.get("preset", "")
    answer = ".".join(posted_steps(request.POST, "then")).replace(" ", ".") or _ASK
    if _PRESET.fullmatch(preset) and _ANSWER.fullmatch(answer):
        remember(response, f"{_COOKIE}{preset}", answer)
