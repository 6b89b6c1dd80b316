"""Answers to appeals that can be undone."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0056_plans"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="AppealAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("granted", models.BooleanField(verbose_name="granted")),
                ("reason", models.CharField(max_length=500, verbose_name="reason")),
                ("words", models.CharField(blank=True, max_length=500, verbose_name="what the moderators say")),
                ("due_at", models.DateTimeField(db_index=True, verbose_name="due at")),
                (
                    "appeal",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pending_answer",
                        to="games.appeal",
                        verbose_name="appeal",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="moderator",
                    ),
                ),
            ],
            options={"verbose_name": "answer", "verbose_name_plural": "answers"},
        ),
    ]
