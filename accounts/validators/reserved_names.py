"""Reserved names: the site's name, staff titles, and words that pages show instead of names, in all languages."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, override, pgettext

from accounts.i18n.collation import without_accents
from accounts.signals import reserving_names
from accounts.validators.names import ERASED_PREFIX, GUEST_PREFIX, PLAYER_PREFIX, name_key

_PREFIXES = (GUEST_PREFIX, ERASED_PREFIX, PLAYER_PREFIX)
_PREFIX = re.compile(r"([^\W_]+)(?:[^\w\s]|_)+\w")
_NUMBER = re.compile(r"[\W_]*\d+\W*\Z")
_WORD_BREAK = re.compile(r"[\W_]+")
_DIGITS_AT_WORD_EDGES = re.compile(r"(?<![^\W_])\d+|\d+(?![^\W_])")
_CYRILLIC_TITLES = ("админ", "администратор", "адміністратор", "модератор")


def is_official(name: str) -> bool:
    """Return whether ``name`` contains the site's name or a staff title, even split into consecutive words.

    Digits at a word's edges are ignored, as in “admin1”.
    """
    runs = _runs(name) | _runs(_DIGITS_AT_WORD_EDGES.sub(" ", name))
    return not runs.isdisjoint(_official_keys(*dict(settings.LANGUAGES)))


def is_placeholder(name: str) -> bool:
    """Return whether ``name``, with or without a number, is a word that the site uses for people or computers."""
    keys = {_key(name), _key(_NUMBER.sub("", name))}
    return not keys.isdisjoint(_placeholder_keys(*dict(settings.LANGUAGES))) or _has_generated_prefix(name)


def _has_generated_prefix(name: str) -> bool:
    found = _PREFIX.match(name.strip())
    return found is not None and _key(found[1]) in set(map(_key, _PREFIXES))


def _runs(name: str) -> set[str]:
    """Return the keys of all runs of consecutive words in ``name``, so that spaces can't hide a title."""
    words = list(filter(None, _WORD_BREAK.split(without_accents(name))))
    return {name_key("".join(words[first:last])) for first, last in combinations(range(len(words) + 1), 2)}


def _key(name: str) -> str:
    return name_key(without_accents(name))


@cache
def _official_keys(*languages: str) -> frozenset[str]:
    return _keys_in(languages, _official_words)


@cache
def _placeholder_keys(*languages: str) -> frozenset[str]:
    return _keys_in(languages, _placeholders)


def _keys_in(languages: Iterable[str], words: Callable[[], Iterable[str]]) -> frozenset[str]:
    keys: set[str] = set()
    for language in languages:
        with override(language):
            keys |= set(map(_key, words()))
    return frozenset(keys - {""})


def _official_words() -> list[str]:
    titles = pgettext(
        "words that no name may contain, with commas between: titles of staff, for women and men, one and several",
        "admin, admins, administrator, administrators, mod, mods, moderator, moderators, official, officials, "
        "site team, staff, support, sysop, system, system administrator",
    )
    # Capitals have separate keys: some resemble other letters than the lowercase ones do.
    cyrillic = [form(title) for title in _CYRILLIC_TITLES for form in (str, str.capitalize, str.upper)]
    return ["Back Room", *cyrillic, *titles.split(",")]


def _placeholders() -> list[str]:
    """Return the words that pages show instead of names, including those added by games."""
    more = pgettext(
        "names that nobody may have, with commas between: who is addressed (in all forms), nobody, all, a computer",
        "you, yourself, nobody, somebody, everybody, bot, robot, the computer",
    )
    people = [gettext("former player"), gettext("A former player"), gettext("You"), gettext("you")]
    staff = [gettext("Staff"), gettext("Moderator"), gettext("moderator")]
    computers = [gettext("a computer player"), gettext("computer player"), gettext("computer")]
    answers: list[Any] = reserving_names.send(sender=None)
    return [*people, *staff, *computers, *more.split(","), *(name for _receiver, names in answers for name in names)]
