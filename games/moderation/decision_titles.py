"""A moderator's decision as a sentence for the user concerned, used as the title of the notice."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.validators.time_zones import moment_with_zone
from games.models import ModerationAction


def decision_title(action: ModerationAction) -> str:
    """Return the decision as a sentence in the active language. A decision about a bot is addressed to its owner."""
    kind = ModerationAction.Kind(action.kind)
    if action.about is not None and action.about.is_bot:
        sentence = _OF_BOTS[kind]
    else:
        again = action.undoes is not None and action.undoes.kind == ModerationAction.Kind.END
        sentence = _GOES_ON if again else _DECIDED[kind]
    return _(sentence) % _facts(action)


def _facts(action: ModerationAction) -> dict[str, str]:
    facts = {"table": action.game.name if action.game else ""}
    if action.about is not None:
        facts |= {"name": action.about.shown_name, "bot": action.about.own_name}
    if end := action.details.get("until"):
        facts["until"] = moment_with_zone(datetime.fromisoformat(end))
    if action.kind == ModerationAction.Kind.RENAME:
        before = action.facts.get("before", {})
        facts["before"] = before.get("display_name") or before.get("username", "")
    return facts


_DECIDED = {
    ModerationAction.Kind.WARN: gettext_noop("A warning from a moderator"),
    ModerationAction.Kind.MUTE: gettext_noop("You can’t write to others until %(until)s"),
    ModerationAction.Kind.SUSPEND: gettext_noop("Your account is suspended until %(until)s"),
    ModerationAction.Kind.BAN: gettext_noop("The moderators have closed your account"),
    ModerationAction.Kind.RENAME: gettext_noop("A moderator has changed your name: %(name)s"),
    ModerationAction.Kind.REMOVE: gettext_noop("A moderator has removed one of your messages"),
    ModerationAction.Kind.EXTEND: gettext_noop("A moderator has given you more time at %(table)s"),
    ModerationAction.Kind.REPLACE: gettext_noop("A computer player has taken your seat at %(table)s"),
    ModerationAction.Kind.END: gettext_noop("A moderator has ended %(table)s without a result"),
    ModerationAction.Kind.UPHOLD: gettext_noop("Your appeal was turned down"),
    ModerationAction.Kind.UNDO: gettext_noop("A decision about you was taken back"),
}
_GOES_ON = gettext_noop("%(table)s goes on: its end was taken back")

_OF_BOTS = {
    ModerationAction.Kind.WARN: gettext_noop("A moderator’s warning about your computer player %(bot)s"),
    ModerationAction.Kind.MUTE: gettext_noop("Your computer player %(bot)s can’t write to others until %(until)s"),
    ModerationAction.Kind.SUSPEND: gettext_noop("Your computer player %(bot)s is suspended until %(until)s"),
    ModerationAction.Kind.BAN: gettext_noop("Your computer player %(bot)s is banned"),
    ModerationAction.Kind.RENAME: gettext_noop("Your computer player %(before)s is now called %(bot)s"),
    ModerationAction.Kind.REMOVE: gettext_noop(
        "A moderator has removed one of your computer player %(bot)s’s messages"
    ),
    ModerationAction.Kind.EXTEND: gettext_noop("Your computer player %(bot)s has been given more time at %(table)s"),
    ModerationAction.Kind.REPLACE: gettext_noop(
        "Another computer player has taken your computer player %(bot)s’s seat at %(table)s"
    ),
    ModerationAction.Kind.UNDO: gettext_noop("A decision about your computer player %(bot)s was taken back"),
}
