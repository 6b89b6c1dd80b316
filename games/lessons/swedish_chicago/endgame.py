"""The last hand of a game: two announcements and a Chicago."""

from games.lessons.lesson import Lesson, Position, Step, Wrong
from games.rules.contract import gettext_noop as _

LESSON = Lesson(
    file=__name__,
    title=_("The last hand of a game"),
    about=_("From 29 points to 52 in one hand, with a Chicago."),
    rivals=("Ada",),
    position=Position(
        pieces={
            "hand 0": "9c 4d Qs Ks As",
            "hand 1": "3c Tc 7d Qh 9s",
            "stock": "Js Ah",
        },
        facts={"hand": 8, "dealer": 1, "due": [0], "stopped": [1], "scores": [29, 46]},
    ),
    steps=(
        Step(
            _("Exchange the two cards that aren’t spades."),
            _("%(rival)s has 46 points, and from 46 on nobody can exchange. You still can."),
            expect=("exchange 9c 4d",),
            wrong=(
                Wrong("exchange", _("Two of these cards are low. Exchange them."), "2.1"),
                Wrong("exchange *s*", _("Keep the three high spades: they take tricks."), "4.2"),
            ),
        ),
        Step(
            _("Announce your pair of aces."),
            _("1 point isn’t much, but that’s how you get to 52."),
            expect=("announce",),
            then=("1 pass",),
        ),
        Step(
            _("Keep all five."),
            _("An ace, plus the ace, king, queen and jack of one suit: nothing beats them in tricks."),
            expect=("exchange",),
            wrong=(Wrong("exchange *", _("These five take every trick. Keep them all."), "5.2"),),
        ),
        Step(
            _("Announce again."),
            _("The same pair scores in each phase."),
            expect=("announce",),
            then=("1 pass",),
        ),
        Step(
            _("Keep all five once more."),
            _("This is the third and last exchange."),
            expect=("exchange",),
            wrong=(Wrong("exchange *", _("These five take every trick. Keep them all."), "5.2"),),
        ),
        Step(
            _("Declare a Chicago."),
            _(
                "From 15 points on you can promise all five tricks: 15 points if you take them, 15 lost with "
                "the first one you miss."
            ),
            expect=("declare",),
            wrong=(Wrong("pass", _("That’s safe, but it leaves you short of 52. Your cards can’t lose."), "5.1"),),
        ),
        Step(
            _("Lead a card."),
            _("Each of your five cards is the highest of its suit. Any order will do."),
            expect=("play *",),
            then=("1 play *",),
            highlight=("hand",),
        ),
        *[
            Step(
                _("Lead the next."),
                _("The trick is yours, so you lead again."),
                expect=("play *",),
                then=("1 play *",),
                highlight=("hand",),
            )
        ]
        * 3,
        Step(
            _("Now the last trick."),
            _("15 for the Chicago, 5 for the last trick, 1 for the best hand."),
            expect=("play *",),
            then=("1 play *",),
            highlight=("hand",),
        ),
        Step(
            _("52 points: the game is yours."),
            _(
                "A Chicago can turn a game around. You know enough to play: cards you can’t play say why, and "
                "every question shows what each answer is worth."
            ),
        ),
    ),
)
