"""Invisible characters: refused in all typed names, kept in texts where scripts and emoji need them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.urls import reverse

from accounts.auth.forms import UpgradeForm
from accounts.models import User
from accounts.oauth.forms import ProgramForm
from accounts.profile.forms import NameForm, PreferencesForm
from accounts.refusals import Refused
from accounts.tokens.forms import TokenForm
from accounts.validators.characters import IGNORABLE, clean_lines
from accounts.validators.names import clean_display_name, name_key, validate_table_name
from games import moderation, play
from games.bots.forms import BotForm, BotNameForm
from games.chat import rooms
from games.lobby.forms import GuestForm, OpenTableForm
from games.models import Game
from games.moderation import names
from games.moderation.text import plain
from games.rules import RULES
from tests.cast import client_of, some_guest
from tests.table.pages import HTMX, post

pytestmark = pytest.mark.django_db

INVISIBLE = [character for character in map(chr, range(0x110000)) if IGNORABLE.match(character)]

ASSIGNED = [character for character in INVISIBLE if unicodedata.category(character) != "Cn"]

FAMILY, HEART, WELSH, KEYCAP = "👨‍👩‍👧", "❤️‍🩹", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "1️⃣"
PERSIAN, HINDI, BENGALI = "می‌خواهم", "क्‍ष", "র‍্যাব"
ZWNJ, ZWJ = "\u200c", "\u200d"


def test_the_property_is_whole() -> None:
    """The set has as many characters as DerivedCoreProperties.txt, and some of each category, including letters."""
    assert len(INVISIBLE) == 4174
    assert {"\u00ad", "\u034f", "\u115f", "\u17b4", "\u180f", "\u2065", "\ufe0f", "\U000e01ef"} < set(INVISIBLE)


def test_names_refuse_each_of_them_and_keys_drop_it() -> None:
    for character in INVISIBLE:
        for name in (
            f"Mär{character}ta",
            f"Märta {character}",
            f"{character}Märta",
            f"M1{character}",
            f"علی{character}",
        ):
            with pytest.raises(ValidationError):
                clean_display_name(name)
            assert name_key(name) == name_key(name.replace(character, ""))


def _errors(form: Any, field: str) -> list[str]:
    return list(form.errors.get(field, []))


def _places() -> dict[str, Callable[[str], list[str]]]:
    rules, guest = RULES["chicago_poker"], some_guest("Dana")

    def named(field: str) -> Callable[[type, str], list[str]]:
        return lambda form, name: _errors(form({field: name}), field)

    return {
        "beside the table": lambda name: named("display_name")(NameForm, name),
        "upgrade": lambda name: _errors(UpgradeForm(guest, {"display_name": name}), "display_name"),
        "guest": lambda name: named("guest_name")(GuestForm, name),
        "bot": lambda name: named("username")(BotForm, name),
        "name of a bot": lambda name: _errors(BotNameForm(User(), {"display_name": name}), "display_name"),
        "program": lambda name: named("name")(ProgramForm, name),
        "token": lambda name: named("name")(TokenForm, name),
        "table": lambda name: _errors(_with_name(rules, name), "name"),
    }


def _with_name(rules: Any, name: str) -> OpenTableForm:
    data = QueryDict(mutable=True)
    data["name"] = name
    form = OpenTableForm(rules, "", data)
    form.fields = {"name": form.fields["name"]}
    return form


def test_every_place_where_a_name_is_typed_refuses_each_of_them() -> None:
    for place, errors in _places().items():
        passed = [hex(ord(character)) for character in ASSIGNED if not errors(f"Mar{character}ta")]
        assert not passed, place


def test_settings_refuse_them_in_words_and_keep_what_was_typed(alice: User) -> None:
    field = PreferencesForm(instance=alice).fields["display_name"]
    for character in ASSIGNED:
        with pytest.raises(ValidationError):
            field.clean(f"Mar{character}ta")
    answer = client_of(alice).post(reverse("settings"), {"display_name": "Mar\u034fta", "time_zone": "UTC"})
    assert answer.status_code == 422
    assert "A name can’t contain invisible characters." in answer.content.decode()
    assert 'value="Mar\u034fta"' in answer.content.decode()


def test_moderators_give_no_such_name_either(alice: User) -> None:
    for person in (alice, some_guest("Dana")):
        with pytest.raises(Refused):
            names.change(person, "Mar\u034fta")


def test_a_guest_cannot_look_like_a_person_by_an_invisible_mark(alice: User) -> None:
    alice.display_name = "Märta Strand"
    alice.save()
    for name in ("Märta Strand\ufe0f", "Mär\u034fta Strand"):
        assert name_key(name) == alice.display_name_key
        answer = client_of().post("/invite/", {"guest_name": name})
        assert answer.status_code == 422
        assert f'value="{name}"' in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists()


@pytest.mark.parametrize("name", ["علی‌رضا", "می‌خواهم", "श्री", "Anna ❤️", "Nr. 1️⃣", "🦊 Ada L"])
def test_names_keep_joiners_of_their_script_and_emoji(name: str) -> None:
    assert clean_display_name(name) == name


def test_a_name_with_and_without_its_joiner_are_one() -> None:
    assert name_key("علی‌رضا") == name_key("علیرضا")


@pytest.mark.parametrize("name", [f"Kim {FAMILY}", f"Wales {WELSH}"])
def test_joined_emoji_are_for_tables_and_not_for_people(name: str) -> None:
    validate_table_name(name)
    with pytest.raises(ValidationError, match="simpler one"):
        clean_display_name(name)


@pytest.mark.parametrize(
    "text",
    [
        FAMILY,
        HEART,
        WELSH,
        f"🦊{WELSH}{FAMILY}",
        KEYCAP,
        "🏳️‍🌈",
        "🧑🏽‍🌾",
        "🐦‍⬛",
        "🙂‍↔️",
        PERSIAN,
        "گفت‌و‌گو",
        HINDI,
        BENGALI,
        "葛󠄀城",
        "ᠠ\u180b",
    ],
)
def test_texts_keep_what_scripts_and_emoji_need(duel: Game, alice: User, charlie: User, text: str) -> None:
    post(alice, "chat", duel, text=f"so {text} !")
    post(charlie, "gallery", duel, text=text)
    post(alice, "note", duel, note=text)
    assert list(duel.messages.order_by("pk").values_list("text", flat=True)) == [f"so {text} !", text]
    assert duel.memberships.get(user=alice).note == text
    assert plain(text) == text


@pytest.mark.parametrize(
    "text",
    [
        f"Mode{ZWJ}rator",
        f"{ZWNJ}Bob",
        f"a{ZWJ}👩",
        f"👩{ZWJ}",
        f"می{ZWNJ}{ZWNJ}خواهم",
        f"क{ZWJ}ष",
        "x\U000e0067\U000e0062",
        "🏴\U000e0067\U000e0062",
        f"\x07{ZWJ}",
        f"\U000e0fff{ZWNJ}a",
    ],
)
def test_joiners_elsewhere_are_refused_and_the_text_stays_in_the_field(duel: Game, alice: User, text: str) -> None:
    for name, field in (("chat", "text"), ("note", "note")):
        answer = post(alice, name, duel, **{field: f"well {text}"})
        assert answer.status_code == 422
        assert "a stray invisible character in “" in answer.content.decode()
        assert text.strip("\x07") in answer.content.decode()
    assert not duel.messages.exists()


def test_the_refusal_names_the_word(duel: Game, alice: User) -> None:
    with pytest.raises(Refused, match="invisible character in “Moderator”"):
        clean_lines(f"I am the Mode{ZWJ}rator here")
    assert "“Moderator”" in post(alice, "chat", duel, HTMX, text=f"Mode{ZWJ}rator").content.decode()


def test_other_invisible_characters_are_removed_from_texts() -> None:
    stray = [each for each in INVISIBLE if not "\u200c" <= each <= "\u200d" and not 0xE0020 <= ord(each) <= 0xE007F]
    assert len(stray) == 4174 - 2 - 96
    assert all(clean_lines(f"Mar{character}ta") == "Marta" for character in stray)


def test_joiners_that_stand_alone_are_nothing() -> None:
    assert clean_lines(f"a {ZWJ} b {ZWNJ}") == "a  b"


@pytest.mark.parametrize("marks", ["\u0300\u0301\u0302", "\u0300\u034f\u0301\u200b\u0302", "\u20dd\u0337\u0338"])
def test_more_than_two_marks_in_a_row_are_refused(duel: Game, alice: User, bob: User, marks: str) -> None:
    answer = post(alice, "chat", duel, text=f"x{marks}")
    assert answer.status_code == 422
    assert "One letter has more than two accents" in answer.content.decode()
    assert f"x{marks[0]}" in answer.content.decode()
    for refused in (
        lambda: rooms.save_note(duel, alice, f"x{marks}"),
        lambda: moderation.file_report(alice, bob, "insult", f"x{marks}"),
    ):
        with pytest.raises(play.Refused, match="accents"):
            refused()


def test_two_marks_in_a_row_are_fine() -> None:
    assert clean_lines("ê̄ שּׁ ểm") == "ê̄ שּׁ ểm"


def test_stored_keys_are_recomputed(alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(display_name="Sti\u034fna", display_name_key="sti\u034fna")
    User.objects.filter(pk=bob.pk).update(display_name="Bo", display_name_key="bo")
    migration = import_module("accounts.migrations.0019_keys_without_invisible_characters")
    migration.recompute_keys(apps, None)
    alice.refresh_from_db()
    bob.refresh_from_db()
    assert (alice.display_name_key, bob.display_name_key) == (name_key("Stina"), "bo")
    assert alice.display_name == "Sti\u034fna"
