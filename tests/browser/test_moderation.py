"""Moderation: a reported message, a muted writer, an ended game, and appeals."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.themes import CheckPage, assert_fits
from tests.combinations import every
from tests.site import Site

Visit = Callable[..., Page]

PEOPLE = """
from accounts.models import User
from games.models import Game
from tests.cast import found_or_made, some_moderator, table_of
per, rudi = (found_or_made(name) for name in ("per", "rudi"))
for name in ("mona", "milo"):
    User.objects.filter(username=name).exists() or some_moderator(name)
"""
TABLE = f"""{PEOPLE}
Game.objects.filter(public_id="halsted2").exists() or table_of(per, rudi, name="Halsted Street", public_id="halsted2")
"""
ENDED = f"""{PEOPLE}
from games import moderation
Game.objects.filter(public_id="endedgame").delete()
game = table_of(rudi, per, name="Ended Game", public_id="endedgame")
moderation.file_report(rudi, per, "unfair", "", game=game)
"""
EARLIER = f"""{TABLE}
from games import moderation
from games.models import Message, StaffNote
game = Game.objects.get(public_id="halsted2")
mona = User.objects.get(username="mona")
message = Message.objects.create(game=game, player=game.players.get(user=rudi), user=rudi, text="Fool.")
moderation.warn(mona, rudi, "An insult", report=moderation.file_report(per, rudi, "insult", "", message=message))
StaffNote.objects.create(about=rudi, by=mona, text="Calms down when spoken to.")
"""
REPORTED = f"""{EARLIER}
insult = Message.objects.create(game=game, player=game.players.get(user=rudi), user=rudi, text="You again, Per. Fool.")
User.objects.filter(username="mona").update(language={{language!r}})
print(moderation.file_report(per, rudi, "insult", "Third time this week.", message=insult).pk)
"""
"""A report about a user with an earlier warning, for a moderator with this language."""
IN_VIEW = "each => { const box = each.getBoundingClientRect(); return 0 <= box.top && box.bottom <= innerHeight; }"
AT = "/games/halsted2/"


def say(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Message to the table").fill(text)
    page.get_by_role("button", name="Send the message").click()


def carry_out_answers(site: Site) -> None:
    """Let the ten minutes pass in which answers to appeals can be undone."""
    site.shell(
        """
from django.utils import timezone
from games.models import AppealAnswer
from games.moderation.answers import carry_out_answer
AppealAnswer.objects.update(due_at=timezone.now())
for pending in AppealAnswer.objects.all():
    carry_out_answer(pending.appeal_id)
"""
    )


def test_a_message_is_reported_and_its_writer_muted_until_the_appeal(
    visit: Visit, check_page: CheckPage, site: Site
) -> None:
    """The writer had been warned before."""
    site.shell(EARLIER)
    rudi = visit(AT, "rudi")
    say(rudi, "You play like a drunk, Per.")
    expect(rudi.locator(".chat-message p").last).to_have_text("You play like a drunk, Per.")

    per = visit(f"{AT}talk/", "per")
    per.locator(".chat-message summary").last.click()
    per.get_by_role("link", name="Report").locator("visible=true").click()
    check_page(per, "report-message")
    per.get_by_label("In your own words").fill("Third time this week.")
    per.get_by_role("button", name="Send the report").click()
    expect(per.get_by_role("status")).to_contain_text("A moderator will look at it, usually within a day.")
    per.goto(f"{AT}report/")
    check_page(per, "report-at-table")

    mona = visit("/back-office/games/report/", "mona")
    check_page(mona, "moderation-reports")
    mona.get_by_role("link", name="Insult or harassment").click()
    expect(mona.locator("mark")).to_have_text("You play like a drunk, Per.")
    check_page(mona, "moderation-report")
    mona.locator("[value=warn]").check()
    mona.get_by_role("button", name="First insult.").click()
    expect(mona.get_by_label("Reason", exact=True)).to_have_value("First insult.")
    mona.get_by_role("button", name="Decide and open the next").click()
    expect(mona.get_by_text("is decided.")).to_be_visible()
    check_page(mona, "moderation-undo")
    mona.get_by_role("button", name="Undo").click()
    expect(mona.get_by_text("Undone. Decide again whenever you like.")).to_be_visible()
    mona.locator("[value=mute]").check()
    mona.get_by_label("Reason", exact=True).fill("Third insult in a week")
    sentence = mona.get_by_role("button", name="Next time, your account will be suspended.")
    sentence.click()
    expect(sentence).to_have_attribute("aria-pressed", "true")
    mona.get_by_role("button", name="Decide and open the next").click()
    expect(mona.get_by_text("is decided.")).to_be_visible()
    mona.goto("/back-office/games/report/people/rudi/")
    check_page(mona, "moderation-person")

    say(rudi, "What, it is true.")
    expect(rudi.locator("#chat-error")).to_be_visible()
    expect(rudi.get_by_role("textbox", name="Message to the table")).to_have_value("What, it is true.")
    rudi.goto("/lobby/")
    rudi.get_by_role("link", name="Read it").click()
    check_page(rudi, "decisions")
    rudi.get_by_role("link", name="For a while you can’t write").click()
    check_page(rudi, "decision")
    rudi.get_by_label("Why should we look at it again?").fill("It was a joke among friends.")
    rudi.get_by_role("button", name="Appeal").click()
    expect(rudi.get_by_role("status")).to_contain_text("Your appeal is with the moderators.")

    milo = visit("/back-office/games/report/", "milo")
    milo.get_by_role("link", name="Appeal: muted").click()
    check_page(milo, "moderation-appeal")
    milo.get_by_label("Grant it").check()
    milo.get_by_label("Reason").fill("They are friends")
    milo.get_by_role("button", name="Answer and open the next").click()
    expect(milo.get_by_text("You granted rudi’s appeal.")).to_be_visible()
    check_page(milo, "moderation-answer-undo")
    carry_out_answers(site)

    rudi.goto(AT)
    say(rudi, "Sorry, Per.")
    expect(rudi.locator(".chat-message p").last).to_have_text("Sorry, Per.")
    mona.goto("/back-office/games/moderationaction/?q=rudi")
    expect(mona.locator(".field-kind")).to_have_text(["taken back", "muted", "taken back", "warned", "warned"])
    check_page(mona, "moderation-acts")
    mona.locator(".field-kind a").nth(1).click()
    check_page(mona, "moderation-act")
    expect(mona.locator(".facts")).to_contain_text("Third insult in a week")
    expect(mona.locator(".facts")).to_contain_text("They are friends")


@pytest.mark.whole
def test_a_game_that_was_ended_is_hidden_and_goes_on_after_an_appeal(
    visit: Visit, check_page: CheckPage, site: Site
) -> None:
    site.shell(ENDED)
    per = visit("/games/endedgame/", "per")
    expect(per.get_by_role("heading", name="Your move")).to_be_visible()
    mona = visit("/back-office/games/report/", "mona")
    mona.get_by_role("link", name="Ended Game").click()
    mona.locator("[value=none]").check()
    mona.get_by_text("Also: the name, and the game at Ended Game").click()
    mona.get_by_text("End the game without a result").click()
    mona.get_by_label("Reason").fill("Two against one")
    mona.get_by_role("button", name="Decide and open the next").click()
    expect(mona.get_by_text("is decided.")).to_be_visible()

    expect(per.get_by_role("heading", level=1)).to_have_text("Ended without a result")
    expect(per.locator("main")).to_contain_text("hidden cards stay hidden until then")
    # The page was loaded before the game ended, and still gets the styles of the final board.
    expect(per.locator(".replay-board__hand ul")).to_have_css("display", "flex")
    check_page(per, "ended-by-moderators")
    per.goto("/decisions/")
    per.get_by_role("link", name="The game at Ended Game was ended").click()
    check_page(per, "decision-on-a-game")
    per.get_by_label("Why should we look at it again?").fill("We are three strangers.")
    per.get_by_role("button", name="Appeal").click()
    expect(per.get_by_role("status")).to_contain_text("Your appeal is with the moderators.")
    per.get_by_role("link", name="Look at the table").click()
    expect(per.get_by_role("heading", level=1)).to_have_text("Ended without a result")

    milo = visit("/back-office/games/report/", "milo")
    milo.get_by_role("link", name="Appeal: game ended").click()
    milo.get_by_label("Grant it").check()
    milo.get_by_label("Reason").fill("They are strangers")
    milo.get_by_role("button", name="Answer and open the next").click()
    expect(milo.get_by_text("The appeal is answered.")).to_be_visible()
    carry_out_answers(site)
    expect(per.get_by_role("heading", name="Your move")).to_be_visible()
    per.get_by_role("button", name="Draw a card").click()
    expect(per.get_by_role("heading", name="Your move")).to_have_count(0)


@pytest.mark.parametrize("language", every(["fr", "en", "pl", "sv"], 2))
def test_the_decision_is_in_view_without_scrolling(visit: Visit, site: Site, language: str) -> None:
    """On a desktop it is in view with any choice; on a phone, vertical scrolling is enough."""
    report = site.shell(REPORTED.format(language=language))
    page = visit(f"/back-office/games/report/{report}/change/", "mona")
    expect(page.locator("html")).to_have_attribute("lang", language)
    form, button = page.locator(".decision-form"), page.locator(".decision-form__go .btn--main")
    for choice in form.locator("[name=act]").all():
        choice.check()
        assert page.evaluate("scrollY") == 0
        assert button.evaluate(IN_VIEW)
    form.locator("[name=remove]").check()
    assert button.evaluate(IN_VIEW)
    page.set_viewport_size({"width": 390, "height": 844})
    assert_fits(page)
    button.scroll_into_view_if_needed()
    assert button.evaluate(IN_VIEW)
    box = button.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390
    button.click(trial=True)
