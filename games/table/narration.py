"""Whatever happens in a game, told to one viewer: log, recap, mail, refusals. The one renderer of a game's sentences.

The rules say what to tell as :class:`~games.rules.contract.Line`; here it is translated, and names and cards are put
in, as plain text or as HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from types import MappingProxyType
from typing import NamedTuple

from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext as _

from accounts.i18n.lists import enumerated
from games.rules import Rules
from games.rules.contract import CLOSES, OPENS, Event, Illegal, Line, Seat, Term, redact
from games.table.card_html import Printed, page_chip

Chip = Callable[[Printed, str], SafeString]
"""Draws a card, given how it is shown and its name, inside a line of HTML."""


class Narrator:
    """Tells ``viewer`` (None: a spectator) about a game in the language that is active.

    ``names`` is what sentences call each seat: the boss's surname or the user's name. ``chip`` draws cards in HTML.
    ``initials`` are the seats' monograms where they are not the first letters of their names.
    """

    def __init__(
        self,
        rules: Rules,
        names: Mapping[Seat, str],
        viewer: Seat | None,
        chip: Chip = page_chip,
        initials: Mapping[Seat, str] = MappingProxyType({}),
    ) -> None:
        self.rules, self.names, self.viewer, self.chip = rules, names, viewer, chip
        self._initials = initials

    def text(self, event: Event) -> str:
        """The event as this viewer may know it, as plain text; empty if it is not worth a line."""
        line = self.rules.sentence(redact(event, self.viewer), self.viewer)
        return self.line(line) if line else ""

    def html(self, event: Event) -> SafeString:
        """The same as HTML, with cards as chips."""
        line = self.rules.sentence(redact(event, self.viewer), self.viewer)
        return self.rich(line) if line else SafeString()

    def line(self, line: Line) -> str:
        """A sentence or name as plain text."""
        return _translated(line) % {name: self._plain(term) for name, term in line.terms.items()}

    def rich(self, line: Line) -> SafeString:
        """A sentence or name as HTML."""
        parts = {name: conditional_escape(self._rich(term)) for name, term in line.terms.items()}
        # The sentence and every part are escaped; % drops the mark that says so.
        return mark_safe(escape(_translated(line)) % parts)

    def refusal(self, illegal: Illegal) -> str:
        """Why a move was refused, as plain text."""
        return self.line(self.rules.refusal(illegal))

    def card(self, code: str) -> str:
        """A card's name."""
        return self.line(self.rules.face(code).name)

    def card_html(self, code: str) -> SafeString:
        """A card as a chip."""
        return self.chip(self.printed(code), self.card(code))

    def printed(self, code: str) -> Printed:
        """How a card is shown."""
        face = self.rules.face(code)
        return Printed(self.line(face.rank) if face.rank else "", face.suit, self.line(face.name), face.sign, face.ink)

    def cards(self, codes: Iterable[str]) -> str:
        """Cards by name, as an enumeration."""
        return enumerated([self.card(code) for code in codes])

    def players(self, seats: Iterable[Seat]) -> str:
        """Players by name, the viewer first and as “You”; empty if there are none."""
        shown = sorted(seats, key=lambda seat: seat != self.viewer)
        return enumerated([_("You") if seat == self.viewer else self.names[seat] for seat in shown])

    def initial(self, seat: Seat) -> str:
        """A player's monogram."""
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
                return enumerated([self.line(each) for each in term.value])
        return self._word(term)

    def _rich(self, term: Term) -> str:
        match term.kind:
            case "card":
                return self.card_html(term.value)
            case "cards":
                return self._chips(term.value)
            case "list":
                return mark_safe(_joined([conditional_escape(self._rich(each)) for each in term.value], term.value))
            case "parts":
                return mark_safe(enumerated([self.rich(each) for each in term.value]))
            case "line":
                return self.rich(term.value)
        return self._word(term)

    def _chips(self, codes: Sequence[str]) -> SafeString:
        """Cards that are drawn need no “and” between them; those shown by name alone do."""
        chips = [self.card_html(code) for code in codes]
        drawn = all(self.rules.face(code).suit for code in codes)
        return mark_safe(" ".join(chips) if drawn else enumerated(chips))

    def _word(self, term: Term) -> str:
        """A term that is the same in text and in HTML, not escaped."""
        match term.kind:
            case "seat":
                return self.names[term.value]
            case "piece":
                return self.line(self.rules.name_of(term.value))
            case "line":
                return self.line(term.value)
            case "number" | "text":
                return str(term.value)
        raise ValueError(f"no such kind of term: {term.kind}")


def _translated(line: Line) -> str:
    if line.count is not None:
        return ngettext(line.text, line.plural, line.count)
    if line.context:
        return pgettext(line.context, line.text)
    return gettext(line.text)


def _joined(parts: Sequence[str], terms: Sequence[Term]) -> str:
    """Statements follow each other; names are enumerated."""
    if not any(term.kind == "line" for term in terms):
        return enumerated(parts)
    # Translators: two statements in one sentence, or several and one more.
    following = _("%(statements)s; %(last)s")
    return reduce(lambda said, last: following % {"statements": said, "last": last}, parts)


class Told(NamedTuple):
    """A move as far as telling goes: its number, who made it (None: the deal), what happened, and when.

    ``by`` says in words who made it if the seat's owner has not.
    """

    number: int
    seat: Seat | None
    events: Sequence[Event]
    made_at: datetime
    by: str = ""


def anchor(paragraph: str) -> str:
    """``p-6-4`` for paragraph 6.4."""
    return "p-" + paragraph.replace(".", "-")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log. ``hot``: it matters to the viewer. ``anchor`` is the paragraph's id on the rules page.

    ``number`` is the move's, the first one's if several are told as one; ``by`` as in Told. ``paragraph`` is empty for
    what is no matter of the rules.
    """

    text: str
    html: SafeString
    hot: bool
    paragraph: str
    number: int = 0
    by: str = ""

    @property
    def anchor(self) -> str:
        """The paragraph's id on the rules page."""
        return anchor(self.paragraph)


@dataclass(frozen=True, slots=True)
class Group:
    """What happened in one turn. ``seats`` are whose turn it is (none: the deal), ``number`` the first move in it."""

    seats: tuple[Seat, ...]
    name: str
    initial: str
    is_you: bool
    number: int
    at: datetime
    opening: Entry | None
    lines: list[Entry]


class _Happened(NamedTuple):
    """An event with the number of its move, by whom that was made, and whether it was done to the viewer."""

    number: int
    event: Event
    by: str = ""
    hit: bool = False


@dataclass(slots=True)
class _Turn:
    """A turn being gathered: its events are redacted. ``openings``: one for each who was asked."""

    seats: tuple[Seat, ...]
    number: int
    at: datetime
    openings: list[Event] = field(default_factory=list)
    events: list[_Happened] = field(default_factory=list)


def grouped(moves: Iterable[Told], narrator: Narrator, *, apart: bool = False) -> list[Group]:
    """The moves told turn by turn, in order; ``apart``: no two moves are told as one."""
    return [_group(turn, turn.events, narrator, apart=apart) for turn in _turns(moves, narrator.viewer)]


def _turns(moves: Iterable[Told], viewer: Seat | None) -> Iterator[_Turn]:
    turn: _Turn | None = None
    for move in moves:
        for opened, events in _spells(move.events):
            if turn is not None and opened:
                yield turn
            if turn is None or opened:
                turn = _Turn(_asked(opened) or _maker(move), move.number, move.made_at, opened)
            elif not turn.openings:
                # Its beginning lies before what is told, so it is known by who moved in it.
                turn.seats = tuple(dict.fromkeys((*turn.seats, *_maker(move))))
            turn.events += [_Happened(move.number, redact(event, viewer), move.by) for event in events]
    if turn is not None:
        yield turn


def turns_begun(events: Iterable[Event]) -> list[tuple[Seat, ...]]:
    """The turns that begin in a move, each by whose it is: of all who are asked at once."""
    return [_asked(opened) for opened, _rest in _spells(events) if opened]


def _asked(opened: Iterable[Event]) -> tuple[Seat, ...]:
    return tuple(event.seat for event in opened if event.seat is not None)


def _maker(move: Told) -> tuple[Seat, ...]:
    return () if move.seat is None else (move.seat,)


def _spells(events: Iterable[Event]) -> Iterator[tuple[list[Event], list[Event]]]:
    """The events of a move cut where turns begin: those with which they do, and what follows."""
    opened: list[Event] = []
    rest: list[Event] = []
    for event in events:
        if event.kind != OPENS:
            rest.append(event)
        elif rest:
            yield opened, rest
            opened, rest = [event], []
        else:
            opened.append(event)
    if opened or rest:
        yield opened, rest


def _group(turn: _Turn, events: Sequence[_Happened], narrator: Narrator, *, apart: bool = False) -> Group:
    (opening,) = narrator.rules.merge(turn.openings) or (None,)
    return Group(
        seats=turn.seats,
        name=narrator.players(turn.seats),
        initial=narrator.initial(turn.seats[0]) if len(turn.seats) == 1 else "",
        is_you=turn.seats == (narrator.viewer,),
        number=turn.number,
        at=turn.at,
        opening=_entry(_Happened(turn.number, opening), narrator) if opening else None,
        lines=_entries(events, narrator, apart=apart),
    )


def _entries(events: Iterable[_Happened], narrator: Narrator, *, apart: bool = False) -> list[Entry]:
    told: list[_Happened] = []
    for each in events:
        if told and told[-1].by == each.by and not (apart and told[-1].number != each.number):
            *apart_still, last = narrator.rules.merge([told[-1].event, each.event])
            if not apart_still:
                told[-1] = told[-1]._replace(event=last)
                continue
        told.append(each)
    return [entry for each in told if (entry := _entry(each, narrator)).text]


def _entry(happened: _Happened, narrator: Narrator) -> Entry:
    number, event, by, hit = happened
    hot = hit or narrator.rules.weight(event, narrator.viewer) > 0
    return Entry(narrator.text(event), narrator.html(event), hot, event.paragraph, number, by)


@dataclass(frozen=True, slots=True)
class Recap:
    """What happened since the viewer's last turn: ``turns`` in order, without those of which nothing is told.

    ``start`` is the move at which a replay of it begins.
    """

    start: int
    turns: list[Group]

    def __bool__(self) -> bool:
        return bool(self.turns)


def recap(moves: Sequence[Told], narrator: Narrator) -> Recap:
    """The moves since the viewer's last turn, without the word that a turn has ended where it says nothing new.

    What was done to the viewer is hot.
    """
    told = [_group(turn, _news_of(turn, narrator), narrator) for turn in _turns(moves, narrator.viewer)]
    return Recap(moves[0].number if moves else 0, [group for group in told if group.lines])


def _news_of(turn: _Turn, narrator: Narrator) -> list[_Happened]:
    """Others who did nothing but end their turn are told so."""
    hit = narrator.rules.affects([each.event for each in turn.events], narrator.viewer)
    events = [each._replace(hit=so) for each, so in zip(turn.events, hit, strict=True)]
    news = [each for each in events if each.event.kind != CLOSES]
    return news if news or narrator.viewer in turn.seats else events


def chief(events: Iterable[Event], narrator: Narrator) -> Event | None:
    """What matters most to the viewer, the latest of equals; None if nothing stands out."""
    known = [redact(event, narrator.viewer) for event in events]
    weights = [narrator.rules.weight(event, narrator.viewer) for event in known]
    if not any(weights):
        return None
    return max(zip(weights, range(len(known)), known, strict=True))[2]


def headline(events: Iterable[Event], narrator: Narrator) -> SafeString | None:
    """What matters most to the viewer, in a sentence."""
    event = chief(events, narrator)
    return narrator.html(event) if event else None


class RungTold(NamedTuple):
    """A hand on the ladder in words; ``cards`` are the example's faces and ``label`` names them."""

    name: str
    help: str
    cards: list[Printed]
    label: str


def ladder(narrator: Narrator) -> list[RungTold]:
    """The hands from the top, each with an example."""
    return [
        RungTold(
            narrator.line(rung.name),
            narrator.line(rung.help),
            [narrator.printed(code) for code in rung.cards],
            narrator.cards(rung.cards),
        )
        for rung in narrator.rules.HAND_RANKINGS
    ]
