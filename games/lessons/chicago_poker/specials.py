"""Three special cards: Police Raid, Liquidation and Revolver."""

from games.lessons.lesson import Lesson, Position, Step, Wrong
from games.rules.contract import gettext_noop as _

LESSON = Lesson(
    file=__name__,
    title=_("Special cards"),
    about=_("A raid, a liquidation and a revolver in one turn."),
    rivals=("Ada",),
    position=Position(
        pieces={
            "street": "speakeasy1 gambling5",
            "hand 0": "4C raid1 liquidation revolver",
            "hand 1": "2M 6S 9F",
            "column 0 speakeasy1": "8R- 8M-",
            "column 1 speakeasy1": "13R- 13C-",
        },
        facts={"started": 7, "active": 0, "due": 3, "extra": 0},
    ),
    steps=(
        Step(
            _("Send a Police Raid to the speakeasy."),
            _(
                "%(rival)s has two hidden cards there. A raid shows them to you alone. Pick the raid, then your "
                "rival’s column, then confirm."
            ),
            expect=("raid speakeasy1 1",),
            wrong=(Wrong("liquidation *", _("First find out if it’s worth it: raid."), "5.3"),),
            highlight=("raid1", "speakeasy1"),
        ),
        Step(
            _("A pair of 13s: take one away."),
            _("It would beat your pair of 8s. A Liquidation discards the last card in a rival’s column."),
            expect=("liquidation speakeasy1 1",),
            wrong=(Wrong("play *", _("That alone doesn’t beat a pair of 13s. Liquidate one of them."), "5.2"),),
            highlight=("liquidation", "speakeasy1"),
        ),
        Step(
            _("Fire the Revolver."),
            _("It uses this action and gives you two more. You can take those two or leave them."),
            expect=("revolver",),
            wrong=(Wrong("*", _("That would be your last action. Fire the Revolver first and you have two."), "5.5"),),
        ),
        Step(
            _("Play a card at the gambling house."),
            _("Special cards are discarded when used. Gangsters stay until a shootout."),
            expect=("play * gambling5",),
            wrong=(Wrong("end", _("You have two actions left. Take one of them before you end."), "3.4"),),
        ),
        Step(
            _("Skip the last action and end your turn."),
            _("You can skip the actions a Revolver gave you, but never one of your own three."),
            expect=("end",),
            wrong=(
                Wrong("draw", _("You can, and usually you will. But this step shows that you don’t have to."), "3.4"),
            ),
            then=("1 draw", "1 draw", "1 draw", "1 end"),
        ),
        Step(
            _("Your pair of 8s leads the speakeasy."),
            _(
                "There are six special cards: two raids, a Liquidation, a Revolver, a Limousine, which moves "
                "your cards to another business, and a Bribery, which takes any discarded card."
            ),
            highlight=("speakeasy1",),
        ),
    ),
)
