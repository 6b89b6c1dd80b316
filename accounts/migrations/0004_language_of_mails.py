"""People who have chosen no language are written to in that of the last page they saw."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_turn_mail_is_a_choice"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="last_language",
            field=models.CharField(blank=True, max_length=10, verbose_name="language of the last page"),
        ),
    ]
