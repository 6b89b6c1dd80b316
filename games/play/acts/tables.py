"""Changes to tables that have not started: adding computer players, choosing a persona, cancelling, starting."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refused
from games.models import Game, Player, new_entropy
from games.play.core.new_tables import deal, seat
from games.play.core.unstarted import waiting


def add_computer(game: Game, host: User, bot: str) -> Game:
    """Seat a computer player. The game starts when the table is full.

    Raise `Refused` if ``host`` is not the host, or if the table is full or no longer waits for players.
    """
    with waiting(game.pk) as game:
        _require_host(game, host)
        seated = list(game.players.all())
        if len(seated) >= game.size:
            raise Refused(_("Every seat at this table is taken."))
        seat(game, seated, None, bot, new_entropy())
        if len(seated) + 1 == game.size:
            deal(game)
    return game


def choose_persona(player: Player, persona: int) -> None:
    """Change a player's persona. Raise `Refused` if the persona is taken or unknown, or the game has started."""
    with waiting(player.game_id) as game:
        if not 0 <= persona < len(game.rules.presentation.PERSONAS):
            raise Refused(_("There’s no character with that number."))
        if game.players.exclude(pk=player.pk).filter(persona=persona).exists():
            raise Refused(_("Someone else at the table has already chosen that one."))
        game.players.filter(pk=player.pk).update(persona=persona)


def cancel(game: Game, host: User) -> None:
    """Cancel a game before its start. Raise `Refused` if it has started, or ``host`` is not the host."""
    with waiting(game.pk) as game:
        _require_host(game, host)
        game.status = Game.Status.CANCELLED


@transaction.atomic
def start(game: Game, host: User) -> Game:
    """Start the game with the players who have joined. Idempotent.

    Raise `Refused` if there are too few players, ``host`` is not the host, or the game was cancelled.
    """
    now = Game.objects.select_for_update().get(pk=game.pk)
    if now.status == Game.Status.RUNNING and now.host_id == host.pk:
        return now
    with waiting(game.pk) as game:
        _require_host(game, host)
        if game.players.count() < game.rules.engine.SEATS[0]:
            raise Refused(_("You need someone to play with: invite a friend or add a computer."))
        deal(game)
    return game


def _require_host(game: Game, user: User) -> None:
    if game.host_id != user.pk:
        raise Refused(_("Only the table’s host can do that."))
