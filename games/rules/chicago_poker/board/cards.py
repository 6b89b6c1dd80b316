"""The effects of the special cards, short enough to read at the table (rule 5)."""

from games.rules.chicago_poker.board.view_model import SpecialHelp
from games.rules.chicago_poker.text.names import SPECIALS
from games.rules.contract import gettext_noop as _
from games.rules.phrases import say

SPECIALS_HELP = tuple(
    SpecialHelp(code.removesuffix("1"), say(SPECIALS[code]), say(text), paragraph)
    for code, text, paragraph in (
        ("raid1", _("You alone see a rival’s face-down cards at one business, for as long as they lie there."), "5.3"),
        (
            "liquidation",
            _("The last card of a rival at one business is discarded. Whoever called a shootout there is safe."),
            "5.2",
        ),
        (
            "limousine",
            _("Move one to four of your cards to another business. Each faces as its new place demands."),
            "5.4",
        ),
        ("revolver", _("It costs an action and gives you two more."), "5.5"),
        (
            "bribery",
            _("Take any card of the discard pile in secret. The rest of the pile is shuffled into the deck."),
            "5.6",
        ),
    )
)
