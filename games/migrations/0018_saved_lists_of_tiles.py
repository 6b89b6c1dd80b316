from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def _move(apps: Apps, old: str, new: str) -> None:
    apps.get_model("accounts", "SavedList").objects.filter(model=old).update(model=new)


def forwards(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Saved lists of business tiles become lists of tiles: they name their model."""
    _move(apps, "games.businesstile", "games.tile")


def backwards(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """The other way round."""
    _move(apps, "games.tile", "games.businesstile")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_company_conduct_and_privacy"),
        ("games", "0017_tiles_of_any_game"),
    ]

    operations = [migrations.RunPython(forwards, backwards)]
