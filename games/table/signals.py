"""Names at tables that no user may take: personas, and computer players with their level."""

from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext

from accounts.signals import reserving_names
from games.models import Player
from games.rules import RULES


@receiver(reserving_names)
def names_at_tables(**_kwargs: Any) -> list[str]:
    """Return the personas' names, and each level's names such as "computer Club", in the active language."""
    personas = [persona for rules in RULES.values() for persona in rules.presentation.PERSONAS]
    bosses = [name for persona in personas for name in (persona.name, persona.short)]
    computers = (gettext("computer"), gettext("computer player"), "bot")
    return [*bosses, *(f"{computer} {level}" for computer in computers for level in Player.Bot.labels)]
