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
                    "Only finished public games. Names are left out, but not the table’s address, "
                    "and the table’s page shows who played."
                ),
                verbose_name="public games included in the open data",
            ),
        ),
    ]
