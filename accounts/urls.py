"""The addresses of people's own pages."""

from allauth.account import views as allauth_views
from django.urls import path

from accounts.access import full_accounts_only
from accounts.views import joining, leaving, mail, preferences, trouble

urlpatterns = [
    path("settings/", preferences.preferences, name="settings"),
    path("settings/delete/", leaving.delete_account, name="delete-account"),
    path("settings/upgrade/", joining.upgrade, name="upgrade"),
    path("settings/theme/", preferences.theme, name="theme"),
    path("settings/language/", preferences.language, name="language"),
    path("settings/mail-again/", trouble.try_again, name="mail-again"),
    path("staff/mail/", mail.mail_list, name="staff-mail"),
    path("staff/mail/<str:file>/<int:number>/", mail.mail_item, name="staff-mail-item"),
    # The addresses of allauth, which come after these, with a guard in front: a guest has neither mail nor password.
    path("accounts/signup/", full_accounts_only(allauth_views.signup)),
    path(
        "accounts/email/",
        full_accounts_only(allauth_views.EmailView.as_view(template_name="account/email_change.html")),
    ),
    path("accounts/password/change/", full_accounts_only(allauth_views.password_change)),
    path("accounts/password/set/", full_accounts_only(allauth_views.password_set)),
]
