"""Database setup for moderation: the group of moderators, and triggers that protect the audit log from changes.

Both are recreated after every ``migrate``: permissions don't exist before, tests that empty the database drop the
group, and SQLite loses a table's triggers when a migration changes the table.
"""

from typing import Any

from django.apps import AppConfig, apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission
from django.db import DEFAULT_DB_ALIAS, connections

from games.moderation.rights import GROUP, RIGHTS

_SQLITE = (
    """CREATE TRIGGER IF NOT EXISTS games_moderationaction_unchanged BEFORE UPDATE ON games_moderationaction
    BEGIN SELECT RAISE(ABORT, 'what moderators did is never changed'); END""",
    """CREATE TRIGGER IF NOT EXISTS games_moderationaction_kept BEFORE DELETE ON games_moderationaction
    BEGIN SELECT RAISE(ABORT, 'what moderators did is never deleted'); END""",
)
_POSTGRESQL = (
    """CREATE OR REPLACE FUNCTION games_moderationaction_stays() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION 'what moderators did is never changed or deleted'; END$$""",
    """CREATE OR REPLACE TRIGGER games_moderationaction_stays BEFORE UPDATE OR DELETE ON games_moderationaction
    FOR EACH ROW EXECUTE FUNCTION games_moderationaction_stays()""",
)


def set_up(app_config: AppConfig, using: str = DEFAULT_DB_ALIAS, apps: Any = apps, **_kwargs: Any) -> None:
    """Create the triggers and the group after ``migrate``, once the tables exist."""
    if not any(model._meta.label == "games.ModerationAction" for model in apps.get_models()):
        return
    _create_triggers(using)
    _set_up_group(using)


def _create_triggers(using: str) -> None:
    with connections[using].cursor() as cursor:
        for statement in _POSTGRESQL if connections[using].vendor == "postgresql" else _SQLITE:
            cursor.execute(statement)


def _set_up_group(using: str) -> None:
    """Give the moderators' group exactly the permissions in ``RIGHTS``, undoing any manual change."""
    for app in {right.partition(".")[0] for right in RIGHTS}:
        create_permissions(apps.get_app_config(app), verbosity=0, using=using)
    group, _made = Group.objects.using(using).get_or_create(name=GROUP)
    named = {right.partition(".")[2]: right.partition(".")[0] for right in RIGHTS}
    found = Permission.objects.using(using).filter(codename__in=named).select_related("content_type")
    group.permissions.set([each for each in found if named[each.codename] == each.content_type.app_label])
