"""Luck and skill can be shown to friends alone."""

from django.db import migrations, models


def keep(apps, schema_editor):
    """Who showed the page, showed it to anyone."""
    apps.get_model("accounts", "User").objects.filter(skill_shown=True).update(skill_shown_to="anyone")


def give_back(apps, schema_editor):
    """What friends alone saw is seen by nobody."""
    apps.get_model("accounts", "User").objects.filter(skill_shown_to="anyone").update(skill_shown=True)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0016_computer_players_from_outside")]

    operations = [
        migrations.AddField(
            "user",
            "skill_shown_to",
            models.CharField(
                "who sees luck and skill",
                max_length=8,
                choices=[("nobody", "Only me"), ("friends", "Friends"), ("anyone", "Anyone")],
                default="nobody",
                db_default="nobody",
                help_text="On a page beside the profile.",
            ),
        ),
        migrations.RunPython(keep, give_back),
        migrations.RemoveField("user", "skill_shown"),
    ]
