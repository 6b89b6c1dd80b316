"""The model of contact preferences renamed."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.models.renames import rename_permissions


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("games", "0047_notification_preferences"),
    ]

    operations = [
        migrations.RenameModel(old_name="Telling", new_name="ContactPreference"),
        migrations.AlterField(
            model_name="contactpreference",
            name="user",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="contact_preference",
                to=settings.AUTH_USER_MODEL,
                verbose_name="person",
            ),
        ),
        migrations.RenameIndex(
            model_name="contactpreference", old_name="telling_address", new_name="contact_preference_address"
        ),
        rename_permissions("games", "telling", "contactpreference"),
    ]
