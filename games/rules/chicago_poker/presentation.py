"""The sentences and the board of Chicago Poker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games.rules.chicago_poker import visibility
from games.rules.chicago_poker.board import HIGHLIGHTS, board
from games.rules.chicago_poker.board.changes import change
from games.rules.chicago_poker.board.goal import goal
from games.rules.chicago_poker.board.words import on_buttons
from games.rules.chicago_poker.text import advice, aloud, names, refusals, sentences, spoken, typed
from games.rules.chicago_poker.text import standing as status
from games.rules.chicago_poker.text.rulebook import RULEBOOK
from games.rules.chicago_poker.view import View
from games.rules.contract import gettext_noop as _
from games.rules.presentation import Presentation
from games.rules.vocabulary import Line


class ChicagoPokerPresentation(Presentation[View]):
    """The sentences and the board of Chicago Poker."""

    PERSONAS = names.PERSONAS
    HAND_RANKINGS = names.HAND_RANKINGS
    RULEBOOK = RULEBOOK
    HIGHLIGHTS = HIGHLIGHTS
    FIRST_TURN = status.FIRST_TURN
    SMALL: ClassVar[Mapping[str, Any]] = {"short": True}
    TILES_HEADING = _("The businesses, in order")
    face = staticmethod(names.face)
    name_of = staticmethod(names.name_of)
    sentence = staticmethod(sentences.sentence)
    spoken = staticmethod(spoken.spoken)
    merge = staticmethod(sentences.merge)
    affects = staticmethod(sentences.affects)
    weight = staticmethod(sentences.weight)
    rank = staticmethod(sentences.rank)
    is_gain = staticmethod(sentences.is_gain)
    threatens = staticmethod(sentences.threatens)
    waiting = staticmethod(status.waiting)
    change = staticmethod(change)
    goal = staticmethod(goal)
    hint = staticmethod(status.hint)
    reasons = staticmethod(advice.reasons)
    odds = staticmethod(advice.odds)
    gained = staticmethod(visibility.gained)
    refusal = staticmethod(refusals.refusal)
    prompt = staticmethod(status.prompt)
    progress = staticmethod(status.progress)
    standing = staticmethod(status.standing)
    spellings = staticmethod(typed.spellings)
    thinkable = staticmethod(typed.thinkable)
    asks_first = staticmethod(typed.asks_first)
    aloud = staticmethod(aloud.aloud)
    board = staticmethod(board)
    hide = staticmethod(visibility.hide)
    target_of = staticmethod(visibility.target_of)

    def said(self, move: str, view: View) -> Sequence[Line]:
        """Return the ways to type it, then the words on its buttons."""
        return (*typed.said(move, view), *on_buttons(move, view))
