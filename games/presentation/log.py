"""The log of a game for one viewer: moves grouped by turn or game phase, and a recap of those since their last turn."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.presentation.narration import Narrator, paragraph_id
from games.rules.contract import CLOSES, DEALT, OPENS, OVER, RESIGNED, Event, Seat, redact
from games.rules.game import Rules
from games.rules.vocabulary import Line


class LoggedMove(NamedTuple):
    """The data of a move for the log. ``seat`` is None for the deal.

    ``by`` says who made the move, such as “by the clock”. It is empty for the seat's usual player and for the site.
    """

    number: int
    seat: Seat | None
    events: Sequence[Event]
    created_at: datetime
    by: str = ""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the log.

    ``hot`` marks an event that matters to the viewer, ``gain`` one in their favour. ``number`` is the number of the
    move, or of the first of several merged moves; ``by`` is as in `LoggedMove`. ``paragraph`` is the rules paragraph,
    or empty if no rule applies.
    """

    text: str
    html: SafeString
    hot: bool
    paragraph: str
    number: int = 0
    by: str = ""
    gain: bool = False

    @property
    def anchor(self) -> str:
        return paragraph_id(self.paragraph)


@dataclass(frozen=True, slots=True)
class LogTurn:
    """The log of one turn: ``seats`` are the seats to move (none for the deal), ``number`` is the first move.

    If ``title`` is set, it names a game phase, and the entry covers all turns of that phase (``sections``). ``chapter``
    is the heading above the turn, such as the hand that it belongs to, or empty in games without hands.
    """

    seats: tuple[Seat, ...]
    name: str
    initial: str
    is_you: bool
    number: int
    at: datetime
    opening: LogEntry | None
    lines: list[LogEntry]
    title: str = ""
    chapter: str = ""


class _LoggedEvent(NamedTuple):
    """An event with the number and the maker of its move; ``hit`` means that the event affects the viewer."""

    number: int
    event: Event
    by: str = ""
    hit: bool = False


@dataclass(slots=True)
class Section:
    """A turn or part of one, or consecutive turns merged into one ``section`` of the full log.

    ``openings`` has one event for each seat to move, and is empty if the turn began earlier. ``events`` are redacted.
    ``aside`` marks a resignation out of turn, or in a turn shared with other players. ``chapter`` is the section that
    the latest deal began: this section belongs to it, or is the deal itself.
    """

    seats: tuple[Seat, ...]
    number: int
    at: datetime
    openings: list[Event] = field(default_factory=list)
    events: list[_LoggedEvent] = field(default_factory=list)
    section: Line | None = None
    aside: bool = False
    chapter: Line | None = None


def by_turn(moves: Iterable[LoggedMove], narrator: Narrator, *, apart: bool = False) -> list[LogTurn]:
    """Return the moves grouped by turn, in order. With ``apart``, don't merge events of different moves."""
    return [_group(turn, turn.events, narrator, apart=apart) for turn in _turns(moves, narrator.viewer)]


def sections(moves: Iterable[LoggedMove], narrator: Narrator) -> list[Section]:
    """Return the moves grouped by turn. Consecutive turns of the same section of the game are merged."""
    found: list[Section] = []
    chapter = None
    for turn in _turns(moves, narrator.viewer):
        for part in _parts(turn, narrator.rules):
            chapter = part.chapter = part.chapter or chapter
            if found and found[-1].section is not None and _continues(part, found[-1]):
                found[-1].events += part.events
            else:
                found.append(part)
    return found


def narrate(sections: Iterable[Section], narrator: Narrator) -> list[LogTurn]:
    return [_group(section, section.events, narrator) for section in sections]


def _continues(part: Section, section: Section) -> bool:
    """Return whether a part belongs to this section: the title is the same, or there is no title and no turn begins."""
    return part.section == section.section or (part.section is None and not part.openings)


def _parts(turn: Section, rules: Rules) -> list[Section]:
    """Split the turn before each event that begins another section of the game."""
    parts = [replace(turn, events=[], section=rules.presentation.section(turn.openings[0]) if turn.openings else None)]
    for logged in turn.events:
        section = rules.presentation.section(logged.event)
        if section is not None:
            chapter = section if logged.event.kind == DEALT else None
            parts.append(Section((), logged.number, turn.at, section=section, chapter=chapter))
        parts[-1].events.append(logged)
    return [part for part in parts if part.events or part.openings]


def _turns(moves: Iterable[LoggedMove], viewer: Seat | None) -> Iterator[Section]:
    turn: Section | None = None
    for move in moves:
        for opened, events in _split_at_turns(move.events):
            aside = not opened and _is_aside(events, turn)
            begins = turn is None or bool(opened) or aside or turn.aside
            if turn is not None and begins:
                yield turn
            if turn is None or begins:
                turn = Section(_seats_of(opened) or _mover(move), move.number, move.created_at, opened, aside=aside)
            elif not turn.openings:
                # The turn began before these moves, so its seats are those that moved in it.
                turn.seats = tuple(dict.fromkeys((*turn.seats, *_mover(move))))
            turn.events += [_LoggedEvent(move.number, redact(event, viewer), move.by) for event in events]
    if turn is not None:
        yield turn


def _is_aside(events: Sequence[Event], turn: Section | None) -> bool:
    """Return whether the events contain a resignation by a player who is not the only one to move."""
    return any(event.kind == RESIGNED and (turn is None or turn.seats != (event.seat,)) for event in events)


def turns_begun(events: Iterable[Event]) -> list[tuple[Seat, ...]]:
    """Return the seats of each turn that begins in a move, several seats if they move simultaneously."""
    return [_seats_of(opened) for opened, _rest in _split_at_turns(events) if opened]


def _seats_of(opened: Iterable[Event]) -> tuple[Seat, ...]:
    return tuple(event.seat for event in opened if event.seat is not None)


def _mover(move: LoggedMove) -> tuple[Seat, ...]:
    return () if move.seat is None else (move.seat,)


def _split_at_turns(events: Iterable[Event]) -> Iterator[tuple[list[Event], list[Event]]]:
    """Split a move's events at turn starts: yield the opening events of each turn with the events after them."""
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


def _group(turn: Section, events: Sequence[_LoggedEvent], narrator: Narrator, *, apart: bool = False) -> LogTurn:
    (opening,) = narrator.rules.presentation.merge(turn.openings) or (None,)
    return LogTurn(
        seats=turn.seats,
        name=narrator.players(turn.seats),
        initial=narrator.initial(turn.seats[0]) if len(turn.seats) == 1 else "",
        is_you=turn.seats == (narrator.viewer,),
        number=turn.number,
        at=turn.at,
        opening=_entry(_LoggedEvent(turn.number, opening), narrator) if opening else None,
        lines=_entries(events, narrator, apart=apart),
        title=narrator.line(turn.section) if turn.section and turn.section != turn.chapter else "",
        chapter=narrator.line(turn.chapter) if turn.chapter else "",
    )


def _entries(events: Iterable[_LoggedEvent], narrator: Narrator, *, apart: bool = False) -> list[LogEntry]:
    merged: list[_LoggedEvent] = []
    for each in events:
        if merged and merged[-1].by == each.by and not (apart and merged[-1].number != each.number):
            *unmerged, last = narrator.rules.presentation.merge([merged[-1].event, each.event])
            if not unmerged:
                merged[-1] = merged[-1]._replace(event=last)
                continue
        merged.append(each)
    return [entry for each in merged if (entry := _entry(each, narrator)).text]


def _entry(happened: _LoggedEvent, narrator: Narrator) -> LogEntry:
    number, event, by, hit = happened
    hot = hit or narrator.rules.presentation.weight(event, narrator.viewer) > 0
    gain = _gains(event, narrator)
    return LogEntry(narrator.text(event), narrator.html(event), hot, event.paragraph, number, by, gain)


def _gains(event: Event, narrator: Narrator) -> bool:
    if narrator.viewer is None:
        return False
    if event.kind == OVER:
        return narrator.viewer in event.details["winners"]
    return event.seat == narrator.viewer and narrator.rules.presentation.is_gain(event)


@dataclass(frozen=True, slots=True)
class Recap:
    """The events since the viewer's last turn; ``turns`` are in order, without empty ones.

    ``start`` is the move at which a replay of these events starts.
    """

    start: int
    turns: list[LogTurn]

    def __bool__(self) -> bool:
        return bool(self.turns)

    @property
    def has_others(self) -> bool:
        """Whether another player has done something. Deals and turn starts don't count."""
        return any(not turn.is_you and turn.seats and turn.lines for turn in self.turns)


def recap(moves: Sequence[LoggedMove], narrator: Narrator) -> Recap:
    """Return the recap of these moves.

    Omit turn ends, unless nothing else happened in another player's turn. Events that affect the viewer are marked as
    ``hot``.
    """
    groups = [_group(turn, _recap_events(turn, narrator), narrator) for turn in _turns(moves, narrator.viewer)]
    return Recap(moves[0].number if moves else 0, [group for group in groups if group.lines])


def _recap_events(turn: Section, narrator: Narrator) -> list[_LoggedEvent]:
    """Return the turn's events. Omit the end of the turn, unless another player's turn has no other events."""
    hit = narrator.rules.presentation.affects([each.event for each in turn.events], narrator.viewer)
    events = [each._replace(hit=so) for each, so in zip(turn.events, hit, strict=True)]
    news = [each for each in events if each.event.kind != CLOSES]
    return news if news or narrator.viewer in turn.seats else events
