"""URLs of the data export and of account deletion."""

from django.urls import path

from accounts.privacy import views

urlpatterns = [
    path("settings/data/", views.my_data, name="my-data"),
    path("settings/data/<str:key>/", views.download, name="download-data"),
    path("settings/delete/", views.delete_account, name="delete-account"),
]
