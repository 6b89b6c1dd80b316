"""A site of any size, filled by PostgreSQL with copies of a few real rows.

The newest games are open, every second game before them is running, and the others are over, some of them without a
result. A page is equally full on a small and on a large site: there are always more open tables, reports and
leaderboard entries than a page shows, and three users have the same numbers of games on both.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from accounts.models import Block, Friendship, User
from games import models as played
from games.archive import histories
from games.models import Game, ModerationAction, Player
from tests.cast import defaults, somebody, table_of
from tests.playing import play_on

SEATS = 3
MOVES = 12

SECOND_GAME = "swedish_chicago"
"""The variant of some finished games; all other games have the variant of the pattern."""

REGULAR, BUSY, NEWCOMER = "p1", "p2", "p5"
"""The names of a user with a long history, one with many running tables, and one with few games."""

GROWING: tuple[type[Model], ...] = (
    *(Block, EmailAddress, Friendship, User, Game, Player, ModerationAction),
    *(played.Appeal, played.Card, played.Delivery, played.Hint, played.Incident, played.Invitation),
    *(played.Membership, played.Message, played.Move, played.Notice, played.PackedGames, played.Rating),
    *(played.RatingChange, played.Report, played.Tile, played.Turn, played.Vacation, played.Vote),
)


@dataclass(frozen=True)
class Size:
    """The number of rows of each kind.

    REGULAR has ``history`` finished games, BUSY ``tables`` running ones. Most other kinds have at least ``page`` rows.
    """

    games: int
    history: int = 3000
    tables: int = 200
    page: int = 1000

    @property
    def people(self) -> int:
        return max(self.games // 7, 3 * self.page // 2)

    @property
    def waiting(self) -> int:
        return max(self.games // 500, self.page // 4)

    @property
    def running(self) -> int:
        return max(self.games // 100, self.page)

    @property
    def ended(self) -> int:
        """The number of games older than all running ones, which have all ended."""
        return self.games - self.waiting - 2 * self.running

    def some(self, every: int) -> int:
        """Return a number of rows: one per ``every`` games, but enough for a page."""
        return max(self.games // every, self.page)


@dataclass(frozen=True)
class _Patterns:
    """The rows to copy: a game, and the user and the player with the highest keys, so that higher keys are free."""

    person: User
    game: Game
    first: Player

    def account(self, number: str) -> str:
        return f"({self.person.pk} + {number})"

    def table(self, number: str) -> str:
        return f"({self.game.pk} + {number})"

    def seat(self, number: str) -> str:
        return f"({self.first.pk} + {number})"


def fill(size: Size) -> None:
    patterns = _patterns()
    with transaction.atomic(), connection.cursor() as cursor:
        # Skip the foreign key triggers, which would check each of some million rows.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for add in PARTS:
            add(patterns, size)
        for statement in connection.ops.sequence_reset_sql(no_style(), GROWING):
            cursor.execute(statement)
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")
        cursor.execute("ANALYZE")
    histories.pack_histories(size.page)


def _patterns() -> _Patterns:
    host, *others = (somebody(f"pattern{number}") for number in reversed(range(SEATS)))
    game = play_on(table_of(host, *others, name="Pattern"), MOVES)
    Player.objects.filter(game=game).update(misses=0)
    return _Patterns(User.objects.latest("pk"), game, game.players.latest("pk"))


def _copy(pattern: type[Model], where: str, source: str, order: str = "n, pattern.id", **expressions: str) -> None:
    """Copy the matching rows for each row of ``source``, which has a column ``n``. ``expressions`` are values in SQL.

    The copies are inserted in ``order`` on a site of any size, because physical order affects PostgreSQL's plans.
    """
    quote = connection.ops.quote_name
    names = [field.column for field in pattern._meta.local_concrete_fields]
    columns = [name for name in names if name != "id" or name in expressions]
    values = ", ".join(expressions.get(name, f"pattern.{quote(name)}") for name in columns)
    table = quote(pattern._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(map(quote, columns))}) SELECT {values} "
            f"FROM ({source}) AS source CROSS JOIN {table} AS pattern WHERE pattern.{where} "
            f"ORDER BY {order}"
        )


def _made(row: Model, source: str, **expressions: str) -> None:
    """Save ``row``, and copy it for each row of ``source``."""
    row.save()
    _copy(type(row), f"id = {row.pk}", source, **expressions)


def _numbers(count: int) -> str:
    return f"SELECT generate_series(1, {count}) AS n"


def _chance(salt: int = 0) -> str:
    """Return an SQL expression for a pseudo-random number in [0, 1) that depends only on ``n``."""
    return f"((hashint8extended(n, {salt}) & 1048575) / 1048576.0)"


def _ago(part: str) -> str:
    """Return an SQL expression for a time in the last three years: ``part`` is 0 for now, 1 for three years ago."""
    return f"now() - interval '3 years' * ({part})"


def _people(patterns: _Patterns, size: Size) -> None:
    _copy(
        User,
        f"id = {patterns.person.pk}",
        _numbers(size.people),
        id=patterns.account("n"),
        username="'p' || n",
        username_key="'p' || n",
        email="'p' || n || '@example.org'",
        is_guest="n % 4 = 3 AND n > 9",
        mail_trouble="CASE WHEN n % 50 = 7 THEN 'refused' ELSE '' END",
        date_joined=_ago(f"1 - n / {size.people}.0"),
    )
    address = EmailAddress(user=patterns.person, email="p", verified=True)
    _made(address, _numbers(size.people), user_id=patterns.account("n"), email="'p' || n || '@example.org'")
    one, other = patterns.person, patterns.game.host
    pairs = {"by_id": patterns.account("n"), "to_id": patterns.account("n + 1")}
    _made(Friendship(by=one, to=other, agreed_at=timezone.now()), _numbers(size.people - 1), **pairs)
    silent = {"by_id": patterns.account("n + 7"), "who_id": patterns.account("n")}
    _made(Block(by=one, who=other), _numbers(size.people // 10), **silent)


def _games(patterns: _Patterns, size: Size) -> None:
    """Add games, oldest first: finished games, then finished and running games alternately, then open games."""
    status = f"""CASE WHEN n > {size.games - size.waiting} THEN 'open'
        WHEN n > {size.ended} AND n % 2 = 0 THEN 'running'
        WHEN n % 50 = 1 THEN 'cancelled' WHEN n % 500 = 3 THEN 'stopped' ELSE 'over' END"""
    has_begun, has_ended = "source.status <> 'open'", "source.status NOT IN ('open', 'running')"
    opened, other = _ago(f"1 - n / {size.games + 1}.0"), f"{has_ended} AND n % 5 < 2"
    _copy(
        Game,
        f"id = {patterns.game.pk}",
        f"SELECT n, {status} AS status FROM generate_series(1, {size.games}) AS n",
        id=patterns.table("n"),
        table="'s' || n",
        name="'Table ' || n",
        invitation="'s' || n",
        variant=f"CASE WHEN {other} THEN '{SECOND_GAME}' ELSE pattern.variant END",
        options=f"CASE WHEN {other} THEN '{json.dumps(defaults(SECOND_GAME))}' ELSE pattern.options END",
        status="source.status",
        public="n % 10 < 7",
        rated="n % 2 = 0",
        host_id=patterns.account(f"1 + (n % {size.people})"),
        facts=f"CASE WHEN {has_ended} THEN '{{}}' ELSE pattern.facts END",
        outcome=f"CASE source.status WHEN 'over' THEN {_OUTCOME} END",
        opened_at=opened,
        started_at=f"CASE WHEN {has_begun} THEN {opened} + interval '2 minutes' END",
        finished_at=f"CASE WHEN {has_ended} THEN least(now(), {opened} + interval '20 days' * {_chance()}) END",
        computers_due_at="NULL",
    )


_OUTCOME = """jsonb_build_object('winners', jsonb_build_array(n % 3), 'reason', 'resignation',
    'settlement', '[]'::jsonb, 'scores', jsonb_build_array(n % 7, n % 11, n % 13))"""


def _players(patterns: _Patterns, size: Size) -> None:
    """Add three players to each started game, and fewer to open ones. REGULAR has seats in games of all ages."""
    first, second, third = (f"3 * floor({_chance(seat)} * {size.people // 3 - 4}) + 9 + {seat}" for seat in (1, 2, 3))
    regular = (
        f"n % {max(1, size.ended // size.history)} = 0 AND n / {max(1, size.ended // size.history)} <= {size.history}"
    )
    every = 2 * (size.running // size.tables)
    busy = f"source.status = 'running' AND n % {every} = 0 AND (n - {size.ended}) / {every} < {size.tables}"
    is_asked = "source.status = 'running' AND source.seat = 0"
    tables = f"""SELECT n, status, seat, CASE
            WHEN seat = 0 THEN CASE WHEN {regular} AND n <= {size.ended} THEN 1 ELSE {first} END
            WHEN seat = 1 THEN CASE WHEN {busy} THEN 2 ELSE {second} END ELSE {third} END AS person,
            seat = 2 AND status <> 'open' AND n % 5 = 0 AS computer, started_at
        FROM (SELECT id - {patterns.game.pk} AS n, status, started_at FROM games_game WHERE id > {patterns.game.pk})
        AS source CROSS JOIN generate_series(0, 2) AS seat WHERE status <> 'open' OR seat <= n % 2"""
    is_late = f"(n - {size.ended} <= {size.page} / 5)"
    is_vacant = "computer AND source.status = 'running' AND n % 100 = 0"
    _copy(
        Player,
        f"id = {patterns.first.pk}",
        tables,
        id=patterns.seat("3 * n + source.seat"),
        game_id=patterns.table("n"),
        user_id=f"CASE WHEN NOT computer THEN {patterns.account('person')} END",
        bot="CASE WHEN computer THEN 'steady' ELSE '' END",
        vacant=is_vacant,
        lost_by_id=f"CASE WHEN {is_vacant} THEN {patterns.account('person')} END",
        seat="CASE WHEN source.status <> 'open' THEN source.seat END",
        persona="source.seat",
        joined_at="coalesce(source.started_at, now())",
        to_move_since=f"CASE WHEN {is_asked} THEN {MOVES} END",
        turn_started_at=f"CASE WHEN {is_asked} THEN now() END",
        deadline=f"CASE WHEN {is_asked} THEN now() + interval '2 days' * ({_chance()} - {is_late}::int) END",
        left="NULL",
        auto_at="NULL",
    )


def _running(patterns: _Patterns, statuses: str = "'running'", where: str = "true") -> str:
    return f"""SELECT id - {patterns.game.pk} AS n FROM games_game
        WHERE id > {patterns.game.pk} AND status IN ({statuses}) AND {where}"""


def _pieces(patterns: _Patterns, size: Size) -> None:
    """Add the pieces and moves of running games, the moves of a few ended games, and some users' turns."""
    of_the_pattern, table = f"game_id = {patterns.game.pk}", patterns.table("n")
    for model in (played.Card, played.Tile):
        _copy(model, of_the_pattern, _running(patterns), game_id=table)
    # Moves of different tables alternate, as on a real site.
    moves = "pattern.number, n"
    _copy(played.Move, of_the_pattern, _running(patterns, "'over', 'stopped'", "id % 40 = 0"), moves, game_id=table)
    _copy(played.Move, of_the_pattern, _running(patterns), moves, game_id=table)
    now = timezone.now()
    turn = played.Turn(player=patterns.first, user=patterns.person, to_move_since=1, started_at=now, done_at=now)
    seats = f"""SELECT player.id AS n, user_id, number, joined_at + interval '1 day' * number AS done_at
        FROM games_player AS player CROSS JOIN generate_series(1, 10) AS number WHERE id > {patterns.first.pk + 2}
        AND joined_at < now() AND (user_id % 12 = {patterns.person.pk + 5} % 12 OR user_id = {patterns.account("1")})"""
    _made(
        turn,
        seats,
        player_id="n",
        user_id="source.user_id",
        to_move_since="number",
        started_at="source.done_at - interval '3 hours'",
        done_at="source.done_at",
    )


def _around(patterns: _Patterns, size: Size) -> None:
    """Add chat messages, incidents, memberships, invitations, votes and vacations."""
    now, host, table = timezone.now(), patterns.game.host, patterns.table("n")
    person = patterns.account(f"1 + (n % {size.people})")
    some = _numbers(size.games // 5)
    _made(played.Message(game=patterns.game, user=host, text="hello"), some, game_id=table, user_id=person)
    _made(
        played.Incident(game=patterns.game, after=1, kind="missed", seat=1), _numbers(size.games // 10), game_id=table
    )
    _made(played.Membership(game=patterns.game, user=host), _numbers(size.games // 10), game_id=table, user_id=person)
    waiting = f"SELECT {size.games} - generate_series(0, {size.waiting - 1}) AS n"
    _made(played.Invitation(game=patterns.game, user=host, by=host), waiting, game_id=table, user_id=person)
    vote = played.Vote(game=patterns.game, kind="pause", state="failed", by=patterns.first, closes_at=now)
    _made(vote, _numbers(size.some(50)), game_id=table, by_id=patterns.seat("3 * n"))
    vacation = played.Vacation(user=host, first=now, last=now, begins_at=now, ends_at=now, state="over")
    _made(vacation, _numbers(size.some(100)), user_id=person)


def _notices(patterns: _Patterns, size: Size) -> None:
    """Add notices with deliveries. The newest ``size.page`` are pending, all others sent."""
    now, host = timezone.now(), patterns.game.host
    state = f"CASE WHEN n > {size.games // 3 - size.page} THEN 'pending' ELSE '%s' END"
    due = _ago(f"1 - n * 3 / {size.games + 1}.0")
    person = patterns.account(f"1 + (n % {size.people})")
    notice = played.Notice(user=host, kind="turn", game=patterns.game, key="k", due_at=now)
    _made(
        notice,
        _numbers(size.games // 3),
        id=f"{_next(played.Notice)} + n",
        user_id=person,
        game_id=patterns.table("3 * n"),
        key="'k' || n",
        state=state % "done",
        due_at=due,
    )
    delivery = played.Delivery(notice=notice, user=host, channel="mail", due_at=now)
    _made(
        delivery,
        _numbers(size.games // 3),
        notice_id=f"{notice.pk} + n",
        user_id=person,
        state=state % "sent",
        due_at=due,
        sent_at=f"CASE WHEN n <= {size.games // 3 - size.page} THEN {due} END",
    )


def _moderation(patterns: _Patterns, size: Size) -> None:
    """Add reports, most of them closed by an action, and appeals and hints for moderators."""
    now, host, person = timezone.now(), patterns.game.host, patterns.person
    many, about = size.some(100), patterns.account(f"10 + (n % {size.people - 10})")
    _made(played.Report(category="name", about=person, by=host), _numbers(20), about_id=about)
    report = played.Report(category="spam", about=person, by=host, state="closed", closed_at=now)
    report.save()
    action = ModerationAction(kind="warn", by=host, about=person, report=report, reason="", created_at=now, seal="s")
    action.save()
    closed = _ago(f"1 - n / {many + 1}.0")
    first = f"{action.pk} + n"
    _copy(
        played.Report,
        f"id = {report.pk}",
        _numbers(many),
        id=f"{report.pk} + n",
        about_id=about,
        by_id=patterns.account(f"10 + ((n + 5) % {size.people - 10})"),
        created_at=closed,
        closed_at=closed,
        closed_by_id=first,
    )
    _copy(
        ModerationAction,
        f"id = {action.pk}",
        _numbers(many),
        id=first,
        about_id=about,
        report_id=f"{report.pk} + n",
        created_at=closed,
        seal="'s' || n",
    )
    appeal = played.Appeal(action=action, by=person, words="no", state="refused", answered_at=now)
    _made(appeal, _numbers(many // 10), action_id=f"{action.pk} + 10 * n", answered_at=_ago("n / 100000.0"))
    hint = played.Hint(kind="winning", about=person, created_at=now, expires_at=now)
    _made(hint, _numbers(many), about_id=patterns.account("n"), expires_at="now() + interval '1 day' * (n % 30 - 20)")


def _ratings(patterns: _Patterns, size: Size) -> None:
    strength = {"mu": f"15 + 20 * {_chance(4)}", "sigma": f"1 + 7 * {_chance(5)}", "games": "n % 40"}
    for variant in (patterns.game.variant, SECOND_GAME):
        rating = played.Rating(user=patterns.person, variant=variant, mu=25, sigma=8, games=1)
        _made(rating, _numbers(size.people), user_id=patterns.account("n"), **strength)
    rated = f"""SELECT player.id AS n, user_id FROM games_player AS player JOIN games_game AS game ON game_id = game.id
        WHERE rated AND game.status = 'over' AND user_id IS NOT NULL AND game.id > {patterns.game.pk}"""
    change = played.RatingChange(
        player=patterns.first, user=patterns.person, mu_before=25, sigma_before=8, mu=26, sigma=7.9
    )
    _made(change, rated, player_id="n", user_id="source.user_id")


def _next(model: type[Model]) -> str:
    return f"(SELECT max(id) FROM {model._meta.db_table})"


PARTS: tuple[Callable[[_Patterns, Size], None], ...] = (
    *(_people, _games, _players, _pieces, _around, _notices, _moderation, _ratings),
)
"""The functions that add rows, ordered by their dependencies."""
