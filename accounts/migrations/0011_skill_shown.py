"""People choose whether others see their luck and skill."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_who_is_listed")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="skill_shown",
            field=models.BooleanField(
                default=False,
                help_text="To everybody, on a page beside the profile.",
                verbose_name="show luck and skill",
            ),
        )
    ]
