"""Renders a game's sentences for one viewer: log, recap, mail, refusals. The only renderer.

The rules give sentences as :class:`~games.rules.contract.Line`; here they are translated and filled with names and
cards, as plain text or HTML.
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

from accounts.i18n.lists import join_list
from games.rules import Rules
from games.rules.contract import CLOSES, OPENS, Event, Face, Illegal, Line, Seat, Term, redact
from games.rules.phrases import figure
from games.table.assets import icons
from games.table.card_html import LocalizedFace, page_chip

Chip = Callable[[LocalizedFace, str], SafeString]
"""Draws a card, given how it is shown and its name, inside a line of HTML."""


class Narrator:
    """Renders events and sentences for ``viewer`` (None: a spectator) in the active language.

    ``names`` are the seats' names in sentences: the persona's or the user's. ``chip`` draws cards in HTML.
    ``initials`` are the seats' monograms where they differ from the first letters of their names; ``full_names`` the
    names above a turn, where they say more: the persona with the user.
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
        """The event, redacted for this viewer, as plain text; empty if it has no sentence."""
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
        # The sentence and every part are escaped; % returns a plain str.
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

    def printed(self, code: str) -> LocalizedFace:
        """How a card is shown."""
        return self.localized(self.rules.face(code))

    def localized(self, face: Face) -> LocalizedFace:
        """A face in the active language."""
        rank = self.line(face.rank) if face.rank else ""
        return LocalizedFace(rank, face.suit, self.line(face.name), face.sign, face.ink, icons(self.rules.SLUG))

    def cards(self, codes: Iterable[str]) -> str:
        """Cards by name, as an enumeration."""
        return join_list([self.card(code) for code in codes])

    def players(self, seats: Iterable[Seat]) -> str:
        """Players by full name, the viewer first and as “You”; empty if there are none."""
        shown = sorted(seats, key=lambda seat: seat != self.viewer)
        return join_list([_("You") if seat == self.viewer else self._full_names[seat] for seat in shown])

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
                return join_list([self.line(each) for each in term.value])
        return self._simple(term)

    def _rich(self, term: Term) -> str:
        match term.kind:
            case "card":
                return self.card_html(term.value)
            case "cards":
                return self._chips(term.value)
            case "list":
                return mark_safe(_joined([conditional_escape(self._rich(each)) for each in term.value], term.value))
            case "parts":
                return mark_safe(join_list([self.rich(each) for each in term.value]))
            case "line":
                return self.rich(term.value)
        return self._simple(term)

    def _chips(self, codes: Sequence[str]) -> SafeString:
        """Drawn cards are separated by spaces; cards shown by name alone are enumerated with “and”."""
        chips = [self.card_html(code) for code in codes]
        drawn = all(self.rules.face(code).suit for code in codes)
        return mark_safe(" ".join(chips) if drawn else join_list(chips))

    def _simple(self, term: Term) -> str:
        """A term that is the same in text and in HTML, not escaped."""
        match term.kind:
            case "seat":
                return self.names[term.value]
            case "piece":
                return self.line(self.rules.name_of(term.value))
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
    if line.context:
        return pgettext(line.context, line.text)
    return gettext(line.text)


def _joined(parts: Sequence[str], terms: Sequence[Term]) -> str:
    """Statements are separated by semicolons; names are enumerated."""
    if not any(term.kind == "line" for term in terms):
        return join_list(parts)
    # Translators: two statements in one sentence, or several and one more.
    following = _("%(statements)s; %(last)s")
    return reduce(lambda before, last: following % {"statements": before, "last": last}, parts)


class LoggedMove(NamedTuple):
    """A move as the log needs it: number, seat (None: the deal), events, and time.

    ``by`` describes who made it if the seat's owner did not.
    """

    number: int
    seat: Seat | None
    events: Sequence[Event]
    made_at: datetime
    by: str = ""


def paragraph_id(paragraph: str) -> str:
    """``p-6-4`` for paragraph 6.4."""
    return "p-" + paragraph.replace(".", "-")


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the log. ``hot``: it matters to the viewer. ``anchor`` is the paragraph's id on the rules page.

    ``number`` is the move's, or the first of merged moves; ``by`` as in LoggedMove. ``paragraph`` is empty where no
    rule applies.
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
        return paragraph_id(self.paragraph)


@dataclass(frozen=True, slots=True)
class LogTurn:
    """The log of one turn. ``seats`` are those to move (none: the deal), ``number`` its first move."""

    seats: tuple[Seat, ...]
    name: str
    initial: str
    is_you: bool
    number: int
    at: datetime
    opening: LogEntry | None
    lines: list[LogEntry]


class _LoggedEvent(NamedTuple):
    """An event with the number of its move, who made that, and whether it affects the viewer (``hit``)."""

    number: int
    event: Event
    by: str = ""
    hit: bool = False


@dataclass(slots=True)
class _Turn:
    """A turn being collected; its events are redacted. ``openings``: one event per seat to move."""

    seats: tuple[Seat, ...]
    number: int
    at: datetime
    openings: list[Event] = field(default_factory=list)
    events: list[_LoggedEvent] = field(default_factory=list)


def by_turn(moves: Iterable[LoggedMove], narrator: Narrator, *, apart: bool = False) -> list[LogTurn]:
    """The moves grouped by turn, in order; ``apart``: events of different moves are never merged."""
    return [_group(turn, turn.events, narrator, apart=apart) for turn in _turns(moves, narrator.viewer)]


def _turns(moves: Iterable[LoggedMove], viewer: Seat | None) -> Iterator[_Turn]:
    turn: _Turn | None = None
    for move in moves:
        for opened, events in _split_at_turns(move.events):
            if turn is not None and opened:
                yield turn
            if turn is None or opened:
                turn = _Turn(_asked(opened) or _mover(move), move.number, move.made_at, opened)
            elif not turn.openings:
                # The turn began before these moves, so its seats are those that moved in it.
                turn.seats = tuple(dict.fromkeys((*turn.seats, *_mover(move))))
            turn.events += [_LoggedEvent(move.number, redact(event, viewer), move.by) for event in events]
    if turn is not None:
        yield turn


def turns_begun(events: Iterable[Event]) -> list[tuple[Seat, ...]]:
    """The seats of each turn that begins in a move; several seats if they move simultaneously."""
    return [_asked(opened) for opened, _rest in _split_at_turns(events) if opened]


def _asked(opened: Iterable[Event]) -> tuple[Seat, ...]:
    return tuple(event.seat for event in opened if event.seat is not None)


def _mover(move: LoggedMove) -> tuple[Seat, ...]:
    return () if move.seat is None else (move.seat,)


def _split_at_turns(events: Iterable[Event]) -> Iterator[tuple[list[Event], list[Event]]]:
    """Splits the events of a move at the beginning of turns: pairs of opening events and the events after them."""
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


def _group(turn: _Turn, events: Sequence[_LoggedEvent], narrator: Narrator, *, apart: bool = False) -> LogTurn:
    (opening,) = narrator.rules.merge(turn.openings) or (None,)
    return LogTurn(
        seats=turn.seats,
        name=narrator.players(turn.seats),
        initial=narrator.initial(turn.seats[0]) if len(turn.seats) == 1 else "",
        is_you=turn.seats == (narrator.viewer,),
        number=turn.number,
        at=turn.at,
        opening=_entry(_LoggedEvent(turn.number, opening), narrator) if opening else None,
        lines=_entries(events, narrator, apart=apart),
    )


def _entries(events: Iterable[_LoggedEvent], narrator: Narrator, *, apart: bool = False) -> list[LogEntry]:
    merged: list[_LoggedEvent] = []
    for each in events:
        if merged and merged[-1].by == each.by and not (apart and merged[-1].number != each.number):
            *unmerged, last = narrator.rules.merge([merged[-1].event, each.event])
            if not unmerged:
                merged[-1] = merged[-1]._replace(event=last)
                continue
        merged.append(each)
    return [entry for each in merged if (entry := _entry(each, narrator)).text]


def _entry(happened: _LoggedEvent, narrator: Narrator) -> LogEntry:
    number, event, by, hit = happened
    hot = hit or narrator.rules.weight(event, narrator.viewer) > 0
    return LogEntry(narrator.text(event), narrator.html(event), hot, event.paragraph, number, by)


@dataclass(frozen=True, slots=True)
class Recap:
    """What happened since the viewer's last turn: ``turns`` in order, without empty ones.

    ``start`` is the move from which the replay starts.
    """

    start: int
    turns: list[LogTurn]

    def __bool__(self) -> bool:
        return bool(self.turns)


def recap(moves: Sequence[LoggedMove], narrator: Narrator) -> Recap:
    """The recap of these moves. Omits ends of turns that add nothing; what affects the viewer is hot."""
    groups = [_group(turn, _recap_events(turn, narrator), narrator) for turn in _turns(moves, narrator.viewer)]
    return Recap(moves[0].number if moves else 0, [group for group in groups if group.lines])


def _recap_events(turn: _Turn, narrator: Narrator) -> list[_LoggedEvent]:
    """The events without the end of the turn, unless another player's turn holds nothing else."""
    hit = narrator.rules.affects([each.event for each in turn.events], narrator.viewer)
    events = [each._replace(hit=so) for each, so in zip(turn.events, hit, strict=True)]
    news = [each for each in events if each.event.kind != CLOSES]
    return news if news or narrator.viewer in turn.seats else events


class HandRankingText(NamedTuple):
    """A hand ranking in words; ``cards`` are the example's faces and ``label`` names them."""

    name: str
    help: str
    cards: list[LocalizedFace]
    label: str


def hand_rankings(narrator: Narrator) -> list[HandRankingText]:
    """The game's hand rankings, the highest first, each with an example."""
    return [
        HandRankingText(
            narrator.line(ranking.name),
            narrator.line(ranking.help),
            [narrator.printed(code) for code in ranking.cards],
            narrator.cards(ranking.cards),
        )
        for ranking in narrator.rules.HAND_RANKINGS
    ]
