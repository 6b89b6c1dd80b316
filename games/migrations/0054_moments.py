"""The moments of rows that were called ``at`` renamed."""

from django.db import migrations, models
from django.db.models import Q

from accounts.models.renames import rename_saved_filters

RENAMED = {
    "appeal": "created_at",
    "ballot": "cast_at",
    "heartbeat": "last_run_at",
    "hint": "created_at",
    "incident": "occurred_at",
    "invitation": "sent_at",
    "lessondone": "done_at",
    "message": "sent_at",
    "moderationaction": "created_at",
    "report": "created_at",
    "staffnote": "created_at",
}


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0026_block_created_at"),
        ("games", "0053_finished_at"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="appeal", name="appeal_waits"),
        migrations.RemoveIndex(model_name="hint", name="hint_latest"),
        migrations.RemoveIndex(model_name="hint", name="hint_aside"),
        migrations.RemoveIndex(model_name="report", name="report_waits"),
        *(migrations.RenameField(model_name=model, old_name="at", new_name=field) for model, field in RENAMED.items()),
        migrations.AddIndex(
            model_name="appeal",
            index=models.Index(fields=["created_at"], name="appeal_waits", condition=Q(("state", "open"))),
        ),
        migrations.AddIndex(
            model_name="hint",
            index=models.Index(fields=["-created_at", "-id"], name="hint_latest"),
        ),
        migrations.AddIndex(
            model_name="hint",
            index=models.Index(
                fields=["-created_at", "-id"], name="hint_aside", condition=Q(("aside_at__isnull", False))
            ),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(fields=["created_at"], name="report_waits", condition=Q(("state", "open"))),
        ),
        *(
            rename_saved_filters(f"games.{model}", "at", RENAMED[model])
            for model in ("incident", "message", "moderationaction")
        ),
    ]
