"""Opening, joining and dealing, for new tables and rematches."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.access.account_lock import hold_account
from accounts.models import User
from accounts.refusals import Refused
from games.core import broadcast, computer_turns, notices, store
from games.models import Game, Move, Player, new_entropy
from games.play.core.admission import check_bot, check_free_seat, check_punctuality, check_tables
from games.play.core.locked import MOVING_FIELDS
from games.play.core.turns import pass_turn
from games.play.core.unstarted import waiting
from games.play.core.vacation_arrangements import settle_at_start
from games.rules.contract import BadOption

ENTROPY = re.compile(r"[0-9a-f]{32}")


def _checked_entropy(entropy: str) -> str:
    if not entropy:
        return new_entropy()
    if not ENTROPY.fullmatch(entropy):
        raise Refused(_("Your seat’s random number must have 32 hexadecimal digits."))
    return entropy


@transaction.atomic
def open_table(
    host: User,
    *,
    name: str,
    variant: str,
    options: Mapping[str, Any],
    size: int,
    bots: Sequence[str] = (),
    entropy: str = "",
    **facts: Any,
) -> Game:
    """Open a table with its host and computer players seated; the game starts if the table is full.

    ``facts`` are further fields of Game. A table opened by an external bot admits other external bots. Raise
    `Refused` if the settings are invalid, or the host has seats at too many tables.
    """
    hold_account(host)
    check_tables(host)
    game = Game(host=host, name=name, variant=variant, options=dict(options), size=size, **facts)
    game.any_computer = game.any_computer or host.is_bot
    check(game, bots)
    if game.clock == Game.Clock.NONE and game.size - len(bots) > 1:
        # Else the other players could wait forever for an absent one.
        raise Refused(_("Only a table with one person and computers can go without a time limit."))
    game.save()
    seated = [seat(game, (), host, "", _checked_entropy(entropy))]
    for bot in bots:
        seated.append(seat(game, seated, None, bot, new_entropy()))
    if len(seated) == game.size:
        with waiting(game.pk) as game:
            deal(game)
    return game


def check(game: Game, bots: Sequence[str]) -> None:
    if game.size not in game.rules.engine.SEATS:
        text = ngettext(
            "This game can’t be played with one player.",
            "This game can’t be played with %(count)d players.",
            game.size,
        )
        raise Refused(text % {"count": game.size})
    if len(bots) >= game.size:
        raise Refused(_("There are more computer players than free seats."))
    try:
        game.rules.engine.check_options(game.options, game.size)
    except BadOption as bad:
        raise Refused(
            _("The option %(name)s isn’t possible: %(reason)s") % {"name": bad.name, "reason": gettext(bad.reason)}
        ) from bad


def seat(game: Game, seated: Collection[Player], user: User | None, bot: str, entropy: str) -> Player:
    """Give a free seat to a user or a computer player; ``seated`` are the players who are there already."""
    taken = {player.persona for player in seated}
    persona = next(number for number in range(game.size) if number not in taken)
    player = Player.objects.create(game=game, user=user, bot=bot, persona=persona, entropy=entropy)
    broadcast.on_commit_account(player.user_id)
    return player


@transaction.atomic
def join(game: Game, user: User, entropy: str = "") -> Game:
    """Take a free seat; the game starts when the table is full. Idempotent.

    Users who were invited by name need not be as punctual as the table requires: the inviting players know them.
    Raise `Refused` if the game has started, no seat is free for this user, or the table does not admit them.
    """
    hold_account(user)
    # Check under the account's lock, so that the second of two requests finds the seat taken by the first.
    if Player.objects.filter(game=game, user=user).exists():
        return game
    with waiting(game.pk) as game:
        seated = list(game.players.all())
        if len(seated) >= game.size:
            raise Refused(_("Every seat at this table is taken."))
        if not game.invitations.filter(user=user).exists():
            check_punctuality(game, user)
        check_bot(game, user)
        check_free_seat(game, seated, user)
        check_tables(user)
        seat(game, seated, user, "", _checked_entropy(entropy))
        if len(seated) + 1 == game.size:
            deal(game)
    return game


def deal(game: Game) -> None:
    """Seat the players in order of joining, deal (records.md 1.3), and set the first seats to move."""
    players = list(game.players.select_related("user").order_by("pk"))
    game.size = len(players)
    check(game, ())
    for seat, player in enumerate(players):
        player.seat = seat
    game.rated = game.rated and _may_be_rated(game, players)
    settle_at_start(game, players)
    state, events = game.rules.engine.state_class.new(game.options, game.size, store.dealer(game, players, 0))
    store.create(game, state)
    game.status, game.started_at, game.turn = Game.Status.RUNNING, timezone.now(), state.turn
    Move.objects.create(
        game=game, number=0, text="", by=Move.By.FORM, events=[store.event_to_json(e) for e in events], turn=state.turn
    )
    with notices.after_a_move():
        pass_turn(players, state, 0)
        if sum(player.user is not None for player in players) > 1:
            notices.enqueue_start(players)
    for player in players:
        player.save(update_fields=["seat", "stand_in", *MOVING_FIELDS])
    computer_turns.set_due(game, players)


def _may_be_rated(game: Game, players: Sequence[Player]) -> bool:
    """Return whether the game is public, and all players are full accounts, or all are external bots.

    Thus the ratings of people and of external bots never depend on each other.
    """
    users = [player.user for player in players]
    full = all(user is not None and not user.is_guest for user in users)
    return game.public and full and len({user is not None and user.is_bot for user in users}) == 1
