"""The links in the header of the back office, by permission."""

from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.access.guards import current_user
from accounts.mail import dev_mailbox
from accounts.models import User
from games.moderation.answers import unanswered
from games.moderation.bundles import waiting_cases


class Link(NamedTuple):
    label: str
    url: str
    is_current: bool
    waiting: int = 0


def links(request: HttpRequest) -> list[Link]:
    user = current_user(request)
    desk, current = reverse("admin:index"), _current(request)
    found = [Link(pgettext("back office", "Desk"), desk, request.path == desk)]
    for right, label, model in (
        ("games.view_report", _("Reports"), "games_report"),
        ("accounts.view_user", _("People"), "accounts_user"),
        ("games.view_game", _("Games"), "games_game"),
        ("games.view_moderationaction", _("Decisions"), "games_moderationaction"),
    ):
        if user.has_perm(right):
            url = reverse(f"admin:{model}_changelist")
            waiting = _waiting(user) if model == "games_report" else 0
            found.append(Link(label, url, model == current, waiting))
    if dev_mailbox.in_use():
        mails = reverse("staff-mail")
        found.append(Link(_("E-mails"), mails, request.path.startswith(mails)))
    return found


def _current(request: HttpRequest) -> str:
    """Return the name of the model that the current page belongs to."""
    name = request.resolver_match.url_name if request.resolver_match is not None else ""
    if name == "games_report_person" and request.user.has_perm("accounts.view_user"):
        return "accounts_user"
    return "_".join((name or "").split("_")[:2])


def _waiting(user: User) -> int:
    appeals = unanswered().count() if user.has_perm("games.view_appeal") else 0
    return waiting_cases(user) + appeals
