"""Each moderation action: its effect, its notices, and its reversal."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.access.restrictions import access_restriction, writing_restriction
from accounts.models import Restriction, User
from games import moderation, play
from games.chat import rooms
from games.models import Game, Message, ModerationAction, Notice, NotificationKind, Player, Report
from tests.cast import some_moderator, table_of
from tests.playing import asked_seat, give_up, incident_kinds, is_right


def seat(game: Game, user: User) -> Player:
    return Player.objects.select_related("game", "user", "friend").get(game=game, user=user)


def told_of(user: User, act: ModerationAction) -> bool:
    return Notice.objects.filter(user=user, kind=NotificationKind.CONDUCT, key=f"act:{act.pk}").exists()


# --- rights


def every_act(by: User, about: User, game: Game, message: Message) -> list:
    """Return each action on the same user and table, as callables."""
    player = seat(game, about)
    return [
        lambda: moderation.warn(by, about, "why"),
        lambda: moderation.mute(by, about, 3, "why"),
        lambda: moderation.suspend(by, about, 3, "why"),
        lambda: moderation.ban(by, about, "why"),
        lambda: moderation.rename(by, about, "why"),
        lambda: moderation.remove(by, message, "why"),
        lambda: moderation.extend(by, asked_seat(game), "why"),
        lambda: moderation.replace(by, player, "why"),
        lambda: moderation.end(by, game, "why"),
        lambda: moderation.reveal(by, game, "why"),
    ]


@pytest.mark.parametrize("who", ["charlie", "bob"])
def test_only_moderators_moderate(who, request, duel, bob, rude) -> None:
    by = request.getfixturevalue(who)
    for act in every_act(by, bob, duel, rude):
        with pytest.raises(play.Refused) as refused:
            act()
        assert refused.value.status == 403
    assert not ModerationAction.objects.exists()
    assert not Restriction.objects.exists()


@pytest.mark.parametrize("reason", ["", "  \u200b\n ", "x" * 501])
def test_each_act_needs_a_reason(reason, moderator, duel, bob, rude) -> None:
    for act in (
        lambda: moderation.warn(moderator, bob, reason),
        lambda: moderation.ban(moderator, bob, reason),
        lambda: moderation.remove(moderator, rude, reason),
        lambda: moderation.end(moderator, duel, reason),
        lambda: moderation.reveal(moderator, duel, reason),
    ):
        with pytest.raises(play.Refused):
            act()
    assert not ModerationAction.objects.exists()
    assert Message.objects.filter(pk=rude.pk).exists()


def test_moderators_cannot_act_in_their_own_games(moderator, bob) -> None:
    game = table_of(moderator, bob)
    rooms.post(seat(game, bob), bob, "Hello")
    message = Message.objects.get()
    for act in every_act(moderator, bob, game, message)[5:]:
        with pytest.raises(play.Refused) as refused:
            act()
        assert refused.value.status == 403
    report = moderation.file_report(moderator, bob, "insult", "", message=message)
    with pytest.raises(play.Refused):
        moderation.mute(moderator, bob, 1, "why", report=report)
    with pytest.raises(play.Refused):
        moderation.dismiss(moderator, report, "why")


def test_only_superusers_act_on_moderators(moderator, second, staff) -> None:
    for about in (moderator, second, staff):
        with pytest.raises(play.Refused):
            moderation.warn(moderator, about, "why")
    assert moderation.warn(staff, second, "why").about == second
    with pytest.raises(play.Refused):
        moderation.warn(staff, staff, "why")


# --- actions on users


@pytest.mark.parametrize(("act", "closes"), [("mute", False), ("suspend", True), ("ban", True)])
def test_who_is_shut_out_has_no_open_page(
    act, closes, moderator, bob, duel, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    sent = []
    monkeypatch.setattr("games.core.broadcast._send", lambda group, **announced: sent.append((group, announced)))
    with django_capture_on_commit_callbacks(execute=True):
        getattr(moderation, act)(moderator, bob, *(() if act == "ban" else (3,)), "why")
    closed = ("shut-out", {"type": "table.shut_out", "user": bob.pk})
    assert (closed in sent) == closes


def test_a_warning_enqueues_a_notice(moderator, bob) -> None:
    act = moderation.warn(moderator, bob, "Internal: third time", words="Please be kinder.")
    assert told_of(bob, act)
    assert User.objects.get(decision_unread=True) == bob
    assert (act.kind, act.reason) == ("warn", "Internal: third time")
    assert (act.facts["words"], set(act.details)) == ("Please be kinder.", {"particulars"})
    assert moderation.take_back(moderator, act, "It was somebody else").undoes == act


def test_a_muted_user_cannot_write(moderator, duel, bob) -> None:
    act = moderation.mute(moderator, bob, 3, "why")
    assert writing_restriction(bob).until - timezone.now() > timedelta(days=2)
    assert access_restriction(bob) is None
    with pytest.raises(play.Refused):
        rooms.post(seat(duel, bob), bob, "But")
    moderation.take_back(moderator, act, "too hard")
    assert writing_restriction(bob) is None
    rooms.post(seat(duel, bob), bob, "Thank you")


@pytest.mark.parametrize("days", [0, -1, 366])
def test_days_have_bounds(days, moderator, bob) -> None:
    with pytest.raises(play.Refused):
        moderation.suspend(moderator, bob, days, "why")
    assert not Restriction.objects.exists()


def test_computer_players_sit_in_for_a_suspended_user(moderator, alice, bob, carol) -> None:
    game = table_of(alice, bob, carol)
    act = moderation.suspend(moderator, bob, 7, "why")
    me = seat(game, bob)
    assert (me.stand_in, me.vacant) == ("computer", False)
    assert incident_kinds(game) == ["computer"]
    assert game.incidents.get().details == {"why": "moderation"}
    assert act.details["seats"] == [me.pk]
    assert is_right(game)
    moderation.take_back(moderator, act, "wrong person")
    assert seat(game, bob).stand_in == ""
    assert access_restriction(bob) is None
    assert told_of(bob, ModerationAction.objects.get(undoes=act))


def test_when_a_suspension_is_over_the_seat_waits_for_its_owner(moderator, duel, bob) -> None:
    act = moderation.suspend(moderator, bob, 7, "why")
    Restriction.objects.filter(pk=act.details["restriction"]).update(until=timezone.now())
    bob.refresh_from_db()
    assert access_restriction(bob) is None
    assert seat(duel, bob).stand_in == "computer"
    play.take_back(seat(duel, bob), bob)
    assert seat(duel, bob).stand_in == ""


def test_a_banned_players_three_games_go_on(moderator, alice, bob, carol, charlie) -> None:
    games = [table_of(alice, bob), table_of(bob, carol, variant="swedish_chicago"), table_of(alice, bob, carol)]
    over = give_up(table_of(alice, bob))
    waiting = table_of(bob, alice, size=3)
    act = moderation.ban(moderator, bob, "why")
    for game in games:
        game.refresh_from_db()
        lost = game.players.get(lost_by=bob)
        assert (lost.user, lost.vacant, lost.bot) == (None, True, "club")
        assert game.is_running
        assert is_right(game)
    assert over.players.filter(user=bob).exists()
    waiting.refresh_from_db()
    assert (waiting.host, waiting.players.count()) == (alice, 1)
    play.take_over(games[0], charlie, games[0].players.get(lost_by=bob).seat)
    moderation.take_back(moderator, act, "mistaken")
    assert [game.players.filter(user=bob).exists() for game in games] == [False, True, True]
    assert ModerationAction.objects.get(undoes=act).details == {"restored": False}
    assert games[0].players.get(lost_by=bob).user == charlie


def test_a_banned_user_cannot_be_banned_again(moderator, second, bob) -> None:
    moderation.ban(moderator, bob, "why")
    with pytest.raises(play.Refused) as refused:
        moderation.ban(second, bob, "why")
    assert refused.value.status == 409


def test_a_seat_without_human_opponents_gets_no_stand_in(moderator, bob) -> None:
    game = table_of(bob, bots=("steady",))
    moderation.ban(moderator, bob, "why")
    assert seat(game, bob).stand_in == ""
    assert incident_kinds(game) == []


def test_vacations_end_and_friends_are_missed(moderator, alice, bob, carol) -> None:
    game, today = table_of(alice, carol), timezone.localdate()
    ways = {seat(game, carol).pk: play.ArrangementChoice("friend", "bob")}
    trip = play.plan_vacation(carol, today, today + timedelta(days=3), ways)
    play.accept_sitting_in(trip.arrangements.get(), bob)
    own = play.plan_vacation(bob, today + timedelta(days=2), today + timedelta(days=3), {})
    assert seat(game, carol).friend == bob
    moderation.suspend(moderator, bob, 3, "why")
    own.refresh_from_db()
    assert (own.state, seat(game, carol).stand_in) == ("cancelled", "computer")


def test_shut_out_users_have_no_vote(moderator, alice, bob, carol) -> None:
    game = table_of(alice, bob, carol)
    vote = play.propose(seat(game, alice), "pause")
    play.cast(seat(game, carol), vote.pk, True)
    moderation.suspend(moderator, bob, 3, "why")
    game.refresh_from_db()
    assert game.is_paused


def test_a_name_is_taken_away_and_given_back(moderator, bob) -> None:
    User.objects.filter(pk=bob.pk).update(display_name="Rude")
    act = moderation.rename(moderator, bob, "why")
    bob.refresh_from_db()
    assert bob.username.startswith("player-")
    assert bob.display_name == ""
    moderation.take_back(moderator, act, "it is a name in Finland")
    bob.refresh_from_db()
    assert (bob.username, bob.display_name) == ("bob", "Rude")


def test_a_name_that_was_taken_since_is_not_restored(moderator, bob, carol) -> None:
    act = moderation.rename(moderator, bob, "why", name="robert")
    User.objects.filter(pk=carol.pk).update(username="Bob")
    undo = moderation.take_back(moderator, act, "mistaken")
    bob.refresh_from_db()
    assert bob.username == "robert"
    assert undo.details["restored"] is False


@pytest.mark.parametrize("name", ["no spaces", "carol", "moderator", "x" * 31])
def test_a_new_name_must_be_valid(name, moderator, bob, carol) -> None:
    with pytest.raises(play.Refused):
        moderation.rename(moderator, bob, "why", name=name)
    bob.refresh_from_db()
    assert bob.username == "bob"


def test_a_guest_is_called_guest(moderator, guest) -> None:
    username = guest.username
    moderation.rename(moderator, guest, "why")
    guest.refresh_from_db()
    assert guest.display_name.startswith("Guest ")
    assert guest.username == username


# --- actions on messages and games


def test_a_removed_message_is_restored_in_its_place(moderator, duel, alice, rude) -> None:
    rooms.post(seat(duel, alice), alice, "Pardon?")
    report = moderation.file_report(alice, rude.user, "insult", "", message=rude)
    act = moderation.remove(moderator, rude, "why")
    assert [message.text for message in rooms.messages_in(duel)] == ["Pardon?"]
    report.refresh_from_db()
    assert (report.state, report.message, report.quoted) == ("closed", None, rude.text)
    moderation.take_back(moderator, act, "it was a joke")
    assert [message.text for message in rooms.messages_in(duel)] == [rude.text, "Pardon?"]
    back = Message.objects.get(text=rude.text)
    assert (back.sent_at, back.user, back.player) == (rude.sent_at, rude.user, rude.player)
    report.refresh_from_db()
    assert report.message == back


def test_a_deadline_is_extended_and_as_before(moderator, duel) -> None:
    before = asked_seat(duel)
    act = moderation.extend(moderator, before, "why")
    assert asked_seat(duel).deadline - before.deadline == timedelta(days=1)
    assert act.details["seconds"] == 24 * 60 * 60
    assert told_of(before.user, act)
    undone = moderation.take_back(moderator, act, "why")
    assert undone.details["restored"]
    assert asked_seat(duel).deadline == before.deadline
    assert told_of(before.user, undone)
    assert incident_kinds(duel) == ["extended", "shortened"]
    waits = duel.players.get(to_move_since=None)
    with pytest.raises(play.Refused):
        moderation.extend(moderator, waits, "why")


def test_without_a_clock_there_is_nothing_to_extend(moderator, duel) -> None:
    asked = asked_seat(duel)
    duel.players.update(deadline=None)
    with pytest.raises(play.Refused, match="No clock is running"):
        moderation.extend(moderator, asked, "why")


def test_an_extension_is_taken_back_while_the_table_pauses(moderator, duel, alice, bob) -> None:
    play.cast(seat(duel, bob), play.propose(seat(duel, alice), "pause").pk, True)
    before = asked_seat(duel)
    act = moderation.extend(moderator, before, "why")
    assert asked_seat(duel).left - before.left == act.details["seconds"] == 24 * 60 * 60
    undone = moderation.take_back(moderator, act, "why")
    assert undone.details["restored"]
    assert asked_seat(duel).left == before.left


def test_a_seat_is_replaced_and_returned(moderator, duel, bob) -> None:
    act = moderation.replace(moderator, seat(duel, bob), "why")
    assert seat(duel, bob).stand_in == "computer"
    with pytest.raises(play.Refused):
        moderation.replace(moderator, seat(duel, bob), "why")
    moderation.take_back(moderator, act, "why")
    assert seat(duel, bob).stand_in == ""
    act = moderation.replace(moderator, seat(duel, bob), "why", vacate=True)
    assert duel.players.get(lost_by=bob).vacant
    assert is_right(duel)
    moderation.take_back(moderator, act, "why")
    assert (seat(duel, bob).vacant, seat(duel, bob).lost_by, seat(duel, bob).bot) == (False, None, "")
    with pytest.raises(play.Refused):
        moderation.take_back(moderator, act, "why")


def test_a_moderator_who_revealed_cards_cannot_take_a_seat(moderator, second, duel, bob) -> None:
    act = moderation.reveal(moderator, duel, "why")
    assert (act.kind, act.by, act.game) == ("reveal", moderator, duel)
    moderation.replace(second, seat(duel, bob), "why", vacate=True)
    free = duel.players.get(vacant=True).seat
    with pytest.raises(play.Refused, match="you’ve seen this table’s hidden cards"):
        play.take_over(duel, moderator, free)
    play.take_over(duel, second, free)


def test_nothing_is_hidden_in_a_game_that_is_over(moderator, duel) -> None:
    give_up(duel)
    with pytest.raises(play.Refused):
        moderation.reveal(moderator, duel, "why")


def test_the_person_concerned_cannot_reverse_an_act(moderator, staff, second) -> None:
    act = moderation.mute(staff, second, 3, "why")
    for by in (second, moderator):
        with pytest.raises(play.Refused):
            moderation.take_back(by, act, "why")
    moderation.take_back(staff, act, "why")


def test_a_dismissal_notifies_only_the_reporter(moderator, alice, bob) -> None:
    report = moderation.file_report(alice, bob, "name", "")
    act = moderation.dismiss(moderator, report, "a common name")
    assert not Notice.objects.filter(user=bob).exists()
    assert Notice.objects.get(user=alice).data == {"report": report.pk}
    moderation.take_back(some_moderator("max"), act, "it is not")
    assert not Notice.objects.filter(user=bob).exists()
    report.refresh_from_db()
    assert (report.state, report.closed_by) == (Report.State.OPEN, None)
    moderation.warn(moderator, bob, "why", report=report)
    assert Notice.objects.filter(user=alice).count() == 2
