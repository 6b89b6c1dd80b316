"""Whether somebody's finished public games may be in the open data."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0014_authorized_programs")]

    operations = [
        migrations.AddField(
            "user",
            "open_data",
            models.BooleanField(
                "games may be in the open data",
                default=True,
                db_default=True,
                help_text="Finished public games, without names.",
            ),
        ),
    ]
