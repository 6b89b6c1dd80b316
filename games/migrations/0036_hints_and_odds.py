"""How many hints a player took, and whether a table shows odds."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0032_levels_of_computers")]

    operations = [
        migrations.AddField(
            "player",
            "hints",
            models.PositiveSmallIntegerField("hints taken", default=0, db_default=0),
        ),
        migrations.AddField("game", "odds", models.BooleanField("odds", default=False, db_default=False)),
    ]
