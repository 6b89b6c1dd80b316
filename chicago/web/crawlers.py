"""URLs that crawlers, browsers and password managers request from every site."""

from collections.abc import Iterable

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.rules import RULES

PUBLIC_PAGES = ("front", "lobby", "opponents", "leaderboards", "fair-dealing", "open-data", "api-reference")
PAGES_ABOUT_THE_SITE = ("about", "privacy", "accessibility")
PAGES_OF_A_GAME = ("rules", "lessons", "leaderboard")


class PublicPages(Sitemap):
    """The pages that search engines may list: the same for every visitor, and not about a user."""

    def items(self) -> Iterable[str]:
        pages = [reverse(name) for name in (*PUBLIC_PAGES, *PAGES_ABOUT_THE_SITE)]
        return pages + [reverse(name, args=[variant]) for name in PAGES_OF_A_GAME for variant in RULES]

    def location(self, item: str) -> str:
        return item


@require_safe
@cache_control(public=True, max_age=86_400)
def robots_txt(request: HttpRequest) -> HttpResponse:
    """Keep crawlers away from tables and the API, which are expensive. Other private pages are marked noindex."""
    lines = ["User-agent: *", "Disallow: /games/", "Disallow: /api/v1/", f"Sitemap: {settings.SITE_URL}/sitemap.xml"]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@require_safe
def change_password(request: HttpRequest) -> HttpResponse:
    """Redirect password managers to the form (W3C, A Well-Known URL for Changing Passwords)."""
    return redirect("account_change_password")
