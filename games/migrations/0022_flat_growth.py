from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, Q

from accounts.models.online_indexes import AddIndexOnline

FILL_FACTORS = {"games_game": 80, "games_player": 80, "games_card": 80, "games_tile": 80}
"""Percent. A row that is updated at every move finds room for its next version on the same page, so that PostgreSQL
has no index to update and cleans up by itself."""


def leave_room(_apps: Apps, schema: BaseDatabaseSchemaEditor) -> None:
    """For pages that are written from now on; the old ones stay until the table is rewritten."""
    if schema.connection.vendor == "postgresql":
        for table, percent in FILL_FACTORS.items():
            schema.execute(f"ALTER TABLE {table} SET (fillfactor = {percent})")


def leave_none(_apps: Apps, schema: BaseDatabaseSchemaEditor) -> None:
    if schema.connection.vendor == "postgresql":
        for table in FILL_FACTORS:
            schema.execute(f"ALTER TABLE {table} RESET (fillfactor)")


class Migration(migrations.Migration):
    """Indexes with which pages take as long on a site of a million games as on one of ten thousand."""

    atomic = False

    dependencies = [
        ("games", "0021_moderation_actions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexOnline("game", models.Index(fields=["-opened_at", "-id"], name="game_opened")),
        AddIndexOnline(
            "game",
            models.Index(
                fields=["-started_at", "-id"], name="game_live", condition=Q(("public", True), ("status", "running"))
            ),
        ),
        AddIndexOnline("player", models.Index(fields=["game"], name="player_vacant", condition=Q(vacant=True))),
        AddIndexOnline(
            "rating",
            models.Index(
                F("slug"),
                (F("mu") - 2 * F("sigma")).desc(),
                F("user"),
                name="rating_board",
                condition=Q(games__gte=10),
            ),
        ),
        AddIndexOnline(
            "incident", models.Index(F("details__friend"), name="incident_of_friend", condition=Q(kind="friend"))
        ),
        AddIndexOnline(
            "incident", models.Index(F("details__loser"), name="incident_of_loser", condition=Q(kind="lost"))
        ),
        AddIndexOnline(
            "report", models.Index(fields=["-closed_at", "-id"], name="report_done", condition=Q(state="closed"))
        ),
        AddIndexOnline(
            "appeal", models.Index(fields=["-answered_at", "-id"], name="appeal_done", condition=~Q(state="open"))
        ),
        AddIndexOnline("hint", models.Index(fields=["-at", "-id"], name="hint_latest")),
        AddIndexOnline("vacation", models.Index(fields=["-first", "-id"], name="vacation_first")),
        migrations.RunPython(leave_room, leave_none),
    ]
