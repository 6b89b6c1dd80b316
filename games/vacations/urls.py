"""URLs of vacations."""

from django.urls import path

from games.vacations import views

urlpatterns = [
    path("settings/vacation/", views.plan, name="vacation"),
    path("settings/vacation/<int:vacation>/", views.change, name="change-vacation"),
    path("settings/vacation/<int:vacation>/cancel/", views.cancel, name="cancel-vacation"),
    path("settings/vacation/asked/<int:arrangement>/", views.answer, name="answer-sitting-in"),
]
