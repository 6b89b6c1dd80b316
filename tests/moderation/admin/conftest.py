"""A running game, and staff with more or fewer permissions."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import moderation, play
from games.core import store
from games.models import Game, Message, Notice, Player, Report, Vote
from games.notifications import outbox
from tests.cast import somebody, table_of
from tests.moderation.admin.pages import MODELS, permit
from tests.playing import play_on


@pytest.fixture
def running(alice, bob):
    """A running game of alice and bob with face-down cards, a draft, a vote, a vacation and a pending mail."""
    game = play_on(table_of(alice, bob, name="Nightfall"), 8, seed=2)
    while not draft(game):
        play_on(game, 1)
    assert game.cards.filter(zone="column", face_up=False).exists()
    notice = Notice.objects.filter(game=game).last()
    Notice.objects.filter(pk=notice.pk).update(due_at=timezone.now())
    assert outbox.fan_out(notice.pk)
    alices = game.players.get(user=alice)
    play.propose(alices, Vote.Kind.PAUSE)
    soon = timezone.now().date() + timedelta(days=9)
    play.plan_vacation(alice, soon, soon, {})
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return table_of(alice, bob, name="Nightfall")


@pytest.fixture
def report(game: Game, alice: User, bob: User) -> Report:
    insult = Message.objects.create(game=game, player=game.players.get(user=bob), user=bob, text="You fool.")
    return moderation.file_report(alice, bob, "insult", "", message=insult)


def draft(game):
    """Let the player to move play a gangster if possible, and make no other move."""
    player = Player.objects.select_related("game").get(game=game, to_move_since__isnull=False)
    state = play.drafted(store.load(game).state, player)
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
    """Staff who may view everything about games and change nothing."""
    return permit(somebody("viewer", is_staff=True), *(f"view_{name}" for name in MODELS))
