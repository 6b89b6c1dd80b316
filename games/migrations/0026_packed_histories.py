import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

from accounts.models.online_indexes import AddIndexOnline


class Migration(migrations.Migration):
    """Long histories in few rows: games.archive packs them from now on, ``manage.py archive`` all of them at once."""

    atomic = False

    dependencies = [
        ("games", "0025_room_for_updates"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                "indexes": [models.Index(fields=["user", "-latest"], include=["count"], name="packed_games_latest")]
            },
        ),
        migrations.AddField("player", "packed", models.BooleanField(db_default=False, default=False, editable=False)),
        AddIndexOnline("player", models.Index(fields=["user", "packed", "game"], name="player_packed")),
        migrations.AlterField(
            model_name="player",
            name="user",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="seats",
                to=settings.AUTH_USER_MODEL,
                verbose_name="user",
            ),
        ),
        AddIndexOnline(
            "moderationaction", models.Index(fields=["game"], name="action_ends_game", condition=Q(kind="end"))
        ),
        AddIndexOnline(
            "hint", models.Index(fields=["-at", "-id"], name="hint_aside", condition=Q(aside_at__isnull=False))
        ),
        AddIndexOnline(
            "rating",
            models.Index(
                F("slug"),
                (F("mu") - 2 * F("sigma")).desc(),
                F("user"),
                name="rating_listed",
                include=["mu", "sigma"],
                condition=Q(games__gte=10),
            ),
        ),
        migrations.RemoveIndex("rating", "rating_board"),
    ]
