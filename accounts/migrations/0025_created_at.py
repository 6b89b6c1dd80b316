"""The moments at which tokens were made and programs allowed renamed."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0024_last_seen_at"),
    ]

    operations = [
        migrations.RenameField(model_name="authorizedprogram", old_name="made_at", new_name="created_at"),
        migrations.RenameField(model_name="token", old_name="made_at", new_name="created_at"),
        migrations.AlterModelOptions(
            name="authorizedprogram",
            options={
                "ordering": ["-created_at", "-pk"],
                "verbose_name": "authorized program",
                "verbose_name_plural": "authorized programs",
            },
        ),
        migrations.AlterModelOptions(
            name="token",
            options={
                "ordering": ["-created_at", "-pk"],
                "verbose_name": "token",
                "verbose_name_plural": "tokens",
            },
        ),
    ]
