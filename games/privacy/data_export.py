"""What the games keep of a person and is his to know: parts of a download (accounts/privacy/data_export/jobs.py).

Of games that run no more than his seat sees: never the secret, others' cards or the order of the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.db.models import Q
from django.dispatch import receiver
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.privacy.data_export.format import AT_ONCE, Column, Part, part
from accounts.privacy.data_export.personal_data import named
from accounts.signals import exporting
from games.access import is_closed
from games.models import (
    Appeal,
    Arrangement,
    Ballot,
    Choice,
    Delivery,
    FeedKey,
    Game,
    Incident,
    Invitation,
    Membership,
    Message,
    Move,
    Notice,
    Player,
    PushSubscription,
    Rating,
    RatingChange,
    Report,
    Turn,
    Vacation,
    Webhook,
)
from games.moderation.decisions import answer_to, decisions_about, says, spoken
from games.replay.records import as_seen
from games.stats.results import DRAWN, LOST, STOPPED, WON, how_it_ended

HOW = {WON: _("won"), LOST: _("lost"), DRAWN: _("draw"), STOPPED: _("without a result")}
TABLE = Column("table", _("table"), lambda row: row.game.table if row.game else "")
NAMED = Column("table_name", _("name of the table"), lambda row: row.game.name if row.game else "")
AT_SEAT = (
    Column("table", _("table"), lambda row: row.player.game.table),
    Column("table_name", _("name of the table"), lambda row: row.player.game.name),
)


@receiver(exporting)
def about_games(user: User, **_kwargs: Any) -> list[Part]:
    """Seats, moves, what was said and agreed, how he is told, what was reported and decided."""
    return [*_played(user), *_said(user), *_told(user), *_conduct(user)]


def _played(user: User) -> list[Part]:
    turns = Turn.objects.filter(user=user).select_related("player__game").order_by("pk")
    changes = RatingChange.objects.filter(user=user).select_related("player__game").order_by("pk")
    vacations = Vacation.objects.filter(user=user).order_by("pk")
    arranged = Arrangement.objects.filter(Q(vacation__user=user) | Q(friend=user)).select_related(
        "player__game", "friend"
    )
    return [
        part("seats", _("Seats"), _seats(user), *_AT_TABLE, *_his_own(user)),
        Part("moves", _("Your moves"), _MOVE, lambda: _moves(user)),
        part("turns", _("How long your turns took"), turns, *AT_SEAT, "asked_at", "done_at", "missed"),
        part("ratings", _("Ratings"), Rating.objects.filter(user=user), "slug", "mu", "sigma", "games"),
        part("rating_changes", _("How they changed"), changes, *AT_SEAT, "mu_before", "sigma_before", "mu", "sigma"),
        part("vacations", _("Vacations"), vacations, "first", "last", "state"),
        part(
            "arrangements",
            _("What was arranged for vacations"),
            arranged.order_by("pk"),
            *AT_SEAT,
            "way",
            Column("friend", _("friend"), lambda row: named(row.friend)),
            "answer",
        ),
    ]


def _seats(user: User) -> Any:
    mine = Player.objects.filter(Q(user=user) | Q(lost_by=user)).select_related("game")
    return mine.prefetch_related("game__players__user").order_by("pk")


_AT_TABLE = (
    TABLE,
    NAMED,
    Column("game", _("game"), lambda seat: seat.game.slug, lambda seat: gettext(seat.game.rules.NAME)),
    Column("status", _("status"), lambda seat: seat.game.status, lambda seat: seat.game.get_status_display()),
    Column("options", _("options"), lambda seat: seat.game.options),
    "seat",
    Column("others", _("others"), lambda seat: _others(seat), lambda seat: ", ".join(_others(seat))),
    Column("started_at", _("started"), lambda seat: seat.game.started_at),
    Column("ended_at", _("ended"), lambda seat: seat.game.ended_at),
)


def _his_own(user: User) -> list[Column]:
    """What is nobody else's business: of a seat that he has lost nothing, whoever has it now."""

    def own(value: Callable[[Player], Any], nothing: Any) -> Callable[[Player], Any]:
        return lambda seat: value(seat) if seat.user_id == user.pk else nothing

    return [
        Column("lost", _("seat lost"), lambda seat: seat.user_id != user.pk),
        Column("joined_at", _("joined"), own(lambda seat: seat.joined_at, None)),
        Column("result", _("result"), own(_how, ""), own(lambda seat: HOW.get(_how(seat), ""), "")),
        Column("gave_up", _("resigned"), own(lambda seat: seat.gave_up, False)),
        Column("misses", _("missed deadlines"), own(lambda seat: seat.misses, None)),
        Column("drafts", _("laid out"), own(lambda seat: seat.drafts, [])),
        Column("orders", _("standing orders"), own(lambda seat: seat.orders, {})),
    ]


def _others(seat: Player) -> list[str]:
    return [player.shown_name for player in seat.game.players.all() if player.pk != seat.pk]


def _how(seat: Player) -> str:
    """Empty as long as the game is not over."""
    return how_it_ended(seat.game.outcome, seat.seat) if is_closed(seat.game) else ""


class _Made(NamedTuple):
    """A move of his, as he may know it."""

    seat: Player
    move: Move
    text: str
    by: str


_MOVE = (
    Column("table", _("table"), lambda made: made.seat.game.table),
    Column("number", _("number"), lambda made: made.move.number),
    Column("at", _("made at"), lambda made: made.move.made_at),
    Column("move", _("move"), lambda made: made.text),
    Column("by", _("made by"), lambda made: made.by, lambda made: Move.By(made.by).label),
)


def _moves(user: User) -> Iterator[_Made]:
    """Seat by seat; of a seat that he has lost, what everybody knows."""
    mine = Player.objects.filter(Q(user=user) | Q(lost_by=user), seat__isnull=False).select_related("game")
    for seat in mine.order_by("pk").iterator(chunk_size=AT_ONCE):
        viewer = seat if seat.user_id == user.pk else None
        first, last = _span(seat, user)
        moves = Move.objects.filter(game=seat.game_id, seat=seat.seat, number__gt=first)
        if last is not None:
            moves = moves.filter(number__lte=last)
        for move in moves.order_by("number").iterator(chunk_size=AT_ONCE):
            seen = as_seen(seat.game, move, viewer.seat if viewer else None)
            yield _Made(seat, move, move.text if is_closed(seat.game) else seen, move.made_by(viewer))


def _span(seat: Player, user: User) -> tuple[int, int | None]:
    """After which move the seat was his, and until which one; None: it still is."""
    changes = Incident.objects.filter(game=seat.game_id, seat=seat.seat)
    if seat.user_id == user.pk:
        return _taken(changes), None
    lost = changes.filter(kind=Incident.Kind.LOST, details__loser=user.pk).order_by("-pk").first()
    return (_taken(changes.filter(pk__lt=lost.pk)), lost.after) if lost is not None else (0, 0)


def _taken(changes: Any) -> int:
    """The move after which a substitute has sat down; 0 for who has sat there from the start."""
    taken = changes.filter(kind=Incident.Kind.TAKEN).order_by("-pk")
    return taken.values_list("after", flat=True).first() or 0


def _said(user: User) -> list[Part]:
    messages = Message.objects.filter(user=user).select_related("game").order_by("pk")
    notes = Membership.objects.filter(user=user).exclude(note="").select_related("game").order_by("pk")
    invitations = Invitation.objects.filter(Q(user=user) | Q(by=user)).select_related("game", "user", "by")
    ballots = Ballot.objects.filter(player__user=user).select_related("player__game", "vote").order_by("pk")
    what = Column("vote", _("vote"), lambda row: row.vote.kind, lambda row: row.vote.get_kind_display())
    return [
        part("messages", _("What you have said"), messages, TABLE, NAMED, "room", "at", "text"),
        part("notes", _("Your notes"), notes, TABLE, NAMED, Column("note", _("note"), lambda row: row.note)),
        part(
            "invitations",
            _("Invitations"),
            invitations.order_by("pk"),
            TABLE,
            NAMED,
            Column("by", _("from"), lambda row: named(row.by)),
            Column("to", _("to"), lambda row: named(row.user)),
            "at",
            "declined",
        ),
        part("ballots", _("Votes"), ballots, *AT_SEAT, what, "yes", "at"),
    ]


def _told(user: User) -> list[Part]:
    """Without the keys with which others could write in our name, or read what is meant for him."""
    choices = Choice.objects.filter(user=user).select_related("game").order_by("pk")
    notices = Notice.objects.filter(user=user).select_related("game").order_by("pk")
    sent = Delivery.objects.filter(user=user).select_related("notice").order_by("pk")
    kind = Column("kind", _("kind"), lambda row: row.notice.kind, lambda row: row.notice.get_kind_display())
    browsers = PushSubscription.objects.filter(user=user).order_by("pk")
    hooks = Webhook.objects.filter(user=user).order_by("pk")
    return [
        part("choices", _("How you want to be told"), choices, TABLE, "kind", "channel", "when"),
        part("browsers", _("Browsers that are told"), browsers, "name", "endpoint", "made_at", "last_at"),
        part("webhooks", _("Webhooks"), hooks, "form", "address", "made_at", "last_at", "said", "problem", "stopped"),
        part("feeds", _("Calendar and feed"), FeedKey.objects.filter(user=user), "made_at"),
        part("notices", _("Notices"), notices, TABLE, "kind", "made_at", "due_at", "state"),
        part("deliveries", _("Where they were sent"), sent, kind, "channel", "address", "state", "sent_at"),
    ]


def _conduct(user: User) -> list[Part]:
    made = Report.objects.filter(by=user).select_related("about", "game").order_by("pk")
    appeals = Appeal.objects.filter(by=user).select_related("act__game", "act__report").order_by("pk")
    about = Column("about", _("about"), lambda row: named(row.about))
    act = Column("act", _("decision"), lambda row: row.act.kind, lambda row: says(row.act))
    told = [Column("says", _("what"), says), Column("words", _("what the moderators say"), spoken)]
    answer = Column("answer", _("answer"), answer_to)
    return [
        part("reports", _("What you have reported"), made, TABLE, "category", about, "quoted", "words", "at", "state"),
        part("decisions", _("What moderators have decided about you"), decisions_about(user), TABLE, *told, "at"),
        part("appeals", _("Your appeals"), appeals, act, "words", "at", "state", "answered_at", answer),
        part("tables", _("Tables you have opened"), Game.objects.filter(host=user), "table", "name", "opened_at"),
    ]
