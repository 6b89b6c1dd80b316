"""The winning goal: 52 points, with the last trick."""

from __future__ import annotations

from games.lessons.lesson import Lesson, Position, Step, Wrong
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, say, seat

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
            say(_("First to 52 points.")),
            say(
                _(
                    "Points come from hands that you announce, from the last trick and from the best hand at the end. "
                    "You have 45, %(rival)s has 44."
                ),
                rival=seat(1),
            ),
        ),
        Step(
            say(_("Lead the low card first.")),
            say(
                _("Two tricks are left, and only the last one counts: 5 points. Save %(card)s for it."),
                card=card("Kd"),
            ),
            expect=("play 2c",),
            wrong=(
                Wrong(
                    "play Kd",
                    say(
                        _("It takes this trick, which is worth nothing, and %(rival)s takes the last one."),
                        rival=seat(1),
                    ),
                    "4.2",
                ),
            ),
            then=("1 play 9c", "1 play Qd"),
        ),
        Step(
            say(_("Take the last trick.")),
            say(_("%(led)s was led, and %(card)s is higher in the same suit."), led=card("Qd"), card=card("Kd")),
            expect=("play Kd",),
        ),
        Step(
            say(_("45 and 5 and 2 are 52: you have won.")),
            say(
                _(
                    "5 for the last trick and 2 for your two pairs, the best hand on the table. "
                    "The end is looked at only when a hand is over; then most points win."
                )
            ),
        ),
    ),
)
