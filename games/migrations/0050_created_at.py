"""The moments at which rows were made renamed; moves keep their column."""

from django.db import migrations, models

from accounts.models.renames import rename_saved_filters


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0021_open_data_names"),
        ("games", "0049_batched_deliveries"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="idempotencykey", name="idempotency_key_made"),
        *(
            migrations.RenameField(model_name=model, old_name="made_at", new_name="created_at")
            for model in ("idempotencykey", "notice", "pushsubscription", "webhook", "feedkey")
        ),
        *(
            migrations.RenameField(model_name=model, old_name="made_at", new_name="finished_at")
            for model in ("opendatafile", "review")
        ),
        migrations.AddIndex(
            model_name="idempotencykey", index=models.Index(fields=["created_at"], name="idempotency_key_made")
        ),
        migrations.AlterField(
            model_name="move",
            name="made_at",
            field=models.DateTimeField(auto_now_add=True, db_column="made_at", verbose_name="made at"),
        ),
        migrations.RenameField(model_name="move", old_name="made_at", new_name="created_at"),
        rename_saved_filters("games.move", "made_at", "created_at"),
    ]
