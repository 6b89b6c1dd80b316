"""URLs of the data export and of deleting an account."""

from django.urls import path

from accounts.privacy.views import data_export, delete_account

urlpatterns = [
    path("settings/data/", data_export.my_data, name="my-data"),
    path("settings/data/<str:key>/", data_export.download, name="download-data"),
    path("settings/delete/", delete_account.delete_account, name="delete-account"),
]
