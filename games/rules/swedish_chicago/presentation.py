"""The sentences and the board of Swedish Chicago."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules import playing_cards
from games.rules.presentation import Presentation
from games.rules.swedish_chicago import visibility
from games.rules.swedish_chicago.board import HIGHLIGHTS, board
from games.rules.swedish_chicago.board.answers import on_button
from games.rules.swedish_chicago.board.goal import goal
from games.rules.swedish_chicago.text import advice, aloud, names, refusals, sections, sentences, typed
from games.rules.swedish_chicago.text import standing as status
from games.rules.swedish_chicago.text.rulebook import RULEBOOK
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Line


class SwedishChicagoPresentation(Presentation[View]):
    """The sentences and the board of Swedish Chicago."""

    HAND_RANKINGS = names.HAND_RANKINGS
    RULEBOOK = RULEBOOK
    HIGHLIGHTS = HIGHLIGHTS
    FIRST_TURN = status.FIRST_TURN
    face = staticmethod(playing_cards.face)
    sentence = staticmethod(sentences.sentence)
    spoken = staticmethod(sentences.spoken)
    merge = staticmethod(sentences.merge)
    section = staticmethod(sections.section)
    moment = staticmethod(status.moment)
    affects = staticmethod(sentences.affects)
    weight = staticmethod(sentences.weight)
    is_gain = staticmethod(sentences.is_gain)
    threatens = staticmethod(sentences.threatens)
    refusal = staticmethod(refusals.refusal)
    prompt = staticmethod(status.prompt)
    hint = staticmethod(status.hint)
    reasons = staticmethod(advice.reasons)
    odds = staticmethod(advice.odds)
    progress = staticmethod(status.progress)
    standing = staticmethod(status.standing)
    spellings = staticmethod(typed.spellings)
    thinkable = staticmethod(typed.thinkable)
    aloud = staticmethod(aloud.aloud)
    board = staticmethod(board)
    hide = staticmethod(visibility.hide)
    drawn = staticmethod(visibility.drawn)
    gained = staticmethod(visibility.gained)
    goal = staticmethod(goal)

    def said(self, move: str, view: View) -> Sequence[Line]:
        """Return the ways to type it, then the words on its button."""
        return (*typed.said(move, view), *on_button(move, view))
