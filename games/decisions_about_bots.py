"""What moderators have decided about a computer player from outside, in a sentence for its owner."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.validators.time_zones import moment_with_zone
from games.models import ModerationAction


def about_bot(action: ModerationAction) -> str:
    """The decision as a sentence. Raises ValueError for one about nobody."""
    if action.about is None:
        raise ValueError(f"action {action.pk} is about nobody")
    before = action.facts.get("before", {})
    facts = {
        "bot": action.about.own_name,
        "before": before.get("display_name") or before.get("username", ""),
        "table": action.game.name if action.game else "",
    }
    if end := action.details.get("until"):
        facts["until"] = moment_with_zone(datetime.fromisoformat(end))
    return _(_DECIDED[ModerationAction.Kind(action.kind)]) % facts


_DECIDED = {
    ModerationAction.Kind.WARN: gettext_noop("A moderator warns you about your computer player %(bot)s"),
    ModerationAction.Kind.MUTE: gettext_noop("Your computer player %(bot)s can’t write to others until %(until)s"),
    ModerationAction.Kind.SUSPEND: gettext_noop("Your computer player %(bot)s is suspended until %(until)s"),
    ModerationAction.Kind.BAN: gettext_noop("Your computer player %(bot)s is banned"),
    ModerationAction.Kind.RENAME: gettext_noop("Your computer player %(before)s is called %(bot)s now"),
    ModerationAction.Kind.REMOVE: gettext_noop("A moderator has removed a message of your computer player %(bot)s"),
    ModerationAction.Kind.EXTEND: gettext_noop("Your computer player %(bot)s has more time at %(table)s"),
    ModerationAction.Kind.REPLACE: gettext_noop(
        "Another computer player has the seat of your computer player %(bot)s at %(table)s"
    ),
    ModerationAction.Kind.UNDO: gettext_noop("A decision about your computer player %(bot)s was taken back"),
}
