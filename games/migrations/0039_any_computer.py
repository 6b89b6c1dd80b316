"""Tables at which computer players from outside may sit down, and webhooks that play for them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0038_open_data")]

    operations = [
        migrations.AddField(
            "game",
            "any_computer",
            models.BooleanField(
                "any computer",
                db_default=False,
                default=False,
                help_text="Computer players from outside may sit down.",
            ),
        ),
        migrations.AlterField(
            "webhook",
            "form",
            models.CharField(
                choices=[("json", "JSON"), ("discord", "Discord"), ("slack", "Slack"), ("player", "a computer player")],
                default="json",
                max_length=7,
                verbose_name="form",
            ),
        ),
    ]
