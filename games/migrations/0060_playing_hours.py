"""Playing hours of tables. Tables from before have none, so nothing changes for them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0059_answer_times")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="playing_hours",
            field=models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                help_text="Outside them no clock runs; 0 is no limit.",
                verbose_name="playing hours a day",
            ),
        ),
    ]
