"""The column of batched deliveries renamed."""

from django.db import migrations

from accounts.models.renames import rename_saved_filters


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0021_open_data_names"),
        ("games", "0048_contact_preferences"),
    ]

    operations = [
        migrations.RenameField(model_name="delivery", old_name="together", new_name="batched"),
        rename_saved_filters("games.delivery", "together", "batched"),
    ]
