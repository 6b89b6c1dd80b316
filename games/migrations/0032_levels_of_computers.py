from django.db import migrations, models


class Migration(migrations.Migration):
    """Five levels of computer players. Old tables keep those that they have; no row changes."""

    dependencies = [("games", "0031_turns_of_minutes")]

    operations = [
        migrations.AlterField(
            model_name="player",
            name="bot",
            field=models.CharField(
                blank=True,
                choices=[
                    ("novice", "Novice"),
                    ("casual", "Casual"),
                    ("club", "Club"),
                    ("strong", "Strong"),
                    ("master", "Master"),
                    ("steady", "steady"),
                    ("random", "random"),
                ],
                max_length=10,
                verbose_name="computer player",
            ),
        ),
    ]
