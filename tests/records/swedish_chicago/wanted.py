"""The wanted records of Swedish Chicago: every ending of a hand and of the game, and every option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from games.rules.contract import Seat
from games.rules.swedish_chicago.hands import combination, keeping
from games.rules.swedish_chicago.options import OPTIONS
from games.rules.swedish_chicago.pieces import RANKS, VALUE
from tests.records.search import Condition, Game, Player, Wanted, all_of, caused, ended

PLAIN: dict[str, Any] = {option.name: option.default for option in OPTIONS}

Keep = Callable[[Sequence[str]], Sequence[str]]


def most_alike(hand: Sequence[str]) -> Sequence[str]:
    """Return the cards of the most frequent rank, for collecting four of a kind."""
    rank, _ = Counter(card[0] for card in hand).most_common(1)[0]
    return [card for card in hand if card[0] == rank]


def nearly_a_run(hand: Sequence[str]) -> Sequence[str]:
    """Return the largest set of cards that fit in one straight flush."""
    runs = [{rank + suit for rank in RANKS[low : low + 5]} for low in range(9) for suit in "cdhs"]
    return max(([card for card in hand if card in run] for run in runs), key=len)


def high_cards(hand: Sequence[str]) -> Sequence[str]:
    """Return the cards that are likely to take tricks."""
    return [card for card in hand if VALUE[card] >= 12]


def playing(
    keep: Keep = keeping,
    *,
    declare: float = 0.2,
    announce: float = 1.0,
    before_the_lead: float = 1.0,
    choice: str = "",
    leave: float = 0,
    less: bool = False,
) -> Player:
    """Return a strategy that discards cards not selected by ``keep``, and plays high.

    The other arguments are probabilities and choices. With ``less``, it announces the lowest type that it may.
    """

    def play(game: Game) -> tuple[Seat, str]:
        if game.rng.random() < leave:
            return game.rng.choice(game.state.order()), "resign"
        seat = game.any_seat()
        return seat, _move(game, seat, game.state.legal_moves(seat))

    def _move(game: Game, seat: Seat, moves: list[str]) -> str:
        match game.state.phase:
            case "exchange":
                return _exchange(game, seat, moves)
            case "announce":
                return moves[-2 * less :][0] if game.rng.random() < announce else "pass"
            case "quads":
                return moves[0] if game.rng.random() < before_the_lead else "pass"
            case "choose" if choice:
                return choice
            case "chicago":
                return "declare" if game.rng.random() < declare else "pass"
            case "play":
                return max(moves, key=lambda move: VALUE[move.split()[1]])
        return game.rng.choice(moves)

    def _exchange(game: Game, seat: Seat, moves: list[str]) -> str:
        hand = game.state.hands[seat]
        kept = keep(hand)
        thrown = [card for card in hand if card not in kept][: int(game.state.options["throw_limit"])]
        opened = f"exchange open {thrown[0]}" if len(thrown) == 1 else ""
        return opened if opened in moves else " ".join(["exchange", *thrown])

    return play


def in_part(*parts: int) -> Condition:
    """Return a condition: the last announcement was in one of these parts (3 is the round before the lead)."""

    def fits(game: Game) -> bool:
        return next(
            (event.details["part"] in parts for event in reversed(game.events) if "part" in event.details), False
        )

    return fits


def at_the_end(game: Game) -> bool:
    return any(event.kind == "hands" for event in game.latest)


def in_debt(game: Game) -> bool:
    """Return whether a player has a negative score."""
    return min(game.state.scores) < 0


def declarer_left(game: Game) -> bool:
    """Return whether the declarer of a Chicago resigned, and the game continues."""
    return game.moves[-1].endswith("resign") and caused("broken")(game) and game.state.outcome is None


def lapsed(game: Game) -> bool:
    """Return whether a sealed announcement was too low."""
    return any(event.kind == "passed" and event.private for event in game.latest)


def named_less(game: Game) -> bool:
    """Return whether a combination scored that is lower than its player's hand."""
    scored = (event for event in game.latest if event.kind == "scored" and event.details["why"] == "announcement")
    return any(event.details["type"] != combination(game.state.hands[event.seat or 0]) for event in scored)


def compared_less(game: Game) -> bool:
    """Return whether an announcement lower than its player's hand was compared."""
    compared = (event for event in game.latest if event.kind == "revealed")
    return any(
        event.details["type"] != combination(game.state.hands[seat])
        for event in compared
        for seat in event.details["seats"]
    )


def showed_less(game: Game) -> bool:
    """Return whether cards were shown of a combination lower than its player held until this exchange."""
    showed = [event for event in game.latest if event.kind == "showed"]
    exchanged = next((event for event in game.latest if event.kind == "exchanged"), None)
    if not showed or exchanged is None or exchanged.seat is None:
        return False
    own = exchanged.private[exchanged.seat]
    before = [*own["thrown"], *(card for card in game.state.hands[exchanged.seat] if card not in own["cards"])]
    return combination(before) != showed[0].details["type"]


def stopped(game: Game) -> bool:
    """Return whether a player may not exchange, in a hand that is played to its end."""
    return bool(game.state.stopped) and game.state.phase == "play"


def wanted(name: str, seats: int, player: Player, *fits: Condition, **options: Any) -> Wanted:
    return Wanted(name, seats, PLAIN | options, player, all_of(*fits))


GREEDY, COLLECTOR, CHASER = playing(), playing(most_alike), playing(nearly_a_run)
BOLD, SILENT = playing(high_cards, declare=0.9), playing(high_cards, announce=0)
LEAST = playing(less=True)
RESETTING, SCORING = playing(most_alike, choice="reset"), playing(most_alike, choice="score")
LATE_RESETTING = playing(most_alike, choice="reset", announce=0)
LATE_SCORING = playing(most_alike, choice="score", announce=0)
LATE_CHASER = playing(nearly_a_run, announce=0)
LAST_CHASER = playing(nearly_a_run, announce=0, before_the_lead=0)

RESET, ENDS = {"four_of_a_kind": "reset"}, {"four_of_a_kind": "reset_ends"}
WINS = {"straight_flush": "wins"}
ANNOUNCED = caused("scored", why="announcement", type="four of a kind")

WANTED = (
    wanted("fifty-two", 2, GREEDY, ended("52 points")),
    wanted("fifty-two-shared", 3, GREEDY, ended("52 points", winners=2), exchange_stop="none"),
    wanted("thirty-one", 4, GREEDY, ended("31 points"), target="31"),
    wanted("thirty-one-chicago-needed", 3, BOLD, ended("31 points"), target="31", must_chicago=True),
    wanted("fifteen", 2, GREEDY, ended("15 points"), target="15"),
    wanted("fifteen-shared", 4, GREEDY, ended("15 points", winners=2), target="15"),
    wanted("straight-flush", 3, CHASER, ended("straight flush"), in_part(1, 2), **WINS),
    wanted("straight-flush-before-the-lead", 4, LATE_CHASER, ended("straight flush"), in_part(3), **WINS),
    wanted("straight-flush-best-hand", 4, LAST_CHASER, ended("straight flush"), at_the_end, **WINS),
    wanted("straight-flush-for-ten", 5, CHASER, caused("scored", points=10), straight_flush="10"),
    wanted("resignation", 4, playing(leave=0.03), ended("resignation")),
    wanted("chicago-made", 2, BOLD, caused("made"), chicago_lead="declarer"),
    wanted("chicago-without-the-5", 3, BOLD, caused("made"), chicago_lead="declarer", chicago_last_trick="replaced"),
    wanted("chicago-broken", 3, BOLD, caused("broken"), breaker="8"),
    wanted("chicago-given-up", 3, playing(high_cards, declare=0.9, leave=0.05), declarer_left),
    wanted("reset", 3, RESETTING, caused("reset"), in_part(1, 2), **RESET),
    wanted("reset-before-the-lead", 4, LATE_RESETTING, caused("reset"), in_part(3), **RESET),
    wanted("scored-instead-of-a-reset", 3, SCORING, ANNOUNCED, **RESET),
    wanted("scored-and-ended", 3, SCORING, ANNOUNCED, **ENDS),
    wanted("scored-and-ended-before-the-lead", 4, LATE_SCORING, caused("scored", why="quads"), **ENDS),
    wanted("level", 5, GREEDY, caused("level", why="equal")),
    wanted("level-by-the-combination", 6, GREEDY, caused("level"), ties="combination", throw_limit="4"),
    wanted("nobody-scores-for-equal-types", 3, GREEDY, caused("level", why="none"), ties="none", throw_limit="3"),
    wanted("the-best-suit-scores", 6, GREEDY, caused("revealed", suit=True), exact_tie="suit", ties="combination"),
    wanted("nobody-announces", 2, SILENT, caused("silent")),
    wanted("nobody-has-a-combination", 2, SILENT, caused("best", type=None), throw_limit="1"),
    wanted("shown-before-breaking", 4, CHASER, caused("showed")),
    wanted("reshuffled", 6, COLLECTOR, caused("reshuffled")),
    wanted("stopped", 2, GREEDY, stopped, exchange_stop="42"),
    wanted("open-card-taken", 3, GREEDY, caused("took"), open_card=True, throw_limit="2"),
    wanted("open-card-refused", 3, GREEDY, caused("refused"), open_card=True),
    wanted("negative", 3, playing(high_cards, declare=0.05), ended("52 points"), in_debt, negative=True),
    wanted("chicago-needed-and-fallen", 3, GREEDY, caused("fell"), must_chicago=True),
    wanted("chicago-needed-and-made", 3, BOLD, ended("52 points"), must_chicago=True, chicago_lead="declarer"),
    wanted("less-announced", 3, LEAST, named_less, announcing="lower"),
    wanted("less-shown", 3, playing(most_alike, less=True), showed_less, announcing="lower"),
    wanted("less-compared", 5, LEAST, compared_less, announcing="lower", ties="combination", together=True),
    wanted("together", 4, GREEDY, lapsed, together=True, open_card=True),
    wanted("together-chicago", 4, BOLD, caused("declared"), together=True),
)
