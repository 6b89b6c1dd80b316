"""The moment at which a game ended renamed, as it is called of reviews and files."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0052_variant")]

    operations = [
        *(
            migrations.RemoveIndex(model_name="game", name=name)
            for name in ("game_to_rate", "game_rated", "game_published")
        ),
        migrations.RenameField(model_name="game", old_name="ended_at", new_name="finished_at"),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["variant", "finished_at"], name="game_to_rate", condition=Q(("rating_pending", True))
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["variant", "finished_at"], name="game_rated", condition=Q(("rated", True), ("status", "over"))
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["finished_at"], name="game_published", condition=Q(("public", True), ("status", "over"))
            ),
        ),
    ]
