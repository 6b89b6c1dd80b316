"""The options chosen when a table is opened (rule 7)."""

from games.rules.contract import Options
from games.rules.contract import gettext_noop as _
from games.rules.vocabulary import Choice, Option

SEATS = range(2, 7)

FULL, SHORTEST = 52, 15
"""The score that wins the usual game, and the shortest race, which has no exchange stop (2.2, 7.7)."""

OPTIONS: tuple[Option, ...] = (
    Option(
        "target",
        _("Race to"),
        _(
            "The score that wins. In a race to 15, Chicago hardly ever comes up, and everybody exchanges cards "
            "to the end. Rated games count alike, whatever their length."
        ),
        (
            Choice("52", _("52 points (the usual game)")),
            Choice("31", _("31 points (about half as long)")),
            Choice("15", _("15 points (about a quarter as long)")),
        ),
        "52",
        assumed="52",
    ),
    Option(
        "together",
        _("Order of answers"),
        _(
            "All at once: exchanges, announcements and Chicago declarations stay hidden until "
            "everybody has answered, and then count in table order. The game takes far fewer "
            "days."
        ),
        (Choice(False, _("One after the other")), Choice(True, _("All at once"))),
        False,
    ),
    Option(
        "announcing",
        _("What you announce"),
        _(
            "Your combination as it is, or also a lower one that your cards contain, for example three of a kind with "
            "a full house. The name you say is what counts in that round."
        ),
        (Choice("exact", _("Exactly what you hold")), Choice("lower", _("What you hold, or less"))),
        "exact",
        assumed="exact",
    ),
    Option(
        "four_of_a_kind",
        _("Four of a kind"),
        _(
            "If four of a kind wins an announcement, its player may get to choose between the points and a "
            "reset: everybody else falls back to 0 points and the hand ends."
        ),
        (
            Choice("score", _("7 points")),
            Choice("reset", _("7 points or a reset")),
            Choice("reset_ends", _("7 points or a reset, and either ends the hand")),
        ),
        "score",
    ),
    Option(
        "ties",
        _("Equal combinations"),
        _(
            "How two combinations of the same type are compared: by the odd cards too, by the combination’s "
            "own cards only, or not at all, so nobody scores."
        ),
        (
            Choice("full", _("All five cards count")),
            Choice("combination", _("Only the combination counts")),
            Choice("none", _("Nobody scores")),
        ),
        "full",
    ),
    Option(
        "exact_tie",
        _("Exactly equal hands"),
        _("Nobody scores, or the suit of the highest card decides: hearts are best, then diamonds, spades and clubs."),
        (Choice("nobody", _("Nobody scores")), Choice("suit", _("The best suit scores"))),
        "nobody",
    ),
    Option(
        "straight_flush",
        _("Straight flush"),
        _("What a straight flush is worth. If it wins the game, so does a royal straight flush."),
        (Choice("8", _("8 points")), Choice("10", _("10 points")), Choice("wins", _("Wins the game"))),
        "8",
    ),
    Option(
        "exchange_stop",
        _("Exchange stop"),
        _(
            "A player who is this close to winning when a hand is dealt keeps those five cards and can’t "
            "exchange in that hand. A race to 15 has no exchange stop."
        ),
        (
            Choice("46", _("6 points before the end")),
            Choice("42", _("10 points before the end")),
            Choice("none", _("No exchange stop")),
        ),
        "46",
    ),
    Option(
        "chicago_lead",
        _("Lead in a Chicago"),
        _("Who leads to the first trick of a Chicago, the promise to take all five tricks."),
        (Choice("left", _("The player left of the dealer")), Choice("declarer", _("The player who declared it"))),
        "left",
    ),
    Option(
        "chicago_last_trick",
        _("Last trick of a Chicago"),
        _("Whether a made Chicago scores 5 points for the last trick on top of its 15."),
        (Choice("adds", _("5 points on top")), Choice("replaced", _("Only the 15 points"))),
        "adds",
    ),
    Option(
        "must_chicago",
        _("Chicago needed"),
        _(
            "Best with three players, not recommended with four: a player who has the points to win without "
            "having made a Chicago falls back to 0."
        ),
        (Choice(False, _("Not needed to win")), Choice(True, _("Nobody wins without a Chicago"))),
        False,
    ),
    Option(
        "breaker",
        _("Breaking a Chicago"),
        _("A declared Chicago fails at the first trick another player takes. This is what that player gets for it."),
        (Choice("0", _("No points")), Choice("8", _("8 points"))),
        "0",
    ),
    Option(
        "negative",
        _("Points below 0"),
        _(
            "Scores may fall below 0, a Chicago may be declared at any score, and at the end players below "
            "0 pay double."
        ),
        (Choice(False, _("Never below 0")), Choice(True, _("Allowed"))),
        False,
    ),
    Option(
        "open_card",
        _("Open card"),
        _("If you exchange exactly one card, you may ask for the new one face up, and turn it down for a hidden one."),
        (Choice(False, _("Without open cards")), Choice(True, _("With open cards"))),
        False,
    ),
    Option(
        "throw_limit",
        _("Cards in an exchange"),
        _("How many cards you may throw in one exchange."),
        (
            Choice("5", _("Up to five")),
            Choice("4", _("Up to four")),
            Choice("3", _("Up to three")),
            Choice("2", _("Up to two")),
            Choice("1", _("One at most")),
        ),
        "5",
    ),
)


def exchange_stop(options: Options) -> int | None:
    """Return the score from which a player can't exchange in a hand; None without an exchange stop (2.2).

    The option names the stop of the usual game. In a shorter race it is as far from the end, 6 or 10 points.
    """
    chosen, target = options["exchange_stop"], int(options["target"])
    return None if chosen == "none" or target == SHORTEST else target - FULL + int(chosen)
