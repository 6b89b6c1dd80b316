"""The hour at which a person's playing hours begin."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0029_face_initial")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="playing_from",
            field=models.PositiveSmallIntegerField(
                db_default=9,
                default=9,
                help_text="The first of twelve hours, 0 to 23.",
                verbose_name="my playing hours begin",
            ),
        ),
    ]
