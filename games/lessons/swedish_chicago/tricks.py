"""Five tricks: follow suit, and keep something for the last."""

from games.lessons.lesson import Lesson, Position, Step, Wrong
from games.rules.contract import gettext_noop as _

LESSON = Lesson(
    file=__name__,
    title=_("Tricks"),
    about=_("Follow suit, and save a high card for the last trick."),
    rivals=("Ada",),
    position=Position(
        pieces={
            "hand 0": "9c 3h Qh 5s Ks",
            "hand 1": "4d 9d 6s 8s",
            "played 1": "Th",
        },
        facts={
            "phase": "play",
            "part": 3,
            "hand": 4,
            "dealer": 0,
            "leader": 1,
            "trick": [1],
            "due": [0],
            "scores": [12, 14],
        },
    ),
    steps=(
        Step(
            _("Take the trick with a higher heart."),
            _("%(led)s was led. Anyone with a heart must play one, and the highest takes the trick."),
            expect=("play Qh",),
            wrong=(Wrong("play 3h", _("It follows suit, but %(led)s is higher."), "4.2", cards={"led": "Th"}),),
            cards={"led": "Th"},
        ),
        Step(
            _("Lead your other heart."),
            _(
                "The winner of a trick leads to the next. If nobody else has that suit, even a low card takes "
                "the trick."
            ),
            expect=("play 3h",),
            wrong=(
                Wrong("play Ks", _("Only the last trick counts. Keep your king for it."), "4.2"),
                Wrong("play *", _("Your 3 takes the trick now, since nobody else has a heart."), "4.2"),
            ),
            then=("1 play 4d",),
        ),
        Step(
            _("Now your club."),
            _("Nobody else has a club either."),
            expect=("play 9c",),
            wrong=(
                Wrong("play Ks", _("Only the last trick counts. Keep your king for it."), "4.2"),
                Wrong("play 5s", _("%(rival)s would take it and lead any suit they like."), "4.2"),
            ),
            then=("1 play 9d",),
        ),
        Step(
            _("Let the low spade go."),
            _("%(rival)s takes it and has to lead the last card into your king."),
            expect=("play 5s",),
            wrong=(Wrong("play Ks", _("Only the last trick counts. Keep your king for it."), "4.2"),),
            then=("1 play 6s", "1 play 8s"),
        ),
        Step(
            _("Take the last trick."),
            _("%(led)s was led, and %(card)s is higher in the same suit."),
            expect=("play Ks",),
            cards={"led": "8s", "card": "Ks"},
        ),
        Step(
            _("5 points for the last trick."),
            _("After that all hands are open, and the best one scores too. Here nobody even has a pair."),
        ),
    ),
)
