"""Chicago Poker by Bruno Cathala and Bruno Faidutti."""

from games.rules.chicago_poker.automation import ChicagoPokerAutomation
from games.rules.chicago_poker.engine import ChicagoPokerEngine
from games.rules.chicago_poker.presentation import ChicagoPokerPresentation
from games.rules.game import Game

ENGINE = ChicagoPokerEngine()
GAME = Game(ENGINE, ChicagoPokerPresentation(ENGINE), ChicagoPokerAutomation(ENGINE))
