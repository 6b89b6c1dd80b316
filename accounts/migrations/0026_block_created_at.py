"""The moment at which a user blocked another renamed."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0025_created_at"),
    ]

    operations = [
        migrations.RenameField(model_name="block", old_name="at", new_name="created_at"),
    ]
