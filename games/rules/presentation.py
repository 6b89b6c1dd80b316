"""Second part of a game's contract: sentences and boards, built from one viewer's knowledge."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from games.rules.contract import (
    CLOSES,
    DREW,
    HAND,
    OPENS,
    OVER,
    Engine,
    Event,
    Illegal,
    Piece,
    Seat,
    V,
    gettext_noop,
    over,
)
from games.rules.plain_board import Button, HandCard, PlainBoard, SeatScore, Zone, in_hand, zone_line
from games.rules.plan_sentences import PlanSentences
from games.rules.rulebook import Section
from games.rules.vocabulary import (
    Change,
    Face,
    HandRanking,
    Highlights,
    Length,
    Line,
    Odds,
    Persona,
    ScreenReaderTexts,
    Standing,
    Term,
    WayToWin,
)


class Board(Protocol):
    """The attributes of a board that shared templates use."""

    @property
    def mode(self) -> str:
        """The board's mode: ``over`` at the end, ``stage`` for a highlight, otherwise chosen by the game."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves that the page's script needs."""

    @property
    def resigns(self) -> bool:
        """Whether the viewer can resign."""


class Presentation(PlanSentences[V], ABC):
    def __init__(self, engine: Engine[Any]) -> None:
        self.engine = engine

    PERSONAS: ClassVar[tuple[Persona, ...]] = ()
    """The characters that the seats play, in seat order; games without characters name seats after their players."""
    HAND_RANKINGS: ClassVar[tuple[HandRanking, ...]] = ()
    HIGHLIGHTS: ClassVar[Highlights | None] = None
    """The events that make a move worth replaying, and their texts, or None."""
    FIRST_TURN: ClassVar[str] = gettext_noop("Your move.")
    """The prompt for a player's first turn, marked for translation."""
    SMALL: ClassVar[Mapping[str, Any]] = {}
    """The options of a game for two beginners, as far as they differ from the defaults."""
    LENGTHS: ClassVar[tuple[Length, ...]] = ()
    """How long games are, for the seats and options for which it was measured (lab/lengths.py)."""
    SMALL_LENGTH: ClassVar[str] = ""
    """The aim and the usual length of a short game, as part of a sentence, marked for translation."""
    AT_ONCE: ClassVar[Mapping[str, Any]] = {}
    """The option with which all players answer at once, and its value; empty if the game has none.

    It shortens games over days: the form that opens a table asks for it first, and chooses it for three seats or more.
    """
    TILES_HEADING: ClassVar[str] = gettext_noop("The tiles, in order")
    """Heading of the shuffled tiles on the page for checking a deal, marked for translation."""
    RESIGNATION: ClassVar[str] = gettext_noop("You leave this game for good, and the others play on.")
    """A sentence that explains resigning to a player with at least two opponents, marked for translation."""
    RESIGNATION_PARAGRAPH: ClassVar[str] = ""
    """The paragraph of the rules about resigning, or an empty string."""

    PITCH: ClassVar[str] = ""
    """A description of the game in two sentences, marked for translation, unless a template contains it."""
    RULEBOOK: ClassVar[tuple[Section, ...]] = ()
    """The rules for players, with the paragraphs to which events and refusals refer."""

    @abstractmethod
    def face(self, code: str) -> Face:
        """Return the face of a card."""

    @abstractmethod
    def sentence(self, event: Event, viewer: Seat | None) -> Line | None:
        """Return the redacted event in words, or None if the log has no line for it.

        An ``over`` event may have only the outcome's details.
        """

    @abstractmethod
    def refusal(self, illegal: Illegal) -> Line:
        """Return a sentence that says why the move is refused and what is possible instead."""

    @abstractmethod
    def prompt(self, view: V) -> Line:
        """Return the viewer's current task. Raise `ValueError` ("not asked") if the viewer is not to move."""

    @abstractmethod
    def progress(self, view: V) -> Line:
        """Return the game's progress, shown beside its name.

        It is the same for all viewers and never decreases.
        """

    def goal(self, view: V) -> Sequence[WayToWin]:
        """Return every way to win, with the progress of the nearest players, from public facts. The default is none."""
        return ()

    def change(self, events: Sequence[Event], view: V, *, named: bool) -> Change | None:
        """Return the most important change that ``events`` made, or None.

        Changes to the viewer's position come first. ``named`` allows the text to name hands.
        """
        return None

    def hint(self, view: V, events: Sequence[Event], drafts: Sequence[str], *, first_turn: bool) -> Line | None:
        """Return a hint for a newcomer's next step, or None.

        ``events`` are the redacted events since the viewer's last turn. ``drafts`` are the viewer's uncommitted moves,
        already applied in ``view``. ``first_turn`` is true until the viewer has completed a turn.
        """
        if not first_turn:
            return None
        acted = drafts or any(event.seat == view.seat and event.kind not in (OPENS, CLOSES) for event in events)
        return None if acted else Line(self.FIRST_TURN)

    def reasons(self, view: V, move: str) -> Sequence[Line]:
        """Return the merits and risks of a legal move. The default is none.

        The sentences contain neither the viewer's name nor "you".
        """
        return ()

    def fault(self, view: V, move: str, better: str) -> Line | None:
        """Return a sentence about what a legal move gave up compared with a better one, or None if no fact fits."""
        return None

    def odds(self, view: V) -> Sequence[Odds]:
        """Return the hands that the viewer can still make, and their exact chances. The default is none."""
        return ()

    @property
    def has_odds(self) -> bool:
        return type(self).odds is not Presentation.odds

    def gained(self, event: Event) -> Sequence[str]:
        """Return the cards that an event, redacted for its own seat, added to that seat's hand, except cards dealt."""
        return self.drawn(event)

    def name_of(self, code: str) -> Line:
        return self.face(code).name

    def move_label(self, move: str, view: V) -> Line:
        """Return the label of a legal move's button on the plain board: the words of the move, with names for cards."""
        terms = {f"w{number}": self._term(word) for number, word in enumerate(move.split())}
        return Line(" ".join(f"%({name})s" for name in terms), terms)

    def move_texts(self, move: str, view: V) -> Sequence[Line]:
        """Return the texts for a move; players are shown the first one, which must identify the move."""
        return (self.move_label(move, view),)

    def spellings(self, view: V) -> Iterable[tuple[str, Line]]:
        """Return additional names of cards and places in typed moves, by code."""
        return ()

    def thinkable(self, codes: Sequence[str], seats: Sequence[Seat], view: V) -> Iterable[str]:
        """Return the moves that a player may mean by these pieces and seats, legal or not. The default is none.

        ``resign`` is never among them.
        """
        return ()

    def asks_first(self, move: str, view: V) -> bool:
        """Return whether the page asks for confirmation of this move, because it can't be undone."""
        return False

    def screen_reader_texts(self, view: V) -> ScreenReaderTexts:
        """Return the texts for screen readers: table and score, for players also the hand and the legal moves."""
        return ScreenReaderTexts(
            hand=() if view.seat is None else (in_hand(view.seats[view.seat].hand or ()),),
            table=tuple(zone_line(zone) for zone in self._zones(view.pieces)),
            score=(self.progress(view), *self._score_lines(view)),
            moves=tuple(self.move_texts(move, view)[0] for move in view.legal),
        )

    def _term(self, word: str) -> Term:
        try:
            self.face(word)
        except LookupError:
            return Term("text", word)
        return Term("card", word)

    def seat_line(self, view: V, seat: Seat) -> Line | None:
        """Return a player's score so far and other visible facts, in a few words. The default is None."""
        return None

    def hand_order(self, cards: Sequence[str], view: V) -> Sequence[str]:
        """Return the cards of a hand in display order, by default in the order of ``PIECES``."""
        places = {code: place for place, code in enumerate(self.engine.packs(view.options)["card"])}
        return sorted(cards, key=places.__getitem__)

    def zone_name(self, zone: str) -> Line:
        return Line("%(zone)s", {"zone": Term("text", zone)})

    def hide(self, move: str, events: Sequence[Event], viewer: Seat | None) -> str:
        """Return the move as known to ``viewer``, with ``?`` for each card that no event reveals to them."""
        if viewer is not None and any(event.seat == viewer for event in events[:1]):
            return move
        known = {text for event in events for text in _texts(event.details | event.private.get(_key(viewer), {}))}
        return " ".join(word if word in known or self._term(word).kind == "text" else "?" for word in move.split())

    def drawn(self, event: Event) -> Sequence[str]:
        """Return the cards that an unredacted event drew from the top of the deck, in order, except cards dealt."""
        if event.kind != DREW:
            return ()
        details = event.details
        return details["cards"] if "cards" in details else (details["card"],)

    def target_of(self, event: Event) -> Seat | None:
        """Return the seat that ``event.seat`` publicly chose among several as its target, or None."""
        return None

    def announcements(self, events: Sequence[Event], view: V, *, named: bool) -> list[Line]:
        """Return screen reader texts for the viewer's own events in one move; ``named`` allows them to name hands."""
        return [line for event in events if (line := self.sentence(event, view.seat)) is not None]

    def merge(self, events: Iterable[Event]) -> list[Event]:
        """Return redacted events with similar consecutive events merged; simultaneous turns must become one event."""
        merged: list[Event] = []
        for event in events:
            if merged and (both := self.merge_two(merged[-1], event)):
                merged[-1] = both
            else:
                merged.append(event)
        return merged

    def merge_two(self, before: Event, event: Event) -> Event | None:
        """Return two consecutive redacted events as one, or None to keep both.

        By default, only two ``turn`` events are merged.
        """
        return before if before.kind == event.kind == OPENS else None

    def section(self, event: Event) -> Line | None:
        """Return the title of a new section of the log that the event begins, or None if each turn is a section."""
        return None

    def moment(self, view: V) -> Line | None:
        """Return a heading for the current point of the game, or None if the number of the turn is enough."""
        return None

    def affects(self, events: Sequence[Event], viewer: Seat | None) -> list[bool]:
        """Return, for each redacted event of a turn, whether it affects the viewer.

        The viewer's own actions count too.
        """
        return [viewer is not None and self.target_of(event) == viewer for event in events]

    def weight(self, event: Event, viewer: Seat | None) -> int:
        """Return the importance of a redacted event to the viewer; 0 is ordinary.

        The most important event becomes the headline.
        """
        return int(event.kind == OVER)

    def rank(self, event: Event) -> int:
        """Return how much an ordinary redacted event (weight 0) changes; of several, only the highest is reported."""
        return 0

    def is_gain(self, event: Event) -> bool:
        """Return whether a redacted event is good news for its own seat."""
        return False

    def threatens(self, event: Event, viewer: Seat) -> bool:
        """Return whether a redacted event of positive weight has cost the viewer something, or may soon."""
        return self.target_of(event) == viewer

    def waiting(self, view: V) -> Line | None:
        """Return the text for a waiting player if nothing has happened since that player's turn, or None."""
        return None

    def standing(self, view: V) -> Standing:
        """Return the viewer's position for a mail. Raise `ValueError` for a spectator's view."""
        if view.seat is None:
            raise ValueError("a spectator stands nowhere")
        return Standing((), view.seats[view.seat].hand or (), self.progress(view))

    def board(
        self,
        view: V,
        ask: Mapping[str, str],
        fresh: Sequence[Event],
        drafts: Sequence[str] = (),
        shown: Sequence[Event] = (),
    ) -> Board:
        """Return the content of the game's template, from ``view`` alone.

        ``ask`` are the page's untrusted query parameters (a chosen card, a step of a longer action). ``fresh`` are the
        redacted events since this viewer's last turn, to be marked as new. ``drafts`` are the viewer's uncommitted
        moves, already applied in ``view``. ``shown`` are the redacted events of a highlighted move.
        """
        own = None if view.seat is None else view.seats[view.seat]
        hand = self._hand(own.hand or () if own else (), view)
        on_cards = {card.button.move for card in hand if card.button is not None}
        return PlainBoard(
            mode="over" if view.outcome is not None else "turn" if view.legal else "wait",
            hand=hand,
            zones=tuple(self._zones(view.pieces)),
            scores=tuple(self._scores(view)),
            buttons=tuple(Button(move, self.move_label(move, view)) for move in view.legal if move not in on_cards),
            moves=view.legal,
            prompt=self.prompt(view) if view.seat is not None and view.seat in view.to_move else None,
            ending=self._ending(view),
            resigns=own is not None and not own.out and view.outcome is None and not view.past,
        )

    def _hand(self, cards: Sequence[str], view: V) -> tuple[HandCard, ...]:
        """Return the cards in order.

        A card gets a button if exactly one legal move names this card and no other card.
        """
        naming: dict[str, list[str]] = {}
        for move in view.legal:
            named = [word for word in move.split() if word in cards]
            for code in named:
                naming.setdefault(code, []).append(move if len(named) == 1 else "")
        return tuple(HandCard(code, self._button(naming.get(code, []), view)) for code in self.hand_order(cards, view))

    def _button(self, moves: Sequence[str], view: V) -> Button | None:
        return Button(moves[0], self.move_label(moves[0], view)) if len(moves) == 1 and moves[0] else None

    def _scores(self, view: V) -> Iterator[SeatScore]:
        for seat, of in enumerate(view.seats):
            if view.outcome is not None:
                # A score line describes a running game, so there is none at the end.
                yield SeatScore(None, view.outcome.scores[seat])
            else:
                shown = () if of.hand is None or (seat == view.seat and not view.past) else of.hand
                yield SeatScore(self.seat_line(view, seat), None, tuple(self.hand_order(shown, view)))

    def _score_lines(self, view: V) -> Iterator[Line]:
        for seat in range(len(view.seats)):
            if (line := self.seat_line(view, seat)) is not None:
                yield Line("%(seat)s: %(line)s", {"seat": Term("seat", seat), "line": Term("line", line)})

    def _ending(self, view: V) -> Line | None:
        return None if view.outcome is None else self.sentence(Event(*over(view.outcome, "")), view.seat)

    def _zones(self, pieces: Sequence[Piece]) -> Iterator[Zone]:
        """Yield the zones with open cards, except hands; of a large zone, show only the top cards."""
        by_zone: dict[tuple[str, Seat | None], list[Piece]] = {}
        for piece in pieces:
            if piece.zone != HAND:
                by_zone.setdefault((piece.zone, piece.seat), []).append(piece)
        for (zone, seat), there in by_zone.items():
            cards = tuple(piece.code for piece in there if piece.face_up and piece.kind == "card")
            if cards:
                yield Zone(self.zone_name(zone), seat, cards[-_TOP:], len(there))


_TOP = 5
"""The maximum number of cards shown for each zone on the plain board."""


def _key(viewer: Seat | None) -> Seat:
    return -1 if viewer is None else viewer


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(each)
