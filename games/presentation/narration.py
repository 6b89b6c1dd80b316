"""Rendering of a game's sentences for one viewer, used by the log, recaps, mails and refusals.

The rules provide sentences as `games.rules.contract.Line`; this module translates them and inserts names and cards, as
plain text or HTML.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from types import MappingProxyType
from typing import NamedTuple

from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext as _

from accounts.i18n.lists import join_list
from games.presentation.assets import icons
from games.presentation.card_html import LocalizedFace, page_chip
from games.rules.contract import Event, Illegal, Seat, redact
from games.rules.game import Rules
from games.rules.phrases import figure
from games.rules.vocabulary import Face, Line, Term

Chip = Callable[[LocalizedFace, str], SafeString]
"""A function that renders a card inside a sentence as HTML, from the card's face and name."""

_BREAK = '<br class="clause">'
"""Line break before a statement, such as a hand in a shootout. Only logs show it."""


class Narrator:
    """Renders events and sentences in the active language for ``viewer``, who is a spectator if None.

    ``names`` are the seats' names in sentences: the persona's or the user's name. ``chip`` renders cards as HTML.
    ``initials`` are the seats' monograms, by default the first letter of the name; ``full_names`` are longer names for
    headings of turns: the persona with the user.
    """

    def __init__(
        self,
        rules: Rules,
        names: Mapping[Seat, str],
        viewer: Seat | None,
        chip: Chip = page_chip,
        initials: Mapping[Seat, str] = MappingProxyType({}),
        full_names: Mapping[Seat, str] = MappingProxyType({}),
    ) -> None:
        self.rules, self.names, self.viewer, self.chip = rules, names, viewer, chip
        self._initials, self._full_names = initials, full_names or names

    def text(self, event: Event) -> str:
        """Return the event, redacted for this viewer, as plain text, or an empty string if it has no sentence."""
        line = self.rules.presentation.sentence(redact(event, self.viewer), self.viewer)
        return self.line(line) if line else ""

    def html(self, event: Event) -> SafeString:
        """Return the event, redacted for this viewer, as HTML, or an empty string if it has no sentence."""
        line = self.rules.presentation.sentence(redact(event, self.viewer), self.viewer)
        return self.rich(line) if line else SafeString()

    def line(self, line: Line) -> str:
        """Return a sentence or name as plain text."""
        return _translated(line) % {name: self._plain(term) for name, term in line.terms.items()}

    def rich(self, line: Line) -> SafeString:
        """Return a sentence or name as HTML."""
        parts = {name: conditional_escape(self._rich(term)) for name, term in line.terms.items()}
        # The sentence and every part are escaped; % returns a plain str.
        return mark_safe(escape(_translated(line)) % parts)

    def refusal(self, illegal: Illegal) -> str:
        """Return the reason why a move was refused, as plain text."""
        return self.line(self.rules.presentation.refusal(illegal))

    def card(self, code: str) -> str:
        return self.line(self.rules.presentation.face(code).name)

    def card_html(self, code: str) -> SafeString:
        return self.chip(self.printed(code), self.card(code))

    def printed(self, code: str) -> LocalizedFace:
        """Return the face of a card, in the active language."""
        return self.localized(self.rules.presentation.face(code))

    def localized(self, face: Face) -> LocalizedFace:
        """Return a face in the active language."""
        rank = self.line(face.rank) if face.rank else ""
        return LocalizedFace(
            rank, face.suit, self.line(face.name), face.sign, face.ink, icons(self.rules.engine.VARIANT)
        )

    def cards(self, codes: Iterable[str]) -> str:
        """Return the cards' names, joined with commas and “and”."""
        return join_list([self.card(code) for code in codes])

    def players(self, seats: Iterable[Seat]) -> str:
        """Return the players' full names, with the viewer first, as “You”."""
        shown = sorted(seats, key=lambda seat: seat != self.viewer)
        return join_list([_("You") if seat == self.viewer else self._full_names[seat] for seat in shown])

    def initial(self, seat: Seat) -> str:
        """Return a player's monogram, by default the first letter of the name."""
        return self._initials.get(seat) or self.names[seat][:1].upper()

    def _plain(self, term: Term) -> str:
        match term.kind:
            case "card":
                return self.card(term.value)
            case "cards":
                return self.cards(term.value)
            case "list":
                return _joined([self._plain(each) for each in term.value], term.value)
            case "parts":
                return join_list([self.line(each) for each in term.value])
        return self._simple(term)

    def _rich(self, term: Term) -> str:
        match term.kind:
            case "card":
                return self.card_html(term.value)
            case "cards":
                return self._chips(term.value)
            case "list":
                return mark_safe(
                    _joined([conditional_escape(self._rich(each)) for each in term.value], term.value, _BREAK)
                )
            case "parts":
                return mark_safe(join_list([self.rich(each) for each in term.value]))
            case "line":
                return self.rich(term.value)
        return self._simple(term)

    def _chips(self, codes: Sequence[str]) -> SafeString:
        """Return cards as HTML: separated by spaces if drawn as symbols, joined with “and” if any is only a name."""
        chips = [self.card_html(code) for code in codes]
        drawn = all(self.rules.presentation.face(code).suit for code in codes)
        return mark_safe(" ".join(chips) if drawn else join_list(chips))

    def _simple(self, term: Term) -> str:
        """Return a term that is the same in text and in HTML, unescaped. Raise `ValueError` for an unknown kind."""
        match term.kind:
            case "seat":
                return self.names[term.value]
            case "piece":
                return self.line(self.rules.presentation.name_of(term.value))
            case "line":
                return self.line(term.value)
            case "number":
                return figure(term.value)
            case "text":
                return str(term.value)
        raise ValueError(f"no such kind of term: {term.kind}")


def _translated(line: Line) -> str:
    if line.count is not None:
        return ngettext(line.text, line.plural, line.count)
    return pgettext(line.context, line.text) if line.context else gettext(line.text)


def _joined(parts: Sequence[str], terms: Sequence[Term], before_each: str = "") -> str:
    """Join statements with semicolons, each after ``before_each``, and names with commas and “and”."""
    if not any(term.kind == "line" for term in terms):
        return join_list(parts)
    # Translators: two statements in one sentence, or several and one more.
    following = _("%(statements)s; %(last)s")
    statements = [before_each + part for part in parts]
    return reduce(lambda before, last: following % {"statements": before, "last": last}, statements)


def paragraph_id(paragraph: str) -> str:
    """Return the HTML id of a paragraph: ``p-6-4`` for paragraph 6.4."""
    return "p-" + paragraph.replace(".", "-")


class HandRankingText(NamedTuple):
    """A hand ranking as text, with the ``cards`` of an example; ``label`` names these cards."""

    name: str
    help: str
    cards: list[LocalizedFace]
    label: str


def hand_rankings(narrator: Narrator) -> list[HandRankingText]:
    return [
        HandRankingText(
            narrator.line(ranking.name),
            narrator.line(ranking.help),
            [narrator.printed(code) for code in ranking.cards],
            narrator.cards(ranking.cards),
        )
        for ranking in narrator.rules.presentation.HAND_RANKINGS
    ]
