"""Explanations of decisions to users: never the logged reason, always the reported ground."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import translation

from accounts.models import Export, Token, User
from accounts.privacy.data_export import jobs
from accounts.tokens import tokens
from games import moderation
from games.models import Delivery, Game, Message, ModerationAction, Notice, Report
from games.moderation import explanations
from games.notifications import compose
from tests.cast import client_of
from tests.combinations import combined
from tests.moderation.admin.pages import after_ten_minutes
from tests.playing import asked_seat
from tests.table.pages import text

pytestmark = pytest.mark.django_db

SECRET = "her-cousin-told-us"
Category = Report.Category
LANGUAGES = ("en", "fr", "pl", "sv")


def conduct_texts(user: User) -> list[str]:
    """Return the title and text of each notice of a decision to this user, oldest first."""
    notices = Notice.objects.filter(user=user, key__startswith="act:").order_by("pk")
    with translation.override(user.mail_language):
        return [_message(Delivery(notice=notice, user=user, channel="mail")) for notice in notices]


def _message(delivery: Delivery) -> str:
    (note,) = compose.message([delivery]).notes
    return f"{note.title}\n{note.text}"


def neutral_in(language: str) -> str:
    with translation.override(language):
        return explanations.neutral(ModerationAction.Kind.UNDO)


def exported(user: User) -> str:
    assert jobs.run(jobs.request_export(user).pk)
    with ZipFile(BytesIO(bytes(Export.objects.get(user=user).file))) as archive:
        return "".join(archive.read(name).decode() for name in archive.namelist())


def all_that_is_read(user: User, game: Game) -> str:
    """Return everything this user can read: notices, pages, the data export and API responses."""
    pages = [reverse("decisions"), reverse("home"), game.get_absolute_url(), reverse("log", args=[game.public_id])]
    pages += [reverse("decision", args=[pk]) for pk in ModerationAction.objects.values_list("pk", flat=True)]
    token = tokens.make(user, "laptop", [Token.Scope.TABLES_READ], None).secret
    client, program = client_of(user), {"HTTP_AUTHORIZATION": f"Bearer {token}"}
    answers = [client.get(page, follow=True) for page in pages]
    answers += [client.get(f"/api/v1/tables/{game.public_id}{part}", **program) for part in ("", "/events", "/chat")]
    return "\n".join([*map(text, answers), *conduct_texts(user), exported(user)])


ACTS: dict[str, Callable[[User, Game, Message], ModerationAction]] = {
    "warn": lambda by, game, message: moderation.warn(by, message.user, SECRET),
    "mute": lambda by, game, message: moderation.mute(by, message.user, 3, SECRET),
    "suspend": lambda by, game, message: moderation.suspend(by, message.user, 3, SECRET),
    "ban": lambda by, game, message: moderation.ban(by, message.user, SECRET),
    "rename": lambda by, game, message: moderation.rename(by, message.user, SECRET),
    "remove": lambda by, game, message: moderation.remove(by, message, SECRET),
    "extend": lambda by, game, message: moderation.extend(by, asked_seat(game), SECRET),
    "replace": lambda by, game, message: moderation.replace(by, message.player, SECRET),
    "end": lambda by, game, message: moderation.end(by, game, SECRET),
}


OUTCOMES = [
    *combined([kind for kind in ACTS if kind != "extend"], ("stands", "taken back", "granted", "turned down")),
    *combined(("extend",), ("stands", "taken back")),  # an extension can't be appealed
]


@pytest.mark.parametrize(("kind", "answer"), OUTCOMES)
def test_the_reason_never_leaves_the_log(
    kind: str, answer: str, duel: Game, rude: Message, moderator: User, second: User, alice: User, bob: User
) -> None:
    action = ACTS[kind](moderator, duel, rude)
    if answer == "taken back":
        moderation.take_back(moderator, action, SECRET)
    elif answer != "stands":
        moderation.answer(second, moderation.appeal(bob, action, "Why?"), answer == "granted", SECRET)
    for person in (alice, bob):
        assert SECRET not in all_that_is_read(User.objects.get(pk=person.pk), duel)
    assert SECRET in text(client_of(second).get(reverse("admin:games_moderationaction_change", args=[action.pk])))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_explanation_is_prefilled_in_the_users_language(
    language: str, moderator: User, second: User, bob: User, duel: Game
) -> None:
    User.objects.filter(pk=bob.pk).update(language=language)
    action = moderation.warn(moderator, bob, SECRET)
    told = neutral_in(language)
    log = reverse("admin:games_moderationaction_change", args=[action.pk])
    assert told in text(client_of(moderator).get(log))
    appeal = moderation.appeal(bob, action, "Why?")
    page = reverse("admin:games_appeal_change", args=[appeal.pk])
    assert told in text(client_of(second).get(page))
    assert len({neutral_in(each) for each in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("words", ["", "unchanged"])
def test_each_player_reads_in_their_own_language_that_a_game_goes_on(
    words: str, duel: Game, moderator: User, second: User, alice: User, bob: User
) -> None:
    User.objects.filter(pk=alice.pk).update(language="sv")
    User.objects.filter(pk=bob.pk).update(language="fr")
    action = moderation.end(moderator, duel, SECRET)
    appeal = moderation.appeal(User.objects.get(pk=bob.pk), action, "Why?")
    page = reverse("admin:games_appeal_change", args=[appeal.pk])
    typed = {"answer": "grant", "reason": SECRET, "words": neutral_in("fr") if words else ""}
    assert client_of(second).post(page, typed).status_code == 302
    after_ten_minutes(appeal)
    for person, language in ((alice, "sv"), (bob, "fr")):
        assert neutral_in(language) in conduct_texts(User.objects.get(pk=person.pk))[-1]


def test_a_changed_text_is_sent_as_typed(moderator: User, second: User, bob: User) -> None:
    appeal = moderation.appeal(bob, moderation.warn(moderator, bob, SECRET), "Why?")
    page = reverse("admin:games_appeal_change", args=[appeal.pk])
    client_of(second).post(page, {"answer": "refuse", "reason": SECRET, "words": "Nobody laughed."})
    after_ten_minutes(appeal)
    assert conduct_texts(bob)[-1] == "Your appeal was turned down\n“Nobody laughed.”"


# --- the shown ground is the reported ground

GROUNDS = {
    Category.INSULT: "insult",
    Category.SPAM: "advertising",
    Category.NAME: "name",
    Category.UNFAIR: "unfair play",
    Category.STALLING: "keeping others waiting",
    Category.OTHER: "a moderator agrees",
}
SUBJECTS = ("message", "table", "person")
DECISIONS: dict[str, dict[str, str]] = {
    "warn": {"act": "warn"},
    "mute": {"act": "mute", "days": "3"},
    "suspend": {"act": "suspend", "days": "3"},
    "ban": {"act": "ban"},
    "rename": {"act": "none", "rename": "on"},
    "remove": {"act": "none", "remove": "on"},
    "replace": {"act": "none", "replace": "computer"},
}


def reported(by: User, about: User, category: str, subject: str, message: Message) -> Report:
    where: dict[str, Any] = {"message": {"message": message}, "table": {"game": message.game}, "person": {}}[subject]
    return moderation.file_report(by, about, category, "See for yourself", **where)


def possible(subject: str) -> list[str]:
    """Return the decisions that a report on this subject can lead to."""
    impossible = {"message": set(), "table": {"remove"}, "person": {"remove", "replace"}}[subject]
    return [name for name in DECISIONS if name not in impossible]


@contextmanager
def undone() -> Iterator[None]:
    """Roll the database back afterwards, so that each decision starts from the same rows."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize(("category", "subject"), combined(GROUNDS, SUBJECTS))
def test_the_ground_told_is_the_ground_reported(
    category: Category, subject: str, moderator: User, alice: User, bob: User, rude: Message
) -> None:
    """Decide on the report with each kind of decision."""
    report = reported(alice, bob, category, subject, rude)
    case, staff = reverse("admin:games_report_change", args=[report.pk]), client_of(moderator)
    told = staff.get(case).context["form"]["words"].value()
    assert GROUNDS[category] in told
    others = [ground for other, ground in GROUNDS.items() if other not in (category, Category.OTHER)]
    assert not [ground for ground in others if ground in told]
    for decision in possible(subject):
        with undone():
            typed = DECISIONS[decision] | {"reason": SECRET, "words": told}
            assert staff.post(case, typed).status_code == 302, decision
            action = ModerationAction.objects.get(about=bob)
            shown = text(client_of(User.objects.get(pk=bob.pk)).get(reverse("decision", args=[action.pk])))
            sent = conduct_texts(User.objects.get(pk=bob.pk))[-1]
            assert GROUNDS[category] in shown, decision
            assert told in sent, decision


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_category_and_subject_has_its_own_sentence(
    language: str, alice: User, bob: User, rude: Message, duel: Game
) -> None:
    bob.language = language
    subjects: list[dict[str, Any]] = [{"message": rude, "game": duel}, {"game": duel}, {}]
    told = {
        (category, number): explanations.grounds(Report(about=bob, by=alice, category=category, **subject))
        for category in GROUNDS
        for number, subject in enumerate(subjects)
    }
    by_category = [{told[category, number] for number in range(3)} for category in GROUNDS]
    assert len(set().union(*by_category)) == sum(map(len, by_category)), "two categories share a sentence"
    assert all(
        ("Duel" in sentence) == (number < 2)
        for (category, number), sentence in told.items()
        if category != Category.NAME
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_owner_of_a_computer_player_reads_its_grounds_in_their_language(language: str, bob: User) -> None:
    bob.language = language
    bot = User(username="robbie", owner=bob, language="xx")
    for category in GROUNDS:
        told = explanations.grounds(Report(about=bot, category=category))
        with translation.override(language):
            assert "robbie" in told
            assert (str(Category(category).label) in told) == (category != Category.OTHER)


def test_a_gone_explanation_leaves_the_neutral_sentence(moderator: User, bob: User) -> None:
    """Erasure deletes the explanation, and the remaining sentences don't reveal the reason either."""
    action = moderation.warn(moderator, bob, SECRET, words="Mind your words.")
    action.action_details.delete()
    action = ModerationAction.objects.get()
    assert explanations.explanation(action) == "A moderator has looked into it and decided this."
