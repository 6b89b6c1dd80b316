"""The model of connection traces renamed."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.models.renames import rename_permissions


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("accounts", "0021_open_data_names"),
    ]

    operations = [
        migrations.RenameModel(old_name="Sighting", new_name="ConnectionTrace"),
        migrations.AlterField(
            model_name="connectiontrace",
            name="user",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="connection_traces",
                to=settings.AUTH_USER_MODEL,
                verbose_name="person",
            ),
        ),
        rename_permissions("accounts", "sighting", "connectiontrace"),
    ]
