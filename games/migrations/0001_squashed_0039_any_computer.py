"""The tables of games as they are after 0039."""

import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import games.models.games
import games.models.notifications

FILLFACTORS = {"games_game": 90, "games_player": 80, "games_card": 90, "games_tile": 80}
"""Per cent of a page that inserts fill: a row that is updated at every move finds room for its next version on the same
page, so that PostgreSQL has no index to update (HOT) and cleans up by itself."""


def leave_room(_apps: Apps, schema: BaseDatabaseSchemaEditor) -> None:
    """For the tables that moves update."""
    if schema.connection.vendor == "postgresql":
        for table, percent in FILLFACTORS.items():
            schema.execute(f"ALTER TABLE {table} SET (fillfactor = {percent})")


class Migration(migrations.Migration):
    replaces = [
        ("games", "0001_tables"),
        ("games", "0002_permission_to_reveal"),
        ("games", "0003_forget_old_notices"),
        ("games", "0004_clocks_absence_notices"),
        ("games", "0005_who_wanted_no_mails"),
        ("games", "0006_heartbeat"),
        ("games", "0007_deliveries_that_go_together"),
        ("games", "0008_notes_and_talk"),
        ("games", "0009_clocks_that_run_and_agreed_pauses"),
        ("games", "0010_longer_addresses"),
        ("games", "0011_what_failed_and_was_sent_lately"),
        ("games", "0012_who_resigned"),
        ("games", "0013_what_webhooks_answered"),
        ("games", "0014_history_company_and_conduct"),
        ("games", "0015_when_computers_move_next"),
        ("games", "0016_to_move_since"),
        ("games", "0017_tiles_of_any_game"),
        ("games", "0018_saved_lists_of_tiles"),
        ("games", "0019_standard_field_names"),
        ("games", "0020_pending_outbox"),
        ("games", "0021_moderation_actions"),
        ("games", "0022_flat_growth"),
        ("games", "0023_packed_pieces"),
        ("games", "0024_indexes_of_foreign_keys"),
        ("games", "0025_room_for_updates"),
        ("games", "0026_packed_histories"),
        ("games", "0027_names_of_decisions_and_signs"),
        ("games", "0028_names_of_computers_and_quick_words"),
        ("games", "0029_how_guests_are_told"),
        ("games", "0030_lessons_done"),
        ("games", "0031_turns_of_minutes"),
        ("games", "0032_levels_of_computers"),
        ("games", "0033_reviews"),
        ("games", "0034_start_positions"),
        ("games", "0035_hints_and_odds"),
        ("games", "0036_plain_words_of_states"),
        ("games", "0037_idempotency_keys"),
        ("games", "0038_open_data"),
        ("games", "0039_any_computer"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0014_squashed_0017_skill_shown_to_friends"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "table",
                    models.CharField(
                        default=games.models.games.new_public_id,
                        editable=False,
                        max_length=12,
                        unique=True,
                        verbose_name="table",
                    ),
                ),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                ("slug", models.CharField(max_length=30, verbose_name="game")),
                ("options", models.JSONField(default=dict, verbose_name="options")),
                ("size", models.PositiveSmallIntegerField(verbose_name="seats")),
                (
                    "pace_hours",
                    models.PositiveSmallIntegerField(default=48, help_text="Hours.", verbose_name="time for a turn"),
                ),
                ("public", models.BooleanField(default=True, verbose_name="public")),
                ("hand_labels", models.BooleanField(default=True, verbose_name="hand labels")),
                (
                    "invitation",
                    models.CharField(
                        default=games.models.games.new_invitation, editable=False, max_length=24, unique=True
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "waiting for players"),
                            ("running", "running"),
                            ("over", "over"),
                            ("cancelled", "cancelled"),
                            ("stopped", "ended by moderators"),
                        ],
                        default="open",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0, verbose_name="version")),
                ("secret", models.CharField(default=games.models.games.new_secret, editable=False, max_length=64)),
                ("facts", models.JSONField(default=dict, editable=False)),
                ("turn", models.PositiveIntegerField(default=0, verbose_name="turn")),
                ("outcome", models.JSONField(blank=True, null=True, verbose_name="outcome")),
                ("opened_at", models.DateTimeField(auto_now_add=True, verbose_name="opened")),
                ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="started")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
                (
                    "host",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="hosted",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="host",
                    ),
                ),
                (
                    "rematch_of",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematch",
                        to="games.game",
                        verbose_name="rematch of",
                    ),
                ),
                (
                    "absence",
                    models.CharField(
                        choices=[
                            ("computer", "a computer player sits in until the owner is back"),
                            ("plain", "the simplest legal moves are made"),
                            ("lost", "the seat is lost"),
                        ],
                        default="computer",
                        max_length=8,
                        verbose_name="when a deadline is missed",
                    ),
                ),
                (
                    "added_hours",
                    models.PositiveSmallIntegerField(default=0, help_text="Hours.", verbose_name="added each turn"),
                ),
                (
                    "away",
                    models.JSONField(default=games.models.games.default_away, verbose_name="allowed during vacations"),
                ),
                ("bank_hours", models.PositiveSmallIntegerField(default=0, help_text="Hours.", verbose_name="reserve")),
                (
                    "cap_hours",
                    models.PositiveSmallIntegerField(default=0, help_text="Hours.", verbose_name="maximum reserve"),
                ),
                (
                    "clock",
                    models.CharField(
                        choices=[
                            ("none", "no time limit"),
                            ("turn", "a fixed time for each turn"),
                            ("bank", "a time reserve, and some more each turn"),
                        ],
                        default="turn",
                        max_length=4,
                        verbose_name="clock",
                    ),
                ),
                ("free_misses", models.PositiveSmallIntegerField(default=1, verbose_name="free misses")),
                ("nights_off", models.BooleanField(default=False, verbose_name="nights off")),
                ("paused_at", models.DateTimeField(blank=True, null=True, verbose_name="paused")),
                ("paused_until", models.DateTimeField(blank=True, null=True, verbose_name="paused until")),
                ("weekends_off", models.BooleanField(default=False, verbose_name="weekends off")),
                (
                    "agreed_until",
                    models.DateTimeField(
                        blank=True,
                        help_text="By a vote; vacations may pause it longer.",
                        null=True,
                        verbose_name="agreed to pause until",
                    ),
                ),
                (
                    "least_reliable",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="Turns on time out of a hundred; 0 lets anyone in.",
                        verbose_name="minimum reliability",
                    ),
                ),
                (
                    "rated",
                    models.BooleanField(
                        default=False,
                        help_text="Before the start: what the host wants. After it: whether the result counts.",
                        verbose_name="rated",
                    ),
                ),
                ("computers_busy_until", models.DateTimeField(blank=True, editable=False, null=True)),
                ("computers_due_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "rating_pending",
                    models.BooleanField(default=False, editable=False, verbose_name="not yet rated"),
                ),
                (
                    "chat_version",
                    models.PositiveIntegerField(
                        default=0, help_text="How many times the talk at the table has changed.", verbose_name="talk"
                    ),
                ),
                (
                    "gallery_version",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="How many times the spectators’ talk has changed.",
                        verbose_name="gallery",
                    ),
                ),
                (
                    "pace_minutes",
                    models.PositiveSmallIntegerField(
                        db_default=0,
                        default=0,
                        help_text="In addition to the hours.",
                        verbose_name="extra minutes",
                    ),
                ),
                (
                    "origin",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="played_on",
                        to="games.game",
                        verbose_name="continued from",
                    ),
                ),
                (
                    "origin_move",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text=(
                            "The move of the original game that was played differently; empty if the "
                            "cards were dealt again."
                        ),
                        null=True,
                        verbose_name="replaced move",
                    ),
                ),
                ("odds", models.BooleanField(db_default=False, default=False, verbose_name="odds")),
                (
                    "any_computer",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Computer players from outside may sit down.",
                        verbose_name="computers from outside",
                    ),
                ),
            ],
            options={
                "verbose_name": "game",
                "verbose_name_plural": "games",
                "permissions": [("reveal_game", "Can look at the hidden cards of a running game")],
                "indexes": [
                    models.Index(fields=["status", "public", "-opened_at"], name="game_lobby"),
                    models.Index(fields=["-opened_at", "-id"], name="game_opened"),
                    models.Index(
                        condition=models.Q(("public", True), ("status", "running")),
                        fields=["-started_at", "-id"],
                        name="game_live",
                    ),
                    models.Index(
                        condition=models.Q(("paused_until__isnull", False)),
                        fields=["paused_until"],
                        name="game_pause_ends",
                    ),
                    models.Index(
                        condition=models.Q(("computers_due_at__isnull", False)),
                        fields=["computers_due_at"],
                        name="game_computers_due",
                    ),
                    models.Index(
                        condition=models.Q(("origin__isnull", False)), fields=["origin", "host"], name="game_origin"
                    ),
                    models.Index(
                        condition=models.Q(("rating_pending", True)), fields=["slug", "ended_at"], name="game_to_rate"
                    ),
                    models.Index(
                        condition=models.Q(("rated", True), ("status", "over")),
                        fields=["slug", "ended_at"],
                        name="game_rated",
                    ),
                    models.Index(
                        condition=models.Q(("public", True), ("status", "over")),
                        fields=["ended_at"],
                        name="game_published",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("size__gte", 2), ("size__lte", 10)), name="game_size_in_range"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["open", "cancelled"]), ("started_at__isnull", False), _connector="OR"
                        ),
                        name="game_started_when_running",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "over"), _negated=True), ("outcome__isnull", False), _connector="OR"
                        ),
                        name="game_over_has_outcome",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("clock", "bank"), _negated=True),
                            models.Q(("bank_hours__gt", 0), ("cap_hours__gte", models.F("bank_hours"))),
                            _connector="OR",
                        ),
                        name="game_bank_has_reserve",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("free_misses__lte", 3)), name="game_free_misses_in_range"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "name",
                    models.CharField(
                        blank=True,
                        help_text="For somebody without an account here.",
                        max_length=40,
                        verbose_name="name",
                    ),
                ),
                (
                    "bot",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("novice", "Novice"),
                            ("casual", "Casual"),
                            ("club", "Club"),
                            ("strong", "Strong"),
                            ("master", "Master"),
                            ("steady", "steady"),
                            ("random", "random"),
                        ],
                        max_length=10,
                        verbose_name="computer player",
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seat")),
                ("persona", models.PositiveSmallIntegerField(verbose_name="persona")),
                ("entropy", models.CharField(max_length=32, verbose_name="entropy")),
                ("joined_at", models.DateTimeField(auto_now_add=True, verbose_name="joined")),
                ("deadline", models.DateTimeField(blank=True, null=True, verbose_name="deadline")),
                ("drafts", models.JSONField(blank=True, default=list, editable=False)),
                ("auto_at", models.DateTimeField(blank=True, null=True, verbose_name="turn ends automatically at")),
                ("last_post", models.CharField(blank=True, editable=False, max_length=200)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
                (
                    "bank",
                    models.PositiveIntegerField(
                        blank=True, help_text="Seconds.", null=True, verbose_name="reserve left"
                    ),
                ),
                (
                    "friend",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sits_in",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="the friend who sits in",
                    ),
                ),
                (
                    "left",
                    models.PositiveIntegerField(
                        blank=True, help_text="Seconds.", null=True, verbose_name="left when the clock stopped"
                    ),
                ),
                (
                    "lost_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="lost_seats",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="lost by",
                    ),
                ),
                ("misses", models.PositiveSmallIntegerField(default=0, verbose_name="missed deadlines")),
                ("orders", models.JSONField(blank=True, default=dict, editable=False)),
                (
                    "stand_in",
                    models.CharField(
                        blank=True,
                        choices=[("computer", "a computer player"), ("friend", "a friend")],
                        max_length=8,
                        verbose_name="currently played by",
                    ),
                ),
                (
                    "vacant",
                    models.BooleanField(
                        default=False,
                        help_text="Its owner lost it. A computer plays until somebody takes the seat.",
                        verbose_name="free to take over",
                    ),
                ),
                (
                    "clock_from",
                    models.DateTimeField(
                        blank=True,
                        help_text="Or since the deadline was last moved.",
                        null=True,
                        verbose_name="clock runs since",
                    ),
                ),
                (
                    "to_move_since",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="to move since move"),
                ),
                ("last_turn_end", models.PositiveIntegerField(default=0, verbose_name="last move of the last turn")),
                ("resigned", models.BooleanField(default=False, verbose_name="resigned")),
                ("last_seen_at", models.DateTimeField(blank=True, null=True, verbose_name="last viewed")),
                ("turn_started_at", models.DateTimeField(blank=True, null=True, verbose_name="turn began")),
                ("packed", models.BooleanField(db_default=False, default=False, editable=False)),
                ("hints", models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name="hints taken")),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "indexes": [
                    models.Index(
                        condition=models.Q(
                            ("to_move_since__isnull", False),
                            models.Q(models.Q(("bot", ""), _negated=True), ("stand_in", "computer"), _connector="OR"),
                        ),
                        fields=["turn_started_at"],
                        name="player_computers",
                    ),
                    models.Index(
                        condition=models.Q(("deadline__isnull", False)), fields=["deadline"], name="player_deadline"
                    ),
                    models.Index(condition=models.Q(("vacant", True)), fields=["game"], name="player_vacant"),
                    models.Index(
                        condition=models.Q(("auto_at__isnull", False)), fields=["auto_at"], name="player_auto_at"
                    ),
                    models.Index(
                        condition=models.Q(("to_move_since__isnull", False)),
                        fields=["user", "deadline"],
                        name="player_waiting",
                    ),
                    models.Index(fields=["user", "packed", "game"], name="player_packed"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seat"), name="player_one_per_seat"),
                    models.UniqueConstraint(fields=("game", "user"), name="player_one_seat_per_user"),
                    models.UniqueConstraint(fields=("game", "persona"), name="player_one_per_persona"),
                    models.CheckConstraint(
                        condition=models.Q(("user__isnull", True), ("bot", ""), _connector="OR"),
                        name="player_user_or_bot",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("deadline__isnull", True),
                                ("left__isnull", True),
                                ("to_move_since__isnull", True),
                                ("turn_started_at__isnull", True),
                            ),
                            models.Q(("to_move_since__isnull", False), ("turn_started_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="player_deadline_when_to_move",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("note", models.TextField(blank=True, editable=False, max_length=2000)),
                (
                    "read",
                    models.PositiveBigIntegerField(
                        default=0, help_text="The key of that message; 0 means none.", verbose_name="last message read"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                (
                    "gallery_read",
                    models.PositiveBigIntegerField(
                        default=0,
                        help_text="The key of that message; 0 means none.",
                        verbose_name="last message read in the gallery",
                    ),
                ),
            ],
            options={
                "verbose_name": "membership",
                "verbose_name_plural": "memberships",
                "constraints": [models.UniqueConstraint(fields=("game", "user"), name="membership_once_per_table")],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=500, verbose_name="text")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="when")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="messages",
                        to="games.player",
                        verbose_name="player",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="messages",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                (
                    "room",
                    models.CharField(
                        choices=[("table", "the players"), ("gallery", "the spectators")],
                        default="table",
                        max_length=7,
                        verbose_name="audience",
                    ),
                ),
                (
                    "phrase",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("luck", "Good luck"),
                            ("played", "Well played"),
                            ("thanks", "Thanks"),
                            ("moment", "One moment, please"),
                        ],
                        db_default="",
                        default="",
                        max_length=10,
                        verbose_name="quick phrases",
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "ordering": ["game", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("task", models.CharField(max_length=60, primary_key=True, serialize=False, verbose_name="task")),
                ("at", models.DateTimeField(verbose_name="last ran")),
            ],
            options={
                "verbose_name": "heartbeat",
                "verbose_name_plural": "heartbeats",
            },
        ),
        migrations.CreateModel(
            name="Hint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("device", "same device"),
                            ("network", "same network"),
                            ("sparing", "go easy on each other"),
                            ("winning", "win when they play together"),
                            ("yielding", "resigns early to one person"),
                            ("stalling", "slow when losing"),
                        ],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                (
                    "about",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hints",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="about",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hints_with",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="other person",
                    ),
                ),
                ("evidence", models.JSONField(default=dict, verbose_name="evidence")),
                ("at", models.DateTimeField(verbose_name="when")),
                ("expires_at", models.DateTimeField(db_index=True, verbose_name="expires")),
                ("aside_at", models.DateTimeField(blank=True, null=True, verbose_name="set aside")),
                (
                    "aside_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="hints_put_aside",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="set aside by",
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
                ("games", models.ManyToManyField(related_name="hints", to="games.game", verbose_name="games")),
            ],
            options={
                "verbose_name": "sign of unfair play",
                "verbose_name_plural": "signs of unfair play",
                "indexes": [
                    models.Index(fields=["-at", "-id"], name="hint_latest"),
                    models.Index(
                        condition=models.Q(("aside_at__isnull", False)), fields=["-at", "-id"], name="hint_aside"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "about", "other"), name="hint_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("other", None)), fields=("kind", "about"), name="hint_once_about_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("about", models.F("other")), _negated=True), name="hint_of_two"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="IdempotencyKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64)),
                ("fingerprint", models.CharField(max_length=64)),
                ("table", models.CharField(blank=True, max_length=12, verbose_name="table")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="idempotency_keys",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "idempotency key",
                "verbose_name_plural": "idempotency keys",
                "indexes": [models.Index(fields=["made_at"], name="idempotency_key_made")],
                "constraints": [models.UniqueConstraint(fields=("user", "key"), name="idempotency_key_once")],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="at")),
                ("declined", models.BooleanField(default=False, verbose_name="declined")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations_made",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="from",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="games.game",
                        verbose_name="table",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
                "constraints": [models.UniqueConstraint(fields=("game", "user"), name="invitation_once_per_table")],
            },
        ),
        migrations.CreateModel(
            name="LessonDone",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=30, verbose_name="game")),
                ("lesson", models.CharField(max_length=30, verbose_name="lesson")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lessons_done",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={
                "verbose_name": "lesson done",
                "verbose_name_plural": "lessons done",
                "constraints": [models.UniqueConstraint(fields=("user", "game", "lesson"), name="lesson_done_once")],
            },
        ),
        migrations.CreateModel(
            name="StaffNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "about",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="staff_notes",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="about",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="staff_notes_made",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                ("text", models.CharField(max_length=1000, verbose_name="text")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="when")),
            ],
            options={
                "verbose_name": "note for moderators",
                "verbose_name_plural": "notes for moderators",
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seat")),
                ("text", models.CharField(max_length=100, verbose_name="move")),
                ("events", models.JSONField(default=list, verbose_name="events")),
                ("turn", models.PositiveIntegerField(default=0, verbose_name="turn")),
                (
                    "by",
                    models.CharField(
                        choices=[
                            ("player", "the player"),
                            ("computer", "a computer player"),
                            ("form", "by itself"),
                            ("clock", "the clock"),
                            ("order", "a standing order"),
                            ("friend", "a friend who sits in"),
                        ],
                        default="player",
                        max_length=10,
                        verbose_name="made by",
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made at")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="moves",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "verbose_name": "move",
                "verbose_name_plural": "moves",
                "ordering": ["game", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="move_one_per_number"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("number", 0), ("seat__isnull", True)),
                            models.Q(("number__gt", 0), ("seat__isnull", False)),
                            _connector="OR",
                        ),
                        name="move_has_seat",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Turn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turns",
                        to="games.player",
                        verbose_name="player",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        help_text="Who had to move for the seat.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="turns",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                ("done_at", models.DateTimeField(verbose_name="done at")),
                ("missed", models.BooleanField(default=False, verbose_name="missed the deadline")),
                ("to_move_since", models.PositiveIntegerField(verbose_name="to move since move")),
                ("started_at", models.DateTimeField(verbose_name="turn began")),
            ],
            options={
                "verbose_name": "turn",
                "verbose_name_plural": "turns",
                "indexes": [models.Index(fields=["user", "-done_at"], name="turn_lately")],
                "constraints": [models.UniqueConstraint(fields=("player", "to_move_since", "user"), name="turn_once")],
            },
        ),
        migrations.CreateModel(
            name="Incident",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("after", models.PositiveIntegerField(verbose_name="after move")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("missed", "a deadline was missed"),
                            ("forgiven", "a free miss was used"),
                            ("computer", "a computer player sits in"),
                            ("friend", "a friend sits in"),
                            ("returned", "the owner plays again"),
                            ("lost", "the seat was lost"),
                            ("taken", "a substitute took the seat"),
                            ("proposed", "a vote was opened"),
                            ("agreed", "a vote was carried"),
                            ("declined", "a vote failed"),
                            ("paused", "the table paused"),
                            ("resumed", "the table went on"),
                            ("extended", "a deadline was extended"),
                            ("shortened", "an extension was taken back"),
                            ("cancelled", "the game was cancelled"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seat")),
                ("details", models.JSONField(default=dict, verbose_name="details")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="when")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="incidents",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "verbose_name": "incident",
                "verbose_name_plural": "incidents",
                "ordering": ["game", "pk"],
                "indexes": [
                    models.Index(
                        models.F("details__friend"), condition=models.Q(("kind", "friend")), name="incident_of_friend"
                    ),
                    models.Index(
                        models.F("details__loser"), condition=models.Q(("kind", "lost")), name="incident_of_loser"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("turn", "your move"),
                            ("near", "a deadline is near"),
                            ("acted", "a move was made for you"),
                            ("started", "a game has started"),
                            ("over", "a game is over"),
                            ("invited", "an invitation"),
                            ("mention", "somebody mentions you"),
                            ("vote", "a vote"),
                            ("friend", "somebody wants to be friends"),
                            ("conduct", "a decision of the moderators"),
                            ("test", "a test"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("key", models.CharField(max_length=120, verbose_name="occasion")),
                ("data", models.JSONField(blank=True, default=dict, verbose_name="details")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "scheduled"),
                            ("done", "queued for sending"),
                            ("dropped", "no longer needed"),
                        ],
                        default="pending",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                ("due_at", models.DateTimeField(verbose_name="due")),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="games.player",
                        verbose_name="player",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "notification",
                "verbose_name_plural": "notifications",
                "indexes": [
                    models.Index(condition=models.Q(("state", "pending")), fields=["due_at"], name="notice_pending")
                ],
                "constraints": [models.UniqueConstraint(fields=("user", "key"), name="notice_once_per_occasion")],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "channel",
                    models.CharField(
                        choices=[("mail", "e-mail"), ("push", "on my phone or computer"), ("hook", "webhook")],
                        max_length=4,
                        verbose_name="channel",
                    ),
                ),
                (
                    "target",
                    models.CharField(
                        blank=True,
                        help_text="Which of the person’s browsers or webhooks.",
                        max_length=20,
                        verbose_name="target",
                    ),
                ),
                (
                    "when",
                    models.CharField(
                        choices=[
                            ("now", "at once"),
                            ("once", "once, until I’m back"),
                            ("digest", "daily digest"),
                            ("off", "never"),
                        ],
                        default="now",
                        max_length=6,
                        verbose_name="how soon",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "waiting to be sent"),
                            ("sent", "sent"),
                            ("dropped", "no longer needed"),
                            ("failed", "failed for good"),
                        ],
                        default="pending",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("due_at", models.DateTimeField(verbose_name="due")),
                ("tries", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("error", models.TextField(blank=True, verbose_name="last error")),
                ("address", models.CharField(blank=True, max_length=254, verbose_name="sent to")),
                ("sent_at", models.DateTimeField(blank=True, null=True, verbose_name="sent")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                (
                    "notice",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="games.notice",
                        verbose_name="notification",
                    ),
                ),
                (
                    "together",
                    models.BooleanField(
                        default=False,
                        help_text="Sent in one message with everything else due for this person at that time.",
                        verbose_name="bundled",
                    ),
                ),
                ("response", models.TextField(blank=True, verbose_name="the other server’s answer")),
            ],
            options={
                "verbose_name": "delivery",
                "verbose_name_plural": "deliveries",
                "indexes": [
                    models.Index(condition=models.Q(("state", "pending")), fields=["due_at"], name="delivery_pending"),
                    models.Index(condition=models.Q(("state", "failed")), fields=["due_at"], name="delivery_failed"),
                    models.Index(condition=models.Q(("state", "sent")), fields=["sent_at"], name="delivery_sent"),
                    models.Index(fields=["user", "channel", "-sent_at"], name="delivery_last_sent"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("notice", "channel", "target"), name="delivery_once_per_target")
                ],
            },
        ),
        migrations.CreateModel(
            name="Choice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("turn", "your move"),
                            ("near", "a deadline is near"),
                            ("acted", "a move was made for you"),
                            ("started", "a game has started"),
                            ("over", "a game is over"),
                            ("invited", "an invitation"),
                            ("mention", "somebody mentions you"),
                            ("vote", "a vote"),
                            ("friend", "somebody wants to be friends"),
                            ("conduct", "a decision of the moderators"),
                            ("test", "a test"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                (
                    "channel",
                    models.CharField(
                        choices=[("mail", "e-mail"), ("push", "on my phone or computer"), ("hook", "webhook")],
                        max_length=4,
                        verbose_name="channel",
                    ),
                ),
                (
                    "when",
                    models.CharField(
                        choices=[
                            ("now", "at once"),
                            ("once", "once, until I’m back"),
                            ("digest", "daily digest"),
                            ("off", "never"),
                        ],
                        max_length=6,
                        verbose_name="how soon",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_choices",
                        to="games.game",
                        verbose_name="table",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_choices",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "notification setting",
                "verbose_name_plural": "notification settings",
                "constraints": [
                    models.UniqueConstraint(fields=("user", "kind", "channel", "game"), name="choice_once_per_table"),
                    models.UniqueConstraint(
                        condition=models.Q(("game__isnull", True)),
                        fields=("user", "kind", "channel"),
                        name="choice_once_for_all",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("endpoint", models.URLField(max_length=1000, unique=True, verbose_name="address")),
                ("p256dh", models.CharField(editable=False, max_length=100)),
                ("auth", models.CharField(editable=False, max_length=40)),
                ("name", models.CharField(blank=True, max_length=80, verbose_name="browser")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                ("last_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                (
                    "ended_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When its push service stopped accepting notifications.",
                        null=True,
                        verbose_name="ended",
                    ),
                ),
            ],
            options={
                "verbose_name": "browser with notifications",
                "verbose_name_plural": "browsers with notifications",
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "form",
                    models.CharField(
                        choices=[
                            ("json", "JSON"),
                            ("discord", "Discord"),
                            ("slack", "Slack"),
                            ("player", "a computer player"),
                        ],
                        default="json",
                        max_length=7,
                        verbose_name="format",
                    ),
                ),
                ("address", models.URLField(max_length=1000, verbose_name="address")),
                (
                    "secret",
                    models.CharField(default=games.models.notifications.new_hook_secret, editable=False, max_length=64),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                ("last_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                (
                    "stopped",
                    models.BooleanField(default=False, help_text="After it refused for good.", verbose_name="stopped"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                (
                    "problem",
                    models.TextField(blank=True, help_text="Empty if it was accepted.", verbose_name="last problem"),
                ),
                ("response", models.TextField(blank=True, verbose_name="last answer")),
            ],
            options={
                "verbose_name": "webhook",
                "verbose_name_plural": "webhooks",
                "constraints": [models.UniqueConstraint(fields=("user", "address"), name="webhook_once_per_address")],
            },
        ),
        migrations.CreateModel(
            name="FeedKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "key",
                    models.CharField(
                        default=games.models.notifications.new_feed_key, editable=False, max_length=40, unique=True
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now=True, verbose_name="made")),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="feed_key",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "feed address",
                "verbose_name_plural": "feed addresses",
            },
        ),
        migrations.CreateModel(
            name="OpenDataFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("month", models.DateField(help_text="Its first day.", unique=True, verbose_name="month")),
                ("games", models.JSONField(default=dict, verbose_name="games")),
                ("size", models.PositiveBigIntegerField(default=0, help_text="Bytes.", verbose_name="size")),
                ("sha256", models.CharField(blank=True, max_length=64, verbose_name="checksum")),
                ("made_at", models.DateTimeField(blank=True, null=True, verbose_name="made")),
                ("worked_at", models.DateTimeField(blank=True, null=True, verbose_name="last worked on")),
                ("tries", models.PositiveIntegerField(default=0, verbose_name="attempts")),
            ],
            options={
                "verbose_name": "file of open data",
                "verbose_name_plural": "files of open data",
            },
        ),
        migrations.CreateModel(
            name="PackedGames",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="packed_games",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("count", models.PositiveSmallIntegerField()),
                ("latest", models.DateTimeField(null=True)),
                ("games", models.JSONField()),
            ],
            options={
                "indexes": [models.Index(fields=["user", "-latest"], include=("count",), name="packed_games_latest")],
            },
        ),
        migrations.CreateModel(
            name="Card",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=12, verbose_name="card")),
                ("zone", models.CharField(max_length=12, verbose_name="zone")),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seat")),
                ("index", models.PositiveSmallIntegerField(default=0, verbose_name="index")),
                ("face_up", models.BooleanField(default=False, verbose_name="face up")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cards",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                ("tile", models.CharField(blank=True, max_length=12, verbose_name="tile")),
            ],
            options={
                "verbose_name": "card",
                "verbose_name_plural": "cards",
                "constraints": [models.UniqueConstraint(fields=("game", "code"), name="card_once_per_game")],
            },
        ),
        migrations.CreateModel(
            name="PackedPieces",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="packed_pieces",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("cards", models.JSONField()),
                ("tiles", models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name="Tile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=12, verbose_name="tile")),
                ("zone", models.CharField(max_length=12, verbose_name="zone")),
                ("slot", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="slot")),
                ("index", models.PositiveSmallIntegerField(default=0, verbose_name="index")),
                ("controller", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="controller")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tiles",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "verbose_name": "tile",
                "verbose_name_plural": "tiles",
                "constraints": [
                    models.UniqueConstraint(fields=("game", "code"), name="tile_once_per_game"),
                    models.UniqueConstraint(fields=("game", "slot"), name="tile_once_per_slot"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Ladder",
            fields=[
                ("slug", models.CharField(max_length=30, primary_key=True, serialize=False, verbose_name="game")),
            ],
            options={
                "verbose_name": "ladder",
                "verbose_name_plural": "ladders",
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                ("slug", models.CharField(max_length=30, verbose_name="game")),
                ("mu", models.FloatField(verbose_name="estimate")),
                ("sigma", models.FloatField(verbose_name="uncertainty")),
                ("games", models.PositiveIntegerField(default=0, verbose_name="rated games")),
            ],
            options={
                "verbose_name": "rating",
                "verbose_name_plural": "ratings",
                "indexes": [
                    models.Index(
                        models.F("slug"),
                        models.OrderBy(
                            django.db.models.expressions.CombinedExpression(
                                models.F("mu"),
                                "-",
                                django.db.models.expressions.CombinedExpression(
                                    models.Value(2), "*", models.F("sigma")
                                ),
                            ),
                            descending=True,
                        ),
                        models.F("user"),
                        condition=models.Q(("games__gte", 10)),
                        include=("mu", "sigma"),
                        name="rating_listed",
                    )
                ],
                "constraints": [models.UniqueConstraint(fields=("user", "slug"), name="rating_one_per_game")],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_change",
                        to="games.player",
                        verbose_name="player",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_changes",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                ("mu_before", models.FloatField(verbose_name="estimate before")),
                ("sigma_before", models.FloatField(verbose_name="uncertainty before")),
                ("mu", models.FloatField(verbose_name="estimate after")),
                ("sigma", models.FloatField(verbose_name="uncertainty after")),
            ],
            options={
                "verbose_name": "change of a rating",
                "verbose_name_plural": "changes of ratings",
            },
        ),
        migrations.CreateModel(
            name="Review",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("running", "being prepared"),
                            ("done", "made"),
                            ("failed", "failed"),
                        ],
                        default="waiting",
                        max_length=7,
                        verbose_name="status",
                    ),
                ),
                (
                    "progress",
                    models.PositiveSmallIntegerField(default=0, help_text="In percent.", verbose_name="progress"),
                ),
                ("requested_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="requested at")),
                ("claimed_until", models.DateTimeField(blank=True, editable=False, null=True)),
                ("made_at", models.DateTimeField(blank=True, null=True, verbose_name="made at")),
                ("work", models.JSONField(editable=False, null=True)),
                ("report", models.JSONField(editable=False, null=True)),
                ("tried", models.JSONField(default=dict, editable=False)),
                ("result", models.FloatField(editable=False, null=True)),
                ("luck", models.FloatField(editable=False, null=True)),
                ("error_rate", models.FloatField(editable=False, null=True)),
                ("decisions", models.PositiveIntegerField(editable=False, null=True)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="review",
                        to="games.player",
                        verbose_name="player",
                    ),
                ),
                (
                    "requested_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reviews",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="requested by",
                    ),
                ),
            ],
            options={
                "verbose_name": "review",
                "verbose_name_plural": "reviews",
                "indexes": [
                    models.Index(fields=["requested_by", "-requested_at"], name="review_requested"),
                    models.Index(
                        condition=models.Q(("status__in", ("waiting", "running"))),
                        fields=["requested_at"],
                        name="review_pending",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StartPosition",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="start_position",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("pieces", models.JSONField()),
                ("facts", models.JSONField()),
                ("events", models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name="Telling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "looks_in",
                    models.BooleanField(
                        default=False,
                        help_text="Checks the tables without reminders; we don’t ask again.",
                        verbose_name="doesn’t want notifications",
                    ),
                ),
                ("address", models.EmailField(blank=True, max_length=254, verbose_name="address for notifications")),
                ("requested_at", models.DateTimeField(blank=True, null=True, verbose_name="link sent")),
                ("confirmed_at", models.DateTimeField(blank=True, null=True, verbose_name="confirmed")),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="telling",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "answer about notifications",
                "verbose_name_plural": "answers about notifications",
                "indexes": [
                    models.Index(
                        condition=models.Q(("address", ""), _negated=True), fields=["address"], name="telling_address"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.DateField(verbose_name="first day")),
                ("last", models.DateField(verbose_name="last day")),
                ("begins_at", models.DateTimeField(verbose_name="begins")),
                ("ends_at", models.DateTimeField(verbose_name="ends")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("planned", "planned"),
                            ("on", "under way"),
                            ("over", "over"),
                            ("cancelled", "cancelled"),
                        ],
                        default="planned",
                        max_length=9,
                        verbose_name="state",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "vacation",
                "verbose_name_plural": "vacations",
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "planned")), fields=["begins_at"], name="vacation_begins"
                    ),
                    models.Index(fields=["-first", "-id"], name="vacation_first"),
                    models.Index(condition=models.Q(("state", "on")), fields=["ends_at"], name="vacation_ends"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("last__gte", models.F("first"))), name="vacation_ends_after_it_begins"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Arrangement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not asked"),
                            ("asked", "asked"),
                            ("accepted", "accepted"),
                            ("declined", "declined"),
                        ],
                        default="",
                        max_length=8,
                        verbose_name="answer",
                    ),
                ),
                (
                    "friend",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="asked_to_sit_in",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="friend",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="arrangements",
                        to="games.player",
                        verbose_name="player",
                    ),
                ),
                (
                    "vacation",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="arrangements",
                        to="games.vacation",
                        verbose_name="vacation",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("pause", "the table pauses"),
                            ("computer", "a computer player sits in"),
                            ("friend", "a friend sits in"),
                        ],
                        default="",
                        max_length=8,
                        verbose_name="meanwhile",
                    ),
                ),
            ],
            options={
                "verbose_name": "arrangement",
                "verbose_name_plural": "arrangements",
                "constraints": [
                    models.UniqueConstraint(fields=("vacation", "player"), name="arrangement_one_per_table"),
                    models.CheckConstraint(
                        condition=models.Q(("kind", "friend"), ("friend__isnull", True), _connector="OR"),
                        name="arrangement_friend_when_friend",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Vote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("pause", "pause the game"),
                            ("resume", "resume the game"),
                            ("extend", "give more time for this move"),
                            ("cancel", "end the game without a result"),
                        ],
                        max_length=6,
                        verbose_name="kind",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("carried", "carried"), ("failed", "failed")],
                        default="open",
                        max_length=7,
                        verbose_name="state",
                    ),
                ),
                ("opened_at", models.DateTimeField(auto_now_add=True, verbose_name="opened")),
                ("closes_at", models.DateTimeField(verbose_name="closes")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="votes",
                        to="games.player",
                        verbose_name="proposed by",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="votes",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "verbose_name": "vote",
                "verbose_name_plural": "votes",
                "indexes": [
                    models.Index(condition=models.Q(("state", "open")), fields=["closes_at"], name="vote_closes")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "open")), fields=("game",), name="vote_one_open_per_game"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Ballot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("yes", models.BooleanField(verbose_name="yes")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="at")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ballots",
                        to="games.player",
                        verbose_name="player",
                    ),
                ),
                (
                    "vote",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ballots",
                        to="games.vote",
                        verbose_name="vote",
                    ),
                ),
            ],
            options={
                "verbose_name": "ballot",
                "verbose_name_plural": "ballots",
                "constraints": [models.UniqueConstraint(fields=("vote", "player"), name="ballot_one_per_player")],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "category",
                    models.CharField(
                        choices=[
                            ("insult", "insult or harassment"),
                            ("spam", "advertising or nonsense"),
                            ("name", "an offensive or misleading name"),
                            ("unfair", "unfair play"),
                            ("stalling", "keeps others waiting on purpose"),
                            ("other", "something else"),
                        ],
                        max_length=8,
                        verbose_name="category",
                    ),
                ),
                (
                    "about",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports_about",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="about",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports_made",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="reported by",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="games.message",
                        verbose_name="message",
                    ),
                ),
                ("quoted", models.CharField(blank=True, max_length=500, verbose_name="reported text")),
                ("words", models.CharField(blank=True, max_length=500, verbose_name="in the reporter’s words")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="when")),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("closed", "closed")],
                        default="open",
                        max_length=6,
                        verbose_name="state",
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports_taken",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="taken by",
                    ),
                ),
                ("taken_at", models.DateTimeField(blank=True, null=True, verbose_name="taken at")),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed at")),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
                "indexes": [
                    models.Index(condition=models.Q(("state", "open")), fields=["at"], name="report_waits"),
                    models.Index(
                        condition=models.Q(("state", "closed")), fields=["-closed_at", "-id"], name="report_done"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("by", models.F("about")), _negated=True), name="report_of_another"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("message__isnull", False), ("state", "open")),
                        fields=("by", "message"),
                        name="report_once_per_message",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ModerationAction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("dismiss", "nothing to do"),
                            ("warn", "warned"),
                            ("mute", "muted"),
                            ("suspend", "suspended"),
                            ("ban", "banned"),
                            ("rename", "renamed"),
                            ("remove", "message removed"),
                            ("extend", "deadline extended"),
                            ("replace", "seat replaced"),
                            ("end", "game ended without a result"),
                            ("reveal", "looked at hidden cards"),
                            ("uphold", "appeal turned down"),
                            ("undo", "taken back"),
                        ],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="moderation_actions",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="moderator",
                    ),
                ),
                (
                    "about",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="moderation_actions_about",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="about",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="moderation_actions",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="undone_by",
                        to="games.moderationaction",
                        verbose_name="takes back",
                    ),
                ),
                ("reason", models.CharField(max_length=500, verbose_name="reason")),
                ("details", models.JSONField(blank=True, default=dict, verbose_name="details")),
                ("at", models.DateTimeField(verbose_name="when")),
                ("seal", models.CharField(editable=False, max_length=64, unique=True, verbose_name="seal")),
                (
                    "report",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="actions",
                        to="games.report",
                        verbose_name="report",
                    ),
                ),
            ],
            options={
                "verbose_name": "decision",
                "verbose_name_plural": "decisions",
                "ordering": ["pk"],
                "permissions": [
                    ("moderate", "Can moderate: warn, mute, suspend, ban, rename, remove messages, answer appeals"),
                    ("moderate_games", "Can moderate games: extend deadlines, replace seats, end games"),
                ],
                "indexes": [
                    models.Index(condition=models.Q(("kind", "end")), fields=["game"], name="action_ends_game")
                ],
            },
        ),
        migrations.CreateModel(
            name="ActionDetails",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("salt", models.CharField(editable=False, max_length=32)),
                ("facts", models.JSONField(default=dict, verbose_name="details")),
                (
                    "action",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="action_details",
                        to="games.moderationaction",
                        verbose_name="decision",
                    ),
                ),
            ],
            options={
                "verbose_name": "personal details",
                "verbose_name_plural": "personal details",
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appeals",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                ("words", models.CharField(max_length=1000, verbose_name="text of the appeal")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="when")),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("granted", "granted"), ("refused", "turned down")],
                        default="open",
                        max_length=7,
                        verbose_name="state",
                    ),
                ),
                ("answered_at", models.DateTimeField(blank=True, null=True, verbose_name="answered")),
                (
                    "action",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appeal",
                        to="games.moderationaction",
                        verbose_name="decision",
                    ),
                ),
            ],
            options={
                "verbose_name": "appeal",
                "verbose_name_plural": "appeals",
                "indexes": [
                    models.Index(condition=models.Q(("state", "open")), fields=["at"], name="appeal_waits"),
                    models.Index(
                        condition=models.Q(("state", "open"), _negated=True),
                        fields=["-answered_at", "-id"],
                        name="appeal_done",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="report",
            name="closed_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="closes",
                to="games.moderationaction",
                verbose_name="closed by",
            ),
        ),
        migrations.RunPython(leave_room, migrations.RunPython.noop),
    ]
