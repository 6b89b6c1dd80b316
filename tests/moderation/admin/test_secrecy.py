"""How hidden cards, secrets and standing orders stay hidden in the admin."""

import pytest
from django.urls import reverse

from games import play
from games.models import Move
from tests.cast import client_of
from tests.moderation.admin.pages import MODELS, address, listed, names_a_hidden_card, one, text_of
from tests.playing import give_up


@pytest.fixture(params=[False, True], ids=["running", "ended"])
def hiding(request, running):
    """A running game, or one that moderators have ended and may reopen."""
    if request.param:
        play.stop_game(running)
        running.refresh_from_db()
    return running


def test_no_page_shows_secret_invitation_or_hidden_cards(hiding, staff):
    client = client_of(staff)
    moves = [one("move", pk) for pk in hiding.moves.values_list("pk", flat=True)]
    players = [one("player", pk) for pk in hiding.players.values_list("pk", flat=True)]
    history = reverse("admin:games_game_history", args=[hiding.pk])
    pages = [listed(name) for name in MODELS] + moves + players + [one("game", hiding.pk), history]
    for path in [*pages, address("desk", hiding)]:
        answer = client.get(path)
        assert answer.status_code == 200, path
        text = text_of(answer)
        assert hiding.secret not in text
        assert hiding.invitation not in text
        assert not names_a_hidden_card(text, hiding), path


def test_hidden_cards_and_the_pile_are_not_in_their_lists(hiding, staff):
    client = client_of(staff)
    for card in hiding.cards.filter(face_up=False):
        assert client.get(one("card", card.pk)).status_code == 302
    for tile in hiding.tiles.filter(zone="pile"):
        assert client.get(one("tile", tile.pk)).status_code == 302
    found = client.get(listed("card"), {"q": hiding.public_id}).context["cl"].queryset
    assert set(found.values_list("code", flat=True)) == set(
        hiding.cards.filter(face_up=True).values_list("code", flat=True)
    )


def test_everything_is_visible_in_a_finished_game(running, staff):
    over = give_up(running)
    client = client_of(staff)
    assert client.get(listed("card"), {"q": over.public_id}).context["cl"].result_count == 81
    assert client.get(listed("tile"), {"q": over.public_id}).context["cl"].result_count == 20
    text = text_of(client.get(address("desk", over)))
    assert over.moves.filter(text__startswith="play").first().text in text
    assert "Show hidden cards" not in text
    assert over.secret not in text


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("game", "secret__startswith"),
        ("game", "invitation"),
        ("game", "facts__seen__has_key"),
        ("game", "players__drafts__icontains"),
        ("game", "cards__zone"),
        ("player", "drafts__icontains"),
        ("player", "last_post__contains"),
        ("player", "game__secret__startswith"),
        ("player", "auto_at__isnull"),
        ("move", "text__contains"),
        ("move", "by"),
        ("move", "by__exact"),
        ("player", "orders__has_key"),
        ("incident", "game__players__orders__has_key"),
        ("vote", "by__orders__has_key"),
        ("vacation", "arrangements__player__drafts__icontains"),
        ("notice", "player__drafts__icontains"),
        ("move", "events__icontains"),
        ("card", "game__secret__startswith"),
        ("card", "game__cards__code"),
        ("delivery", "notice__player__drafts__icontains"),
    ],
)
def test_urls_reveal_no_hidden_cards(running, staff, name, question):
    assert client_of(staff).get(listed(name), {question: "1"}).status_code == 400


def test_a_search_finds_no_hidden_cards(running, staff):
    code = running.cards.filter(zone="hand", code__regex="^[0-9]").first().code
    for name in ("card", "move", "player", "game"):
        found = client_of(staff).get(listed(name), {"q": code}).context["cl"].queryset
        assert not found.exists() or name == "card"


def test_an_obeyed_order_looks_like_its_players_move(running, staff):
    Move.objects.filter(game=running, number=3).update(by=Move.By.ORDER)
    client = client_of(staff)
    moves = {"q": running.public_id, "made_by": "player"}
    assert 3 in client.get(listed("move"), moves).context["cl"].queryset.values_list("number", flat=True)
    row = one("move", running.moves.get(number=3).pk)
    for path in (listed("move"), row, address("desk", running)):
        assert "a standing order" not in text_of(client.get(path)), path
