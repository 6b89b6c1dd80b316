from django.db import migrations, models


class Migration(migrations.Migration):
    """Labels in plain words; the stored values stay, and no row changes."""

    dependencies = [("games", "0035_hints_and_odds")]

    operations = [
        migrations.AlterField(
            model_name="delivery",
            name="state",
            field=models.CharField(
                choices=[
                    ("pending", "waiting to be sent"),
                    ("sent", "sent"),
                    ("dropped", "no longer needed"),
                    ("failed", "failed for good"),
                ],
                default="pending",
                max_length=10,
                verbose_name="state",
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="state",
            field=models.CharField(
                choices=[
                    ("pending", "waiting for its time"),
                    ("done", "queued for sending"),
                    ("dropped", "no longer needed"),
                ],
                default="pending",
                max_length=10,
                verbose_name="state",
            ),
        ),
        migrations.AlterField(
            model_name="vote",
            name="kind",
            field=models.CharField(
                choices=[
                    ("pause", "pause the game"),
                    ("resume", "go on with the game"),
                    ("extend", "give more time to those who are to move"),
                    ("cancel", "end the game without a result"),
                ],
                max_length=6,
                verbose_name="kind",
            ),
        ),
    ]
