"""Reports of one person with several accounts."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0054_moments"),
    ]

    operations = [
        migrations.AlterField(
            model_name="report",
            name="category",
            field=models.CharField(
                choices=[
                    ("insult", "insult or harassment"),
                    ("spam", "advertising or nonsense"),
                    ("name", "an offensive or misleading name"),
                    ("unfair", "unfair play"),
                    ("accounts", "several accounts"),
                    ("stalling", "keeps others waiting on purpose"),
                    ("other", "something else"),
                ],
                max_length=8,
                verbose_name="category",
            ),
        ),
    ]
