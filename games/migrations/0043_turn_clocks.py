"""The rest hours of clocks that run or are paused are from now on kept with them: today's settings."""

from typing import Any

from django.db import migrations, models
from django.db.models import Q

BATCH = 500


def keep_rest_hours(apps: Any, schema_editor: Any) -> None:
    player_model = apps.get_model("games", "Player")
    clocks = player_model.objects.filter(Q(deadline__isnull=False) | Q(left__isnull=False))
    seats = clocks.select_related("user", "friend").only("stand_in", "user", "friend")
    for player in seats.iterator(chunk_size=BATCH):
        mover = player.friend if player.stand_in == "friend" else player.user
        if mover is not None:
            night = [mover.night_from.isoformat(), mover.night_until.isoformat()]
            player_model.objects.filter(pk=player.pk).update(turn_clock={"time_zone": mover.time_zone, "night": night})


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0042_attempts_of_reviews"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="turn_clock",
            field=models.JSONField(blank=True, editable=False, null=True),
        ),
        migrations.RunPython(keep_rest_hours, migrations.RunPython.noop),
    ]
