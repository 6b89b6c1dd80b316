"""URLs of the user's own tokens."""

from django.urls import path

from accounts.tokens import views

urlpatterns = [
    path("settings/tokens/", views.list_tokens, name="tokens"),
    path("settings/tokens/make/", views.make_token, name="make-token"),
    path("settings/tokens/<int:pk>/revoke/", views.revoke_token, name="revoke-token"),
]
