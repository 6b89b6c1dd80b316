from django.db import migrations


class Migration(migrations.Migration):
    """``Friendship.asked_at`` and ``Export.asked_at`` become ``requested_at``."""

    dependencies = [("accounts", "0006_what_names_look_like")]

    operations = [
        migrations.RenameField("friendship", "asked_at", "requested_at"),
        migrations.RenameField("export", "asked_at", "requested_at"),
    ]
