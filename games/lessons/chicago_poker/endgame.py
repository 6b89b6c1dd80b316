"""The decisive end of a short game: two shootouts in one turn."""

from games.lessons.lesson import Lesson, Position, Step, Wrong
from games.rules.contract import gettext_noop as _

LESSON = Lesson(
    file=__name__,
    title=_("Finishing a small game"),
    about=_("The last round of a short game: call two shootouts and win."),
    rivals=("Ada",),
    position=Position(
        options={"short": True},
        pieces={
            "street": "jazz1 jazz2",
            "hand 0": "10S 13C 3F",
            "hand 1": "1R 6M 12S 2F",
            "column 0 jazz1": "10R 10M 4S 10C-",
            "column 1 jazz1": "12M 12F",
            "column 0 jazz2": "2C 5C 9C 11C-",
            "column 1 jazz2": "7R 7M 7S",
        },
        facts={"started": 9, "active": 0, "due": 3, "extra": 0},
    ),
    steps=(
        Step(
            _("Two of one type win a short game."),
            _("So do any three. Two jazz clubs are open, and at each you’re one card short of five."),
            highlight=("jazz1", "jazz2"),
        ),
        Step(
            _("Play your fourth 10."),
            _("Four of a kind beats nearly everything. %(rival)s shows a pair of 12s there."),
            expect=("play 10S jazz1",),
            wrong=(
                Wrong(
                    "play 10S jazz2",
                    _("It would spoil your five Clovers there. Put it with the other 10s."),
                    "7.1",
                ),
                Wrong(
                    "play 13C jazz1",
                    _("That calls the shootout too, but %(card)s makes four of a kind."),
                    "7.1",
                    cards={"card": "10S"},
                ),
                Wrong("draw", _("Drawing can wait. The card you need is in your hand."), "4.3"),
            ),
        ),
        Step(
            _("Make a flush at the other jazz club."),
            _("Five cards of one gang beat three of a kind. %(card)s is the fifth Clover."),
            expect=("play 13C jazz2",),
            wrong=(
                Wrong("play *", _("That card isn’t a Clover, and four Clovers are only a high card."), "7.2"),
                Wrong("draw", _("Drawing can wait. The card you need is in your hand."), "4.3"),
            ),
            cards={"card": "13C"},
        ),
        Step(
            _("Draw with your third action."),
            _("You have to take all three actions. Your columns are full, so draw a card for later."),
            expect=("draw",),
        ),
        Step(
            _("End your turn."),
            _("You have a marker at both clubs. %(rival)s has one turn to beat you at either."),
            expect=("end",),
            then=("1 play 12S jazz1", "1 play 1R jazz2", "1 draw", "1 end"),
        ),
        Step(
            _("Two shootouts, two jazz clubs, the game."),
            _(
                "Your four 10s beat three 12s, and your flush beats three 7s. You know enough to play: every "
                "place shows what your card would make there, and whatever you can’t do says why."
            ),
        ),
    ),
)
