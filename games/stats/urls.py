"""URLs of profiles, head-to-head pages and leaderboards."""

from django.urls import path

from games.stats import views

urlpatterns = [
    path("people/<str:username>/", views.profile, name="profile"),
    path("people/<str:username>/with/<str:other>/", views.head_to_head, name="head-to-head"),
    path("leaderboards/", views.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:variant>/", views.leaderboard, name="leaderboard"),
    path("leaderboards/<slug:variant>/bots/", views.leaderboard, {"bots": True}, name="bots-leaderboard"),
]
