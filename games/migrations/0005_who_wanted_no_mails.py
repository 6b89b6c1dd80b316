"""Whoever wanted no turn mails keeps being sent none."""

from django.db import migrations


def keep(apps, schema_editor):
    Choice = apps.get_model("games", "Choice")
    quiet = apps.get_model("accounts", "User").objects.filter(turn_mail=False)
    Choice.objects.bulk_create(Choice(user=user, kind="turn", channel="mail", when="off") for user in quiet)


def give_back(apps, schema_editor):
    quiet = apps.get_model("games", "Choice").objects.filter(kind="turn", channel="mail", when="off", game=None)
    apps.get_model("accounts", "User").objects.filter(pk__in=quiet.values("user")).update(turn_mail=False)
    quiet.delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0004_clocks_absence_notices"), ("accounts", "0002_how_to_be_told")]

    operations = [migrations.RunPython(keep, give_back)]
