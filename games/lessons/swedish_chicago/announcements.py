"""Two announcements that are compared, and a pair that must not be broken."""

from games.lessons.lesson import Lesson, Position, Step, Wrong
from games.rules.contract import gettext_noop as _

LESSON = Lesson(
    file=__name__,
    name="announcing",
    title=_("Announcing"),
    about=_("Two pairs meet, and yours must not be broken."),
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
            _("%(rival)s has announced a pair. You may announce as much or more; then the ranks are compared."),
            expect=("announce",),
            wrong=(Wrong("pass", _("Then %(rival)s scores. Your kings may well be higher."), "3.2"),),
        ),
        Step(
            _("Kings beat queens."),
            _(
                "Both named the rank of their pair, and no more was told. You have scored 1 point. "
                "Next comes the second exchange."
            ),
            then=("1 exchange Jc 2h 8s",),
        ),
        Step(
            _("Exchange, but keep the kings."),
            _("Whoever throws a card of an announced hand shows that hand to everybody first."),
            expect=("exchange 4d 7s 9s",),
            wrong=(
                Wrong("exchange *K*", _("You would show your kings and lose the pair."), "2.4"),
                Wrong("exchange", _("Three cards are of no use to you. Exchange them."), "2.1"),
                Wrong("exchange *", _("All three others can go: each may bring a third king."), "2.1"),
            ),
            then=("1 announce",),
        ),
        Step(
            _("Announce again."),
            _("%(rival)s has a pair once more, but you hold three kings now: that beats it without comparing."),
            expect=("announce",),
            wrong=(Wrong("pass", _("Three kings are 3 points. Say so."), "3.2"),),
        ),
        Step(
            _("3 points more."),
            _("You can’t announce what you don’t hold, but you may always pass to stay unread."),
        ),
    ),
)
