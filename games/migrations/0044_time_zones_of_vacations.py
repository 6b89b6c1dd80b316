"""A vacation that has begun keeps its time zone; those under way get that of today."""

from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def keep_zones(apps: Any, schema_editor: Any) -> None:
    people = apps.get_model("accounts", "User").objects.filter(pk=OuterRef("user"))
    unfinished = apps.get_model("games", "Vacation").objects.filter(state__in=["planned", "on"])
    unfinished.update(time_zone=Subquery(people.values("time_zone")))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0043_turn_clocks"),
    ]

    operations = [
        migrations.AddField(
            model_name="vacation",
            name="time_zone",
            field=models.CharField(
                blank=True, db_default="", default="", editable=False, max_length=50, verbose_name="time zone"
            ),
        ),
        migrations.RunPython(keep_zones, migrations.RunPython.noop),
    ]
