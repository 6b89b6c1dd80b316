"""URLs of the lessons."""

from django.urls import path

from games.lessons import views

urlpatterns = [
    path("lessons/", views.default_lessons, name="lessons-home"),
    path("lessons/<slug:slug>/", views.lessons, name="lessons"),
    path("lessons/<slug:slug>/<slug:name>/", views.lesson, name="lesson"),
]
