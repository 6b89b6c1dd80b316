"""How each person likes it: language and time zone for the length of a request; that he is here, and that what he is
shown is nobody else's."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers

from accounts.auth import connection_traces, presence


class Preferences:
    """Activate the language and time zone of whoever asks; visitors keep what LocaleMiddleware chose, and UTC.

    Asks nothing of the database beyond the user whom every page needs anyway, and notes once a minute that he is here.
    No cache keeps what somebody who is signed in is shown, unless its view says otherwise.
    Comes after AuthenticationMiddleware.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            timezone.deactivate()
            return self.get_response(request)
        timezone.activate(user.zone)
        if user.language in dict(settings.LANGUAGES):
            translation.activate(user.language)
            request.LANGUAGE_CODE = user.language
        noted = presence.attended(request) and presence.note(request, user)
        response = self.get_response(request)
        if noted:
            connection_traces.mark(request, response)
        if "Cache-Control" not in response:
            add_never_cache_headers(response)
        return response
