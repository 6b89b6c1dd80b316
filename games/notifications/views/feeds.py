"""A calendar of deadlines and a feed of turns, at secret addresses: programs that fetch them can't sign in."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from accounts.access.rate_limits import limited
from accounts.access.restrictions import access_restriction
from games.models import FeedKey
from games.notifications.channels import feeds


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
@limited("feed", count_reads=True)
def deadlines(request: HttpRequest, key: str) -> HttpResponse:
    """Return a user's deadlines as an iCalendar file.

    Raise `Http404` for an unknown or replaced key, or while its user is suspended or banned.
    """
    return _feed_response(key, feeds.calendar, "text/calendar; charset=utf-8")


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
@limited("feed", count_reads=True)
def turns(request: HttpRequest, key: str) -> HttpResponse:
    """Return an Atom feed of the tables that wait for a user's move. Raise `Http404` as ``deadlines`` does."""
    return _feed_response(key, feeds.turns, "application/atom+xml; charset=utf-8")


def _feed_response(key: str, make: Callable[[FeedKey], bytes | str], content_type: str) -> HttpResponse:
    """Return the response, with an ETag but no Last-Modified: after a turn the feed's date could go backwards."""
    found = FeedKey.objects.filter(key=key, user__is_active=True).select_related("user").first()
    if found is None or access_restriction(found.user):
        raise Http404
    _compare_settings(found)
    with translation.override(found.user.mail_language), timezone.override(found.user.zone):
        return HttpResponse(make(found), content_type=content_type, headers={"X-Robots-Tag": "noindex"})


def _compare_settings(key: FeedKey) -> None:
    """If the language or the time zone of the feed's texts has changed, store both, and the time of the change."""
    now, before = (key.user.mail_language, key.user.time_zone), (key.language, key.time_zone)
    if now == before:
        return
    key.language, key.time_zone = now
    if any(before):
        key.settings_changed_at = timezone.now()
    # update(), not save(): saving would change the key's date.
    kept = ("language", "time_zone", "settings_changed_at")
    FeedKey.objects.filter(pk=key.pk).update(**{name: getattr(key, name) for name in kept})
