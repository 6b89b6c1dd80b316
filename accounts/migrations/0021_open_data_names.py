"""The help text of the open data alone: no statement comes of it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0020_erased_names"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="open_data",
            field=models.BooleanField(
                db_default=True,
                default=True,
                help_text=(
                    "Only finished public games. Names are left out, but the table’s address isn’t, and its page names the players."
                ),
                verbose_name="games may be in the open data",
            ),
        ),
    ]
