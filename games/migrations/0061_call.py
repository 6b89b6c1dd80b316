"""Calls to play on, which follow each user's choice for starts, except that a digest turns them off."""

from typing import Any

from django.db import migrations, models


def follow_starts(apps: Any, _schema_editor: Any) -> None:
    """Give the new kind each user's choice for starts, in general and for single tables."""
    model = apps.get_model("games", "NotificationPreference")
    model.objects.bulk_create(
        [
            model(
                user_id=row.user_id,
                game_id=row.game_id,
                kind="call",
                channel=row.channel,
                when="off" if row.when == "digest" else row.when,
            )
            for row in model.objects.filter(kind="started").iterator()
        ],
        ignore_conflicts=True,
    )


KINDS = [
    ("turn", "your move"),
    ("near", "a deadline is near"),
    ("next", "you are next"),
    ("call", "somebody calls you to play on"),
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
        ("games", "0060_playing_hours"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="called_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        *(
            migrations.AlterField(
                model_name=model,
                name="kind",
                field=models.CharField(choices=KINDS, max_length=10, verbose_name="kind"),
            )
            for model in ("notice", "notificationpreference")
        ),
        migrations.RunPython(follow_starts, migrations.RunPython.noop),
    ]
