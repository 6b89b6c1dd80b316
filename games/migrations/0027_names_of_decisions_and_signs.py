import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Names that staff read; nothing changes in the database."""

    dependencies = [("games", "0026_packed_histories")]

    operations = [
        migrations.AlterModelOptions(
            name="hint",
            options={"verbose_name": "sign of unfair play", "verbose_name_plural": "signs of unfair play"},
        ),
        migrations.AlterModelOptions(
            name="moderationaction",
            options={
                "ordering": ["pk"],
                "permissions": [
                    ("moderate", "Can moderate: warn, mute, suspend, ban, rename, remove messages, answer appeals"),
                    ("moderate_games", "Can moderate games: extend deadlines, replace seats, end games"),
                ],
                "verbose_name": "decision",
                "verbose_name_plural": "decisions",
            },
        ),
        migrations.AlterField(
            model_name="actiondetails",
            name="action",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="action_details",
                to="games.moderationaction",
                verbose_name="decision",
            ),
        ),
        migrations.AlterField(
            model_name="appeal",
            name="action",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="appeal",
                to="games.moderationaction",
                verbose_name="decision",
            ),
        ),
        migrations.AlterField(
            model_name="appeal",
            name="at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="when"),
        ),
        migrations.AlterField(
            model_name="hint",
            name="at",
            field=models.DateTimeField(verbose_name="when"),
        ),
        migrations.AlterField(
            model_name="incident",
            name="at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="when"),
        ),
        migrations.AlterField(
            model_name="message",
            name="at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="when"),
        ),
        migrations.AlterField(
            model_name="moderationaction",
            name="at",
            field=models.DateTimeField(verbose_name="when"),
        ),
        migrations.AlterField(
            model_name="report",
            name="at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="when"),
        ),
        migrations.AlterField(
            model_name="staffnote",
            name="at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="when"),
        ),
    ]
