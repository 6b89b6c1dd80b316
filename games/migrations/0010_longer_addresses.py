from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_clocks_that_run_and_agreed_pauses"),
    ]

    operations = [
        migrations.AlterField(
            model_name="pushsubscription",
            name="endpoint",
            field=models.URLField(max_length=1000, unique=True, verbose_name="address"),
        ),
        migrations.AlterField(
            model_name="webhook",
            name="address",
            field=models.URLField(max_length=1000, verbose_name="address"),
        ),
    ]
