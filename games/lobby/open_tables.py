"""Open tables as offered to users: the players, the options, and the free personas."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from accounts.models import Visitor
from games.core.access import blocked_tables
from games.core.lengths import Expected, expected
from games.core.punctuality import Punctuality, punctuality, total
from games.models import Game, Player
from games.presentation.view_model import SeatInfo, seat_infos
from games.rules.vocabulary import Option, Persona

PunctualityByUser = Mapping[int, Punctuality]

NOT_LOADED: PunctualityByUser = MappingProxyType({})


class OptionSummary(NamedTuple):
    """An option of the game with its chosen value, as translated texts.

    ``is_order`` marks the order of answers (``Presentation.AT_ONCE``).
    """

    label: str
    choice: str
    help: str
    is_default: bool
    is_order: bool


class SeatedPlayer(NamedTuple):
    """A player before the start; ``entropy`` is the seat's contribution to the deal (records.md 1.2).

    ``punctuality`` is None for computer players and if it was not loaded.
    """

    info: SeatInfo
    is_host: bool
    entropy: str
    punctuality: Punctuality | None = None


class PersonaChoice(NamedTuple):
    """A persona that players can choose; ``taker`` is the seat that has chosen it, or None."""

    number: int
    persona: Persona
    taker: SeatInfo | None


@dataclass(frozen=True, slots=True)
class Offer:
    """A table that has not started, as one viewer sees it."""

    game: Game
    players: list[SeatedPlayer]
    mine: bool

    @property
    def free(self) -> range:
        """A range with one number per free seat."""
        return range(self.game.size - len(self.players))

    @property
    def names(self) -> list[str]:
        return [player.info.user_name for player in self.players]

    @property
    def host_name(self) -> str:
        """The user name of the host, or an empty string if the host's account was deleted."""
        return next((player.info.user_name for player in self.players if player.is_host), "")

    @property
    def has_next_host(self) -> bool:
        """Whether another person would become the host if the host left; otherwise the table would close."""
        return any(player.info.username and not player.is_host for player in self.players)

    @property
    def options(self) -> list[OptionSummary]:
        return option_summaries(self.game)

    @property
    def length(self) -> Expected | None:
        """How long the game takes, as far as it is known."""
        known = [player.punctuality for player in self.players if player.punctuality]
        return expected(self.game, known, computers=any(player.info.strength for player in self.players))

    @property
    def punctuality(self) -> Punctuality:
        """The latest turns of all players together, with the usual time of the slowest."""
        return total(player.punctuality for player in self.players if player.punctuality)


def option_summaries(game: Game) -> list[OptionSummary]:
    return [
        OptionSummary(
            gettext(option.label),
            gettext(_label(option, game.options[option.name])),
            gettext(option.help),
            game.options[option.name] == option.default,
            option.name in game.rules.presentation.AT_ONCE,
        )
        for option in game.rules.engine.OPTIONS
    ]


def _label(option: Option, value: Any) -> str:
    return next(choice.label for choice in option.choices if choice.value == value)


def offer(game: Game, players: list[Player], user: Visitor, punctual: PunctualityByUser = NOT_LOADED) -> Offer:
    """Return the table as offered to ``user``; ``players``, with their users loaded, are in the order of joining."""
    me = next((player for player in players if user.is_authenticated and player.user_id == user.pk), None)
    infos = zip(players, seat_infos(game, players, me), strict=True)
    return Offer(game, [_seated_player(game, player, info, punctual) for player, info in infos], me is not None)


def offers(tables: Iterable[Any], user: Visitor) -> list[Offer]:
    """Return these tables, loaded by ``with_players``, as offered to ``user``; punctuality takes only one query."""
    tables = list(tables)
    punctual = punctuality_of([player for game in tables for player in game.seated])
    return [offer(game, game.seated, user, punctual) for game in tables]


def punctuality_of(players: Iterable[Player]) -> PunctualityByUser:
    return punctuality({player.user_id for player in players if player.user_id is not None})


def _seated_player(game: Game, player: Player, info: SeatInfo, punctual: PunctualityByUser) -> SeatedPlayer:
    is_host = player.user_id is not None and player.user_id == game.host_id
    return SeatedPlayer(info, is_host, player.entropy, punctual.get(player.user_id) if player.user_id else None)


def persona_choices(game: Game, players: list[Player], me: Player | None) -> Iterator[PersonaChoice]:
    """Yield the game's personas; there are none in games that use the players' own names."""
    infos = seat_infos(game, players, me)
    takers = {player.persona: info for player, info in zip(players, infos, strict=True)}
    for number, persona in enumerate(game.rules.presentation.PERSONAS):
        yield PersonaChoice(number, persona, takers.get(number))


def open_tables(user: Visitor) -> QuerySet[Game]:
    """Return the public tables with a free seat for ``user``, newest first; ``taken`` is the number of players.

    The number comes from a subquery, so that only the seats of the listed tables are counted.
    """
    seats = Player.objects.filter(game=OuterRef("pk")).order_by().values("game").values(taken=Count("pk"))
    waiting = Game.objects.filter(status=Game.Status.OPEN, public=True).alias(taken=Coalesce(Subquery(seats), 0))
    if user.is_authenticated:
        waiting = waiting.exclude(blocked_tables(user))
        if user.is_bot:
            waiting = waiting.filter(any_computer=True)
    return waiting.filter(taken__lt=F("size")).order_by("-opened_at", "-pk")
