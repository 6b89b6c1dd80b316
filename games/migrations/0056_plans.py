"""Plans of seats."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0055_several_accounts"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="plan",
            field=models.JSONField(
                blank=True, db_default=models.Value({}, models.JSONField()), default=dict, editable=False
            ),
        ),
        migrations.AlterField(
            model_name="move",
            name="by",
            field=models.CharField(
                choices=[
                    ("player", "the player"),
                    ("computer", "a computer player"),
                    ("form", "the site"),
                    ("clock", "the clock"),
                    ("order", "a standing order"),
                    ("plan", "a plan"),
                    ("friend", "a friend who sits in"),
                ],
                default="player",
                max_length=10,
                verbose_name="made by",
            ),
        ),
    ]
