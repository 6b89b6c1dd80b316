"""The moment of an erasure renamed, and with it the condition of an index."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0022_connection_traces"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="user", name="user_listed"),
        migrations.RenameField(model_name="user", old_name="gone_at", new_name="erased_at"),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("erased_at", None), ("is_active", True)), fields=["id"], name="user_listed"
            ),
        ),
    ]
