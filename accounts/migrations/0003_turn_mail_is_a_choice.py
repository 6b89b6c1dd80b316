"""What ``turn_mail`` said is one of the choices of notices now."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_how_to_be_told"), ("games", "0005_who_wanted_no_mails")]

    operations = [migrations.RemoveField(model_name="user", name="turn_mail")]
