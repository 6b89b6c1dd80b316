"""Scenes of pages other than tables: pages for visitors, accounts, settings, errors, and staff pages."""

from __future__ import annotations

from django.core.cache import cache
from django.urls import reverse

from games.models import Game, Rating, RatingChange
from lab.album.album import Album, Scene
from tests.access.cast import build
from tests.access.permissions import Site
from tests.browser.in_process_shell import InProcessShell
from tests.browser.test_every_page import PAST

READ = (
    *("about", "accessibility", "api-reference", "fair-dealing", "open-data", "opponents", "invite-friend"),
    *("leaderboards", "account_reset_password", "account_reset_password_done", "account_inactive"),
)
OWN = (
    *("my-data", "delete-account", "tokens", "programs", "decisions"),
    *("account_email", "account_change_password", "mfa_index", "mfa_activate_totp", "mfa_add_webauthn"),
    *("idp:oidc:device_authorization", "mfa_view_recovery_codes", "mfa_generate_recovery_codes"),
)
LISTS = (
    *("user", "game", "player", "report", "appeal", "message", "moderationaction", "hint", "notice", "delivery"),
    *("move", "incident", "vote", "vacation", "rating", "ratingchange", "card", "tile", "emailaddress", "group"),
)
APPS = {"user": "accounts", "group": "auth", "emailaddress": "account"}


def for_everybody(album: Album) -> None:
    """Add visitors' pages, users' own pages, error pages, and the responses to posted forms."""
    site = build()
    for name in READ:
        _add(album, site, name, "visitor", reverse(name))
    for name in OWN:
        _add(album, site, name, "player", reverse(name))
    words = site.words
    for name, role, path in (
        ("upgrade", "guest", reverse("upgrade")),
        ("settings-guest", "guest", reverse("settings")),
        ("home-guest", "guest", reverse("home")),
        ("where-told-guest", "guest", reverse("notices")),
        ("home-empty", "staff", reverse("home")),
        ("decision", "opponent", reverse("decision", args=[words["moderationaction"]])),
        ("report-person", "player", reverse("report-person", args=["bob"])),
        ("report-at-table", "player", reverse("report-at-table", args=["public"])),
        ("report-message", "player", reverse("report-message", args=["public", words["message"]])),
        ("substitute", "spectator", reverse("substitute", args=["lost", words["lost_seat"]])),
        ("invited-visitor", "visitor", reverse("invited", args=[words["invitation"]])),
        ("stop-notices", "visitor", reverse("stop-notices", args=[words["stop"]])),
        ("confirm-notices", "visitor", reverse("confirm-notices", args=[words["told"]])),
        ("consent", "player", f"{reverse('idp:oidc:authorization')}?{words['asking']}&prompt=consent"),
        ("confirm-mail", "visitor", reverse("account_confirm_email", args=[words["confirmation"]])),
        ("gallery", "spectator", reverse("gallery", args=["public"])),
        ("fair-open", "player", reverse("deal-audit", args=["public"])),
        ("table-visitor", "visitor", reverse("table", args=["public"])),
        ("table-lost", "spectator", reverse("table", args=["lost"])),
        ("waiting-table", "player", reverse("table", args=["waits"])),
        ("waiting-table-visitor", "visitor", reverse("table", args=["waits"])),
        ("vacation-asked", "opponent", reverse("vacation")),
        ("vacation-of-mine", "player", reverse("vacation")),
        ("friends-asked", "player", reverse("friends")),
        ("profile-empty", "player", reverse("profile", args=["charlie"])),
        ("error-403", "moderator", reverse("admin:games_card_changelist")),
        ("error-404", "visitor", "/nothing/here/"),
    ):
        _add(album, site, name, role, path)
    path = reverse("open-table")
    _add_posted(album, site, "open-table-refused", "player", path, {"name": ""})
    _add_posted(album, site, "sign-in-refused", "visitor", reverse("account_login"), {"login": "a", "password": "b"})
    _add_posted(album, site, "reset-sent", "visitor", reverse("account_reset_password"), {"email": "a@example.org"})


def of_staff(album: Album) -> None:
    """Add each model's list page, a detail page if the test site has such an object, and the other staff pages."""
    site = build()
    InProcessShell().shell(PAST)
    words = site.words | {model.__name__.lower(): model.objects.latest("pk").pk for model in (Rating, RatingChange)}
    for model in LISTS:
        app = APPS.get(model, "games")
        _add(album, site, f"staff-{model}-list", "staff", reverse(f"admin:{app}_{model}_changelist"))
        if model in words:
            path = reverse(f"admin:{app}_{model}_change", args=[words[model]])
            _add(album, site, f"staff-{model}", "staff", path)
    over = Game.objects.get(public_id="over").pk
    for name, path in (
        ("staff-home", reverse("admin:index")),
        ("staff-home-moderator", reverse("admin:index")),
        ("staff-desk", reverse("admin:games_game_desk", args=[site.words["pk"]])),
        ("staff-game-over", reverse("admin:games_game_change", args=[over])),
        ("staff-mails", reverse("staff-mail")),
        ("staff-user-history", reverse("admin:accounts_user_history", args=[site.words["user"]])),
        ("staff-programs", reverse("admin:accounts_program_changelist")),
        ("staff-program", reverse("admin:accounts_program_change", args=[site.words["client"]])),
        ("staff-login", reverse("admin:login")),
    ):
        role = "moderator" if name.endswith("moderator") else "visitor" if name.endswith("login") else "staff"
        _add(album, site, name, role, path)


def _add(album: Album, site: Site, name: str, role: str, path: str) -> None:
    cache.clear()
    album.add_answer(name, path, site.browser(role).get(path, follow=True))


def _add_posted(album: Album, site: Site, name: str, role: str, path: str, filled: dict[str, str]) -> None:
    cache.clear()
    album.add_answer(name, path, site.browser(role).post(path, filled, follow=True))


OTHERS: dict[str, Scene] = {"everybody": for_everybody, "staff": of_staff}
