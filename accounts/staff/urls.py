"""URLs of staff pages outside the admin."""

from django.urls import path

from accounts.staff import views

urlpatterns = [
    path("staff/mail/", views.mail_list, name="staff-mail"),
    path("staff/mail/<str:file>/<int:number>/", views.mail_item, name="staff-mail-item"),
]
