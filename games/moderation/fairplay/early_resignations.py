"""Detection of users who repeatedly resign rated two-player games early against one opponent, but not others."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from statistics import median
from typing import NamedTuple

from games.models import Game, Hint, Player
from games.moderation.fairplay.findings import SURE, Finding, at_least

WINDOW = timedelta(days=90)
GAMES = 5
"""The minimum number of games against the same opponent for a finding."""
OFTEN = 0.1
"""The minimum rate of early resignations assumed for any user."""


class _Duel(NamedTuple):
    """A two-player game from one player's view.

    ``early`` means that the player resigned in the first half of the usual length.
    """

    game: int
    me: int
    rival: int
    early: bool


def find(now: datetime) -> Iterator[Finding]:
    by_person: dict[int, list[_Duel]] = defaultdict(list)
    for duel in _duels(now - WINDOW):
        by_person[duel.me].append(duel)
    looked = [(me, rival, duels) for me, duels in by_person.items() for rival in _rivals(duels)]
    for me, rival, duels in looked:
        against_rival, apart = ([duel for duel in duels if (duel.rival == rival) is same] for same in (True, False))
        early, early_apart = (sum(duel.early for duel in each) for each in (against_rival, apart))
        usual = max(OFTEN, (early_apart + 1) / (len(apart) + 2) if apart else OFTEN)
        if (chance := at_least(early, [usual] * len(against_rival))) * len(looked) < SURE:
            evidence = {
                "games": len(against_rival),
                "early": early,
                "apart": len(apart),
                "early_apart": early_apart,
                "chance": chance,
            }
            games = frozenset(duel.game for duel in against_rival)
            yield Finding(Hint.Kind.YIELDING, me, rival, games, evidence, now + Hint.KEPT)


def _rivals(duels: list[_Duel]) -> list[int]:
    rivals = [duel.rival for duel in duels]
    return [rival for rival in dict.fromkeys(rivals) if rivals.count(rival) >= GAMES]


def _duels(since: datetime) -> Iterator[_Duel]:
    rows = Player.objects.filter(game__size=2, game__rated=True, game__status=Game.Status.OVER)
    rows = rows.filter(game__finished_at__gte=since, user__isnull=False, lost_by=None)
    games: dict[int, list[Player]] = defaultdict(list)
    for player in rows.select_related("game").order_by("game", "seat"):
        games[player.game_id].append(player)
    usual = _lengths(games)
    for key, players in games.items():
        for me, rival in (players, players[::-1]) if len(players) == 2 else ():
            if me.user_id is not None and rival.user_id is not None:
                early = me.resigned and me.game.turn * 2 < usual.get(me.game.variant, 0)
                yield _Duel(key, me.user_id, rival.user_id, early)


def _lengths(games: Mapping[int, list[Player]]) -> dict[str, float]:
    """Return the median number of turns of games without a resignation, by variant."""
    turns: dict[str, list[int]] = defaultdict(list)
    for players in games.values():
        if not any(player.resigned for player in players):
            turns[players[0].game.variant].append(players[0].game.turn)
    return {variant: median(each) for variant, each in turns.items()}
