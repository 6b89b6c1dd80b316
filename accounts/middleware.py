"""How each person likes it: language and time zone for the length of a request; and that he is here."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts import presence


class Preferences:
    """Activate the language and time zone of whoever asks; visitors keep what LocaleMiddleware chose, and UTC.

    Asks nothing of the database beyond the user whom every page needs anyway, and notes once a minute that he is here.
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
        if presence.attended(request):
            presence.note(user)
        return self.get_response(request)
