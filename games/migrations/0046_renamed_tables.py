"""When a table got another name, and in which settings a feed was last shown."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0045_advice"),
    ]

    operations = [
        migrations.AddField(
            model_name="feedkey",
            name="language",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=10),
        ),
        migrations.AddField(
            model_name="feedkey",
            name="settings_changed_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="feedkey",
            name="time_zone",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=50),
        ),
        migrations.AddField(
            model_name="game",
            name="renamed_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
