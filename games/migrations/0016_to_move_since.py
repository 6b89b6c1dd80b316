from django.conf import settings
from django.db import migrations, models

PLAYED_BY_COMPUTER = models.Q(("to_move_since__isnull", False)) & (
    ~models.Q(("bot", "")) | models.Q(("stand_in", "computer"))
)


class Migration(migrations.Migration):
    """``Player.asked`` and ``Turn.asked`` become ``to_move_since``, and ``Player.seen`` becomes ``last_turn_end``."""

    dependencies = [
        ("games", "0015_when_computers_move_next"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint("player", "player_deadline_when_asked"),
        migrations.RemoveIndex("player", "player_computers"),
        migrations.RemoveIndex("player", "player_waiting"),
        migrations.RemoveConstraint("turn", "turn_once"),
        migrations.RenameField("player", "asked", "to_move_since"),
        migrations.RenameField("player", "seen", "last_turn_end"),
        migrations.RenameField("turn", "asked", "to_move_since"),
        migrations.AddConstraint(
            "player",
            models.CheckConstraint(
                condition=models.Q(
                    to_move_since__isnull=True, asked_at__isnull=True, deadline__isnull=True, left__isnull=True
                )
                | models.Q(to_move_since__isnull=False, asked_at__isnull=False),
                name="player_deadline_when_asked",
            ),
        ),
        migrations.AddIndex(
            "player", models.Index(fields=["asked_at"], name="player_computers", condition=PLAYED_BY_COMPUTER)
        ),
        migrations.AddIndex(
            "player",
            models.Index(
                fields=["user", "deadline"], name="player_waiting", condition=models.Q(to_move_since__isnull=False)
            ),
        ),
        migrations.AddConstraint(
            "turn", models.UniqueConstraint(fields=["player", "to_move_since", "user"], name="turn_once")
        ),
    ]
