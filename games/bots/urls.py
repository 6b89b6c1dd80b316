"""URLs of a user's bots."""

from django.urls import path

from games.bots import views

urlpatterns = [
    path("settings/bots/", views.list_bots, name="bots"),
    path("settings/bots/<str:username>/", views.show_bot, name="bot"),
    path("settings/bots/<str:username>/name/", views.rename_bot, name="rename-bot"),
    path("settings/bots/<str:username>/token/", views.make_token, name="bot-token"),
    path("settings/bots/<str:username>/token/revoke/", views.revoke_token, name="revoke-bot-token"),
    path("settings/bots/<str:username>/webhook/", views.set_webhook, name="bot-webhook"),
    path("settings/bots/<str:username>/webhook/remove/", views.remove_webhook, name="remove-bot-webhook"),
    path("settings/bots/<str:username>/delete/", views.delete_bot, name="delete-bot"),
]
