"""The admin's lists and rows: permissions, and fields that can't be changed by hand."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from games.models import Card, Game, Move, Notice, Player, Tile, Vacation, Vote
from tests.cast import client_of, table_of
from tests.moderation.admin.pages import MODELS, address, listed, one, text_of
from tests.playing import give_up, play_on


def test_only_staff_get_in(running, alice, bob, charlie, guest):
    pages, acts = (listed("card"), address("desk", running)), ("verify", "reveal")
    for path in pages:
        answer = client_of().get(path)
        assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, reverse("account_login"))
    assert all(client_of().post(address(act, running), {"reason": "curious"}).status_code == 302 for act in acts)
    for user in (alice, bob, charlie, guest):
        client = client_of(user)
        assert {client.get(path).status_code for path in pages} == {404}
        assert {client.post(address(act, running), {"reason": "curious"}).status_code for act in acts} == {404}
    assert not LogEntry.objects.exists()


def test_staff_without_permission_see_nothing(running, clerk):
    client = client_of(clerk)
    assert [client.get(listed(name)).status_code for name in MODELS] == [403] * len(MODELS)
    assert client.get(address("desk", running)).status_code == 403
    assert client.post(address("verify", running)).status_code == 403
    assert client.post(address("reveal", running), {"reason": "curious"}).status_code == 403
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("name", MODELS)
def test_every_list_and_every_row_opens(running, staff, viewer, name):
    for user in (staff, viewer):
        client = client_of(user)
        assert client.get(listed(name), {"q": running.public_id}).status_code == 200
        row = MODELS[name].objects.first() if name != "card" else Card.objects.filter(face_up=True).first()
        if name == "tile":
            row = Tile.objects.filter(slot=0).get()
        assert client.get(one(name, row.pk)).status_code == 200


@pytest.mark.parametrize("name", MODELS)
def test_nothing_is_added_or_deleted_by_hand(running, staff, name):
    client = client_of(staff)
    row = running.cards.filter(face_up=True).first() if name == "card" else MODELS[name].objects.first()
    assert client.get(reverse(f"admin:games_{name}_add")).status_code == 403
    assert client.post(reverse(f"admin:games_{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    client.post(listed(name), {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    assert MODELS[name].objects.filter(pk=row.pk).exists()


def test_a_cards_place_and_a_move_cannot_be_edited(running, staff):
    client = client_of(staff)
    card, move = running.cards.filter(face_up=True).first(), running.moves.get(number=1)
    assert client.post(one("card", card.pk), {"zone": "hand"}).status_code == 403
    assert client.post(one("move", move.pk), {"text": "end"}).status_code == 403
    assert client.post(one("player", running.players.first().pk), {"seat": 9}).status_code == 403
    assert Card.objects.get(pk=card.pk).zone == card.zone
    assert Move.objects.get(pk=move.pk).text == move.text


def test_only_name_and_visibility_of_a_game_can_be_edited(running, staff):
    forged = {"name": "Daybreak", "status": "over", "outcome": "{}", "secret": "0" * 64, "version": 0, "facts": "{}"}
    assert client_of(staff).post(one("game", running.pk), forged).status_code == 302
    after = Game.objects.get(pk=running.pk)
    assert (after.name, after.public) == ("Daybreak", False)
    assert (after.status, after.outcome, after.secret) == (running.status, None, running.secret)
    assert (after.version, after.facts) == (running.version, running.facts)


def test_a_correction_does_not_overwrite_a_concurrent_move(running, staff, monkeypatch):
    def save_form(admin, request, form, change):
        Game.objects.filter(pk=running.pk).update(version=777)
        return form.save(commit=False)

    monkeypatch.setattr("games.moderation.admin.games.GameAdmin.save_form", save_form)
    client_of(staff).post(one("game", running.pk), {"name": "Daybreak", "public": "on"})
    after = Game.objects.get(pk=running.pk)
    assert (after.name, after.version) == ("Daybreak", 777)


def test_the_rows_of_a_vote_and_a_vacation_can_only_be_read(running, staff, alice):
    client = client_of(staff)
    vote, vacation = Vote.objects.get(), Vacation.objects.get()
    pages = [text_of(client.get(one("vote", vote.pk))), text_of(client.get(one("vacation", vacation.pk)))]
    for text in pages:
        assert alice.shown_name in text
        assert not re.search(r'<(input|select)[^>]*name="(ballots|arrangements)-0-(yes|kind|friend)"', text)
    assert client.post(one("vote", vote.pk), {"state": "carried"}).status_code == 403
    assert client.post(one("vacation", vacation.pk), {"state": "over"}).status_code == 403


def test_the_facts_of_a_game_a_seat_and_a_notice_are_told_as_people_say_them(running, staff, alice, bob):
    over = give_up(play_on(table_of(alice, bob), 10))
    Notice.objects.filter(game=over).update(state=Notice.State.DONE)
    notice, seat = Notice.objects.filter(game=over).first(), over.players.get(seat=1)
    Player.objects.filter(pk=seat.pk).update(bank=7200)
    client = client_of(staff)
    pages = {name: text_of(client.get(one(name, row.pk))) for name, row in (("game", over), ("player", seat))}
    pages["notice"] = text_of(client.get(one("notice", notice.pk)))
    for said in (
        "wins: the others have resigned",
        f"/games/{over.public_id}/",
        "With a deal.",
        "Each turn may take",
        "The game isn’t rated.",
    ):
        assert said in pages["game"]
    for said in ("2 of 2", over.rules.presentation.PERSONAS[seat.persona].name, "2 h"):
        assert said in pages["player"]
    assert "is sent through the channels listed below" in pages["notice"]
    for raw in ("winners", seat.entropy, "Version", "Persona", "Asked since move", "Seconds."):
        assert not any(raw in page for page in pages.values()), raw


@pytest.mark.parametrize(
    ("name", "filters"),
    [
        ("game", {"status__exact": "running", "late": "yes", "variant": "chicago_poker"}),
        ("game", {"opened_at__year": "2026", "public__exact": "1"}),
        ("player", {"game__status__exact": "running", "bot__exact": ""}),
        ("card", {"zone": "discard", "face_up__exact": "1", "game__variant": "chicago_poker"}),
        ("tile", {"zone": "street"}),
        ("move", {"made_by": "player"}),
        ("game", {"absence__exact": "computer", "clock__exact": "turn"}),
        ("player", {"stand_in__exact": "computer", "vacant__exact": "0", "resigned__exact": "0"}),
        ("notice", {"state__exact": "pending", "kind__exact": "turn"}),
        ("incident", {"kind__exact": "missed"}),
        ("vote", {"state__exact": "open", "kind__exact": "pause"}),
        ("vacation", {"state__exact": "planned"}),
        ("delivery", {"state__exact": "pending", "notice__kind__exact": "turn", "channel__exact": "mail"}),
    ],
)
def test_filters_work(running, staff, name, filters):
    answer = client_of(staff).get(listed(name), filters)
    assert answer.status_code == 200


def test_lists_take_a_constant_number_of_queries(running, staff, alice, bob, django_assert_max_num_queries):
    client = client_of(staff)

    def queries(path):
        with django_assert_max_num_queries(30) as counted:
            assert client.get(path).status_code == 200
        return len(counted)

    paths = [*map(listed, MODELS), address("desk", running)]
    for path in paths:  # fill Django's caches first
        queries(path)
    before = [queries(path) for path in paths]
    for seed in (5, 6, 7):
        play_on(table_of(alice, bob), 10, seed=seed)
    play_on(running, 15, seed=9)
    assert [queries(path) for path in paths] == before
