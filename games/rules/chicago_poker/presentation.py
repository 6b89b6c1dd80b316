"""The sentences and the board of Chicago Poker."""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.rules.chicago_poker.board import Boards
from games.rules.chicago_poker.board.changes import Changes
from games.rules.chicago_poker.board.goal import Goal
from games.rules.chicago_poker.lengths import LENGTHS
from games.rules.chicago_poker.text.advice import Advice
from games.rules.chicago_poker.text.hidden_moves import HiddenMoves
from games.rules.chicago_poker.text.log import Log
from games.rules.chicago_poker.text.names import Names
from games.rules.chicago_poker.text.plan import PlanTexts
from games.rules.chicago_poker.text.refusals import Refusals
from games.rules.chicago_poker.text.rulebook import RULEBOOK
from games.rules.chicago_poker.text.screen_reader import ScreenReader
from games.rules.chicago_poker.text.status import Status
from games.rules.chicago_poker.text.typed_moves import TypedMoves
from games.rules.contract import gettext_noop as _


class ChicagoPokerPresentation(
    Names, Log, Status, Goal, Changes, Advice, Refusals, TypedMoves, HiddenMoves, PlanTexts, ScreenReader, Boards
):
    RULEBOOK = RULEBOOK
    LENGTHS = LENGTHS
    SMALL: ClassVar[Mapping[str, Any]] = {"short": True}
    SMALL_LENGTH = _("two businesses of one type or any three win, about ten minutes")
    TILES_HEADING = _("The businesses, in order")
