"""Face-up and face-down cards."""

from games.lessons.lesson import Lesson, Position, Step, Wrong
from games.rules.contract import gettext_noop as _

LESSON = Lesson(
    file=__name__,
    name="facing",
    title=_("Face up, face down"),
    about=_("Which places are hidden, and why that helps."),
    rivals=("Ada",),
    position=Position(
        pieces={
            "street": "speakeasy1 brewery2",
            "hand 0": "12R 12M 3S 7C",
            "hand 1": "10M 2C 5F",
            "column 1 brewery2": "10S 10C",
        },
        facts={"started": 7, "active": 0, "due": 3, "extra": 0},
    ),
    steps=(
        Step(
            _("Play a 12 where nobody sees it."),
            _(
                "The five small marks show which places of a business are face down: at a speakeasy, the first "
                "two. Only you can look at your cards there."
            ),
            expect=("play 12* speakeasy1",),
            wrong=(
                Wrong(
                    "play * brewery2",
                    _("At a brewery all cards are face up: %(rival)s would see it and answer."),
                    "4.2",
                ),
                Wrong("play *", _("Keep that one for later. Your pair of 12s is worth hiding."), "4.2"),
            ),
            highlight=("12R", "12M", "speakeasy1"),
        ),
        Step(
            _("Hide the other 12 next to it."),
            _("Now you have a pair there, and the others see two backs."),
            expect=("play 12* speakeasy1",),
            wrong=(Wrong("play *", _("The second hidden place is free: put the other 12 there."), "4.2"),),
        ),
        Step(
            _("Now show something."),
            _("At the brewery everybody sees what you do. Play any card there and let them wonder."),
            expect=("play * brewery2",),
            wrong=(
                Wrong(
                    "play * speakeasy1",
                    _("A speakeasy’s third place is face up. It can wait."),
                    "4.2",
                ),
            ),
            highlight=("3S", "7C", "brewery2"),
        ),
        Step(
            _("End your turn."),
            _("Then it’s %(rival)s’s turn."),
            expect=("end",),
            then=("1 play 10M brewery2", "1 draw", "1 draw", "1 end"),
        ),
        Step(
            _("Two backs, and nobody knows."),
            _(
                "%(rival)s has put a third 10 where everyone can see it and left your speakeasy alone. Hidden "
                "cards are turned up in a shootout; until then only a Police Raid shows them."
            ),
            highlight=("speakeasy1",),
        ),
    ),
)
