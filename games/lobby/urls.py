"""URLs of the front page, the user's tables, the lobby, joining a table, the rules, and pages about the site."""

from django.urls import path

from games.lobby.front import views as front
from games.lobby.my_tables import views as my_tables
from games.lobby.views import lobby, rules, seats

urlpatterns = [
    path("", front.front, name="front"),
    path("tables/", my_tables.home, name="home"),
    path("tables/waiting/", my_tables.waiting, name="waiting"),
    path("tables/next/", my_tables.next_table, name="next-table"),
    path("people/<str:username>/challenge/", front.challenge, name="challenge"),
    path("play-now/", front.play_now, name="play-now"),
    path("opponents/", front.opponents, name="opponents"),
    path("invite/", front.invite_friend, name="invite-friend"),
    path("stranger/", front.play_stranger, name="play-stranger"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/open/", lobby.open_table, name="open-table"),
    path("join/<str:invitation>/", lobby.invited, name="invited"),
    path("rules/", rules.default_rules, name="rules-home"),
    path("rules/<slug:variant>/", rules.rules_page, name="rules"),
    path("about/", rules.about, name="about"),
    path("accessibility/", rules.accessibility, name="accessibility"),
    path("games/<slug:table>/decline/", seats.decline, name="decline"),
    path("games/<slug:table>/join/", seats.join, name="join"),
]
