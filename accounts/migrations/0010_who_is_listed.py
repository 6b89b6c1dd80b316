from django.db import migrations, models
from django.db.models import Q

from accounts.models.online_indexes import AddIndexOnline


class Migration(migrations.Migration):
    """An index that says whether somebody may be on a leaderboard, without their row."""

    atomic = False

    dependencies = [("accounts", "0009_indexes_of_foreign_keys")]

    operations = [
        AddIndexOnline(
            "user", models.Index(fields=["id"], name="user_listed", condition=Q(is_active=True, gone_at=None))
        )
    ]
