"""Ready sentences for a moderator's decision by category: reasons for the log, and texts for the user concerned."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import Report
from games.moderation.explanations import reader

Category = Report.Category


class ReadyText(NamedTuple):
    """A sentence in the moderator's language (``label``) and in the language of its reader (``text``)."""

    label: str
    text: str


_REASONS: Mapping[str, tuple[Promise, ...]] = {
    Category.INSULT: (
        gettext_lazy("First insult."),
        gettext_lazy("Insulting again after a warning."),
        gettext_lazy("Rude, but not an insult."),
    ),
    Category.SPAM: (
        gettext_lazy("Advertising."),
        gettext_lazy("The same nonsense over and over."),
        gettext_lazy("Harmless chatter."),
    ),
    Category.NAME: (
        gettext_lazy("Offensive name."),
        gettext_lazy("Pretends to be someone else."),
        gettext_lazy("Nothing wrong with the name."),
    ),
    Category.UNFAIR: (
        gettext_lazy("Helped another player win."),
        gettext_lazy("Lost on purpose."),
        gettext_lazy("No sign of unfair play."),
    ),
    Category.ACCOUNTS: (
        gettext_lazy("One person with several accounts at the same table."),
        gettext_lazy("Different people who share a home."),
        gettext_lazy("No sign of a second account."),
    ),
    Category.STALLING: (
        gettext_lazy("Lets the clock run when losing."),
        gettext_lazy("Slow, but within the time."),
    ),
    Category.OTHER: (gettext_lazy("Against the rules of this site."), gettext_lazy("Nothing against the rules.")),
}

LAST_WARNING = gettext_lazy("Next time, your account will be suspended.")

_WORDS: Mapping[str, tuple[Promise, ...]] = {
    Category.INSULT: (
        gettext_lazy("Grumble about your cards as much as you like, but leave the other players alone."),
        LAST_WARNING,
    ),
    Category.SPAM: (
        gettext_lazy("The talk at a table is for its players. Please keep advertising out of it."),
        LAST_WARNING,
    ),
    Category.NAME: (
        gettext_lazy("Please pick a name that nobody can take as an insult or mistake for someone else’s."),
        LAST_WARNING,
    ),
    Category.UNFAIR: (
        gettext_lazy("Play for yourself alone, and always to win: everyone else at the table does."),
        LAST_WARNING,
    ),
    Category.ACCOUNTS: (
        gettext_lazy("Please keep one account and delete the others."),
        LAST_WARNING,
    ),
    Category.STALLING: (
        gettext_lazy("If a game is lost, play it out or resign, but don’t keep the others waiting."),
        LAST_WARNING,
    ),
    Category.OTHER: (LAST_WARNING,),
}


_ANSWER_REASONS = (
    gettext_lazy("The decision was right."),
    gettext_lazy("A misunderstanding."),
    gettext_lazy("Too harsh for a first time."),
)

_ANSWER_WORDS = (
    gettext_lazy("You were right, and we’re sorry for the trouble."),
    gettext_lazy("We’ve read everything again, and the decision stands."),
)


def reasons(report: Report) -> list[ReadyText]:
    return _same(_REASONS[report.category])


def words(report: Report) -> list[ReadyText]:
    return _for_reader(_WORDS[report.category], report.about)


def answer_reasons() -> list[ReadyText]:
    return _same(_ANSWER_REASONS)


def answer_words(person: User | None) -> list[ReadyText]:
    """Return the sentences for a user. There are none for the end of a game: its players read different languages."""
    return _for_reader(_ANSWER_WORDS, person) if person is not None else []


def _same(texts: tuple[Promise, ...]) -> list[ReadyText]:
    return [ReadyText(str(text), str(text)) for text in texts]


def _for_reader(texts: tuple[Promise, ...], person: User) -> list[ReadyText]:
    language = reader(person).mail_language
    return [ReadyText(str(text), _translated(text, language)) for text in texts]


def _translated(text: Promise, language: str) -> str:
    with translation.override(language):
        return str(text)
