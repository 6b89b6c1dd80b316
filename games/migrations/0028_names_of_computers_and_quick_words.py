from django.db import migrations, models


class Migration(migrations.Migration):
    """Messages of quick words, and computer players by their strength: their names follow from table and persona."""

    dependencies = [("games", "0027_names_of_decisions_and_signs")]

    operations = [
        migrations.AddField(
            model_name="message",
            name="phrase",
            field=models.CharField(
                blank=True,
                choices=[
                    ("luck", "Good luck"),
                    ("played", "Well played"),
                    ("thanks", "Thanks"),
                    ("moment", "One moment, please"),
                ],
                db_default="",
                default="",
                max_length=10,
                verbose_name="quick words",
            ),
        ),
        migrations.AlterField(
            model_name="player",
            name="bot",
            field=models.CharField(
                blank=True,
                choices=[("steady", "steady"), ("random", "random")],
                max_length=10,
                verbose_name="computer player",
            ),
        ),
    ]
