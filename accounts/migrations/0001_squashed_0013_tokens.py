"""The tables of accounts as they are after 0017, all but the one of authorized programs.

That one needs allauth's identity provider, whose tables need the accounts; so there are two migrations, and
chicago/run/history.py lets no database stop between them.
"""

import datetime

import django.contrib.auth.models
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import accounts.models.connection_traces
import accounts.models.data_exports
import accounts.models.users
import accounts.validators.names
import accounts.validators.time_zones


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0001_people"),
        ("accounts", "0002_how_to_be_told"),
        ("accounts", "0003_turn_mail_is_a_choice"),
        ("accounts", "0004_language_of_mails"),
        ("accounts", "0005_company_conduct_and_privacy"),
        ("accounts", "0006_what_names_look_like"),
        ("accounts", "0007_requested_at"),
        ("accounts", "0008_flat_growth"),
        ("accounts", "0009_indexes_of_foreign_keys"),
        ("accounts", "0010_who_is_listed"),
        ("accounts", "0011_skill_shown"),
        ("accounts", "0012_unhurried_computers"),
        ("accounts", "0013_tokens"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text=(
                            "Designates whether this user should be treated as active. Unselect this "
                            "instead of deleting accounts."
                        ),
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "This user name is taken."},
                        max_length=30,
                        unique=True,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\\Z",
                                (
                                    "Use letters a to z, digits, dots, hyphens and underscores. Begin "
                                    "and end with a letter or digit."
                                ),
                            )
                        ],
                        verbose_name="user name",
                    ),
                ),
                (
                    "display_name",
                    models.CharField(
                        blank=True,
                        max_length=30,
                        validators=[accounts.validators.names.validate_display_name],
                        verbose_name="display name",
                    ),
                ),
                ("is_guest", models.BooleanField(default=False, verbose_name="guest")),
                ("language", models.CharField(blank=True, max_length=10, verbose_name="language")),
                (
                    "time_zone",
                    models.CharField(
                        default="UTC",
                        max_length=50,
                        validators=[accounts.validators.time_zones.validate_time_zone],
                        verbose_name="time zone",
                    ),
                ),
                ("hand_in_mail", models.BooleanField(default=True, verbose_name="show my hand in e-mails")),
                (
                    "theme",
                    models.CharField(
                        blank=True, choices=[("light", "Light"), ("dark", "Dark")], max_length=5, verbose_name="colours"
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text=(
                            "The groups this user belongs to. A user will get all permissions granted to "
                            "each of their groups."
                        ),
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
                ("digest_hour", models.PositiveSmallIntegerField(default=18, verbose_name="hour of the daily digest")),
                ("here_at", models.DateTimeField(blank=True, null=True, verbose_name="last seen")),
                (
                    "last_call",
                    models.PositiveSmallIntegerField(
                        default=60,
                        help_text="In minutes; 0 means never.",
                        verbose_name="last reminder before a deadline",
                    ),
                ),
                (
                    "mail_trouble",
                    models.TextField(
                        blank=True,
                        help_text="Empty if e-mails arrive.",
                        verbose_name="why e-mails no longer reach this person",
                    ),
                ),
                ("night_from", models.TimeField(default=datetime.time(23, 0), verbose_name="my night begins")),
                ("night_until", models.TimeField(default=datetime.time(7, 0), verbose_name="my night ends")),
                (
                    "quiet_days",
                    models.JSONField(
                        default=accounts.models.users.every_day,
                        help_text="0 is Monday, 6 is Sunday.",
                        verbose_name="quiet hours on",
                    ),
                ),
                ("quiet_from", models.TimeField(blank=True, null=True, verbose_name="quiet hours from")),
                ("quiet_until", models.TimeField(blank=True, null=True, verbose_name="quiet hours until")),
                (
                    "last_language",
                    models.CharField(blank=True, max_length=10, verbose_name="last language used"),
                ),
                (
                    "decision_unread",
                    models.BooleanField(
                        default=False, editable=False, verbose_name="has an unread moderators’ decision"
                    ),
                ),
                ("display_name_key", models.CharField(blank=True, editable=False, max_length=100)),
                (
                    "gone_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="This row then contains no personal data.",
                        null=True,
                        verbose_name="deleted for good",
                    ),
                ),
                (
                    "restricted",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        help_text="The site looks for current restrictions only if this is set.",
                        verbose_name="has ever been restricted",
                    ),
                ),
                (
                    "signed_out_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="All sign-ins before that time have ended.",
                        null=True,
                        verbose_name="signed out everywhere",
                    ),
                ),
                ("username_key", models.CharField(blank=True, editable=False, max_length=100)),
                (
                    "unhurried_computers",
                    models.BooleanField(
                        db_default=False, default=False, verbose_name="computer players take their time"
                    ),
                ),
                (
                    "open_data",
                    models.BooleanField(
                        db_default=True,
                        default=True,
                        help_text="Finished public games, without names.",
                        verbose_name="public games included in the open data",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        help_text="For computer players from outside: the person who owns the program.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bots",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="owner",
                    ),
                ),
                (
                    "owner_name",
                    models.CharField(
                        blank=True, db_default="", default="", editable=False, max_length=30, verbose_name="owner"
                    ),
                ),
                (
                    "skill_shown_to",
                    models.CharField(
                        choices=[("nobody", "Only me"), ("friends", "Friends"), ("anyone", "Anyone")],
                        db_default="nobody",
                        default="nobody",
                        help_text="On a page linked from the profile.",
                        max_length=8,
                        verbose_name="who can see luck and skill",
                    ),
                ),
            ],
            options={
                "verbose_name": "person",
                "verbose_name_plural": "people",
                "indexes": [
                    models.Index(fields=["username_key"], name="username_alike"),
                    models.Index(fields=["display_name_key"], name="display_name_alike"),
                    models.Index(django.db.models.functions.text.Upper("username"), name="username_in_any_case"),
                    models.Index(fields=["-date_joined", "-id"], name="user_joined"),
                    models.Index(condition=models.Q(("is_staff", True)), fields=["username"], name="user_staff"),
                    models.Index(
                        condition=models.Q(("mail_trouble", ""), _negated=True),
                        fields=["username"],
                        name="user_mail_trouble",
                    ),
                    models.Index(
                        condition=models.Q(("gone_at", None), ("is_active", True)), fields=["id"], name="user_listed"
                    ),
                    models.Index(condition=models.Q(("owner__isnull", False)), fields=["owner"], name="user_owner"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("username"),
                        name="username_whatever_its_case",
                        violation_error_message="This user name is taken.",
                    )
                ],
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Sighting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
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
                "verbose_name": "visit",
                "verbose_name_plural": "visits",
                "constraints": [
                    models.UniqueConstraint(fields=("user", "device", "network", "day"), name="sighting_once_a_day")
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
                            ("making", "being prepared"),
                            ("ready", "ready"),
                            ("failed", "failed"),
                        ],
                        default="waiting",
                        max_length=7,
                        verbose_name="state",
                    ),
                ),
                ("done", models.PositiveSmallIntegerField(default=0, verbose_name="parts done")),
                ("total", models.PositiveSmallIntegerField(default=0, verbose_name="parts")),
                ("worked_at", models.DateTimeField(blank=True, null=True, verbose_name="last worked on")),
                ("tries", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("expires_at", models.DateTimeField(blank=True, null=True, verbose_name="expires")),
                ("told_at", models.DateTimeField(blank=True, null=True, verbose_name="notified at")),
                ("file", models.BinaryField(null=True)),
                ("requested_at", models.DateTimeField(auto_now_add=True, verbose_name="requested at")),
            ],
            options={
                "verbose_name": "data download",
                "verbose_name_plural": "data downloads",
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
                        verbose_name="requested by",
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
                ("agreed_at", models.DateTimeField(blank=True, null=True, verbose_name="accepted at")),
                ("declined_at", models.DateTimeField(blank=True, null=True, verbose_name="declined at")),
                ("requested_at", models.DateTimeField(auto_now_add=True, verbose_name="requested at")),
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
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
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
                        verbose_name="blocked person",
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
                        db_index=False,
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
            name="Token",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                ("start", models.CharField(editable=False, max_length=12, verbose_name="begins with")),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                ("scopes", models.JSONField(default=list, verbose_name="scopes")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                ("ends_at", models.DateTimeField(blank=True, null=True, verbose_name="ends")),
                ("used_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "token",
                "verbose_name_plural": "tokens",
                "ordering": ["-made_at", "-pk"],
                "constraints": [models.UniqueConstraint(fields=("user", "name"), name="token_one_per_name")],
            },
        ),
    ]
