"""Police Raid, Liquidation, Revolver."""

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
                "%(rival)s has two hidden cards there. A raid shows them to you alone. "
                "Pick the raid, then the column of your rival, then confirm."
            ),
            expect=("raid speakeasy1 1",),
            wrong=(Wrong("liquidation *", _("First find out whether it is worth it: raid."), "5.3"),),
            highlight=("raid1", "speakeasy1"),
        ),
        Step(
            _("A pair of 13s: take one away."),
            _("It would beat your pair of 8s. A Liquidation discards the last card of a column of somebody else."),
            expect=("liquidation speakeasy1 1",),
            wrong=(Wrong("play *", _("That alone does not beat a pair of 13s. Liquidate one of them."), "5.2"),),
            highlight=("liquidation", "speakeasy1"),
        ),
        Step(
            _("Fire the Revolver."),
            _("It takes this action and gives two more. Those two are yours to take or leave."),
            expect=("revolver",),
            wrong=(Wrong("*", _("That would be your last action. With the Revolver first you have two."), "5.5"),),
        ),
        Step(
            _("Play a card at the gambling house."),
            _("Special cards are discarded when used. Gangsters stay until a shootout."),
            expect=("play * gambling5",),
            wrong=(Wrong("end", _("You have two actions left. Take one of them before you end."), "3.4"),),
        ),
        Step(
            _("Leave the last action and end your turn."),
            _("You may leave what a Revolver gave you, but never one of your own three."),
            expect=("end",),
            wrong=(Wrong("draw", _("You may, and mostly you will. Here see that you need not."), "3.4"),),
            then=("1 draw", "1 draw", "1 draw", "1 end"),
        ),
        Step(
            _("Your pair of 8s leads the speakeasy."),
            _(
                "There are six special cards: two raids, a Liquidation, a Revolver, a Limousine, which moves your "
                "cards to another business, and a Bribery, which takes any card of the discards."
            ),
            highlight=("speakeasy1",),
        ),
    ),
)
