"""A turn: draw, play, play, end."""

from games.lessons.lesson import Lesson, Position, Step, Wrong
from games.rules.contract import gettext_noop as _

LESSON = Lesson(
    file=__name__,
    title=_("A turn"),
    about=_("Three actions a turn, and three 9s."),
    rivals=("Ada",),
    position=Position(
        pieces={
            "street": "jazz2 gambling5",
            "hand 0": "4R 9R 13M 9C",
            "hand 1": "2S 6M 7M 1C 11F",
            "column 0 jazz2": "9M",
            "column 1 jazz2": "6R 6S",
            "deck": "10F 3S 12R",
        },
        facts={"started": 5, "active": 0, "due": 3, "extra": 0},
    ),
    steps=(
        Step(
            _("Draw a card."),
            _(
                "A turn has three actions, in any mix: draw a card, play a gangster, use a special card. The "
                "deck is beside your hand."
            ),
            expect=("draw",),
            wrong=(Wrong("play *", _("You’ll play in a moment. First see what the deck has for you: draw.")),),
        ),
        Step(
            _("Put a second 9 beside the first."),
            _(
                "%(rival)s shows a pair of 6s at the jazz club, where you have one 9. A pair of 9s beats it. "
                "Pick a 9, then press the place that glows."
            ),
            expect=("play 9* jazz2",),
            wrong=(
                Wrong(
                    "play 9* gambling5",
                    _("%(card)s would be alone there, with nobody against you. At the jazz club it takes the lead."),
                    "7.1",
                    cards={"card": "9C"},
                ),
                Wrong("play *", _("That card doesn’t make a pair. The two 9s in your hand do."), "7.1"),
                Wrong("draw", _("You don’t need more cards for this: you have two 9s in hand."), "3.3"),
            ),
            highlight=("9C", "9R", "jazz2"),
        ),
        Step(
            _("Put the third 9 beside them."),
            _(
                "Three of a kind beats any pair and even two pairs. At a jazz club, the third place "
                "is the last face-up one."
            ),
            expect=("play 9* jazz2",),
            wrong=(Wrong("play *", _("Your last 9 makes three of a kind at the jazz club."), "7.1"),),
        ),
        Step(
            _("End your turn."),
            _("You’ve taken your three actions. At the end of a turn you can hold seven cards at most."),
            expect=("end",),
            then=("1 play 6M jazz2", "1 draw", "1 draw", "1 end"),
        ),
        Step(
            _("Three 9s still lead."),
            _(
                "%(rival)s answered with a third 6. Between two hands of the same kind, the higher value wins. "
                "The list “Hands, best first” has them all."
            ),
            highlight=("jazz2",),
        ),
    ),
)
