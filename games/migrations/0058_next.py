"""The seat that moves next, and the notice "you are next", which is off at tables without notices of the moment."""

from typing import Any

from django.db import migrations, models


def silence_quiet_tables(apps: Any, _schema_editor: Any) -> None:
    """Turn the new kind off at the tables whose other notices are off or come with the digest."""
    model = apps.get_model("games", "NotificationPreference")
    quiet = model.objects.filter(kind="turn", game__isnull=False, when__in=["off", "digest"])
    off = [
        model(user_id=row.user_id, game_id=row.game_id, kind="next", channel=row.channel, when="off")
        for row in quiet.iterator()
    ]
    model.objects.bulk_create(off, ignore_conflicts=True)


KINDS = [
    ("turn", "your move"),
    ("near", "a deadline is near"),
    ("next", "you are next"),
    ("acted", "a move was made for you"),
    ("started", "a game has started"),
    ("over", "a game is over"),
    ("invited", "an invitation"),
    ("mention", "somebody mentions you"),
    ("vote", "a vote"),
    ("friend", "somebody wants to be friends"),
    ("conduct", "a decision of the moderators"),
    ("test", "a test"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0057_appeal_answers"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="following",
            field=models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
        ),
        *(
            migrations.AlterField(
                model_name=model,
                name="kind",
                field=models.CharField(choices=KINDS, max_length=10, verbose_name="kind"),
            )
            for model in ("notice", "notificationpreference")
        ),
        migrations.RunPython(silence_quiet_tables, migrations.RunPython.noop),
    ]
