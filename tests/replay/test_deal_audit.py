"""The check of a deal: the page before and after the end, access, and its data."""

import json
import re

import pytest
from django.urls import reverse

from games import play
from games.core.store import read_events
from games.models import Move
from games.replay import records
from games.replay.deal_audit import deal_of
from games.rules import fair_deal, record
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.playing import give_up, play_on


def page(game, user=None):
    return client_of(user).get(reverse("deal-audit", args=[game.public_id]))


def data_in(answer, name):
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', answer.content.decode())
    return found and json.loads(found[1])


@pytest.fixture
def over(duel):
    return give_up(play_on(duel, 60))


def test_before_the_end_the_commitment_shows_and_the_secret_does_not(duel, alice, bob, charlie, guest):
    game = play_on(duel, 20)
    for user in (None, alice, bob, charlie, guest):
        answer = page(game, user)
        text = answer.content.decode()
        assert answer.status_code == 200
        assert "The deal is locked" in text
        assert game.secret not in text
        assert data_in(answer, "deal") is None
        assert data_in(answer, "numbers") == {
            "table": game.public_id,
            "commitment": game.commitment,
            "entropy": ["0" * 32, "0" * 31 + "1"],
        }


def test_before_the_start_only_the_commitment_is_noted(alice):
    table = table_of(alice, size=3)
    numbers = data_in(page(table), "numbers")
    assert numbers == {"table": table.public_id, "commitment": table.commitment, "entropy": []}
    assert table.secret not in page(table).content.decode()


def test_a_table_cancelled_before_the_start_never_reveals_its_secret(alice):
    table = table_of(alice, size=3)
    play.cancel(table, alice)
    text = page(table).content.decode()
    assert "nothing to check" in text
    assert table.secret not in text


def test_a_private_table_is_for_its_players(alice, bob, charlie, guest, staff):
    game = give_up(play_on(table_of(alice, bob, public=False), 5))
    assert page(game, alice).status_code == page(game, bob).status_code == 200
    assert {page(game, user).status_code for user in (None, charlie, guest, staff)} == {404}
    assert client_of(alice).post(reverse("deal-audit", args=[game.public_id])).status_code == 405
    assert client_of().get(reverse("deal-audit", args=["nowhere"])).status_code == 404


def test_after_the_end_the_page_has_all_data_of_the_deal(over):
    data = data_in(page(over), "deal")
    secret = bytes.fromhex(data["secret"])
    assert data["commitment"] == fair_deal.commitment(secret)
    key = fair_deal.key(secret, data["table"], data["entropy"])
    for number, shuffle in enumerate(data["shuffles"]):
        assert shuffle["number"] == number
        assert fair_deal.shuffle(key, number, shuffle["pieces"]) == shuffle["order"]
    deck = data["shuffles"][data["deck"]]["order"]
    assert sorted(card for hand in data["hands"] for card in hand) == sorted(deck[:10])
    assert data["broken"] is False


@pytest.mark.slow
def test_the_cards_drawn_are_those_of_the_log(alice, bob, carol):
    game = play_on(table_of(alice, bob, carol), 5000, seed=3)
    deal = deal_of(game)
    deck = list(deal.deck.order[deal.dealt :])
    reshuffled = min((pack.move for pack in deal.later), default=10**6)
    drawn = [card for number, cards in sorted(deal.drawn.items()) for card in cards if number < reshuffled]
    assert drawn == deck[: len(drawn)]
    assert deal.draws == sum(event.kind == "drew" for move in game.moves.all() for event in read_events(move.events))


@pytest.mark.slow
def test_hands_dealt_later_are_those_of_the_log(alice, bob, carol):
    game = play_on(table_of(alice, bob, carol, variant="swedish_chicago", options={"open_card": True}), 150)
    deal = deal_of(game)
    events = [(move.number, event) for move in game.moves.exclude(number=0) for event in read_events(move.events)]
    told = {number: event.private for number, event in events if event.kind == "dealt"}
    assert deal.redealt == {number: [hands[seat]["cards"] for seat in range(3)] for number, hands in told.items()}
    assert len(deal.redealt) > 1
    assert deal.dealt_ever == 15 * (1 + len(deal.redealt))
    last, decks = max(deal.redealt), {pack.move: pack.order for pack in deal.later}
    drawn = [card for number, cards in sorted(deal.drawn.items()) if number > last for card in cards]
    assert drawn == list(decks[last][15 : 15 + len(drawn)])
    before = min(deal.redealt)
    drawn = [card for number, cards in sorted(deal.drawn.items()) if number < before for card in cards]
    assert drawn == list(deal.deck.order[15 : 15 + len(drawn)])


def test_hands_are_shown_in_the_order_of_dealing(over):
    answer = page(over)
    first = read_events(over.moves.get(number=0).events)[0].details["first"]
    assert [hand["seat"].seat for hand in answer.context["hands"]] == [first, 1 - first]
    assert [len(hand["cards"]) for hand in answer.context["hands"]] == [5, 5]


def test_corrupt_rows_are_reported(over):
    Move.objects.filter(game=over, number=6).update(events=[])
    answer = page(over)
    assert answer.status_code == 200
    assert "our record is wrong at “events of move 6”" in answer.content.decode()
    assert data_in(answer, "deal")["broken"] is True
    Move.objects.filter(game=over).delete()
    assert page(over).status_code == 200


def test_an_imported_game_can_be_checked(over, alice):
    text = client_of().get(reverse("record", args=[over.public_id])).content.decode()
    over.delete()
    game = records.store_record(record.read(text))
    answer = page(game, alice)
    assert answer.status_code == 200
    assert data_in(answer, "deal")["secret"] == game.secret


def test_the_page_takes_a_constant_number_of_queries(alice, bob, django_assert_max_num_queries):
    game = play_on(table_of(alice, bob), 10)
    client, address = client_of(alice), reverse("deal-audit", args=[game.public_id])

    def queries():
        with django_assert_max_num_queries(12) as counted:
            client.get(address)
        return len(counted)

    running = queries()
    play_on(game, 40)
    assert queries() == running
    give_up(game)
    queries()


def test_without_script_the_page_names_the_command_to_check_the_record(over):
    text = compact(page(over).content.decode())
    assert '<h1 class="caps">Check this deal</h1>' in text
    assert f"<code>python -m games.rules --check {over.public_id}.record.json</code>" in text


def test_the_explanation_is_public(client, db):
    text = client.get(reverse("fair-dealing")).content.decode()
    assert "The house picks a secret number" in text
    assert "python -m games.rules --check" in text
    assert client.post(reverse("fair-dealing")).status_code == 405
