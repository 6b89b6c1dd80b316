"""The sentences and the board of Swedish Chicago."""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.rules.contract import gettext_noop as _
from games.rules.swedish_chicago.board import Boards
from games.rules.swedish_chicago.board.goal import Goal
from games.rules.swedish_chicago.lengths import LENGTHS
from games.rules.swedish_chicago.text.advice import Advice
from games.rules.swedish_chicago.text.hidden_moves import HiddenMoves
from games.rules.swedish_chicago.text.log import Log
from games.rules.swedish_chicago.text.names import Names
from games.rules.swedish_chicago.text.plan import PlanTexts
from games.rules.swedish_chicago.text.refusals import Refusals
from games.rules.swedish_chicago.text.rulebook import RULEBOOK
from games.rules.swedish_chicago.text.screen_reader import ScreenReader
from games.rules.swedish_chicago.text.status import Status
from games.rules.swedish_chicago.text.typed_moves import TypedMoves


class SwedishChicagoPresentation(
    Names, Log, Status, Goal, Advice, Refusals, PlanTexts, TypedMoves, HiddenMoves, ScreenReader, Boards
):
    RULEBOOK = RULEBOOK
    AT_ONCE = {"together": True}
    LENGTHS = LENGTHS
    SMALL: ClassVar[Mapping[str, Any]] = {"target": "15"}
    SMALL_LENGTH = _("a race to 15 points, about five minutes")
