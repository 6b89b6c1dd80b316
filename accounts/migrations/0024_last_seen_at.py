"""The moment at which a user was last seen renamed."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0023_erased_at"),
    ]

    operations = [
        migrations.RenameField(model_name="user", old_name="here_at", new_name="last_seen_at"),
    ]
