"""Stuck notifications and deliveries: sent again by hand, and listed on one page."""

from datetime import timedelta

from django.contrib.admin.models import LogEntry
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, Heartbeat
from tests.cast import client_of
from tests.moderation.admin.pages import listed, text_of


def test_a_notice_is_sent_again(running, staff, viewer):
    pk = Delivery.objects.get().pk
    Delivery.objects.update(state="sent", sent_at=timezone.now(), error="once")
    act = {"action": "send_again", "_selected_action": [pk]}
    client_of(viewer).post(listed("delivery"), act)
    assert Delivery.objects.get(pk=pk).state == "sent"
    assert client_of(staff).post(listed("delivery"), act, follow=True).status_code == 200
    again = Delivery.objects.get(pk=pk)
    assert (again.state, again.sent_at, again.error) == ("pending", None, "")
    assert again.due_at <= timezone.now()
    assert LogEntry.objects.get().object_id == str(pk)


def test_stuck_deliveries_are_listed_on_one_page(running, staff, viewer, clerk, alice):
    Delivery.objects.update(tries=3, error="the post office burnt down", due_at=timezone.now() - timedelta(hours=5))
    User.objects.filter(pk=alice.pk).update(mail_trouble="550 nobody here")
    address = reverse("admin:games_delivery_stuck")
    for user in (staff, viewer):
        text = text_of(client_of(user).get(address))
        assert "the post office burnt down" in text
        assert "550 nobody here" in text
        assert alice.email in text
    Delivery.objects.update(state="failed", error="no thanks")
    assert "no thanks" in text_of(client_of(staff).get(address))
    assert client_of(clerk).get(address).status_code == 403
    assert client_of(alice).get(address).status_code == 404
    assert address in text_of(client_of(staff).get(reverse("admin:index")))
    assert address not in text_of(client_of(clerk).get(reverse("admin:index")))
    assert address in text_of(client_of(staff).get(listed("delivery")))


def test_each_stalled_sweep_is_shown(running, staff):
    client, address = client_of(staff), reverse("admin:games_delivery_stuck")
    assert text_of(client.get(address)).count("has never run") == 2
    Heartbeat.note("games.sweep", timezone.now() - timedelta(minutes=3))
    text = text_of(client.get(address))
    assert "games.sweep last ran 3\N{NO-BREAK SPACE}minutes ago" in text
    assert "games.sweep_deadlines has never run" in text


def test_the_list_of_stuck_deliveries_takes_few_queries(running, staff, django_assert_max_num_queries):
    client = client_of(staff)
    with django_assert_max_num_queries(15):
        assert client.get(reverse("admin:games_delivery_stuck")).status_code == 200
