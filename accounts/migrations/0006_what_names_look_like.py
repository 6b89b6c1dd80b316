"""What the names of everybody who is here already look like, so that nobody takes one that passes for them."""

from django.db import migrations

from accounts.profile.names import name_key


def keep_keys(apps, schema_editor):
    """One statement for each person."""
    people = apps.get_model("accounts", "User").objects.only("username", "display_name")
    for person in people.iterator():
        keys = {"username_key": name_key(person.username), "display_name_key": name_key(person.display_name)}
        people.filter(pk=person.pk).update(**keys)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_company_conduct_and_privacy"),
    ]

    operations = [
        migrations.RunPython(keep_keys, migrations.RunPython.noop),
    ]
