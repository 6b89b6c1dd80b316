"""Automatic moves of Swedish Chicago: defaults, standing orders, computer players."""

from games.rules.swedish_chicago.bot.candidates import Candidates
from games.rules.swedish_chicago.bot.chances import Chances
from games.rules.swedish_chicago.bot.default_move import DefaultMove
from games.rules.swedish_chicago.bot.habits import Habits
from games.rules.swedish_chicago.bot.orders import StandingOrders
from games.rules.swedish_chicago.bot.plan import Plans
from games.rules.swedish_chicago.bot.quick import QuickPolicy
from games.rules.swedish_chicago.bot.samples import Samples
from games.rules.swedish_chicago.bot.steady import SteadyPolicy


class SwedishChicagoAutomation(
    DefaultMove, StandingOrders, Plans, SteadyPolicy, QuickPolicy, Chances, Candidates, Samples, Habits
):
    HORIZON = 0  # ``chances`` itself plays out the hand, in numbers
