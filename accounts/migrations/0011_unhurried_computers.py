"""Whether computer players pause before they move."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_who_is_listed")]

    operations = [
        migrations.AddField(
            "user",
            "unhurried_computers",
            models.BooleanField("computer players take their time", default=False, db_default=False),
        ),
    ]
