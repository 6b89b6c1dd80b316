"""The times of a player's own answers."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0058_next"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="answer_times",
            field=models.JSONField(
                blank=True, db_default=models.Value([], models.JSONField()), default=list, editable=False
            ),
        ),
    ]
