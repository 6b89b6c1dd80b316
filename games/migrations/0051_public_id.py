"""The public identifier of a table renamed; it keeps its column, which backups of older databases name."""

from django.db import migrations, models

import games.models.games


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0021_open_data_names"),
        ("games", "0050_created_at"),
    ]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="table",
            field=models.CharField(
                db_column="table",
                default=games.models.games.new_public_id,
                editable=False,
                max_length=12,
                unique=True,
                verbose_name="table",
            ),
        ),
        migrations.RenameField(model_name="game", old_name="table", new_name="public_id"),
    ]
