"""The name of a game's rules renamed, in its row, in ratings and in ladders."""

from django.db import migrations, models
from django.db.models import F, Q

from accounts.models.renames import rename_saved_filters


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0021_open_data_names"),
        ("games", "0051_public_id"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="rating", name="rating_one_per_game"),
        migrations.RemoveIndex(model_name="rating", name="rating_listed"),
        migrations.RemoveIndex(model_name="game", name="game_to_rate"),
        migrations.RemoveIndex(model_name="game", name="game_rated"),
        *(
            migrations.RenameField(model_name=model, old_name="slug", new_name="variant")
            for model in ("game", "ladder", "rating")
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["variant", "ended_at"], name="game_to_rate", condition=Q(("rating_pending", True))
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["variant", "ended_at"], name="game_rated", condition=Q(("rated", True), ("status", "over"))
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                F("variant"),
                (F("mu") - 2 * F("sigma")).desc(),
                F("user"),
                name="rating_listed",
                include=["mu", "sigma"],
                condition=Q(("games__gte", 10)),
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=["user", "variant"], name="rating_one_per_game"),
        ),
        *(
            rename_saved_filters(f"games.{model}", "slug", "variant", "=")
            for model in ("game", "rating", "player", "move", "card", "tile")
        ),
    ]
