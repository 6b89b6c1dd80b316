"""Catalogues: every kind of marked text is collected, and what is translated is compiled and used."""

from __future__ import annotations

import gettext
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from pytest_django import Settings

from chicago import translations

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
    """A folder for catalogues where Swedish is one of the languages."""
    settings.LANGUAGES = [("en", "English"), ("sv", "Svenska")]
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    monkeypatch.setattr(translations, "LOCALE", tmp_path)
    monkeypatch.setattr(translations, "TEMPLATE", tmp_path / "django.pot")
    return tmp_path


def test_every_kind_of_text_of_a_page_is_collected() -> None:
    found = extract(translations.extract_page, BytesIO(PAGE.encode()), translations.KEYWORDS)
    assert {(message, context) for _line, message, _comments, context in found} == {
        ("Draw", None),
        (("One card of %(total)s", "%(n)s cards of %(total)s"), None),
        ("Send", "a gangster"),
        ("Undo", None),
    }


def test_texts_of_rules_models_and_pages_are_collected() -> None:
    texts = {message.id for message in translations.collect()}
    assert "It is not your turn." in texts
    assert ("%(count)d day a turn", "%(count)d days a turn") in texts
    assert "English and Polish" in texts
    assert "Lobby" in texts


def test_a_translation_is_kept_compiled_once_and_used(locale: Path) -> None:
    (locale / "games" / "templates").mkdir(parents=True)
    page = locale / "games" / "templates" / "page.html"
    page.write_text(PAGE)
    assert len(translations.update(translations.collect())) == 2
    swedish = locale / "sv" / "LC_MESSAGES" / "django.po"
    with swedish.open("rb") as file:
        catalog = read_po(file, locale="sv")
    catalog["Draw"].string = "Dra"
    with swedish.open("wb") as file:
        write_po(file, catalog)

    assert translations.outdated(translations.collect()) == []
    page.write_text(PAGE + "{% translate 'Fold' %}")
    assert translations.outdated(translations.collect()) == [locale / "django.pot", swedish]
    translations.update(translations.collect())

    assert translations.compile_changed() == ["sv"]
    assert translations.compile_changed() == []
    with swedish.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Draw") == "Dra"
