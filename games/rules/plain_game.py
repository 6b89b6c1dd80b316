"""A card game defined mainly by tables; together with ``PlainState``, it needs only rules and sentences."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from games.rules import playing_cards
from games.rules.automation import Automation
from games.rules.contract import DEALT, DREW, OPENS, OVER, RESIGNED, Engine, Event, Illegal, Seat, View
from games.rules.contract import gettext_noop as _
from games.rules.phrases import by, card, cards, number, say, seats, text
from games.rules.plain_state import PlainState
from games.rules.presentation import Presentation
from games.rules.vocabulary import Face, Line, Term

P = TypeVar("P", bound=PlainState)

Sentences = Mapping[str, str | tuple[str, str]]
"""Sentences by kind of event: one for everyone, or a pair.

The first sentence of a pair is for the event's player, the second, with ``%(seat)s``, for the others. The other
placeholders are details of the event: cards, numbers, words, ``winners``.
"""

SENTENCES: Sentences = {
    OPENS: (_("It’s your turn."), _("It’s %(seat)s’s turn.")),
    DEALT: _("The cards are dealt."),
    DREW: (_("You drew %(card)s."), _("%(seat)s drew a card.")),
    RESIGNED: (_("You resigned."), _("%(seat)s resigned.")),
    OVER: _("%(winners)s won."),
    "resignation": _("%(winners)s won: nobody else is left."),
}
"""Sentences for the events of every game; a reason for the end, such as ``resignation``, can have its own."""

REFUSALS: Mapping[str, str] = {
    "over": _("The game is over."),
    "not_playing": _("You are no longer in this game."),
    "not_your_turn": _("It’s not your turn."),
    "not_legal": _("This move isn’t possible now."),
}
"""Sentences for the refusals that ``PlainState`` raises."""


class PlainPresentation(Presentation[View], Generic[P]):
    """Texts from tables; games may override any method."""

    engine: Engine[P]

    SENTENCES: ClassVar[Sentences] = {}
    """Additional sentences, by kind of event or reason for the end, marked for translation."""
    REFUSALS: ClassVar[Mapping[str, str]] = {}
    """Additional refusals, by the code of an ``Illegal``, marked for translation."""
    ZONE_NAMES: ClassVar[Mapping[str, str]] = {}

    def face(self, code: str) -> Face:
        """Return the face of a card from the standard deck. Raise `KeyError` for an unknown code."""
        return playing_cards.face(code)

    def sentence(self, event: Event, viewer: Seat | None) -> Line | None:
        sentences = {**SENTENCES, **self.SENTENCES}
        reason = event.details["reason"] if event.kind == OVER else event.kind
        found = sentences[reason if reason in sentences else event.kind]
        terms = {name: term for name, value in event.details.items() if (term := self._detail(name, value))}
        if isinstance(found, str):
            return say(found, **terms)
        you, other = found
        return by(event, viewer, you, other, **terms)

    def _detail(self, name: str, value: Any) -> Term | None:
        if isinstance(value, list):
            return seats(value) if name == "winners" else cards(value) if all(map(self._is_card, value)) else None
        if isinstance(value, int):
            return number(value)
        return card(value) if self._is_card(value) else text(value) if isinstance(value, str) else None

    def _is_card(self, value: Any) -> bool:
        return value in self.engine.PIECES

    def refusal(self, illegal: Illegal) -> Line:
        """Return the refusal's sentence from the table, by default the sentence for ``not_legal``."""
        refusals = {**REFUSALS, **self.REFUSALS}
        return say(refusals.get(illegal.code, refusals["not_legal"]))

    def prompt(self, view: View) -> Line:
        """Return the text of ``ask``. Raise `ValueError` ("not asked") if the viewer is not to move."""
        if view.seat is None or view.seat not in view.to_move:
            raise ValueError("not asked")
        return self.ask(self.engine.state_class.seen(view), view.seat)

    def ask(self, state: P, seat: Seat) -> Line:
        """Return the prompt for the player to move, by default ``FIRST_TURN``."""
        return say(self.FIRST_TURN)

    def progress(self, view: View) -> Line:
        return say(_("turn %(turn)s"), turn=number(view.facts["turn"]))

    def zone_name(self, zone: str) -> Line:
        return say(self.ZONE_NAMES[zone]) if zone in self.ZONE_NAMES else super().zone_name(zone)

    def hide(self, move: str, events: Sequence[Event], viewer: Seat | None) -> str:
        """Return the move with ``?`` for each word that its events don't reveal to the viewer."""
        if any(event.seat == viewer for event in events[:1]):
            return move
        verb, *words = move.split()
        told = {each for event in events for each in _words(event.details)}
        return " ".join((verb, *(word if word in told else "?" for word in words)))


class PlainAutomation(Automation[P, View]):
    """Automation whose quick policy also serves as its policy."""

    @property
    def has_policy(self) -> bool:
        """Whether the game has a quick policy, which is also its policy."""
        return type(self).quick_policy is not Automation.quick_policy

    def policy(self, view: View) -> str:
        """Return the choice of the quick policy, given only the viewer's knowledge.

        Without a quick policy, return the default choice.
        """
        if not self.has_policy or view.seat is None or not view.legal:
            return super().policy(view)
        return self.quick_policy(self.engine.state_class.seen(view), view.seat, Random(0))


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        value = [*value.values()]
    if isinstance(value, list):
        for each in value:
            yield from _words(each)
    else:
        yield str(value)
