"""Programs that a person has given access; 0001 has made everything else of 0014 to 0017."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0014_authorized_programs"),
        ("accounts", "0015_open_data"),
        ("accounts", "0016_computer_players_from_outside"),
        ("accounts", "0017_skill_shown_to_friends"),
    ]

    dependencies = [
        ("accounts", "0001_squashed_0013_tokens"),
        ("allauth_idp_oidc", "0003_client_allow_uri_wildcards"),
    ]

    operations = [
        migrations.CreateModel(
            name="AuthorizedProgram",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("scopes", models.JSONField(default=list, verbose_name="scopes")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="allowed")),
                ("used_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                (
                    "client",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="allauth_idp_oidc.client",
                        verbose_name="program",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="authorized_programs",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "authorized program",
                "verbose_name_plural": "authorized programs",
                "ordering": ["-made_at", "-pk"],
                "constraints": [models.UniqueConstraint(fields=("user", "client"), name="program_authorized_once")],
            },
        ),
    ]
