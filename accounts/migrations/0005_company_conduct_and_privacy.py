"""Friends and blocks, restrictions, downloads of data, sightings, lists that staff save."""

import django.db.models.deletion
import django.db.models.functions.comparison
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import accounts.models.connection_traces
import accounts.models.data_exports


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_language_of_mails"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="decision_unread",
            field=models.BooleanField(
                default=False, editable=False, verbose_name="has not read a decision of the moderators"
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="display_name_key",
            field=models.CharField(blank=True, editable=False, max_length=100),
        ),
        migrations.AddField(
            model_name="user",
            name="gone_at",
            field=models.DateTimeField(
                blank=True,
                help_text="Then nothing personal is left in this row.",
                null=True,
                verbose_name="gone for good",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="restricted",
            field=models.BooleanField(
                default=False,
                editable=False,
                help_text="Whether it is so now, the restrictions say; without this nobody has to ask for them.",
                verbose_name="restricted at some time",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="signed_out_at",
            field=models.DateTimeField(
                blank=True,
                help_text="Whatever was signed in before then is signed out.",
                null=True,
                verbose_name="signed out everywhere",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="username_key",
            field=models.CharField(blank=True, editable=False, max_length=100),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(fields=["username_key"], name="username_alike"),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(fields=["display_name_key"], name="display_name_alike"),
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocks",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "who",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocked_by",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="who",
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="at")),
            ],
            options={
                "verbose_name": "block",
                "verbose_name_plural": "blocks",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("by", models.F("who")), _negated=True), name="block_of_another"
                    ),
                    models.UniqueConstraint(fields=("by", "who"), name="block_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Export",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exports",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        default=accounts.models.data_exports.new_key, editable=False, max_length=40, unique=True
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("making", "being made"),
                            ("ready", "ready"),
                            ("failed", "failed"),
                        ],
                        default="waiting",
                        max_length=7,
                        verbose_name="state",
                    ),
                ),
                ("done", models.PositiveSmallIntegerField(default=0, verbose_name="parts made")),
                ("total", models.PositiveSmallIntegerField(default=0, verbose_name="parts")),
                ("asked_at", models.DateTimeField(auto_now_add=True, verbose_name="asked at")),
                ("worked_at", models.DateTimeField(blank=True, null=True, verbose_name="last worked on")),
                ("tries", models.PositiveSmallIntegerField(default=0, verbose_name="tries")),
                ("expires_at", models.DateTimeField(blank=True, null=True, verbose_name="expires")),
                ("told_at", models.DateTimeField(blank=True, null=True, verbose_name="told at")),
                ("file", models.BinaryField(null=True)),
            ],
            options={
                "verbose_name": "download of data",
                "verbose_name_plural": "downloads of data",
                "indexes": [models.Index(fields=["expires_at"], name="export_expires")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["waiting", "making"])),
                        fields=("user",),
                        name="export_one_at_a_time",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Friendship",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="friends_asked",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="asked by",
                    ),
                ),
                (
                    "to",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="asked_by_friends",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="asked",
                    ),
                ),
                ("asked_at", models.DateTimeField(auto_now_add=True, verbose_name="asked at")),
                ("agreed_at", models.DateTimeField(blank=True, null=True, verbose_name="agreed at")),
                ("declined_at", models.DateTimeField(blank=True, null=True, verbose_name="declined at")),
            ],
            options={
                "verbose_name": "friendship",
                "verbose_name_plural": "friendships",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("by", models.F("to")), _negated=True), name="friendship_of_two"
                    ),
                    models.UniqueConstraint(
                        django.db.models.functions.comparison.Least("by", "to"),
                        django.db.models.functions.comparison.Greatest("by", "to"),
                        name="friendship_one_per_pair",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Restriction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="restrictions",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("mute", "may not write"),
                            ("suspension", "may not play or write"),
                            ("ban", "may not come back"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("since", models.DateTimeField(default=django.utils.timezone.now, verbose_name="since")),
                (
                    "until",
                    models.DateTimeField(blank=True, help_text="Empty: for good.", null=True, verbose_name="until"),
                ),
                ("lifted_at", models.DateTimeField(blank=True, null=True, verbose_name="lifted")),
            ],
            options={
                "verbose_name": "restriction",
                "verbose_name_plural": "restrictions",
                "indexes": [
                    models.Index(
                        condition=models.Q(("lifted_at__isnull", True)), fields=["user"], name="restriction_of"
                    ),
                    models.Index(
                        condition=models.Q(("lifted_at__isnull", True)), fields=["until"], name="restriction_ends"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SavedList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saved_lists",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                ("model", models.CharField(help_text="Application and model.", max_length=100, verbose_name="list")),
                ("query", models.CharField(blank=True, max_length=500, verbose_name="filters")),
            ],
            options={
                "verbose_name": "saved list",
                "verbose_name_plural": "saved lists",
                "ordering": ["name", "pk"],
                "constraints": [models.UniqueConstraint(fields=("user", "name"), name="saved_list_one_per_name")],
            },
        ),
        migrations.CreateModel(
            name="Sighting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sightings",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                ("device", models.CharField(db_index=True, max_length=32, verbose_name="device")),
                ("network", models.CharField(db_index=True, max_length=32, verbose_name="network")),
                ("day", models.DateField(default=accounts.models.connection_traces.today, verbose_name="day")),
                ("first_at", models.DateTimeField(auto_now_add=True, verbose_name="first seen")),
                ("last_at", models.DateTimeField(db_index=True, verbose_name="last seen")),
            ],
            options={
                "verbose_name": "sighting",
                "verbose_name_plural": "sightings",
                "constraints": [
                    models.UniqueConstraint(fields=("user", "device", "network", "day"), name="sighting_once_a_day")
                ],
            },
        ),
    ]
