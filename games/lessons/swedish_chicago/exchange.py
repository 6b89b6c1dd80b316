"""An exchange and an announcement."""

from games.lessons.lesson import Lesson, Position, Step, Wrong
from games.rules.contract import gettext_noop as _

LESSON = Lesson(
    file=__name__,
    title=_("A hand"),
    about=_("Exchange cards, then say what you hold."),
    rivals=("Ada",),
    position=Position(
        pieces={
            "hand 0": "4c 9d Jh 2s 9s",
            "hand 1": "3c Kc 5d 7h Ts",
            "stock": "9c Qd 5h 6d 8c",
        },
        facts={"dealer": 1, "due": [0, 1], "scores": [0, 0]},
    ),
    steps=(
        Step(
            _("Keep the pair, exchange the rest."),
            _(
                "Everyone gets five cards. Mark the three that aren’t 9s and press Exchange: you get three new "
                "ones from the stock."
            ),
            expect=("exchange 4c Jh 2s",),
            wrong=(
                Wrong(
                    "exchange",
                    _("If you keep all five, your pair is worth 1 point. Three new cards may make more."),
                    "2.1",
                ),
                Wrong("exchange *9*", _("That breaks your pair. Keep both 9s."), "1.4"),
                Wrong("exchange *", _("The other three can all go: each may bring a third 9."), "2.1"),
            ),
            then=("1 exchange 3c 5d",),
        ),
        Step(
            _("Announce your hand."),
            _(
                "You got a third 9. Three of a kind scores 3 if nobody announces more. The others hear the "
                "name, not the rank."
            ),
            expect=("announce",),
            wrong=(Wrong("pass", _("A pass scores nothing, and there’s no reason for one here."), "3.2"),),
            then=("1 pass",),
        ),
        Step(
            _("3 points for three 9s."),
            _(
                "%(rival)s passed. A hand has three phases: twice you exchange and announce, "
                "then you exchange once more and play five tricks."
            ),
        ),
    ),
)
