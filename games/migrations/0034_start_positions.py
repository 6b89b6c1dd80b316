"""Games that begin with a position of another game instead of a deal. No row changes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0033_reviews"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
        migrations.AddField(
            model_name="game",
            name="origin",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="played_on",
                to="games.game",
                verbose_name="played on from",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="origin_move",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="Of the game played on from; empty: it was dealt.",
                null=True,
                verbose_name="in place of move",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("origin__isnull", False)), fields=["origin", "host"], name="game_origin"
            ),
        ),
    ]
