"""The goal of the game: 52 points, reached with the last trick."""

from games.lessons.lesson import Lesson, Position, Step, Wrong
from games.rules.contract import gettext_noop as _

LESSON = Lesson(
    file=__name__,
    title=_("The goal"),
    about=_("First to 52 points, and why the last trick matters."),
    rivals=("Ada",),
    position=Position(
        pieces={
            "hand 0": "2c Kd",
            "hand 1": "9c Qd",
            "played 0": "8s 8h 2d",
            "played 1": "4s Jh 3h",
        },
        facts={
            "phase": "play",
            "part": 3,
            "hand": 9,
            "dealer": 1,
            "leader": 0,
            "due": [0, 1],
            "tricks": [2, 1],
            "scores": [45, 44],
        },
    ),
    steps=(
        Step(
            _("First to 52 points."),
            _(
                "Points come from hands you announce, from the last trick and from the best hand at the end. "
                "You have 45, %(rival)s has 44."
            ),
        ),
        Step(
            _("Lead the low card first."),
            _("Two tricks are left, and only the last one counts: 5 points. Save %(card)s for it."),
            expect=("play 2c",),
            wrong=(
                Wrong(
                    "play Kd",
                    _("It takes this trick, which is worth nothing, and %(rival)s takes the last one."),
                    "4.2",
                ),
            ),
            then=("1 play 9c", "1 play Qd"),
            cards={"card": "Kd"},
        ),
        Step(
            _("Take the last trick."),
            _("%(led)s was led, and %(card)s is higher in the same suit."),
            expect=("play Kd",),
            cards={"led": "Qd", "card": "Kd"},
        ),
        Step(
            _("45 plus 5 plus 2 makes 52: you win."),
            _(
                "5 for the last trick and 2 for your two pairs, the best hand at the table. The game can only "
                "end when a hand is over; then the highest score wins."
            ),
        ),
    ),
)
