"""The admin: who may look at what, what nobody can change by hand, and how hidden cards stay hidden."""

import re
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import play, store
from games.models import BusinessTile, Card, Delivery, Game, Heartbeat, Incident, Move, Notice, Player, Vacation, Vote
from games.notices import outbox
from tests.cast import client_of, somebody, table_of
from tests.games.playing import give_up, play_on

MODELS = {
    "game": Game,
    "player": Player,
    "card": Card,
    "businesstile": BusinessTile,
    "move": Move,
    "notice": Notice,
    "delivery": Delivery,
    "incident": Incident,
    "vote": Vote,
    "vacation": Vacation,
}
DESK_ACTS = ("desk", "verify", "reveal")


def address(act, game):
    return reverse(f"admin:games_game_{act}", args=[game.pk])


def listed(name):
    return reverse(f"admin:games_{name}_changelist")


def one(name, pk):
    return reverse(f"admin:games_{name}_change", args=[pk])


def permit(user, *codenames):
    user.user_permissions.add(*Permission.objects.filter(codename__in=codenames, content_type__app_label="games"))
    return user


def text_of(answer):
    return answer.content.decode()


@pytest.fixture
def running(alice, bob):
    """A game of alice and bob in its middle: cards face down, a draft, a vote, a vacation, a mail owed."""
    game = play_on(table_of(alice, bob, name="Nightfall"), 30, seed=2)
    while not draft(game):
        play_on(game, 1)
    assert game.cards.filter(zone="column", face_up=False).exists()
    notice = Notice.objects.filter(game=game).last()
    Notice.objects.filter(pk=notice.pk).update(due_at=timezone.now())
    assert outbox.hand_on(notice.pk)
    alices = game.players.get(user=alice)
    play.propose(alices, Vote.Kind.PAUSE)
    soon = timezone.now().date() + timedelta(days=9)
    play.plan_vacation(alice, soon, soon, {})
    return Game.objects.get(pk=game.pk)


def draft(game):
    """Whoever is asked plays a gangster, if he can, and leaves it at that."""
    player = Player.objects.select_related("game").get(game=game, asked__isnull=False)
    state = play.drafted(store.load(game).state, player).state
    text = next((text for text in state.legal_moves(player.seat) if text.startswith("play ")), None)
    if text is not None:
        play.move(player, text, play.version_of(player.game, player))
    return text is not None


@pytest.fixture
def clerk(db):
    """Staff without any permission."""
    return somebody("clerk", is_staff=True)


@pytest.fixture
def viewer(db):
    """Staff who may look at everything of games, and no more."""
    return permit(somebody("viewer", is_staff=True), *(f"view_{name}" for name in MODELS))


def hidden_codes(game):
    return set(game.cards.filter(face_up=False).values_list("code", flat=True))


def names_a_hidden_card(text, game):
    """The hidden gangsters named in a page, tokens and pictures aside. Specials are named like their moves."""
    text = re.sub(r"<script.*?</script>|<svg.*?</svg>|<input[^>]*>", "", text, flags=re.DOTALL)
    return hidden_codes(game) & set(re.findall(r"\b\d+[RMSCF]\b", text))


def test_only_staff_get_in(running, alice, bob, charlie, guest):
    for user in (None, alice, bob, charlie, guest):
        for path in (listed("card"), address("desk", running)):
            answer = client_of(user).get(path)
            assert answer.status_code == 302
            assert "login" in answer["Location"]
        for act in ("verify", "reveal"):
            assert client_of(user).post(address(act, running), {"reason": "curious"}).status_code == 302
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
        assert client.get(listed(name), {"q": running.table}).status_code == 200
        row = MODELS[name].objects.first() if name != "card" else Card.objects.filter(face_up=True).first()
        if name == "businesstile":
            row = BusinessTile.objects.filter(slot=0).get()
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


def test_of_a_game_only_name_and_visibility_are_put_right(running, staff):
    forged = {"name": "Daybreak", "status": "over", "outcome": "{}", "secret": "0" * 64, "version": 0, "facts": "{}"}
    assert client_of(staff).post(one("game", running.pk), forged).status_code == 302
    after = Game.objects.get(pk=running.pk)
    assert (after.name, after.public) == ("Daybreak", False)
    assert (after.status, after.outcome, after.secret) == (running.status, None, running.secret)
    assert (after.version, after.facts) == (running.version, running.facts)


def test_a_correction_overwrites_no_move_made_meanwhile(running, staff, monkeypatch):
    def save_form(admin, request, form, change):
        Game.objects.filter(pk=running.pk).update(version=777)
        return form.save(commit=False)

    monkeypatch.setattr("games.admin.game.GameAdmin.save_form", save_form)
    client_of(staff).post(one("game", running.pk), {"name": "Daybreak", "public": "on"})
    after = Game.objects.get(pk=running.pk)
    assert (after.name, after.version) == ("Daybreak", 777)


def test_no_page_shows_secret_invitation_or_hidden_cards(running, staff):
    client = client_of(staff)
    moves = [one("move", pk) for pk in running.moves.values_list("pk", flat=True)]
    players = [one("player", pk) for pk in running.players.values_list("pk", flat=True)]
    history = reverse("admin:games_game_history", args=[running.pk])
    pages = [listed(name) for name in MODELS] + moves + players + [one("game", running.pk), history]
    for path in [*pages, address("desk", running)]:
        answer = client.get(path)
        assert answer.status_code == 200, path
        text = text_of(answer)
        assert running.secret not in text
        assert running.invitation not in text
        assert not names_a_hidden_card(text, running), path


def test_hidden_cards_and_the_pile_are_not_in_their_lists(running, staff):
    client = client_of(staff)
    for card in running.cards.filter(face_up=False):
        assert client.get(one("card", card.pk)).status_code == 302
    for tile in running.tiles.filter(zone="pile"):
        assert client.get(one("businesstile", tile.pk)).status_code == 302
    found = client.get(listed("card"), {"q": running.table}).context["cl"].queryset
    assert set(found.values_list("code", flat=True)) == set(
        running.cards.filter(face_up=True).values_list("code", flat=True)
    )


def test_when_it_is_over_everything_lies_open(running, staff):
    over = give_up(running)
    client = client_of(staff)
    assert client.get(listed("card"), {"q": over.table}).context["cl"].result_count == 81
    assert client.get(listed("businesstile"), {"q": over.table}).context["cl"].result_count == 20
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
def test_addresses_answer_no_questions_about_what_is_hidden(running, staff, name, question):
    assert client_of(staff).get(listed(name), {question: "1"}).status_code == 400


@pytest.mark.parametrize(
    ("name", "filters"),
    [
        ("game", {"status__exact": "running", "late": "yes", "slug": "chicago_poker"}),
        ("game", {"opened_at__year": "2026", "public__exact": "1"}),
        ("player", {"game__status__exact": "running", "bot__exact": ""}),
        ("card", {"zone": "discard", "face_up__exact": "1", "game__slug": "chicago_poker"}),
        ("businesstile", {"zone": "street"}),
        ("move", {"made_by": "player"}),
        ("game", {"absence__exact": "computer", "clock__exact": "turn"}),
        ("player", {"stand_in__exact": "computer", "vacant__exact": "0", "gave_up__exact": "0"}),
        ("notice", {"state__exact": "owed", "kind__exact": "turn"}),
        ("incident", {"kind__exact": "missed"}),
        ("vote", {"state__exact": "open", "kind__exact": "pause"}),
        ("vacation", {"state__exact": "planned"}),
        ("delivery", {"state__exact": "owed", "notice__kind__exact": "turn", "channel__exact": "mail"}),
    ],
)
def test_filters_work(running, staff, name, filters):
    answer = client_of(staff).get(listed(name), filters)
    assert answer.status_code == 200


def test_a_search_does_not_find_what_is_hidden(running, staff):
    code = running.cards.filter(zone="hand", code__regex="^[0-9]").first().code
    for name in ("card", "move", "player", "game"):
        found = client_of(staff).get(listed(name), {"q": code}).context["cl"].queryset
        assert not found.exists() or name == "card"


def test_lists_take_a_constant_number_of_queries(running, staff, alice, bob, django_assert_max_num_queries):
    client = client_of(staff)

    def queries(path):
        with django_assert_max_num_queries(30) as counted:
            assert client.get(path).status_code == 200
        return len(counted)

    paths = [*map(listed, MODELS), address("desk", running)]
    for path in paths:  # what Django looks up once and remembers is no part of it
        queries(path)
    before = [queries(path) for path in paths]
    for seed in (5, 6, 7):
        play_on(table_of(alice, bob), 10, seed=seed)
    play_on(running, 15, seed=9)
    assert [queries(path) for path in paths] == before


def test_an_obeyed_order_looks_like_its_players_move(running, staff):
    Move.objects.filter(game=running, number=3).update(by=Move.By.ORDER)
    client = client_of(staff)
    moves = {"q": running.table, "made_by": "player"}
    assert 3 in client.get(listed("move"), moves).context["cl"].queryset.values_list("number", flat=True)
    row = one("move", running.moves.get(number=3).pk)
    for path in (listed("move"), row, address("desk", running)):
        assert "a standing order" not in text_of(client.get(path)), path


def test_the_rows_of_a_vote_and_a_vacation_can_only_be_read(running, staff, alice):
    client = client_of(staff)
    vote, vacation = Vote.objects.get(), Vacation.objects.get()
    pages = [text_of(client.get(one("vote", vote.pk))), text_of(client.get(one("vacation", vacation.pk)))]
    for text in pages:
        assert alice.shown_name in text
        assert not re.search(r'<(input|select)[^>]*name="(ballots|arrangements)-0-(yes|way|friend)"', text)
    assert client.post(one("vote", vote.pk), {"state": "carried"}).status_code == 403
    assert client.post(one("vacation", vacation.pk), {"state": "over"}).status_code == 403


def test_the_desk_says_who_sits_in(running, staff, alice, bob):
    client = client_of(staff)
    running.players.filter(user=alice).update(stand_in="friend", friend=bob)
    assert f"a friend: {bob}" in text_of(client.get(address("desk", running)))


def test_late_players_stand_out(running, staff):
    client = client_of(staff)
    assert not client.get(listed("game"), {"late": "yes"}).context["cl"].result_count
    assert "late by" not in text_of(client.get(address("desk", running)))
    late = running.players.get(asked__isnull=False)
    Player.objects.filter(pk=late.pk).update(deadline=timezone.now() - timedelta(hours=5))
    answer = client.get(listed("game"), {"late": "yes"})
    assert answer.context["cl"].result_count == 1
    assert "late by 5\N{NO-BREAK SPACE}hours" in text_of(client.get(address("desk", running)))


def test_the_desk_shows_what_is_owed(running, staff):
    Delivery.objects.update(tries=3, error="the post office burnt down")
    text = text_of(client_of(staff).get(address("desk", running)))
    assert "the post office burnt down" in text
    assert "<td>3</td>" in text


def test_the_desk_pages_through_a_long_game(alice, bob, carol, staff):
    game = play_on(table_of(alice, bob, carol), 130, seed=8)
    client = client_of(staff)
    first, second = (text_of(client.get(address("desk", game), {"page": page})) for page in (1, 2))
    assert "Earlier moves" in first
    assert "Later moves" in second
    assert client.get(address("desk", game), {"page": "x"}).status_code == 200


def test_an_open_table_has_a_desk(alice, staff):
    table = table_of(alice, size=3)
    client = client_of(staff)
    text = text_of(client.get(address("desk", table)))
    assert "No cards have been dealt yet." in text
    assert "Show hidden cards" not in text
    assert client.post(address("verify", table)).status_code == 409
    assert client.post(address("reveal", table), {"reason": "x"}).status_code == 409


def test_the_desk_verifies(running, staff):
    client = client_of(staff)
    moves = running.moves.count() - 1
    assert f"Every row is as the replay of {moves} moves gives it." in text_of(client.post(address("verify", running)))
    card = running.cards.filter(zone="hand").first()
    Card.objects.filter(pk=card.pk).update(zone="deck")
    text = text_of(client.post(address("verify", running)))
    assert "The first difference is at “cards”." in text
    assert not names_a_hidden_card(text, running)
    assert client.get(address("verify", running)).status_code == 405


def test_a_difference_in_a_game_that_is_over_is_told_in_full(running, staff):
    over = give_up(running)
    Card.objects.filter(game=over, code="9M").update(index=77)
    assert "9M index: stored 77" in text_of(client_of(staff).post(address("verify", over)))


def test_a_spoilt_move_locks_nobody_out(running, staff):
    Move.objects.filter(game=running, number=3).update(events=[{"kind": "nonsense"}], text="play nonsense")
    client = client_of(staff)
    for path in (address("desk", running), listed("move")):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "unreadable: verify this game" in text_of(answer)


def test_hidden_cards_are_shown_once_for_a_logged_reason(running, staff):
    client = client_of(staff)
    answer = client.post(address("reveal", running), {"reason": "Report 12 says cards are missing"})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    text = text_of(answer)
    held = running.cards.filter(face_up=False, seat__isnull=False)
    assert all(code in text for code in held.values_list("code", flat=True))
    assert running.players.get(asked__isnull=False).drafts[0] in text
    assert running.secret not in text
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (staff, str(running.pk))
    assert entry.get_change_message() == "Looked at hidden cards: Report 12 says cards are missing"
    afterwards = text_of(client.get(address("desk", running)))
    assert not names_a_hidden_card(afterwards, running)
    assert "Report 12 says cards are missing" in afterwards


def test_looking_shows_neither_the_deck_nor_the_pile(running, staff):
    rows = client_of(staff).post(address("reveal", running), {"reason": "Report 12"}).context["revealed"]
    shown = {card for row in rows for card in row["cards"]}
    assert not shown & set(running.cards.filter(zone="deck").values_list("code", flat=True))
    assert not shown & set(running.tiles.filter(zone="pile").values_list("code", flat=True))


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_no_look_without_a_reason(running, staff, reason):
    answer = client_of(staff).post(address("reveal", running), {"reason": reason})
    assert answer.status_code == 422
    assert not names_a_hidden_card(text_of(answer), running)
    assert not LogEntry.objects.exists()


def test_a_link_cannot_reveal(running, staff):
    assert client_of(staff).get(address("reveal", running), {"reason": "x"}).status_code == 405


def test_no_look_without_the_permission(running, viewer):
    client = client_of(viewer)
    assert "Show hidden cards" not in text_of(client.get(address("desk", running)))
    assert client.post(address("reveal", running), {"reason": "please"}).status_code == 403
    assert not LogEntry.objects.exists()
    permit(viewer, "reveal_game")
    assert client_of(viewer).post(address("reveal", running), {"reason": "please"}).status_code == 200


def test_no_look_at_ones_own_game(alice, staff):
    game = play_on(table_of(alice, staff), 40)
    client = client_of(staff)
    assert "Show hidden cards" not in text_of(client.get(address("desk", game)))
    answer = client.post(address("reveal", game), {"reason": "I am the superuser"})
    assert answer.status_code == 403
    assert not names_a_hidden_card(text_of(answer), game)
    assert not LogEntry.objects.exists()


def test_a_notice_is_sent_again(running, staff, viewer):
    pk = Delivery.objects.get().pk
    Delivery.objects.update(state="sent", sent_at=timezone.now(), error="once")
    act = {"action": "send_again", "_selected_action": [pk]}
    client_of(viewer).post(listed("delivery"), act)
    assert Delivery.objects.get(pk=pk).state == "sent"
    assert client_of(staff).post(listed("delivery"), act, follow=True).status_code == 200
    again = Delivery.objects.get(pk=pk)
    assert (again.state, again.sent_at, again.error) == ("owed", None, "")
    assert again.due_at <= timezone.now()
    assert LogEntry.objects.get().object_id == str(pk)


def test_what_is_stuck_is_said_on_one_page(running, staff, viewer, clerk, alice):
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
    assert client_of(alice).get(address).status_code == 302
    assert address in text_of(client_of(staff).get(reverse("admin:index")))
    assert address not in text_of(client_of(clerk).get(reverse("admin:index")))
    assert address in text_of(client_of(staff).get(listed("delivery")))


def test_each_sweep_that_stands_still_is_seen(running, staff):
    client, address = client_of(staff), reverse("admin:games_delivery_stuck")
    assert text_of(client.get(address)).count("has never run") == 2
    Heartbeat.note("games.sweep", timezone.now() - timedelta(minutes=3))
    text = text_of(client.get(address))
    assert "games.sweep last ran 3\N{NO-BREAK SPACE}minutes ago" in text
    assert "games.sweep_deadlines has never run" in text


def test_what_is_stuck_takes_a_few_queries(running, staff, django_assert_max_num_queries):
    client = client_of(staff)
    with django_assert_max_num_queries(12):
        assert client.get(reverse("admin:games_delivery_stuck")).status_code == 200
