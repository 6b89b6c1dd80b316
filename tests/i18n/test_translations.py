"""Catalogues: every kind of marked text is extracted, and translations are compiled and used."""

from __future__ import annotations

import gettext
import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.utils import translation
from django.utils.translation import ngettext
from pytest_django import Settings

from accounts.models import User
from chicago.translations import catalogues as compiled
from lab.translations import catalogues
from lab.translations.checks import flaws

PAGE = """{% load i18n %}
<p>{% translate "Draw" %}</p>
    {% blocktranslate count n=n trimmed %}
        One card of {{ total }}
    {% plural %}
        {{ n }} cards of {{ total }}
    {% endblocktranslate %}
  <a title="{% translate 'Send' context 'a gangster' %}">{{ _("Undo") }}</a>
"""


@pytest.fixture
def locale(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.LANGUAGES = [("en", "English"), ("sv", "Svenska")]
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    monkeypatch.setattr(compiled, "LOCALE", tmp_path)
    monkeypatch.setattr(catalogues, "TEMPLATE", tmp_path / "django.pot")
    return tmp_path


def test_every_kind_of_text_of_a_page_is_collected() -> None:
    found = extract(catalogues.extract_page, BytesIO(PAGE.encode()), catalogues.KEYWORDS)
    assert {(message, context) for _line, message, _comments, context in found} == {
        ("Draw", None),
        (("One card of %(total)s", "%(n)s cards of %(total)s"), None),
        ("Send", "a gangster"),
        ("Undo", None),
    }


def test_texts_of_rules_models_and_pages_are_collected() -> None:
    texts = {message.id for message in catalogues.collect()}
    assert "It’s not your turn." in texts
    assert ("%(count)d day a turn", "%(count)d days a turn") in texts
    assert "English and Polish" in texts
    assert "Lobby" in texts


def test_a_translation_is_preserved_compiled_once_and_used(locale: Path) -> None:
    (locale / "games" / "templates").mkdir(parents=True)
    page = locale / "games" / "templates" / "page.html"
    page.write_text(PAGE)
    assert len(catalogues.update(catalogues.collect())) == 2
    swedish = locale / "sv" / "LC_MESSAGES" / "django.po"
    with swedish.open("rb") as file:
        catalog = read_po(file, locale="sv")
    catalog["Draw"].string = "Dra"
    with swedish.open("wb") as file:
        write_po(file, catalog)

    assert catalogues.outdated(catalogues.collect()) == []
    page.write_text(PAGE + "{% translate 'Fold' %}")
    assert catalogues.outdated(catalogues.collect()) == [locale / "django.pot", swedish]
    catalogues.update(catalogues.collect())

    assert compiled.compile_changed() == ["sv"]
    assert compiled.compile_changed() == []
    with swedish.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Draw") == "Dra"


def test_unused_texts_are_dropped_and_no_translation_is_guessed(locale: Path) -> None:
    page = locale / "templates" / "page.html"
    page.parent.mkdir()
    page.write_text("{% load i18n %}{% translate 'Draw a card' %}{% translate 'Send' %}")
    catalogues.update(catalogues.collect())
    swedish = locale / "sv" / "LC_MESSAGES" / "django.po"
    text = swedish.read_text()
    swedish.write_text(text.replace('"Draw a card"\nmsgstr ""', '"Draw a card"\nmsgstr "Dra ett kort"'))
    page.write_text("{% load i18n %}{% translate 'Draw a card.' %}{% translate 'Send' %}")
    catalogues.update(catalogues.collect())
    kept = swedish.read_text()
    assert 'msgid "Draw a card."\nmsgstr ""' in kept
    assert "Dra ett kort" not in kept and "fuzzy" not in kept


def polish(
    *strings: str, text: str | tuple[str, str] = "%(seat)s draws <b>%(card)s</b>.", fuzzy: bool = False
) -> list[str]:
    texts, translated = Catalog(), Catalog(locale="pl")
    texts.add(text)
    if strings:
        flags = {"fuzzy"} if fuzzy else set()
        translated.add(text, strings if isinstance(text, tuple) else strings[0], flags=flags)
    return [flaw.what for flaw in flaws(texts, translated)]


CARDS = ("One card", "%(count)s cards")


@pytest.mark.parametrize(
    ("strings", "what"),
    [
        (["%(seat)s dobiera: <b>%(card)s</b>."], []),
        ([], ["missing"]),
        ([""], ["missing"]),
        (["%(seat)s dobiera kartę."], ["without card", "tags none, not </b> <b>"]),
        (["<b>%(card)s</b>: %(gracz)s."], ["unknown named placeholder 'gracz'", "without seat"]),
        (
            ["%(seat)d: <b>%(card)s</b>."],
            ["incompatible format for placeholder 'seat': 'd' and 's' are not compatible"],
        ),
        (
            ["%s: <b>%(card)s</b>."],
            [
                "format string mixes positional and named placeholders",
                "without seat",
                "a lone % that is no placeholder",
            ],
        ),
        (["%(seat)s: <b>%(card)s</b>, 5%."], ["a lone % that is no placeholder"]),
        (["%(seat)s: <b>%(card)s</b>, 5%%."], []),
        (["%(seat)s: <i>%(card)s</i>."], ["tags </i> <i>, not </b> <b>"]),
        (["%(seat)s: <b>%(card)s</b>. "], ["begins or ends with other spaces"]),
    ],
)
def test_invalid_translations_are_found(strings: list[str], what: list[str]) -> None:
    assert polish(*strings) == what


@pytest.mark.parametrize(
    ("strings", "what"),
    [
        (["Jedna karta", "%(count)s karty", "%(count)s kart"], []),
        (["%(count)s karta", "%(count)s karty", "%(count)s kart"], []),
        (["Jedna karta", "%(count)s karty", ""], ["missing"]),
        (["Jedna karta", "%(count)s karty", "%(ile)s kart"], ["unknown named placeholder 'ile'", "without count"]),
        (["Jedna karta", "%(count)s karty"], ["Wrong number of plural forms (expected 3)"]),
        (["Jedna karta", "Dwie karty", "%(count)s kart"], ["without count"]),
    ],
)
def test_a_plural_has_all_forms_of_the_language(strings: list[str], what: list[str]) -> None:
    assert polish(*strings, text=CARDS) == what


def test_a_fuzzy_translation_counts_as_missing() -> None:
    assert polish("%(seat)s: <b>%(card)s</b>.", fuzzy=True) == ["fuzzy"]


@pytest.mark.parametrize(
    ("french", "what"),
    [
        ("Jouez\xa0: «\xa0A\xa0» ou B\u202f; à 12:30.", []),
        ("Jouez : A.", ["a plain space at French punctuation"]),
        ("Jouez ?", ["a plain space at French punctuation"]),
        ("Jouez « A\xa0».", ["a plain space at French punctuation"]),
        ("Tripot: 0", ["no space at French punctuation"]),
        ("Tripot (2): 0", ["no space at French punctuation"]),
        ("Jouez!", ["no space at French punctuation"]),
        ("Jouez «\xa0A».", ["no space at French punctuation"]),
        ('{"move": "draw"} à 12:30', []),
    ],
)
def test_french_punctuation_has_its_space_and_never_begins_a_line(french: str, what: list[str]) -> None:
    texts, translated = Catalog(), Catalog(locale="fr")
    texts.add("Play.")
    translated.add("Play.", french)
    assert [flaw.what for flaw in flaws(texts, translated)] == what


@pytest.mark.parametrize("header", ["nplurals=2; plural=(n != 1);", "nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);"])
def test_a_catalogue_counts_as_its_language_does(header: str) -> None:
    catalog = read_po(BytesIO(f'msgid ""\nmsgstr "Plural-Forms: {header}\\n"'.encode()), locale="pl")
    assert [flaw.what for flaw in flaws(Catalog(), catalog)] == ["not the plural forms of the language"]


def test_the_check_fails_for_every_configured_language_and_for_the_given_one(
    locale: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = locale / "templates" / "page.html"
    page.parent.mkdir()
    page.write_text("{% load i18n %}{% translate 'Draw' %}")
    catalogues.main([])
    assert catalogues.main(["--check"]) == 1
    assert "sv/LC_MESSAGES/django.po: missing: 'Draw'" in capsys.readouterr().out
    swedish = locale / "sv" / "LC_MESSAGES" / "django.po"
    swedish.write_text(swedish.read_text().replace('"Draw"\nmsgstr ""', '"Draw"\nmsgstr "Dra"'))
    assert catalogues.main(["--check"]) == 0
    assert catalogues.main(["--check", "pl"]) == 1
    assert "pl/LC_MESSAGES/django.po: missing: 'Draw'" in capsys.readouterr().out


def test_the_catalogues_of_the_site_are_complete() -> None:
    catalog = catalogues.collect()
    assert catalogues.problems(catalog) == []


HOURS = re.compile(r"<option[^>]*>(\d+) (godz\w+)")


@pytest.mark.django_db
def test_polish_counts_in_three_forms(client_of, alice: User, settings: Settings) -> None:
    settings.LANGUAGES = [("en", "English"), ("pl", "Polski")]
    browser = client_of(alice)
    browser.post("/settings/language/", {"language": "pl"})
    hours = {}
    for kept in (5, 22):
        User.objects.filter(pk=alice.pk).update(last_call=60 * kept)
        hours |= dict(HOURS.findall(browser.get("/settings/notices/").content.decode()))
    assert hours["2"] == hours["4"] == hours["22"]
    assert hours["5"] == hours["12"]
    assert len({hours[count] for count in ("1", "2", "5")}) == 3


@cache
def plurals() -> list[tuple[str, str]]:
    return [message.id for message in catalogues.collect() if isinstance(message.id, tuple) and not message.context]


@pytest.mark.parametrize(("count", "like"), [(1, 1), (2, 2), (5, 5), (12, 5), (22, 2), (25, 5), (112, 5), (102, 2)])
def test_every_polish_plural_follows_its_number(count: int, like: int) -> None:
    with translation.override("pl"):
        for one, many in plurals():
            told, alike = (ngettext(one, many, number) for number in (count, like))
            assert told == alike
    assert len(plurals()) > 20


def test_texts_have_apostrophes_not_straight_quotes() -> None:
    messages = read_po(BytesIO(catalogues.TEMPLATE.read_bytes()))
    texts = [text for each in messages for text in ([each.id] if isinstance(each.id, str) else each.id)]
    assert not [text for text in texts if re.search(r"\w'(?:\w| )", text)]
