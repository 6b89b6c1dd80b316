"""Texts that a viewer can have read aloud with shortcut keys; a popover also lists them."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.i18n.dates import localized_date
from games.presentation.log import Recap
from games.presentation.narration import Narrator
from games.presentation.view_model import TableView
from games.rules.vocabulary import Line

_LAST = 8


class ScreenReaderText(NamedTuple):
    key: str
    heading: str
    says: tuple[str, ...]


def screen_reader_sheet(seen: TableView, recap: Recap, deadline: datetime | None) -> tuple[ScreenReaderText, ...]:
    """Return the texts in order, without hand and moves for spectators; ``deadline`` is the next one at the table."""
    narrator, texts = seen.narrator, seen.narrator.rules.presentation.screen_reader_texts(seen.view)
    table = (
        ScreenReaderText("b", _("The board"), _sentences(texts.table, narrator)),
        ScreenReaderText("s", _("The score"), _sentences(texts.score, narrator)),
        ScreenReaderText("t", _("Turn and time"), _turn(seen, deadline)),
        ScreenReaderText("l", _("What happened last"), _last(seen, recap)),
    )
    if seen.me is None:
        return table
    hand = ScreenReaderText("h", _("Your hand"), _sentences(texts.hand, narrator))
    moves = _sentences(texts.moves, narrator) or (_("There’s nothing for you to do right now."),)
    return (hand, *table, ScreenReaderText("m", _("Your moves"), moves))


def _last(seen: TableView, recap: Recap) -> tuple[str, ...]:
    if told := [line.text for turn in recap.turns for line in turn.lines]:
        return tuple(told[-_LAST:])
    return (_("Nothing has happened yet.") if seen.me is None else _("Nothing has happened since your last turn."),)


def _sentences(lines: Iterable[Line], narrator: Narrator) -> tuple[str, ...]:
    return tuple(_stopped(narrator.line(line)) for line in lines)


def _stopped(sentence: str) -> str:
    """Return the sentence with a full stop, so that screen readers pause."""
    return sentence.rstrip(".") + "."


def _paused_turn(seen: TableView, names: str) -> str:
    if seen.me is not None and any(each.is_you and each.to_move for each in seen.seats):
        return _stopped(_("Your move when the game resumes"))
    return _stopped(_("%(names)s to move when the game resumes") % {"names": names})


def _turn(seen: TableView, deadline: datetime | None) -> tuple[str, ...]:
    names = seen.narrator.players([each.seat for each in seen.seats if each.to_move])
    if seen.game.is_paused:
        sentences = [_("This table is paused."), *([_paused_turn(seen, names)] if names else [])]
    elif seen.my_move and seen.view.seat in seen.view.to_move:
        sentences = [_("Your move."), seen.narrator.line(seen.narrator.rules.presentation.prompt(seen.view))]
    else:
        sentences = [_("%(names)s to move.") % {"names": names}] if names else []
    if deadline is not None:
        sentences.append(_("Time until %(when)s.") % {"when": localized_date(deadline, "EEEE d MMMM, HH:mm")})
    return tuple(sentences)
