from django.db import migrations, models
from django.db.models import Q
from django.db.models.functions import Upper

from accounts.models.online_indexes import AddIndexOnline


class Migration(migrations.Migration):
    """Indexes with which lists and look-ups of people take as long among a million as among a thousand."""

    atomic = False

    dependencies = [("accounts", "0007_requested_at")]

    operations = [
        AddIndexOnline("user", models.Index(Upper("username"), name="username_in_any_case")),
        AddIndexOnline("user", models.Index(fields=["-date_joined", "-id"], name="user_joined")),
        AddIndexOnline("user", models.Index(fields=["username"], name="user_staff", condition=Q(is_staff=True))),
        AddIndexOnline(
            "user", models.Index(fields=["username"], name="user_mail_trouble", condition=~Q(mail_trouble=""))
        ),
    ]
