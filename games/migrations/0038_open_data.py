"""The monthly files of the open data, and an index that finds a month's games."""

from django.db import migrations, models
from django.db.models import Q

from accounts.models.online_indexes import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0037_idempotency_keys")]

    operations = [
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
                ("tries", models.PositiveIntegerField(default=0, verbose_name="tries")),
            ],
            options={"verbose_name": "file of open data", "verbose_name_plural": "files of open data"},
        ),
        AddIndexOnline(
            "game",
            models.Index(fields=["ended_at"], name="game_published", condition=Q(("public", True), ("status", "over"))),
        ),
    ]
