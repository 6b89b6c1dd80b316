"""Two announcements that are compared, and a pair that must not be broken."""

from games.lessons.lesson import Lesson, Position, Step, Wrong
from games.rules.contract import gettext_noop as _

LESSON = Lesson(
    file=__name__,
    name="announcing",
    title=_("Announcing"),
    about=_("Pair against pair, and don’t break yours."),
    rivals=("Ada",),
    position=Position(
        pieces={
            "hand 0": "Kc 4d Kh 7s 9s",
            "hand 1": "Jc Qc Qd 2h 8s",
            "stock": "6h 8d Td 3c 5h Kd",
        },
        facts={
            "phase": "announce",
            "dealer": 0,
            "due": [0],
            "said": [[None, "pair"], [None, None], [None, None]],
            "thrown": [[0, 0], [None, None], [None, None]],
            "scores": [8, 11],
        },
    ),
    steps=(
        Step(
            _("Announce your pair too."),
            _("%(rival)s announced a pair. You can announce the same or better. If it’s the same, the ranks decide."),
            expect=("announce",),
            wrong=(Wrong("pass", _("Then %(rival)s scores. Your kings may well be higher."), "3.2"),),
        ),
        Step(
            _("Kings beat queens."),
            _(
                "You each named the rank of your pair and nothing more. You scored 1 point. Next comes the "
                "second exchange."
            ),
            then=("1 exchange Jc 2h 8s",),
        ),
        Step(
            _("Exchange, but keep the kings."),
            _("If you throw a card of an announced hand, everyone sees that hand first."),
            expect=("exchange 4d 7s 9s",),
            wrong=(
                Wrong("exchange *K*", _("You’d show your kings and lose the pair."), "2.4"),
                Wrong("exchange", _("The other three cards are no use to you. Exchange them."), "2.1"),
                Wrong("exchange *", _("The other three can all go: each may bring a third king."), "2.1"),
            ),
            then=("1 announce",),
        ),
        Step(
            _("Announce again."),
            _("%(rival)s has a pair again, but now you hold three kings, which beat it outright."),
            expect=("announce",),
            wrong=(Wrong("pass", _("Three kings are worth 3 points. Announce them."), "3.2"),),
        ),
        Step(
            _("3 more points."),
            _("You can’t announce a hand you don’t have, but you can always pass to give nothing away."),
        ),
    ),
)
