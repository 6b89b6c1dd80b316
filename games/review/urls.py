"""URLs of Reviews, and of luck and skill."""

from django.urls import path

from games.review import skill_views, views

urlpatterns = [
    path("games/<slug:table>/review/", views.review, name="review"),
    path("people/<str:username>/skill/", skill_views.skill, name="skill"),
    path("settings/skill/", skill_views.show_skill, name="show-skill"),
]
