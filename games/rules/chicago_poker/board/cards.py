"""The effects of the special cards, short enough to read at the table (rule 5)."""

from games.rules.chicago_poker.board.view_model import SpecialHelp
from games.rules.chicago_poker.text.names import SPECIALS
from games.rules.contract import gettext_noop as _
from games.rules.phrases import say

SPECIALS_HELP = tuple(
    SpecialHelp(code.removesuffix("1"), say(SPECIALS[code]), say(text), paragraph)
    for code, text, paragraph in (
        (
            "raid1",
            _("Look at a rival’s face-down cards at one business. You see them as long as they lie there."),
            "5.3",
        ),
        (
            "liquidation",
            _("Discard a rival’s last card at one business. Players who called a shootout there are safe."),
            "5.2",
        ),
        (
            "limousine",
            _("Move one to four of your cards to another business. Their new places decide which lie face up."),
            "5.4",
        ),
        ("revolver", _("It costs an action and gives you two more."), "5.5"),
        (
            "bribery",
            _("Secretly take any card from the discard pile. The rest of the pile is shuffled into the deck."),
            "5.6",
        ),
    )
)
