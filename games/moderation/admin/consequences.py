"""The consequences of an answer to an appeal, as sentences for moderators."""

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.i18n.dates import localized_date
from games.models import ModerationAction
from games.moderation.decisions import ends_at

Kind = ModerationAction.Kind


def consequences(action: ModerationAction) -> dict[str, str]:
    """Return the consequences of granting and of refusing an appeal, by the value of the form's radio button."""
    return {"grant": _granted(action), "refuse": _refused(action)}


def _granted(action: ModerationAction) -> str:
    names = action.facts.get("before", {})
    facts = {
        "name": action.about.shown_name if action.about is not None else "",
        "before": names.get("display_name") or names.get("username", ""),
        "table": action.game.name if action.game is not None else "",
    }
    return _texts()[Kind(action.kind)] % facts


def _texts() -> dict[Kind, str]:
    return {
        Kind.WARN: _("The warning no longer counts."),
        Kind.MUTE: _("%(name)s can write again."),
        Kind.SUSPEND: _("%(name)s can sign in again and gets back any seats a computer player still holds."),
        Kind.BAN: _("%(name)s can sign in again and gets back any seats a computer player still holds."),
        Kind.RENAME: _("%(name)s gets the name %(before)s back, unless somebody has taken it."),
        Kind.REMOVE: _("The message is back at %(table)s."),
        Kind.REPLACE: _("%(name)s gets the seat at %(table)s back, if a computer player still holds it."),
        Kind.END: _("The game at %(table)s goes on where it was stopped."),
    }


def _refused(action: ModerationAction) -> str:
    until = ends_at(action)
    if until is not None and until > timezone.now():
        return _("The decision stands until %(when)s. There’s no second appeal.") % {
            "when": localized_date(until, "d MMMM, HH:mm")
        }
    return _("The decision stands. There’s no second appeal.")
