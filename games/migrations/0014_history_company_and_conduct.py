"""Turns, ratings, what spectators say, reports and what moderators do about them, hints about fair play."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0013_what_webhooks_answered"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="gallery",
            field=models.PositiveIntegerField(
                default=0, help_text="How often what is said among the spectators has changed.", verbose_name="gallery"
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="least_reliable",
            field=models.PositiveSmallIntegerField(
                default=0,
                help_text="Turns in a hundred that were taken in time; 0: anybody.",
                verbose_name="least reliability",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="rated",
            field=models.BooleanField(
                default=False,
                help_text="Before the start a wish; then whether it counts if it gets a result.",
                verbose_name="rated",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="rating_owed",
            field=models.BooleanField(default=False, editable=False, verbose_name="still to be rated"),
        ),
        migrations.AddField(
            model_name="membership",
            name="gallery_read",
            field=models.PositiveBigIntegerField(
                default=0,
                help_text="The key of that message; 0 is none.",
                verbose_name="last message read in the gallery",
            ),
        ),
        migrations.AddField(
            model_name="message",
            name="room",
            field=models.CharField(
                choices=[("table", "the players"), ("gallery", "the spectators")],
                default="table",
                max_length=7,
                verbose_name="among",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="status",
            field=models.CharField(
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
        migrations.AlterField(
            model_name="incident",
            name="kind",
            field=models.CharField(
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
        migrations.AlterField(
            model_name="choice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "your move"),
                    ("near", "a deadline is near"),
                    ("acted", "you were acted for"),
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
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "your move"),
                    ("near", "a deadline is near"),
                    ("acted", "you were acted for"),
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
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("rating_owed", True)), fields=["slug", "ended_at"], name="game_to_rate"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("rated", True), ("status", "over")), fields=["slug", "ended_at"], name="game_rated"
            ),
        ),
        migrations.CreateModel(
            name="Act",
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
                        related_name="acts",
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
                        related_name="acts_about",
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
                        related_name="acts",
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
                        to="games.act",
                        verbose_name="takes back",
                    ),
                ),
                ("reason", models.CharField(max_length=500, verbose_name="reason")),
                ("details", models.JSONField(blank=True, default=dict, verbose_name="details")),
                ("at", models.DateTimeField(verbose_name="at")),
                ("seal", models.CharField(editable=False, max_length=64, unique=True, verbose_name="seal")),
            ],
            options={
                "verbose_name": "act",
                "verbose_name_plural": "acts",
                "ordering": ["pk"],
                "permissions": [
                    ("moderate", "Can moderate: warn, mute, suspend, ban, rename, remove messages, answer appeals"),
                    ("moderate_games", "Can moderate games: extend deadlines, replace seats, end games"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "act",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appeal",
                        to="games.act",
                        verbose_name="act",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appeals",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                ("words", models.CharField(max_length=1000, verbose_name="words")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="at")),
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
            ],
            options={
                "verbose_name": "appeal",
                "verbose_name_plural": "appeals",
                "indexes": [models.Index(condition=models.Q(("state", "open")), fields=["at"], name="appeal_waits")],
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
                            ("device", "one device"),
                            ("network", "one network"),
                            ("sparing", "spare each other"),
                            ("winning", "win when together"),
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
                ("at", models.DateTimeField(verbose_name="at")),
                ("expires_at", models.DateTimeField(db_index=True, verbose_name="expires")),
                ("aside_at", models.DateTimeField(blank=True, null=True, verbose_name="put aside")),
                (
                    "aside_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="hints_put_aside",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="who put it aside",
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
                ("games", models.ManyToManyField(related_name="hints", to="games.game", verbose_name="games")),
            ],
            options={
                "verbose_name": "hint",
                "verbose_name_plural": "hints",
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
            name="Particulars",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "act",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="particulars",
                        to="games.act",
                        verbose_name="act",
                    ),
                ),
                ("salt", models.CharField(editable=False, max_length=32)),
                ("facts", models.JSONField(default=dict, verbose_name="details")),
            ],
            options={
                "verbose_name": "particulars",
                "verbose_name_plural": "particulars",
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
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
                ("quoted", models.CharField(blank=True, max_length=500, verbose_name="what was said")),
                ("words", models.CharField(blank=True, max_length=500, verbose_name="in the reporter's words")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="at")),
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
                (
                    "closed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="closes",
                        to="games.act",
                        verbose_name="closed by",
                    ),
                ),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
                "indexes": [models.Index(condition=models.Q(("state", "open")), fields=["at"], name="report_waits")],
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
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="at")),
            ],
            options={
                "verbose_name": "note for moderators",
                "verbose_name_plural": "notes for moderators",
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Turn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turns",
                        to="games.player",
                        verbose_name="player",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        help_text="Who was to move for the seat.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="turns",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                ("asked", models.PositiveIntegerField(verbose_name="asked since move")),
                ("asked_at", models.DateTimeField(verbose_name="asked at")),
                ("done_at", models.DateTimeField(verbose_name="done at")),
                ("missed", models.BooleanField(default=False, verbose_name="missed the deadline")),
            ],
            options={
                "verbose_name": "turn",
                "verbose_name_plural": "turns",
                "indexes": [models.Index(fields=["user", "-done_at"], name="turn_lately")],
                "constraints": [models.UniqueConstraint(fields=("player", "asked", "user"), name="turn_once")],
            },
        ),
        migrations.AddField(
            model_name="act",
            name="report",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="acts",
                to="games.report",
                verbose_name="report",
            ),
        ),
    ]
