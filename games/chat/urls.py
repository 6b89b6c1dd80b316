"""URLs of the chat at a table."""

from django.urls import path

from games.chat import views

urlpatterns = [
    path("games/<slug:table>/talk/", views.chat, name="chat"),
    path("games/<slug:table>/talk/read/", views.mark_chat_read, name="chat-read"),
    path("games/<slug:table>/gallery/", views.gallery, name="gallery"),
    path("games/<slug:table>/gallery/read/", views.mark_gallery_read, name="gallery-read"),
]
