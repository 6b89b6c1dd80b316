"""From an opened table to a dealt game: opening, joining, leaving, starting, playing again."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import notify, owing, store
from games.models import Game, Invitation, Move, Player
from games.play.admission import check_place
from games.play.arrangements import away_at_start
from games.play.refusals import Over, Refused
from games.play.reliable import check_reliable
from games.play.turns import ask
from games.rules.contract import BadOption

ENTROPY = re.compile(r"[0-9a-f]{32}")


def new_entropy() -> str:
    """A seat's part in the deal, made here for computer players and browsers without script (record.md 1.2)."""
    return secrets.token_hex(16)


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
    """Open a table with its host and computer players seated; ``facts`` are further fields of Game.

    Raises Refused for an option that does not fit, or more computer players than seats are left.
    """
    game = Game(host=host, name=name, slug=slug, options=dict(options), size=size, **facts)
    _check(game, bots)
    _check_clock(game, bots)
    game.save()
    _seat(game, host, "", _checked_entropy(entropy))
    for bot in bots:
        _seat(game, None, bot, new_entropy())
    return _started_if_full(game)


def _check(game: Game, bots: Sequence[str]) -> None:
    if game.size not in game.rules.SEATS:
        raise Refused(_("This game can't be played with %(count)d players.") % {"count": game.size})
    if len(bots) >= game.size:
        raise Refused(_("There are more computer players than free seats."))
    try:
        game.rules.check_options(game.options, game.size)
    except BadOption as bad:
        raise Refused(
            _("The option %(name)s does not fit: %(reason)s") % {"name": bad.name, "reason": gettext(bad.reason)}
        ) from bad


def _check_clock(game: Game, bots: Sequence[str]) -> None:
    """Without a clock nothing would ever happen at a table that waits for an absent player."""
    if game.clock == Game.Clock.NONE and game.size - len(bots) > 1:
        raise Refused(_("Only a table of one player and computer players can do without a time limit."))


def _started_if_full(game: Game) -> Game:
    if game.players.count() < game.size:
        return game
    with waiting(game.pk) as table:
        _deal(table)
    return table


def _seat(game: Game, user: Any, bot: str, entropy: str) -> Player:
    taken = set(game.players.values_list("persona", flat=True))
    persona = next(number for number in range(game.size) if number not in taken)
    return Player.objects.create(game=game, user=user, bot=bot, persona=persona, entropy=entropy)


@contextmanager
def waiting(game_pk: int) -> Iterator[Game]:
    """One transaction around a table that waits for players, whose pages hear of it. Raises Refused once started."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_pk)
        if game.status == Game.Status.CANCELLED:
            raise Refused(_("This table has been closed."))
        if not game.is_open:
            raise Refused(_("This table has already started."))
        yield game
        game.version += 1
        game.save()
        notify.on_commit(game, list(game.players.all()))


def join(game: Game, user: Any, entropy: str = "") -> Game:
    """Take a free seat; the table starts when it is full. Joining again changes nothing. Raises Refused.

    Whoever has been invited by name need not be as reliable as the table asks: those who sit there know whom they ask.
    """
    if Player.objects.filter(game=game, user=user).exists():
        return game
    with waiting(game.pk) as table:
        if table.players.filter(user=user).exists():
            return table
        if table.players.count() >= table.size:
            raise Refused(_("Every seat at this table is taken."))
        if not table.invitations.filter(user=user).exists():
            check_reliable(table, user)
        check_place(table, user)
        _seat(table, user, "", _checked_entropy(entropy))
        if table.players.count() == table.size:
            _deal(table)
    return table


def add_computer(game: Game, host: Any, bot: str) -> Game:
    """Seat a computer player; the host's right. The table starts when it is full. Raises Refused."""
    with waiting(game.pk) as table:
        _require_host(table, host)
        if table.players.count() >= table.size:
            raise Refused(_("Every seat at this table is taken."))
        _seat(table, None, bot, new_entropy())
        if table.players.count() == table.size:
            _deal(table)
    return table


def choose_persona(player: Player, persona: int) -> None:
    """Play somebody else who is still free, before the start. Raises Refused."""
    with waiting(player.game_id) as table:
        if not 0 <= persona < len(table.rules.PERSONAS):
            raise Refused(_("There is nobody of that number."))
        if table.players.exclude(pk=player.pk).filter(persona=persona).exists():
            raise Refused(_("Somebody else at the table plays that one."))
        table.players.filter(pk=player.pk).update(persona=persona)


def leave(player: Player) -> None:
    """Give a seat back before the start. With the last person the table goes, else the next one is the host."""
    with waiting(player.game_id) as table:
        table.players.filter(pk=player.pk).delete()
        if table.host_id == player.user_id:
            _pass_on(table)


def _pass_on(table: Game) -> None:
    heir = table.players.filter(user__isnull=False).order_by("pk").first()
    table.host = heir.user if heir else None
    if heir is None:
        table.status = Game.Status.CANCELLED


def cancel(game: Game, host: Any) -> None:
    """Close a table before the start; the host's right. Raises Refused."""
    with waiting(game.pk) as table:
        _require_host(table, host)
        table.status = Game.Status.CANCELLED


def start(game: Game, host: Any) -> Game:
    """Start with those who are there; the host's right. Raises Refused if they are too few."""
    with waiting(game.pk) as table:
        _require_host(table, host)
        _deal(table)
    return table


def _require_host(table: Game, user: Any) -> None:
    if table.host_id != user.pk:
        raise Refused(_("Only the host of the table can do that."))


def _deal(table: Game) -> None:
    """Seats by the order of joining, the deal, and who is asked first (record.md 1.3, the rules' set-up)."""
    players = list(table.players.select_related("user").order_by("pk"))
    table.size = len(players)
    _check(table, ())
    for seat, player in enumerate(players):
        player.seat = seat
    table.rated = table.rated and _may_be_rated(table, players)
    away_at_start(table, players)
    Player.objects.bulk_update(players, ["seat", "stand_in"])
    state, events = table.rules.State.new(table.options, table.size, store.dealer(table, players, 0))
    store.create(table, state)
    table.status, table.started_at, table.turn = Game.Status.RUNNING, timezone.now(), state.turn
    Move.objects.create(
        game=table, number=0, text="", by=Move.By.FORM, events=[store.event_to_json(e) for e in events], turn=state.turn
    )
    ask(players, state, 0)
    if sum(player.user is not None for player in players) > 1:
        owing.started(players)


def _may_be_rated(table: Game, players: Sequence[Player]) -> bool:
    """Ratings are of people who can be found again, won at tables that anybody might have joined."""
    return table.public and all(player.user is not None and not player.user.is_guest for player in players)


def rematch(player: Player, entropy: str = "") -> Game:
    """The same again: opens the new table, or takes a seat at it if somebody has asked before. Raises Refused."""
    with transaction.atomic():
        old = Game.objects.select_for_update().get(pk=player.game_id)
        if not old.is_over:
            raise Over
        again = Game.objects.filter(rematch_of=old).exclude(status=Game.Status.CANCELLED).first()
        if again is None:
            Game.objects.filter(rematch_of=old).update(rematch_of=None)
            again = _again(old, player, entropy)
            _invite_others(old, again, player.user)
            return again
    return join(again, player.user, entropy)


def _invite_others(old: Game, again: Game, by: Any) -> None:
    """Everybody else who has played before is asked to play again."""
    others = User.objects.filter(seats__game=old, is_active=True).exclude(pk=by.pk)
    for other in others.order_by("pk"):
        owing.invited(Invitation.objects.create(game=again, user=other, by=by))


_KEPT = (
    *("clock", "pace_hours", "bank_hours", "added_hours", "cap_hours", "weekends_off", "nights_off"),
    *("absence", "free_misses", "away", "public", "hand_labels", "rated", "least_reliable"),
)
"""What a rematch takes over from the table, beside its game's options."""


def _again(old: Game, player: Player, entropy: str) -> Game:
    # A seat that was lost is kept free for whoever wants it.
    computers = old.players.exclude(bot="").filter(lost_by__isnull=True)
    bots = list(computers.order_by("seat").values_list("bot", flat=True))
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
