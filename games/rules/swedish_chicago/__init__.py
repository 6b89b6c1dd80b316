"""Swedish Chicago: exchanges, announcements of poker hands, tricks."""

from games.rules.game import Game
from games.rules.swedish_chicago.automation import SwedishChicagoAutomation
from games.rules.swedish_chicago.engine import SwedishChicagoEngine
from games.rules.swedish_chicago.presentation import SwedishChicagoPresentation

ENGINE = SwedishChicagoEngine()
GAME = Game(ENGINE, SwedishChicagoPresentation(ENGINE), SwedishChicagoAutomation(ENGINE))
