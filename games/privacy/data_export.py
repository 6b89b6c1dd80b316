"""The games' parts of a user's data export (accounts/privacy/data_export/jobs.py).

From running games, it includes only data that the user's seat can see: never the dealing secret, other players' cards
or the order of the deck.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.db.models import Prefetch, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.privacy.data_export.format import CHUNK_SIZE, Column, Part, part
from accounts.privacy.data_export.personal_data import named
from games import models
from games.core.access import is_closed
from games.moderation.decisions import answer_to, decisions_about, says
from games.moderation.explanations import explanation
from games.replay.records import as_seen
from games.stats.results import DRAWN, LOST, STOPPED, WON, result_of

RESULTS = {WON: _("won"), LOST: _("lost"), DRAWN: _("draw"), STOPPED: _("without a result")}
TABLE = Column("table", _("table"), lambda row: row.game.public_id if row.game else "")
ADDRESS = Column("table", _("table"), lambda game: game.public_id)
VARIANT = Column("slug", _("game"), lambda rating: rating.variant)
TABLE_NAME = Column("table_name", _("name of the table"), lambda row: row.game.name if row.game else "")
AT_SEAT = (
    Column("table", _("table"), lambda row: row.player.game.public_id),
    Column("table_name", _("name of the table"), lambda row: row.player.game.name),
)


def export_games(user: User, **_kwargs: Any) -> list[Part]:
    """Return the parts about play, ratings, vacations, messages, votes, notifications and moderation."""
    return [*_played(user), *_messages(user), *_notifications(user), *_moderation(user)]


def _played(user: User) -> list[Part]:
    turns = models.Turn.objects.filter(user=user).select_related("player__game").order_by("pk")
    changes = models.RatingChange.objects.filter(user=user).select_related("player__game").order_by("pk")
    ratings = models.Rating.objects.filter(user=user).order_by("pk")
    vacations = models.Vacation.objects.filter(user=user).order_by("pk")
    lessons = models.LessonDone.objects.filter(user=user).order_by("pk")
    arranged = models.Arrangement.objects.filter(Q(vacation__user=user) | Q(friend=user)).select_related(
        "player__game", "friend"
    )
    return [
        part("seats", _("Seats"), _seats(user), *_AT_TABLE, *_own_columns(user)),
        part("bot_seats", _("Your computer players’ seats"), _bot_seats(user), _BOT, *_AT_TABLE, "joined_at"),
        Part("moves", _("Your moves"), _MOVE, lambda: _moves(user)),
        part("turns", _("How long your turns took"), turns, *AT_SEAT, "started_at", "done_at", "missed"),
        part("ratings", _("Ratings"), ratings, VARIANT, "mu", "sigma", "games"),
        part("rating_changes", _("How they changed"), changes, *AT_SEAT, "mu_before", "sigma_before", "mu", "sigma"),
        part("vacations", _("Vacations"), vacations, "first", "last", "time_zone", "state"),
        part(
            "reviews",
            _("Reviews of your games"),
            models.Review.objects.filter(requested_by=user).select_related("player__game").order_by("pk"),
            *AT_SEAT,
            "status",
            "requested_at",
            "finished_at",
            "result",
            "luck",
            "error_rate",
            "decisions",
            "tried",
            "report",
        ),
        part("lessons", _("Lessons you’ve done"), lessons, "game", "lesson", ("at", "done_at")),
        part(
            "arrangements",
            _("Plans for vacations"),
            arranged.order_by("pk"),
            *AT_SEAT,
            "kind",
            Column("friend", _("friend"), lambda row: named(row.friend)),
            "answer",
        ),
    ]


def _seats(user: User) -> Any:
    mine = models.Player.objects.filter(Q(user=user) | Q(lost_by=user)).select_related("game")
    others = models.Player.objects.select_related("user").order_by("pk")
    return mine.prefetch_related(Prefetch("game__players", others)).order_by("pk")


def _bot_seats(user: User) -> Any:
    theirs = models.Player.objects.filter(user__owner=user).select_related("game", "user")
    others = models.Player.objects.select_related("user").order_by("pk")
    return theirs.prefetch_related(Prefetch("game__players", others)).order_by("pk")


_BOT = Column("bot", _("computer player"), lambda seat: seat.user.username)
_AT_TABLE = (
    TABLE,
    TABLE_NAME,
    Column("game", _("game"), lambda seat: seat.game.variant, lambda seat: gettext(seat.game.rules.engine.NAME)),
    Column("status", _("status"), lambda seat: seat.game.status, lambda seat: seat.game.get_status_display()),
    Column("options", _("options"), lambda seat: seat.game.options),
    "seat",
    Column("others", _("others"), lambda seat: _others(seat), lambda seat: ", ".join(_others(seat))),
    Column("started_at", _("started"), lambda seat: seat.game.started_at),
    Column("ended_at", _("ended"), lambda seat: seat.game.finished_at),
)


def _own_columns(user: User) -> list[Column]:
    """Return the private columns of the user's own seats, which are empty for seats that the user has lost."""

    def own(value: Callable[[models.Player], Any], nothing: Any) -> Callable[[models.Player], Any]:
        return lambda seat: value(seat) if seat.user_id == user.pk else nothing

    return [
        Column("lost", _("seat lost"), lambda seat: seat.user_id != user.pk),
        Column("joined_at", _("joined"), own(lambda seat: seat.joined_at, None)),
        Column("result", _("result"), own(_result, ""), own(lambda seat: RESULTS.get(_result(seat), ""), "")),
        Column("resigned", _("resigned"), own(lambda seat: seat.resigned, False)),
        Column("misses", _("missed deadlines"), own(lambda seat: seat.misses, None)),
        Column("drafts", _("drafts"), own(lambda seat: seat.drafts, [])),
        Column("orders", _("standing orders"), own(lambda seat: seat.orders, {})),
        Column("plan", _("plan"), own(lambda seat: seat.plan.get("steps", []), [])),
        Column("answer_times", _("seconds for the last answers"), own(lambda seat: seat.answer_times, [])),
    ]


def _others(seat: models.Player) -> list[str]:
    return [player.shown_name for player in seat.game.players.all() if player.pk != seat.pk]


def _result(seat: models.Player) -> str:
    return result_of(seat.game.outcome, seat.seat) if is_closed(seat.game) else ""


class _OwnMove(NamedTuple):
    seat: models.Player
    move: models.Move
    text: str
    by: str


_MOVE = (
    Column("table", _("table"), lambda made: made.seat.game.public_id),
    Column("number", _("number"), lambda made: made.move.number),
    Column("at", _("made at"), lambda made: made.move.created_at),
    Column("move", _("move"), lambda made: made.text),
    Column("by", _("made by"), lambda made: made.by, lambda made: models.Move.By(made.by).label),
)


def _moves(user: User) -> Iterator[_OwnMove]:
    """Yield the moves made at each seat while the user had it.

    Moves at a lost seat are in their public form until the game is closed.
    """
    mine = models.Player.objects.filter(Q(user=user) | Q(lost_by=user), seat__isnull=False).select_related("game")
    for seat in mine.order_by("pk").iterator(chunk_size=CHUNK_SIZE):
        viewer = seat if seat.user_id == user.pk else None
        first, last = _tenure(seat, user)
        moves = models.Move.objects.filter(game=seat.game_id, seat=seat.seat, number__gt=first)
        if last is not None:
            moves = moves.filter(number__lte=last)
        for move in moves.order_by("number").iterator(chunk_size=CHUNK_SIZE):
            seen = as_seen(seat.game, move, viewer.seat if viewer else None)
            yield _OwnMove(seat, move, move.text if is_closed(seat.game) else seen, move.made_by(viewer))


def _tenure(seat: models.Player, user: User) -> tuple[int, int | None]:
    """Return the numbers of the last move before the user had the seat, and of the last move while they had it.

    The second number is None if the user still has the seat.
    """
    changes = models.Incident.objects.filter(game=seat.game_id, seat=seat.seat)
    if seat.user_id == user.pk:
        return _took_over_after(changes), None
    lost = changes.filter(kind=models.Incident.Kind.LOST, details__loser=user.pk).order_by("-pk").first()
    return (_took_over_after(changes.filter(pk__lt=lost.pk)), lost.after) if lost is not None else (0, 0)


def _took_over_after(changes: Any) -> int:
    """Return the number of the move after which the seat was last taken over, or 0 for the original player."""
    taken = changes.filter(kind=models.Incident.Kind.TAKEN).order_by("-pk")
    return taken.values_list("after", flat=True).first() or 0


def _messages(user: User) -> list[Part]:
    messages = models.Message.objects.filter(user=user).select_related("game").order_by("pk")
    notes = models.Membership.objects.filter(user=user).exclude(note="").select_related("game").order_by("pk")
    invitations = models.Invitation.objects.filter(Q(user=user) | Q(by=user)).select_related("game", "user", "by")
    ballots = models.Ballot.objects.filter(player__user=user).select_related("player__game", "vote").order_by("pk")
    what = Column("vote", _("vote"), lambda row: row.vote.kind, lambda row: row.vote.get_kind_display())
    return [
        part("messages", _("Your messages"), messages, TABLE, TABLE_NAME, "room", ("at", "sent_at"), "text"),
        part("notes", _("Your notes"), notes, TABLE, TABLE_NAME, Column("note", _("note"), lambda row: row.note)),
        part(
            "invitations",
            _("Invitations"),
            invitations.order_by("pk"),
            TABLE,
            TABLE_NAME,
            Column("by", _("from"), lambda row: named(row.by)),
            Column("to", _("to"), lambda row: named(row.user)),
            ("at", "sent_at"),
            "declined",
        ),
        part("ballots", _("Votes"), ballots, *AT_SEAT, what, "yes", ("at", "cast_at")),
    ]


def _notifications(user: User) -> list[Part]:
    """Return notification data without secret keys: they would let others sign as the site or read notices."""
    choices = models.NotificationPreference.objects.filter(user=user).select_related("game").order_by("pk")
    notices = models.Notice.objects.filter(user=user).select_related("game").order_by("pk")
    sent = models.Delivery.objects.filter(user=user).select_related("notice").order_by("pk")
    kind = Column("kind", _("kind"), lambda row: row.notice.kind, lambda row: row.notice.get_kind_display())
    browsers = models.PushSubscription.objects.filter(user=user).order_by("pk")
    requests = models.IdempotencyKey.objects.filter(user=user).order_by("pk")
    return [
        part("choices", _("Your notification settings"), choices, TABLE, "kind", "channel", "when"),
        part(
            "browsers",
            _("Browsers with notifications"),
            browsers,
            "name",
            "endpoint",
            "created_at",
            "last_at",
            "ended_at",
        ),
        part(
            "webhooks",
            _("Webhooks"),
            models.Webhook.objects.filter(Q(user=user) | Q(user__owner=user)).order_by("pk"),
            "form",
            "address",
            "created_at",
            "last_at",
            "response",
            "problem",
            "stopped",
        ),
        part(
            "telling",
            _("Your choice about notifications"),
            models.ContactPreference.objects.filter(user=user).order_by("pk"),
            *("looks_in", "looks_in_tonight", "address", "requested_at", "confirmed_at"),
        ),
        part("requests", _("What your programs changed in the last day"), requests, "table", "created_at"),
        part("feeds", _("Calendar and feed"), models.FeedKey.objects.filter(user=user).order_by("pk"), "created_at"),
        part("notices", _("Notifications"), notices, TABLE, "kind", "created_at", "due_at", "state"),
        part("deliveries", _("Where they were sent"), sent, kind, "channel", "address", "state", "sent_at"),
    ]


def _moderation(user: User) -> list[Part]:
    made = models.Report.objects.filter(by=user).select_related("about", "game").order_by("pk")
    appeals = models.Appeal.objects.filter(by=user).select_related("action__game", "action__report").order_by("pk")
    opened = models.Game.objects.filter(host=user).order_by("pk")
    about = Column("about", _("about"), lambda row: named(row.about))
    action = Column("act", _("decision"), lambda row: row.action.kind, lambda row: says(row.action))
    told = [Column("says", _("what"), says), Column("words", _("what the moderators say"), explanation)]
    answer, at = Column("answer", _("answer"), answer_to), ("at", "created_at")
    return [
        part("reports", _("Your reports"), made, TABLE, "category", about, "quoted", "words", at, "state"),
        part("decisions", _("Moderators’ decisions about you"), decisions_about(user), TABLE, *told, at),
        part("appeals", _("Your appeals"), appeals, action, "words", at, "state", "answered_at", answer),
        part("tables", _("Tables you’ve opened"), opened, ADDRESS, "name", "opened_at"),
    ]
