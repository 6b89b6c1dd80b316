"""The model of notification preferences renamed."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.models.renames import rename_permissions


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("games", "0046_renamed_tables"),
    ]

    operations = [
        migrations.RenameModel(old_name="Choice", new_name="NotificationPreference"),
        migrations.AlterField(
            model_name="notificationpreference",
            name="user",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notification_preferences",
                to=settings.AUTH_USER_MODEL,
                verbose_name="person",
            ),
        ),
        migrations.AlterField(
            model_name="notificationpreference",
            name="game",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notification_preferences",
                to="games.game",
                verbose_name="table",
            ),
        ),
        rename_permissions("games", "choice", "notificationpreference"),
    ]
