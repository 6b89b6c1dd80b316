"""The terms of a table in at most five lines; ``Game`` has the full sentences."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.i18n.lists import join_list
from games import clock
from games.lobby.open_tables import option_summaries
from games.lobby.time_controls import PRESETS, SHORT, few_fields
from games.models import Game
from games.rules.game import Rules
from games.rules.vocabulary import Choice, Option


def short_terms(game: Game) -> list[str]:
    """Return lines on the game, the time control, absences, admission and ratings, and leaving.

    If the table has no clock, there is no line on absences.
    """
    absence = [] if game.clock == Game.Clock.NONE else [_absence(game)]
    return [_game(game), _time(game), *absence, _company(game), _leaving()]


class TermsToCome(NamedTuple):
    """The terms that players of a new table will accept, for each choice that its host can make.

    ``times`` are the lines on time and absences, by the key of the preset; ``turns`` and ``hours`` are sentences on the
    choices for a few turns a day. ``usual`` are the default values of the game's options, except the order of answers.
    """

    times: Mapping[str, list[str]]
    turns: Mapping[str, str]
    hours: Mapping[str, str]
    company: str
    invited: str
    rated: str
    unrated: str
    leaving: str
    usual: list[str]


def terms_to_come(rules: Rules) -> TermsToCome:
    tables = {key: Game(variant=rules.engine.VARIANT, **preset.fields) for key, preset in PRESETS.items()}
    return TermsToCome(
        times={key: [_time(game), _absence(game)] for key, game in tables.items()},
        turns={key: _turn(Game(**few_fields(key, "12"))) for key in SHORT},
        hours={str(hours): clock.hours_sentence(hours) for hours in Game.PLAYING_HOURS},
        company=_who(public=True),
        invited=_who(public=False),
        rated=Game(rated=True).rating_sentence,
        unrated=Game(rated=False).rating_sentence,
        leaving=_leaving(),
        usual=[
            _usual(option, choice)
            for option in rules.engine.OPTIONS
            for choice in option.choices
            if choice.value == option.default and option.name not in rules.presentation.AT_ONCE
        ],
    )


def _usual(option: Option, choice: Choice) -> str:
    """Return an option's default value as text, beginning with the option's name if the option is boolean."""
    if isinstance(choice.value, bool):
        return _labelled(_(option.label), _(choice.label))
    return _(choice.label)


def _game(game: Game) -> str:
    facts = {"game": _(game.rules.engine.NAME), "count": game.size}
    options = option_summaries(game)
    orders = [f"{_labelled(option.label, option.choice)}." for option in options if option.is_order]
    changed = [option.choice for option in options if not (option.is_default or option.is_order)]
    if changed:
        first = ngettext(
            "%(game)s for %(count)d player, with house rules: %(rules)s.",
            "%(game)s for %(count)d players, with house rules: %(rules)s.",
            game.size,
        ) % (facts | {"rules": join_list(changed)})
    else:
        first = (
            ngettext(
                "%(game)s for %(count)d player, by the usual rules.",
                "%(game)s for %(count)d players, by the usual rules.",
                game.size,
            )
            % facts
        )
    return " ".join([first, *orders])


def _labelled(label: str, choice: str) -> str:
    return _("%(label)s: %(choice)s") % {"label": label, "choice": choice}


def _time(game: Game) -> str:
    terms, first = game.terms, _turn(game)
    if terms.kind == "none":
        return first
    if terms.hours:
        weekends = [_("Weekends don’t count.")] if terms.weekends else []
        return " ".join([first, *weekends, clock.hours_sentence(terms.hours)])
    rests = {
        (True, True): _("Weekends and nights don’t count."),
        (True, False): _("Weekends don’t count."),
        (False, True): _("Nights don’t count."),
        (False, False): _("The clock never stops."),
    }
    return f"{first} {rests[terms.weekends, terms.nights]}"


def _turn(game: Game) -> str:
    return clock.agreement_sentences(clock.Agreement(game.terms, game.absence, game.free_misses, game.away))[0]


def _absence(game: Game) -> str:
    after_all = {
        Game.Absence.COMPUTER: _("If you miss a deadline, a computer plays for you until you return."),
        Game.Absence.PLAIN: _("If you miss a deadline, the simplest moves are played for you."),
        Game.Absence.LOST: _("If you miss a deadline, you lose your seat."),
    }[Game.Absence(game.absence)]
    if not game.free_misses:
        return after_all
    free = ngettext(
        "The first missed deadline is forgiven.",
        "The first %(count)d missed deadlines are forgiven.",
        game.free_misses,
    ) % {"count": game.free_misses}
    return f"{after_all} {free}"


def _company(game: Game) -> str:
    computers = [game.computers_sentence] if game.any_computer else []
    return " ".join([_who(public=game.public), *computers, game.rating_sentence])


def _who(*, public: bool) -> str:
    return _("Anyone may sit down and watch.") if public else _("Only the players here see the table.")


def _leaving() -> str:
    return _("You may leave freely until the game starts; after that you can resign.")
