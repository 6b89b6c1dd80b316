from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

FILTERS = {
    "games.notice": ("state__exact=owed", "state__exact=pending"),
    "games.delivery": ("state__exact=owed", "state__exact=pending"),
    "games.player": ("gave_up__exact=", "resigned__exact="),
}


def _move(apps: Apps, old: str, new: str) -> None:
    for model in ("Notice", "Delivery"):
        apps.get_model("games", model).objects.filter(state=old).update(state=new)


def _refilter(apps: Apps, model: str, old: str, new: str) -> None:
    for saved in apps.get_model("accounts", "SavedList").objects.filter(model=model, query__contains=old):
        saved.query = saved.query.replace(old, new)
        saved.save(update_fields=["query"])


def forwards(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """What is owed is pending, and saved lists filter by the new names."""
    _move(apps, "owed", "pending")
    for model, (old, new) in FILTERS.items():
        _refilter(apps, model, old, new)


def backwards(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """The other way round."""
    _move(apps, "pending", "owed")
    for model, (old, new) in FILTERS.items():
        _refilter(apps, model, new, old)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_requested_at"),
        ("games", "0019_standard_field_names"),
    ]

    operations = [
        migrations.RemoveIndex("notice", "notice_owed"),
        migrations.RemoveIndex("delivery", "delivery_owed"),
        migrations.AlterField(
            "notice",
            "state",
            models.CharField(
                choices=[("pending", "owed"), ("done", "handed on"), ("dropped", "no longer needed")],
                default="pending",
                max_length=10,
                verbose_name="state",
            ),
        ),
        migrations.AlterField(
            "delivery",
            "state",
            models.CharField(
                choices=[
                    ("pending", "owed"),
                    ("sent", "sent"),
                    ("dropped", "no longer needed"),
                    ("failed", "refused for good"),
                ],
                default="pending",
                max_length=10,
                verbose_name="state",
            ),
        ),
        migrations.RunPython(forwards, backwards),
        migrations.AddIndex(
            "notice",
            models.Index(fields=["due_at"], name="notice_pending", condition=models.Q(("state", "pending"))),
        ),
        migrations.AddIndex(
            "delivery",
            models.Index(fields=["due_at"], name="delivery_pending", condition=models.Q(("state", "pending"))),
        ),
    ]
