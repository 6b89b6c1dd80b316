"""Automatic moves of Chicago Poker: defaults, standing orders, computer players."""

from games.rules.automation import Prior, TurnLines
from games.rules.chicago_poker.bot.candidates import Candidates
from games.rules.chicago_poker.bot.chances import Chances
from games.rules.chicago_poker.bot.default_move import DefaultMove
from games.rules.chicago_poker.bot.habits import Habits
from games.rules.chicago_poker.bot.orders import StandingOrders
from games.rules.chicago_poker.bot.quick import QuickPolicy
from games.rules.chicago_poker.bot.samples import Samples
from games.rules.chicago_poker.bot.steady import SteadyPolicy
from games.rules.chicago_poker.bot.turn_plans import TurnPlans


class ChicagoPokerAutomation(
    DefaultMove, StandingOrders, TurnPlans, SteadyPolicy, QuickPolicy, Chances, Candidates, Samples, Habits
):
    HORIZON = 2
    PRIOR = Prior(behind=0.03, further=0.0, cut=0.03)
    """The values make the search distrust small leads in playouts; ``docs/explanation/computers.md`` explains why."""
    TURN_LINES = TurnLines(horizon=6, scale=0.9, error=0.025)
    """Measured values; see ``docs/explanation/review.md``."""
