"""Adds the minutes of a turn, for games that are played at one sitting."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0030_lessons_done")]

    operations = [
        migrations.AddField(
            "game",
            "pace_minutes",
            models.PositiveSmallIntegerField(
                db_default=0, default=0, help_text="In addition to the hours.", verbose_name="minutes beside the hours"
            ),
        ),
    ]
