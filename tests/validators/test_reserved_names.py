"""Words that can't be user names: staff titles, names of computers and the site's own words, in each language."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext, override

from accounts.models import User
from accounts.oauth.forms import ProgramForm
from accounts.profile.confusables import default_name, validate_not_confusable
from accounts.validators.names import ERASED_PREFIX, GUEST_PREFIX, PLAYER_PREFIX
from games.bots.forms import BotForm, BotNameForm
from games.lobby.forms import GuestForm
from games.models import Player
from games.rules import RULES
from tests.cast import PASSWORD, client_of

pytestmark = pytest.mark.django_db

OFFICIAL = [
    *("Official", "Site-Team", "The Back Room team", "back room staff", "Support", "m o d e r a t o r", "System"),
    *("Modérateur", "Moderateur", "Modératrice", "Administrateur", "Équipe", "Équipe du site", "Support officiel"),
    *("Administratör", "Administrator", "Moderatör", "Personal", "Officiell support"),
    *("Obsługa", "Obsluga", "OBSŁUGA", "Moderatorka", "Administracja", "Oficjalny Jan"),
    *("Admins", "Site Moderators", "Mod", "the mods", "Administrateurs", "Modératrices", "Moderatorzy"),
    *("Administratorzy", "Moderatorn", "Administratörer", "Administratören"),
    *(
        "admin1",
        "Admin007",
        "2admin",
        "Team admin_3",
        "Админ",
        "АДМИН 2",
        "Администратор",
        "Модератор",
        "Адміністратор",
    ),
]
COMPUTERS = [
    *("Computer", "computer (club)", "COMPUTER 2", "Computer player", "a computer player", "bot", "B0t", "Robot"),
    *("dator", "Datorspelare", "ordinateur", "komputer", "Komputer 3"),
]
PLACEHOLDERS = [
    *("former player", "former player 2", "Tidigare spelare 1", "ancien joueur", "dawny gracz"),
    *("player-0123456789ab", "gone-4f", "guest-abcdefghjk", "Guest_abcdefghjk"),
]
PRONOUNS = ["You", "YOU", "Yоu", "you 2", "Vous", "Tu", "Du", "Ni", "Ty", "Nobody", "Ingen", "Nikt", "Personne"]
HONEST = [
    *("Botond", "Youssef", "Abbot", "Staffan", "Tyra", "Dubois", "Du Pont", "Ty Cobb", "Nina", "Tuva", "Modesty"),
    *("Mo Dean", "Modest 3", "R2D2", "3admirers", "Вадим"),
    *("Systemet 7", "Compu", "Kamil Komputerowiec", "Personal Best", "Master", "Club", "Guest", "Guest House", "Al"),
    *("Player One", "Capone Fan", "Jan Moran", "Team Poland", "Backroomer", "Donna Adminsson", "Yale University"),
]


@pytest.mark.parametrize("name", [*OFFICIAL, *COMPUTERS, *PLACEHOLDERS, *PRONOUNS])
def test_words_of_the_site_are_no_names(name: str, alice: User) -> None:
    for person in (None, alice):
        with pytest.raises(ValidationError, match="one of the site’s own"):
            validate_not_confusable(name, person)


@pytest.mark.parametrize("name", HONEST)
def test_longer_names_with_such_letters_are_fine(name: str) -> None:
    validate_not_confusable(name)


@pytest.mark.parametrize("language", ["en", "fr", "pl", "sv"])
def test_computers_by_their_level_and_bosses_are_no_names_in_any_language(language: str) -> None:
    with override(language):
        names = [f"{gettext('computer')} ({level})" for level in Player.Bot.labels]
    bosses = [boss for rules in RULES.values() for boss in rules.presentation.PERSONAS]
    names += [name for boss in bosses for name in (boss.name, boss.short)]
    assert len(names) == 7 + 12
    for name in names:
        with pytest.raises(ValidationError, match="one of the site’s own"):
            validate_not_confusable(name)


@pytest.mark.parametrize("prefix", [ERASED_PREFIX, GUEST_PREFIX, PLAYER_PREFIX])
def test_generated_user_names_cannot_be_chosen_at_sign_up(prefix: str) -> None:
    facts = {"email": "new@example.org", "password1": PASSWORD, "username": f"{prefix}4f"}
    answer = client_of().post(reverse("account_signup"), facts)
    assert "This name looks like one of the site’s own." in answer.content.decode()
    assert f'value="{prefix}4f"' in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("language", ["en", "fr", "pl", "sv"])
def test_the_names_that_the_site_suggests_to_guests_stay_free(language: str) -> None:
    with override(language):
        assert GuestForm({"guest_name": default_name()}).is_valid()


def test_a_moderator_may_say_so_but_is_not_called_you(alice: User) -> None:
    alice.is_staff = True
    validate_not_confusable("Moderator Al", alice)
    with pytest.raises(ValidationError):
        validate_not_confusable("You", alice)


def test_programs_and_bots_do_not_pass_for_the_site(alice: User) -> None:
    assert BotForm({"username": "site-team"}).errors
    assert BotNameForm(User(), {"display_name": "computer (club)"}).errors
    program = ProgramForm({"name": "The Back Room Support", "kind": "server", "redirects": ""})
    assert "one of the site’s own" in str(program.errors["name"])


@pytest.mark.parametrize(("language", "says"), [("fr", "du site"), ("pl", "serwisu"), ("sv", "webbplatsens")])
def test_the_refusal_is_in_the_users_language(language: str, says: str) -> None:
    with override(language):
        (error,) = GuestForm({"guest_name": "You"}).errors["guest_name"]
        assert says in error
