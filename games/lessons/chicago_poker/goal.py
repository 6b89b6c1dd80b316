"""The goal of the game: a third jazz club, won in a shootout."""

from games.lessons.lesson import Lesson, Position, Step, Wrong
from games.rules.contract import gettext_noop as _

LESSON = Lesson(
    file=__name__,
    title=_("The goal"),
    about=_("What wins, and how a shootout decides it."),
    rivals=("Ada",),
    position=Position(
        pieces={
            "street": "jazz2 gambling5",
            "controlled 0": "jazz1 jazz3",
            "controlled 1": "speakeasy2 brewery1",
            "hand 0": "5C 4R",
            "hand 1": "2M 7F",
            "column 0 jazz2": "8R 8M 8S 3C-",
            "column 1 jazz2": "14F 14M 2S",
        },
        facts={"started": 12, "active": 0, "due": 1, "extra": 0, "takers": [0, 1, 0, 1]},
    ),
    steps=(
        Step(
            _("Three businesses of one type win."),
            _(
                "One of each type also wins, and so do any five. You already have two jazz clubs: everyone’s "
                "businesses are shown beside their name."
            ),
            highlight=("seats",),
        ),
        Step(
            _("Put your fifth card at the jazz club."),
            _(
                "Your three 8s there beat %(rival)s’s pair of 14s. The fifth card calls a shootout. Pick "
                "%(card)s, then press the place that glows."
            ),
            expect=("play 5C jazz2", "play * jazz2"),
            wrong=(
                Wrong(
                    "play * gambling5",
                    _("Nobody is fighting for that one yet. A jazz club would be your third: play there."),
                    "8.1",
                ),
                Wrong("draw", _("Drawing can wait. The card you need is in your hand."), "4.3"),
            ),
            cards={"card": "5C"},
        ),
        Step(
            _("End your turn."),
            _(
                "The bullet on your column is your marker: the shootout comes when your next turn begins. Until "
                "then %(rival)s can still play there."
            ),
            expect=("end",),
            then=("1 draw", "1 draw", "1 draw", "1 end"),
        ),
        Step(
            _("Your third jazz club: you have won."),
            _(
                "All cards there were turned up, and three 8s beat a pair of 14s. That’s the whole game: win "
                "shootouts until your businesses make one of the three sets."
            ),
        ),
    ),
)
