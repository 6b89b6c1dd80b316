"""From an open table to a dealt game: opening, joining, starting, cancelling, playing again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.access.account_lock import hold_account
from accounts.models import User
from games.core import broadcast, enqueue, store
from games.models import Game, Invitation, Move, Player, new_entropy
from games.models.bulk import update_rows
from games.play.admission import check_bot, check_free_seat, check_punctuality, check_tables
from games.play.arrangements import settle_at_start
from games.play.locked import MOVING_FIELDS
from games.play.positions import begin_again
from games.play.refusals import Over, Refused
from games.play.turns import pass_turn
from games.play.waiting import waiting
from games.rules.contract import BadOption

ENTROPY = re.compile(r"[0-9a-f]{32}")


def _checked_entropy(entropy: str) -> str:
    if not entropy:
        return new_entropy()
    if not ENTROPY.fullmatch(entropy):
        raise Refused(_("The random number of your seat must be 32 hexadecimal digits."))
    return entropy


@transaction.atomic
def open_table(
    host: Any,
    *,
    name: str,
    slug: str,
    options: Mapping[str, Any],
    size: int,
    bots: Sequence[str] = (),
    entropy: str = "",
    **facts: Any,
) -> Game:
    """Opens a table with its host and computer players seated; ``facts`` are further fields of Game.

    Raises Refused for an option that does not fit, more computer players than seats are left, or a host who has a seat
    at too many tables. A table that a computer player from outside opens is open to others.
    """
    hold_account(host)
    check_tables(host)
    game = Game(host=host, name=name, slug=slug, options=dict(options), size=size, **facts)
    game.any_computer = game.any_computer or host.is_bot
    _check(game, bots)
    _check_clock(game, bots)
    game.save()
    _seat(game, host, "", _checked_entropy(entropy))
    for bot in bots:
        _seat(game, None, bot, new_entropy())
    return _started_if_full(game)


def _check(game: Game, bots: Sequence[str]) -> None:
    if game.size not in game.rules.SEATS:
        text = ngettext(
            "This game can’t be played with one player.",
            "This game can’t be played with %(count)d players.",
            game.size,
        )
        raise Refused(text % {"count": game.size})
    if len(bots) >= game.size:
        raise Refused(_("There are more computer players than free seats."))
    try:
        game.rules.check_options(game.options, game.size)
    except BadOption as bad:
        raise Refused(
            _("The option %(name)s does not fit: %(reason)s") % {"name": bad.name, "reason": gettext(bad.reason)}
        ) from bad


def _check_clock(game: Game, bots: Sequence[str]) -> None:
    """Raises Refused without a clock where others would wait for ever for a player who is absent."""
    if game.clock == Game.Clock.NONE and game.size - len(bots) > 1:
        raise Refused(_("Only a table of one player and computer players can do without a time limit."))


def _started_if_full(game: Game) -> Game:
    if game.players.count() < game.size:
        return game
    with waiting(game.pk) as game:
        _deal(game)
    return game


def _seat(game: Game, user: Any, bot: str, entropy: str) -> Player:
    taken = set(game.players.values_list("persona", flat=True))
    persona = next(number for number in range(game.size) if number not in taken)
    player = Player.objects.create(game=game, user=user, bot=bot, persona=persona, entropy=entropy)
    broadcast.on_commit_account(player.user_id)
    return player


@transaction.atomic
def join(game: Game, user: Any, entropy: str = "") -> Game:
    """Takes a free seat; the game starts when the table is full. Raises Refused. Idempotent.

    People who were invited by name need not be as punctual as the table asks for: those who invited them know them.
    """
    hold_account(user)
    # Under the lock of the account, so that the second of two requests finds the seat that the first has taken.
    if Player.objects.filter(game=game, user=user).exists():
        return game
    with waiting(game.pk) as game:
        if game.players.count() >= game.size:
            raise Refused(_("Every seat at this table is taken."))
        if not game.invitations.filter(user=user).exists():
            check_punctuality(game, user)
        check_bot(game, user)
        check_free_seat(game, user)
        check_tables(user)
        _seat(game, user, "", _checked_entropy(entropy))
        if game.players.count() == game.size:
            _deal(game)
    return game


def add_computer(game: Game, host: Any, bot: str) -> Game:
    """Seats a computer player; only the host may. The game starts when the table is full. Raises Refused."""
    with waiting(game.pk) as game:
        _require_host(game, host)
        if game.players.count() >= game.size:
            raise Refused(_("Every seat at this table is taken."))
        _seat(game, None, bot, new_entropy())
        if game.players.count() == game.size:
            _deal(game)
    return game


def choose_persona(player: Player, persona: int) -> None:
    """Changes the persona that a player plays, before the start. Raises Refused for one that is taken or unknown."""
    with waiting(player.game_id) as game:
        if not 0 <= persona < len(game.rules.PERSONAS):
            raise Refused(_("There is nobody of that number."))
        if game.players.exclude(pk=player.pk).filter(persona=persona).exists():
            raise Refused(_("Somebody else at the table plays that one."))
        game.players.filter(pk=player.pk).update(persona=persona)


def cancel(game: Game, host: Any) -> None:
    """Cancels a game before the start; only the host may. Raises Refused."""
    with waiting(game.pk) as game:
        _require_host(game, host)
        game.status = Game.Status.CANCELLED


@transaction.atomic
def start(game: Game, host: Any) -> Game:
    """Start with the players who are there; only the host may. Raise `Refused` if they are too few. Idempotent."""
    now = Game.objects.select_for_update().get(pk=game.pk)
    if now.status == Game.Status.RUNNING and now.host_id == host.pk:
        return now
    with waiting(game.pk) as game:
        _require_host(game, host)
        if game.players.count() < game.rules.SEATS[0]:
            raise Refused(_("You need somebody to play with: invite a friend or seat a computer player."))
        _deal(game)
    return game


def _require_host(game: Game, user: Any) -> None:
    if game.host_id != user.pk:
        raise Refused(_("Only the host of the table can do that."))


def _deal(game: Game) -> None:
    """Seats the players in order of joining, deals (record.md 1.3), and sets who is to move first."""
    players = list(game.players.select_related("user").order_by("pk"))
    game.size = len(players)
    _check(game, ())
    for seat, player in enumerate(players):
        player.seat = seat
    game.rated = game.rated and _may_be_rated(game, players)
    settle_at_start(game, players)
    update_rows(players, ["seat", "stand_in"])
    state, events = game.rules.State.new(game.options, game.size, store.dealer(game, players, 0))
    store.create(game, state)
    game.status, game.started_at, game.turn = Game.Status.RUNNING, timezone.now(), state.turn
    Move.objects.create(
        game=game, number=0, text="", by=Move.By.FORM, events=[store.event_to_json(e) for e in events], turn=state.turn
    )
    pass_turn(players, state, 0)
    update_rows(players, MOVING_FIELDS)
    if sum(player.user is not None for player in players) > 1:
        enqueue.started(players)


def _may_be_rated(game: Game, players: Sequence[Player]) -> bool:
    """Whether a game counts for ratings: a public one of full accounts, people only or computer players only.

    So the ratings of people and of computer players from outside never depend on each other.
    """
    users = [player.user for player in players]
    full = all(user is not None and not user.is_guest for user in users)
    return game.public and full and len({user is not None and user.is_bot for user in users}) == 1


def rematch(player: Player, entropy: str = "", bot: str = "") -> Game:
    """Opens a rematch, or joins it if another player has opened it already. Raises Refused.

    In one that is opened all computer players are of the kind ``bot``, or by default of the same as they were. A game
    that was not dealt begins again with the same position.
    """
    with transaction.atomic():
        hold_account(player.user)
        old = Game.objects.select_for_update().get(pk=player.game_id)
        if not old.is_over:
            raise Over
        again = Game.objects.filter(rematch_of=old).exclude(status=Game.Status.CANCELLED).first()
        if again is None:
            Game.objects.filter(rematch_of=old).update(rematch_of=None)
            again = _again(old, player, entropy, bot)
            _invite_others(old, again, player.user)
            _announce(old)
            return again
    return join(again, player.user, entropy)


def _announce(old: Game) -> None:
    """The open pages of the finished game show its rematch."""
    old.version += 1
    old.save(update_fields=["version"])
    broadcast.on_commit(old)


def _invite_others(old: Game, again: Game, by: Any) -> None:
    """Invites all others who have a seat in the finished game."""
    others = User.objects.filter(seats__game=old, is_active=True).exclude(pk=by.pk)
    for other in others.order_by("pk"):
        enqueue.invited(Invitation.objects.create(game=again, user=other, by=by))
        broadcast.on_commit_account(other.pk)


_KEPT = (
    *("clock", "pace_hours", "pace_minutes", "bank_hours", "added_hours", "cap_hours", "weekends_off", "nights_off"),
    *("absence", "free_misses", "away", "public", "hand_labels", "odds", "rated", "any_computer"),
    "least_reliable",
)
"""The settings that a rematch takes over, in addition to the game's options."""


def _again(old: Game, player: Player, entropy: str, bot: str) -> Game:
    if not old.was_dealt:
        return begin_again(old, player, bot)
    # A seat that was lost is left free for a person.
    computers = old.players.exclude(bot="").filter(lost_by__isnull=True)
    bots = [bot or same for same in computers.order_by("seat").values_list("bot", flat=True)]
    return open_table(
        player.user,
        name=old.name,
        slug=old.slug,
        options=old.options,
        size=old.size,
        bots=bots,
        entropy=entropy,
        rematch_of=old,
        **{field: getattr(old, field) for field in _KEPT},
    )
