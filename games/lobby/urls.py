"""URLs of the front page, the lobby, seats before the start, and the rules."""

from django.urls import path

from games.lobby.views import home, invitations, lobby, rules, seats

urlpatterns = [
    path("", home.front, name="front"),
    path("tables/", home.home, name="home"),
    path("tables/waiting/", home.waiting, name="waiting"),
    path("tables/next/", home.next_table, name="next-table"),
    path("play-now/", home.play_now, name="play-now"),
    path("opponents/", home.opponents, name="opponents"),
    path("invite/", home.invite_friend, name="invite-friend"),
    path("stranger/", home.play_stranger, name="play-stranger"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/open/", lobby.open_table, name="open-table"),
    path("join/<str:invitation>/", lobby.invited, name="invited"),
    path("rules/", rules.default_rules, name="rules-home"),
    path("rules/<slug:slug>/", rules.rules_page, name="rules"),
    path("about/", rules.about, name="about"),
    path("accessibility/", rules.accessibility, name="accessibility"),
    path("games/<slug:table>/decline/", invitations.decline, name="decline"),
    path("games/<slug:table>/join/", seats.join, name="join"),
]
