"""Steps that play a game for a while through the write path."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random

from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games import play
from games.computers.search import Budget, evaluate
from games.core import store
from games.models import Game, Notice, Player
from games.play.core.commit import make
from games.play.core.locked import LockedGame, locked
from games.rules.contract import State


def play_on(game: Game, moves: int, seed: int = 1) -> Game:
    """Make at least ``moves`` random legal moves, or fewer if the game ends.

    All moves are in one transaction, because loading the game for each would take most of the time.
    """
    rng = Random(seed)
    if Game.objects.get(pk=game.pk).is_running:
        with locked(game.pk) as held:
            wanted = held.number + moves
            while held.number < wanted and (asked := to_move(held)):
                make(held, asked[0], rng.choice(legal_in(held, asked[0])))
    return Game.objects.get(pk=game.pk)


def play_badly(game: Game, moves: int, seed: int = 1) -> Game:
    """Make at least ``moves`` moves, up to a person's turn, or fewer if the game ends.

    People make the worst moves that a short search finds, computer players the moves of their quick policy.
    """
    rng = Random(seed)
    with locked(game.pk) as held:
        wanted = held.number + moves
        while (asked := to_move(held)) and not (held.number >= wanted and not asked[0].bot):
            make(held, asked[0], _bad_move(held, asked[0], rng))
    return Game.objects.get(pk=game.pk)


def _bad_move(game: LockedGame, player: Player, rng: Random) -> str:
    rules, state = game.row.rules, play.drafted(game.state, player)
    if player.bot:
        return rules.automation.quick_policy(state, player.place, rng)
    view = state.full_view(player.place)
    return evaluate(rules, view, Budget(60, 60.0), rng)[-1].move if len(view.legal) > 1 else view.legal[0]


def to_move(game: LockedGame) -> list[Player]:
    return [player for player in game.players if player.to_move_since is not None]


def legal_in(game: LockedGame, player: Player) -> Sequence[str]:
    return play.drafted(game.state, player).legal_moves(player.place)


def _asked(game: Game) -> Player | None:
    return Player.objects.select_related("game").filter(game=game, to_move_since__isnull=False).order_by("seat").first()


def give_up(game: Game) -> Game:
    """Let the player to move resign, which ends a game of two."""
    player = _asked(game)
    assert player is not None
    play.resign(player, play.version_of(player.game, player))
    return Game.objects.get(pk=game.pk)


def lay_out(game: Game, state: State) -> None:
    loaded = store.load(game)
    loaded.state = state
    store.save(loaded)
    game.save()
    game.players.update(to_move_since=None, turn_started_at=None, deadline=None)
    now, asked = timezone.now(), game.players.filter(seat=min(state.to_move))
    asked.update(to_move_since=0, turn_started_at=now, deadline=now + game.terms.turn)
    Notice.objects.all().delete()


def asked_seat(game: Game) -> Player:
    return Player.objects.select_related("game", "user", "friend").get(game=game, to_move_since__isnull=False)


def other(game: Game, me: Player) -> Player:
    """Return another seat of the game, which in a duel is the opponent's."""
    return Player.objects.select_related("game", "user").filter(game=game).exclude(pk=me.pk).earliest("seat")


def is_right(game: Game) -> bool:
    """Check that every row matches the replay. Raise `CommandError` otherwise."""
    call_command("verify", game.public_id)
    return True


def act(player: Player, text: str, by: User | None = None) -> Game:
    fresh = Player.objects.select_related("game").get(pk=player.pk)
    return play.move(fresh, text, play.version_of(fresh.game, fresh), by).game


def run_out(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(deadline=timezone.now() - timedelta(seconds=1))


def miss(game: Game) -> Player:
    """Let the player to move miss the deadline, and return the seat after the consequences."""
    player = asked_seat(game)
    run_out(player)
    assert play.time_up(player.pk)
    return Player.objects.select_related("game", "user", "friend").get(pk=player.pk)


def miss_unforgiven(game: Game) -> Player:
    Game.objects.filter(pk=game.pk).update(free_misses=0)
    return miss(game)


def lose_seat(game: Game) -> Player:
    Game.objects.filter(pk=game.pk).update(absence=Game.Absence.LOST)
    return miss_unforgiven(game)


def incident_kinds(game: Game) -> list[str]:
    return list(game.incidents.order_by("pk").values_list("kind", flat=True))


def legal(player: Player) -> list[str]:
    """Return the player's legal moves, with their drafts applied."""
    fresh = Player.objects.select_related("game").get(pk=player.pk)
    return list(play.drafted(store.load(fresh.game).state, fresh).legal_moves(fresh.place))


def pass_on(game: Game) -> None:
    """Let the player to move draw until it is another player's turn or the game is over."""
    me = asked_seat(game)
    while Player.objects.get(pk=me.pk).to_move_since == me.to_move_since:
        act(me, "draw" if "draw" in legal(me) else legal(me)[-1])
