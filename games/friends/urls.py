"""URLs of friends and blocks."""

from django.urls import path

from games.friends import views

urlpatterns = [
    path("friends/", views.friends, name="friends"),
    path("friends/with/<str:token>/", views.friend_link, name="friend-link"),
    path("friends/<int:key>/", views.answer, name="answer-friend"),
    path("people/<str:username>/block/", views.block, name="block"),
    path("people/<str:username>/unblock/", views.unblock, name="unblock"),
]
