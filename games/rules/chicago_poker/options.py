"""The options chosen when a table is opened (rule 9)."""

from games.rules.contract import gettext_noop
from games.rules.vocabulary import Choice, Option

SEATS = range(2, 7)

OPTIONS: tuple[Option, ...] = (
    Option(
        "edition",
        gettext_noop("Edition"),
        gettext_noop(
            "English: every action must be taken, ties are decided by reinforcements everybody must send. "
            "French: actions and reinforcements are free to take or leave, and a limousine moves your last cards only."
        ),
        (Choice("english", gettext_noop("English and Polish")), Choice("french", gettext_noop("French"))),
        "english",
    ),
    Option(
        "specials",
        gettext_noop("Special cards"),
        gettext_noop(
            "Play with raids, liquidation, limousine, revolver and bribery; without them it is the tactical game."
        ),
        (Choice(True, gettext_noop("With special cards")), Choice(False, gettext_noop("Gangsters only"))),
        True,
    ),
    Option(
        "short",
        gettext_noop("Length"),
        gettext_noop(
            "The short game is won with two businesses of a type or any three; good with five or six players."
        ),
        (Choice(False, gettext_noop("Full game")), Choice(True, gettext_noop("Short game"))),
        False,
    ),
)
