"""Middleware for the language, time zone and presence of the signed-in user."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers

from accounts.auth import connection_traces, presence


class PreferencesMiddleware:
    """Activates the user's language and time zone. Anonymous visitors get LocaleMiddleware's choice, and UTC.

    Records the user's presence at most once a minute; other requests only cost the query for the user. Pages of
    signed-in users are not cached unless the view allows it. Must come after AuthenticationMiddleware.
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
        noted = presence.made_by_person(request) and presence.record(request, user)
        response = self.get_response(request)
        if noted:
            connection_traces.set_device_cookie(request, response)
        if "Cache-Control" not in response:
            add_never_cache_headers(response)
        return response
