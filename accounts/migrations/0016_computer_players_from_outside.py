"""Accounts of computer players from outside, which belong to a person."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

from accounts.models.online_indexes import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0015_open_data")]

    operations = [
        migrations.AddField(
            "user",
            "owner",
            models.ForeignKey(
                blank=True,
                db_index=False,
                help_text="Of a computer player from outside: whose program plays it.",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="bots",
                to=settings.AUTH_USER_MODEL,
                verbose_name="owner",
            ),
        ),
        migrations.AddField(
            "user",
            "owner_name",
            models.CharField(
                blank=True, db_default="", default="", editable=False, max_length=30, verbose_name="owner"
            ),
        ),
        AddIndexOnline(
            "user", models.Index(fields=["owner"], name="user_owner", condition=Q(("owner__isnull", False)))
        ),
    ]
