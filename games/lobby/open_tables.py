"""A table that waits for players, as it is offered: who is there, what one agrees to, which bosses are free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.models import Count, F, QuerySet
from django.utils.translation import gettext

from games.access import closed_to
from games.models import Game, Player
from games.rules.contract import Option, Persona
from games.stats.punctuality import Punctuality, punctuality
from games.table.view_model import SeatInfo, seat_infos

Lately = Mapping[int, Punctuality]
"""How punctual people were, by their keys."""

NOT_ASKED: Lately = MappingProxyType({})


class Agreed(NamedTuple):
    """An option of the table in words: what is asked, what was chosen, what it means; ``usual`` is the default."""

    label: str
    choice: str
    help: str
    usual: bool


class Sitter(NamedTuple):
    """Somebody who has taken a seat. ``entropy`` is that seat's part in the deal (record.md 1.2).

    ``lately`` is how punctual this person was, None where nobody has asked.
    """

    info: SeatInfo
    is_host: bool
    entropy: str
    lately: Punctuality | None = None


class Part(NamedTuple):
    """Somebody to play. ``taker`` has already chosen him, else it is None."""

    number: int
    persona: Persona
    taker: SeatInfo | None


@dataclass(frozen=True, slots=True)
class Offer:
    """A table before the start, for one viewer."""

    game: Game
    sitters: list[Sitter]
    mine: bool

    @property
    def free(self) -> range:
        """One number per free seat."""
        return range(self.game.size - len(self.sitters))

    @property
    def names(self) -> list[str]:
        """Who is there, by user name."""
        return [sitter.info.user_name for sitter in self.sitters]

    @property
    def host_name(self) -> str:
        """Who opened the table; empty if that account is gone."""
        return next((sitter.info.user_name for sitter in self.sitters if sitter.is_host), "")

    @property
    def agreed(self) -> list[Agreed]:
        """The options in words."""
        return agreed(self.game)


def agreed(game: Game) -> list[Agreed]:
    """The game's options in words, in the rules' order."""
    return [
        Agreed(
            gettext(option.label),
            gettext(_label(option, game.options[option.name])),
            gettext(option.help),
            game.options[option.name] == option.default,
        )
        for option in game.rules.OPTIONS
    ]


def _label(option: Option, value: Any) -> str:
    return next(choice.label for choice in option.choices if choice.value == value)


def offer(game: Game, players: list[Player], user: Any, lately: Lately = NOT_ASKED) -> Offer:
    """``players`` with their users, in the order of joining."""
    me = next((player for player in players if user.is_authenticated and player.user_id == user.pk), None)
    infos = zip(players, seat_infos(game, players, me), strict=True)
    return Offer(game, [_sitter(game, player, info, lately) for player, info in infos], me is not None)


def offers(tables: Iterable[Any], user: Any) -> list[Offer]:
    """These tables with their players (``with_players``), and how punctual all of those were, in one query more."""
    tables = list(tables)
    lately = lately_of([player for game in tables for player in game.seated])
    return [offer(game, game.seated, user, lately) for game in tables]


def lately_of(players: Iterable[Player]) -> Lately:
    """How punctual they were, by person."""
    return punctuality({player.user_id for player in players if player.user_id is not None})


def _sitter(game: Game, player: Player, info: SeatInfo, lately: Lately) -> Sitter:
    is_host = player.user_id is not None and player.user_id == game.host_id
    return Sitter(info, is_host, player.entropy, lately.get(player.user_id) if player.user_id else None)


def parts(game: Game, players: list[Player], me: Player | None) -> Iterator[Part]:
    """Everybody one can play in this game; none where seats go by their players' names."""
    infos = seat_infos(game, players, me)
    takers = {player.persona: info for player, info in zip(players, infos, strict=True)}
    for number, persona in enumerate(game.rules.PERSONAS):
        yield Part(number, persona, takers.get(number))


def open_tables(user: Any) -> QuerySet[Game]:
    """Public tables with a free seat for ``user``, the newest first; ``taken`` counts the seats that are not."""
    waiting = Game.objects.filter(status=Game.Status.OPEN, public=True).annotate(taken=Count("players"))
    if user.is_authenticated:
        waiting = waiting.exclude(closed_to(user))
    return waiting.filter(taken__lt=F("size")).order_by("-opened_at", "-pk")
