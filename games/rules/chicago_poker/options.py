"""The options chosen when a table is opened (rule 9)."""

from games.rules.contract import gettext_noop
from games.rules.vocabulary import Choice, Option

SEATS = range(2, 7)

OPTIONS: tuple[Option, ...] = (
    Option(
        "edition",
        gettext_noop("Edition"),
        gettext_noop(
            "English: you must take every action, and in a tie everyone must send a reinforcement. French: "
            "actions and reinforcements are up to you, and the Limousine moves only your last cards."
        ),
        (Choice("english", gettext_noop("English and Polish")), Choice("french", gettext_noop("French"))),
        "english",
    ),
    Option(
        "specials",
        gettext_noop("Special cards"),
        gettext_noop(
            "Raids, liquidation, limousine, revolver and bribery liven up the game; without them it’s pure tactics."
        ),
        (Choice(True, gettext_noop("With special cards")), Choice(False, gettext_noop("Gangsters only"))),
        True,
    ),
    Option(
        "short",
        gettext_noop("Length"),
        gettext_noop(
            "You win the short game with two businesses of one type or any three. It’s good for five or six players."
        ),
        (Choice(False, gettext_noop("Full game")), Choice(True, gettext_noop("Short game"))),
        False,
    ),
    Option(
        "shootout_order",
        gettext_noop("Order of your shootouts"),
        gettext_noop("Which comes first if several of your own shootouts are due at the start of your turn."),
        (
            Choice("choice", gettext_noop("The one you choose")),
            Choice("oldest", gettext_noop("The one you called first")),
        ),
        "choice",
        assumed="oldest",
    ),
)
