"""The explanation of a moderator's action for the user concerned. The moderator's reason stays in the log."""

from collections.abc import Mapping

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import ModerationAction, Report

Kind = ModerationAction.Kind
Category = Report.Category

REVIEWED = gettext_lazy("The moderators have looked at this decision again.")
EXTENDED = gettext_lazy("You’ve been given more time for your move at %(table)s.")
DECIDED = gettext_lazy("A moderator has looked into it and decided this.")

_NEUTRAL: Mapping[str, Promise] = {Kind.UNDO: REVIEWED, Kind.UPHOLD: REVIEWED, Kind.EXTEND: EXTENDED}

_OF_MESSAGES: Mapping[str, Promise] = {
    Category.INSULT: gettext_lazy(
        "A message of yours at %(table)s was reported as insulting or harassing, and a moderator agrees."
    ),
    Category.SPAM: gettext_lazy(
        "A message of yours at %(table)s was reported as advertising or nonsense, and a moderator agrees."
    ),
    Category.OTHER: gettext_lazy("A message of yours at %(table)s was reported, and a moderator agrees."),
}
_AT_TABLES: Mapping[str, Promise] = {
    Category.INSULT: gettext_lazy("You were reported for insults or harassment at %(table)s, and a moderator agrees."),
    Category.SPAM: gettext_lazy("You were reported for advertising or nonsense at %(table)s, and a moderator agrees."),
    Category.UNFAIR: gettext_lazy("You were reported for unfair play at %(table)s, and a moderator agrees."),
    Category.ACCOUNTS: gettext_lazy(
        "You were reported for playing with several accounts at %(table)s, and a moderator agrees."
    ),
    Category.STALLING: gettext_lazy(
        "You were reported for keeping others waiting on purpose at %(table)s, and a moderator agrees."
    ),
    Category.OTHER: gettext_lazy("Your behaviour at %(table)s was reported, and a moderator agrees."),
}
_OF_PEOPLE: Mapping[str, Promise] = {
    Category.INSULT: gettext_lazy("You were reported for insults or harassment, and a moderator agrees."),
    Category.SPAM: gettext_lazy("You were reported for advertising or nonsense, and a moderator agrees."),
    Category.NAME: gettext_lazy(
        "Your name or your profile was reported as offensive or misleading, and a moderator agrees."
    ),
    Category.UNFAIR: gettext_lazy("You were reported for unfair play, and a moderator agrees."),
    Category.ACCOUNTS: gettext_lazy("You were reported for playing with several accounts, and a moderator agrees."),
    Category.STALLING: gettext_lazy("You were reported for keeping others waiting on purpose, and a moderator agrees."),
    Category.OTHER: gettext_lazy("You were reported, and a moderator agrees."),
}


def explanation(action: ModerationAction) -> str:
    """Return the text written for the user concerned, by default a neutral sentence in the active language."""
    table = action.game.name if action.game is not None else ""
    return str(action.facts.get("words") or neutral(Kind(action.kind), table))


def neutral(kind: ModerationAction.Kind, table: str = "") -> str:
    """Return the default explanation in the active language; it tells no more than the decision itself."""
    return str(_NEUTRAL.get(kind, DECIDED)) % {"table": table}


def reader(about: User) -> User:
    """Return the user who reads decisions about ``about``: an external computer player's owner, otherwise ``about``."""
    return about.owner or about


def grounds(report: Report) -> str:
    """Return the suggested explanation: the reported behaviour, as a sentence in the reader's language."""
    with translation.override(reader(report.about).mail_language):
        facts = {"table": report.game.name if report.game else "", "bot": report.about.own_name}
        return str(_sentence(report)) % (facts | {"category": report.get_category_display()})


def _sentence(report: Report) -> Promise | str:
    category = report.category
    if report.about.is_bot:
        if category == Category.OTHER:
            return _("Your computer player %(bot)s was reported, and a moderator agrees.")
        return _("Your computer player %(bot)s was reported, and a moderator agrees: %(category)s.")
    if report.message is not None and category in _OF_MESSAGES:
        return _OF_MESSAGES[category]
    return _AT_TABLES[category] if report.game is not None and category in _AT_TABLES else _OF_PEOPLE[category]
