"""Recompute the keys of display names, which no longer hold characters that are drawn as nothing."""

from typing import Any

from django.db import migrations

from accounts.validators.names import name_key

BATCH = 500


def recompute_keys(apps: Any, _schema_editor: Any) -> None:
    """Update the keys that differ. User names are plain, so theirs are as they were."""
    users = apps.get_model("accounts", "User").objects
    for user in users.exclude(display_name="").only("display_name", "display_name_key").iterator(BATCH):
        if user.display_name_key != (key := name_key(user.display_name)):
            users.filter(pk=user.pk, display_name=user.display_name).update(display_name_key=key)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0018_program")]

    operations = [migrations.RunPython(recompute_keys, migrations.RunPython.noop, elidable=True)]
