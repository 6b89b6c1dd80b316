"""A turn-based game as a minimal Django site would implement it, as a benchmark for our moves and pages.

For a fair comparison, it has the middleware of ``startproject``, locks a row in one transaction for each move, and
shows everything that its player may see. It has no clocks, notices, live pages, drafts or rate limits.
"""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

from django.contrib.auth.decorators import login_required
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template import engines
from django.urls import path, reverse
from django.views.decorators.http import require_POST

from accounts.models import User

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]


class Match(models.Model):
    """A game, with its whole state in one row.

    Managers and keys are declared, because the type checker infers them only for installed apps.
    """

    version = models.IntegerField(default=0)
    state = models.JSONField(default=dict)
    to_move = models.ForeignKey(User, models.CASCADE, related_name="+")

    objects: ClassVar[models.Manager[Match]] = models.Manager()
    to_move_id: int
    seats: models.Manager[Seat]
    actions: models.Manager[Action]

    class Meta:
        app_label = "minimal"


class Seat(models.Model):
    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    number = models.IntegerField()

    objects: ClassVar[models.Manager[Seat]] = models.Manager()
    user_id: int

    class Meta:
        app_label = "minimal"
        ordering = ["number"]


class Action(models.Model):
    match = models.ForeignKey(Match, models.CASCADE, related_name="actions")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    number = models.IntegerField()
    text = models.CharField(max_length=100)

    objects: ClassVar[models.Manager[Action]] = models.Manager()

    class Meta:
        app_label = "minimal"
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="minimal_action_number")]


MODELS = (Match, Seat, Action)

PAGE = """\
<!doctype html>
<html lang="en">
<head><title>Match {{ match.pk }}</title><link rel="stylesheet" href="/static/css/base.css"></head>
<body>
<h1>{% if match.to_move_id == user.pk %}Your move{% else %}{{ match.to_move.username }} is to move{% endif %}</h1>
<form method="post" action="{% url 'move' match.pk %}">
{% csrf_token %}
<input type="hidden" name="version" value="{{ match.version }}">
{% for place in match.state.places %}
<section>
<h2>{{ place.name }}</h2>
{% for column in place.columns %}
<ul>
{% for card in column %}
<li class="card card--{{ card.suit }}">{% if card.rank %}{{ card.rank }}{% else %}face down{% endif %}</li>
{% endfor %}
</ul>
{% endfor %}
<button name="move" value="play {{ place.name }}">Play here</button>
</section>
{% endfor %}
<ul>
{% for card in match.state.hand %}<li><input type="radio" name="card" value="{{ card }}">{{ card }}</li>{% endfor %}
</ul>
</form>
<ol>{% for seat in seats %}<li>{{ seat.user.username }}</li>{% endfor %}</ol>
<ol>{% for action in actions %}<li>{{ action.user.username }}: {{ action.text }}</li>{% endfor %}</ol>
</body>
</html>
"""


@login_required
def show(request: HttpRequest, match: int) -> HttpResponse:
    found = get_object_or_404(Match.objects.select_related("to_move"), pk=match)
    context = {
        "match": found,
        "seats": found.seats.select_related("user"),
        "actions": found.actions.select_related("user").order_by("-number")[:20],
    }
    return HttpResponse(_template().render(context, request))


@cache
def _template() -> Any:
    """Return the compiled template, cached as Django's cached loader would do."""
    return engines["django"].from_string(PAGE)


@require_POST
@login_required
def move(request: HttpRequest, match: int) -> HttpResponse:
    """Store a move, change the state, and let the next player move. Respond with 409 if the page is outdated."""
    with transaction.atomic():
        found = get_object_or_404(Match.objects.select_for_update(), pk=match)
        if found.to_move_id != request.user.pk or request.POST.get("version") != str(found.version):
            return HttpResponse("It’s not your turn.", status=409)
        found.version += 1
        Action.objects.create(match=found, user=request.user, number=found.version, text=request.POST["move"])
        found.state["last"] = request.POST["move"]
        seats = list(found.seats.all())
        mine = next(place for place, seat in enumerate(seats) if seat.user_id == request.user.pk)
        found.to_move_id = seats[(mine + 1) % len(seats)].user_id
        found.save()
    return HttpResponseRedirect(reverse("show", args=[match]))


urlpatterns = [path("minimal/<int:match>/", show, name="show"), path("minimal/<int:match>/move/", move, name="move")]


def new_match(people: list[User]) -> Match:
    """Create a match of these users, with as many cards on the table as in a typical middle game."""
    suits, size = ("fan", "mob", "cop", "rum"), len(people)
    cards = [{"suit": suits[n % 4], "rank": None if n % 5 == 0 else 2 + n % 13} for n in range(size * 8)]
    places = [
        {"name": f"place {n}", "columns": [cards[seat * 8 + n * 2 : seat * 8 + n * 2 + 2] for seat in range(size)]}
        for n in range(4)
    ]
    state = {"places": places, "hand": [f"{n}F" for n in range(2, 9)]}
    match = Match.objects.create(state=state, to_move=people[0])
    Seat.objects.bulk_create(Seat(match=match, user=person, number=n) for n, person in enumerate(people))
    return match
