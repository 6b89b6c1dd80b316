from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

VERBS = ("add", "change", "delete", "view")


def _rename_permissions(apps: Apps, old: str, new: str) -> None:
    for permission in apps.get_model("auth", "Permission").objects.filter(
        content_type__app_label="games", codename__in=[f"{verb}_{old}" for verb in VERBS]
    ):
        permission.codename = permission.codename.replace(old, new)
        permission.save(update_fields=["codename"])


def forwards(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Staff who could see business tiles can see tiles: Django renames the content type, but no permission."""
    _rename_permissions(apps, "businesstile", "tile")


def backwards(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """The other way round."""
    _rename_permissions(apps, "tile", "businesstile")


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("games", "0016_to_move_since"),
    ]

    operations = [
        migrations.RenameModel("BusinessTile", "Tile"),
        migrations.RenameField("Card", "business", "tile"),
        migrations.AlterField(
            model_name="card",
            name="tile",
            field=models.CharField(blank=True, max_length=12, verbose_name="tile"),
        ),
        migrations.AlterModelOptions(
            name="tile",
            options={"verbose_name": "tile", "verbose_name_plural": "tiles"},
        ),
        migrations.RunPython(forwards, backwards),
    ]
