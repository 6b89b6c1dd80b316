"""Admin pages, their URLs, and the hidden cards they must not name."""

import re

from django.contrib.auth.models import Permission
from django.urls import reverse
from django.utils import timezone

from games.models import (
    Appeal,
    AppealAnswer,
    Card,
    Delivery,
    Game,
    Incident,
    Move,
    Notice,
    Player,
    Report,
    Tile,
    Vacation,
    Vote,
)
from games.moderation.answers import carry_out_answer
from tests.normalized import compact

MODELS = {
    "game": Game,
    "player": Player,
    "card": Card,
    "tile": Tile,
    "move": Move,
    "notice": Notice,
    "delivery": Delivery,
    "incident": Incident,
    "vote": Vote,
    "vacation": Vacation,
}


WHY = {"reason": "Second insult", "words": "Mind your words."}
"""The texts of a decision."""


def case(report: Report) -> str:
    return reverse("admin:games_report_change", args=[report.pk])


def after_ten_minutes(appeal: Appeal) -> None:
    """Carry out the appeal's answer, as the sweep does once it can no longer be undone."""
    AppealAnswer.objects.filter(appeal=appeal).update(due_at=timezone.now())
    assert carry_out_answer(appeal.pk)


def address(act, game):
    return reverse(f"admin:games_game_{act}", args=[game.pk])


def listed(name):
    return reverse(f"admin:games_{name}_changelist")


def one(name, pk):
    return reverse(f"admin:games_{name}_change", args=[pk])


def permit(user, *codenames):
    """Grant a user permissions, and return the user."""
    user.user_permissions.add(*Permission.objects.filter(codename__in=codenames, content_type__app_label="games"))
    return user


def text_of(answer):
    return compact(answer.content.decode())


def hidden_codes(game):
    return set(game.cards.filter(face_up=False).values_list("code", flat=True))


def names_a_hidden_card(text, game):
    """Return the hidden gangsters named in a page, without tokens and pictures.

    Special cards are ignored, because moves have the same names.
    """
    text = re.sub(r"<script.*?</script>|<svg.*?</svg>|<input[^>]*>", "", text, flags=re.DOTALL)
    return hidden_codes(game) & set(re.findall(r"\b\d+[RMSCF]\b", text))
