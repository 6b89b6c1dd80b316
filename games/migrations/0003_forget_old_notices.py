"""Notices get another shape; what was owed in the old one is owed anew at the next turn."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0002_permission_to_reveal")]

    operations = [migrations.DeleteModel("Notice")]
