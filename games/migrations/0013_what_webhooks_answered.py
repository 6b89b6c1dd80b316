"""What a webhook answered is kept apart from our own words about it, which each reader gets in his language."""

from django.db import migrations, models

TAKEN, REFUSED = "It was taken. The answer was: ", " The answer was: "


def take_apart(apps, schema_editor):
    """Sentences of old, which were all in English."""
    for hook in apps.get_model("games", "Webhook").objects.exclude(said="").iterator():
        if hook.said.startswith(TAKEN):
            hook.said = hook.said.removeprefix(TAKEN)
        else:
            hook.problem, _between, hook.said = hook.said.partition(REFUSED)
        hook.save(update_fields=["said", "problem"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_who_resigned"),
    ]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="problem",
            field=models.TextField(blank=True, help_text="Empty if it was taken.", verbose_name="last problem"),
        ),
        migrations.RunPython(take_apart, migrations.RunPython.noop),
    ]
