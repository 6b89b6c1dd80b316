import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PLAYED_BY_COMPUTER = models.Q(("to_move_since__isnull", False)) & (
    ~models.Q(("bot", "")) | models.Q(("stand_in", "computer"))
)


class Migration(migrations.Migration):
    """Fields get the standard names of what they hold; constraints and indexes on them follow."""

    dependencies = [
        ("games", "0018_saved_lists_of_tiles"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint("arrangement", "arrangement_friend_when_friend"),
        migrations.RenameField("arrangement", "way", "kind"),
        migrations.AddConstraint(
            "arrangement",
            models.CheckConstraint(
                condition=models.Q(kind="friend") | models.Q(friend__isnull=True), name="arrangement_friend_when_friend"
            ),
        ),
        migrations.RenameField("delivery", "said", "response"),
        migrations.RenameField("webhook", "said", "response"),
        migrations.RemoveIndex("game", "game_to_rate"),
        migrations.RenameField("game", "rating_owed", "rating_pending"),
        migrations.AddIndex(
            "game",
            models.Index(
                fields=["slug", "ended_at"], name="game_to_rate", condition=models.Q(("rating_pending", True))
            ),
        ),
        migrations.RenameField("game", "talk", "chat_version"),
        migrations.RenameField("game", "gallery", "gallery_version"),
        migrations.AlterField(
            "message",
            "user",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="messages",
                to=settings.AUTH_USER_MODEL,
                verbose_name="person",
            ),
        ),
        migrations.RenameField("player", "gave_up", "resigned"),
        migrations.RenameField("player", "looked_at", "last_seen_at"),
        migrations.RemoveConstraint("player", "player_deadline_when_asked"),
        migrations.RemoveIndex("player", "player_computers"),
        migrations.RenameField("player", "asked_at", "turn_started_at"),
        migrations.AddConstraint(
            "player",
            models.CheckConstraint(
                condition=models.Q(
                    to_move_since__isnull=True, turn_started_at__isnull=True, deadline__isnull=True, left__isnull=True
                )
                | models.Q(to_move_since__isnull=False, turn_started_at__isnull=False),
                name="player_deadline_when_to_move",
            ),
        ),
        migrations.AddIndex(
            "player", models.Index(fields=["turn_started_at"], name="player_computers", condition=PLAYED_BY_COMPUTER)
        ),
        migrations.RenameField("turn", "asked_at", "started_at"),
    ]
