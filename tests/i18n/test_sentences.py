"""Sentences are translated whole: none is concatenated from pieces, in code or in templates."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from lab.translations import catalogues
from tests.i18n.sentences import as_django, in_code, in_template, is_fragment
from tests.site import ROOT

SAID_IN_ENGLISH = {
    "games/rules/record.py": "the command line's, for whoever checks a record's file without the site",
    "games/replay/records.py": "the same, for manage.py import_record",
    "games/notifications/channels/email.py": "what a mail server or the network said",
}
"""Files whose error texts are not shown on pages."""

NO_SENTENCE = {
    "'Play' goes on with 'Pause'": "only one of them is ever seen",
    "'goes first' goes on with 'saved for the last trick'": "the two ends of a scale",
    "'Play it again' goes on with 'Step by step'": "only one of them is ever seen",
    "'was face down' goes on with 'part of the hand'": "a legend: two marks and what each means",
    "'your chance to win: {{ chance }}' goes on with 'a new hand'": "a legend",
    "'play one' goes on with 'a special'": "words under pictures",
    "'Your move, {{ name }}' goes on with {{ game.name }}": "a heading and what follows it",
}

LABELS = {
    *("made by", "Made by", "proposed by", "from", "sent to", "lost by", "currently played by", "rematch of"),
    *("Behind by", "Addresses whose e-mails bounce", "Secret for checking signatures"),
    *("continued from", "set aside by", "begins with", "Race to"),
    *("to", "by", "requested by", "reported by", "taken by", "closed by"),
    *("quiet hours from", "a move was made for you", "Played for you", "What you agree to", "What everyone agrees to"),
    *("Leave it as it is", "Access it may ask for", "controlled by", "Where your result came from"),
}
"""Complete texts that look like fragments: headings and names of columns."""


@cache
def templates() -> dict[str, str]:
    """Return the source of each template by path, with fragments converted to Django's syntax."""
    fragments = catalogues._files(catalogues.FRAGMENTS)
    return {
        where(path): as_django(path.read_text()) if path in fragments else path.read_text()
        for path in catalogues._files(catalogues.PAGES)
    }


def where(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_sentence_is_put_together_in_code() -> None:
    found = [
        f"{where(path)}:{line} {what}"
        for path in catalogues._files(catalogues.SOURCES)
        for line, what in in_code(path.read_text())
        if not (where(path) in SAID_IN_ENGLISH and "not marked" in what)
    ]
    assert not found, "\n".join(found)


def test_no_sentence_is_put_together_in_a_template() -> None:
    found = [
        f"{path}:{line} {what}"
        for path, source in templates().items()
        for line, what in in_template(source)
        if what not in NO_SENTENCE
    ]
    assert not found, "\n".join(found)


GLUED_COLON = re.compile(r"(?:\}\}|%\})(?:</\w+>|<[^>]*>)*:[ <{]")
WHOLE = re.compile(
    r"\{% comment %\}.*?\{% endcomment %\}|\{% blocktranslate.*?endblocktranslate %\}|<style.*?</style>", re.DOTALL
)


def test_no_colon_is_put_between_two_texts_in_a_template() -> None:
    """Languages differ in the space before a colon: both sides and the colon must be one text."""
    found = [
        f"{path}: {glued[0]}"
        for path, source in templates().items()
        for glued in GLUED_COLON.finditer(WHOLE.sub("", source))
    ]
    assert not found, "\n".join(found)


def test_no_text_is_a_part_of_a_sentence() -> None:
    texts = {
        form
        for message in catalogues.collect()
        for form in (message.id if isinstance(message.id, tuple) else [message.id])
        if form and form not in LABELS and is_fragment(form)
    }
    assert not texts, texts


def test_every_exception_is_still_needed() -> None:
    said = {what for source in templates().values() for _line, what in in_template(source)}
    assert NO_SENTENCE.keys() <= said
    assert {message.id for message in catalogues.collect()} >= LABELS


@pytest.mark.parametrize(
    "source",
    [
        'x = _("You draw ") + name',
        'x = name + gettext("draws") % facts',
        'x += _("and more")',
        "x = f\"{_('Draw')}: {name}\"",
        'x = " ".join([_("You"), _("draw")])',
        'x = ", ".join(gettext_lazy(each) for each in cards)',
        'x = _(f"You draw {card}")',
        'x = gettext("You draw " + card)',
        "from django.utils.translation import gettext as _now",
        'messages.success(request, "Your seat is yours.")',
        'raise ValidationError(f"There is no {name}.")',
    ],
)
def test_glue_in_code_is_found(source: str) -> None:
    assert list(in_code(source))


@pytest.mark.parametrize(
    "source",
    [
        'x = _("You draw %(card)s.") % {"card": card}',
        'x = [_("Draw"), _("Undo")]',
        'x = f"{name}: {count}"',
        'log.error("no replay of table %s", table)',
        'messages.success(request, _("Your seat is yours."))',
        "from django.utils.translation import gettext_lazy as _",
    ],
)
def test_whole_sentences_in_code_pass(source: str) -> None:
    assert not list(in_code(source))


@pytest.mark.parametrize(
    "template",
    [
        '{% translate "You draw" %} {% translate "a card." %}',
        '<b>{% translate "Pick a card to play," %}</b> {% translate "or draw one." %}',
        '{% translate "You draw" %} {{ card }}',
        "{{ name }} {% blocktranslate %}draws a card.{% endblocktranslate %}",
        '{% translate "Copy" %}<span class="vh"> {% translate "the address" %}</span>',
        '<p>{% translate "A seat is free." %}{% if x %} <i>{% translate ", or two" %}</i>{% endif %}</p>',
        as_django('{{ _("You draw") }} {{ _("a card.") }}'),
        as_django('{{ pgettext("button", "You draw") }} {% trans card=c.name %}{{ card }}.{% endtrans %}'),
    ],
)
def test_glue_in_templates_is_found(template: str) -> None:
    assert list(in_template(template))


@pytest.mark.parametrize(
    "template",
    [
        '<p>{% translate "You draw." %} {% translate "Then it is their turn." %}</p>',
        '<li>{% translate "Draw" %}</li><li>{% translate "Undo" %}</li>',
        '{% if mine %}{% translate "Yours" %}{% else %}{% translate "theirs" %}{% endif %}',
        '{% translate "Address:" %} {{ address }}',
        '<a title="{% translate "Undo" %}">{% translate "back" %}</a>',
        '<button>{% translate "Draw" %}</button> {{ number }}',
    ],
)
def test_whole_sentences_in_templates_pass(template: str) -> None:
    assert not list(in_template(template))


@pytest.mark.parametrize("text", ["and so on", ", your fifth card", "or draw one.", "You draw ", "Goes to", "It is"])
def test_a_fragment_is_known_by_its_ends(text: str) -> None:
    assert is_fragment(text)
