import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

VERBS = ("add", "change", "delete", "view")


def _drop_triggers(schema: BaseDatabaseSchemaEditor, table: str) -> None:
    """Triggers and their function carry the table's name. ``migrate`` creates those of the current table when done."""
    if schema.connection.vendor == "postgresql":
        schema.execute(f"DROP TRIGGER IF EXISTS {table}_stays ON {table}")
        schema.execute(f"DROP FUNCTION IF EXISTS {table}_stays()")
    else:
        schema.execute(f"DROP TRIGGER IF EXISTS {table}_unchanged")
        schema.execute(f"DROP TRIGGER IF EXISTS {table}_kept")


def drop_old_triggers(_apps: Apps, schema: BaseDatabaseSchemaEditor) -> None:
    _drop_triggers(schema, "games_act")


def drop_new_triggers(_apps: Apps, schema: BaseDatabaseSchemaEditor) -> None:
    _drop_triggers(schema, "games_moderationaction")


def _rename_permissions(apps: Apps, old: str, new: str) -> None:
    permissions = apps.get_model("auth", "Permission").objects.filter(content_type__app_label="games")
    for verb in VERBS:
        permissions.filter(codename=f"{verb}_{old}").update(codename=f"{verb}_{new}")


def _move_saved_lists(apps: Apps, old: str, new: str) -> None:
    apps.get_model("accounts", "SavedList").objects.filter(model=old).update(model=new)


def forwards(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Groups and staff keep their permissions: Django renames the content type, but no permission."""
    _rename_permissions(apps, "act", "moderationaction")
    _rename_permissions(apps, "particulars", "actiondetails")
    _move_saved_lists(apps, "games.act", "games.moderationaction")


def backwards(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """The other way round."""
    _rename_permissions(apps, "moderationaction", "act")
    _rename_permissions(apps, "actiondetails", "particulars")
    _move_saved_lists(apps, "games.moderationaction", "games.act")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_company_conduct_and_privacy"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("games", "0020_pending_outbox"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(drop_old_triggers, migrations.RunPython.noop),
        migrations.RenameModel("Act", "ModerationAction"),
        migrations.RenameModel("Particulars", "ActionDetails"),
        migrations.RenameField("actiondetails", "act", "action"),
        migrations.RenameField("appeal", "act", "action"),
        migrations.AlterField(
            "actiondetails",
            "action",
            models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="action_details",
                to="games.moderationaction",
                verbose_name="act",
            ),
        ),
        migrations.AlterField(
            "moderationaction",
            "about",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="moderation_actions_about",
                to=settings.AUTH_USER_MODEL,
                verbose_name="about",
            ),
        ),
        migrations.AlterField(
            "moderationaction",
            "by",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="moderation_actions",
                to=settings.AUTH_USER_MODEL,
                verbose_name="moderator",
            ),
        ),
        migrations.AlterField(
            "moderationaction",
            "game",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="moderation_actions",
                to="games.game",
                verbose_name="game",
            ),
        ),
        migrations.AlterField(
            "moderationaction",
            "report",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="actions",
                to="games.report",
                verbose_name="report",
            ),
        ),
        migrations.RunPython(forwards, backwards),
        migrations.RunPython(migrations.RunPython.noop, drop_new_triggers),
    ]
