"""The addresses of people's own pages."""

from allauth.account import views as allauth_views
from allauth.mfa.base.views import reauthenticate as reauthenticate_by_second_step
from allauth.mfa.totp.views import activate_totp
from allauth.mfa.webauthn.views import add_webauthn
from django.urls import path, re_path
from django.views.generic import RedirectView

from accounts.access import confirmed_only, full_accounts_only
from accounts.limits import limited
from accounts.views import data, elsewhere, joining, leaving, mail, preferences, security, trouble

again = limited("reauthenticate")
password_change = limited("change_password")(full_accounts_only(allauth_views.password_change))
password_set = limited("change_password")(full_accounts_only(allauth_views.password_set))
password_reset = limited("reset_password")(allauth_views.password_reset)
new_password = limited("reset_password_from_key")(elsewhere.NewPassword.as_view())
to_security = RedirectView.as_view(pattern_name="security")

urlpatterns = [
    path("settings/", preferences.preferences, name="settings"),
    path("settings/data/", data.my_data, name="my-data"),
    path("settings/data/<str:key>/", data.download, name="download-data"),
    path("settings/delete/", leaving.delete_account, name="delete-account"),
    path("settings/security/", security.security, name="security"),
    path("settings/security/others/", security.end_others, name="end-other-sessions"),
    path("settings/security/sessions/<int:pk>/", security.end_session, name="end-session"),
    path("settings/upgrade/", joining.upgrade, name="upgrade"),
    path("settings/theme/", preferences.theme, name="theme"),
    path("settings/language/", preferences.language, name="language"),
    path("settings/mail-again/", trouble.try_again, name="mail-again"),
    path("staff/mail/", mail.mail_list, name="staff-mail"),
    path("staff/mail/<str:file>/<int:number>/", mail.mail_item, name="staff-mail-item"),
    # The addresses of allauth, which come after these, with a guard in front: a guest has neither mail nor password,
    # and asking too often is answered with the time to wait.
    path("accounts/login/", limited("login")(allauth_views.login), name="account_login"),
    path("accounts/signup/", limited("signup")(full_accounts_only(allauth_views.signup))),
    path(
        "accounts/email/",
        limited("manage_email")(
            full_accounts_only(allauth_views.EmailView.as_view(template_name="account/email_change.html"))
        ),
    ),
    path("accounts/password/change/", password_change),
    path("accounts/password/set/", password_set),
    path("accounts/password/reset/", password_reset, name="account_reset_password"),
    path("accounts/reauthenticate/", again(allauth_views.reauthenticate), name="account_reauthenticate"),
    path("accounts/2fa/reauthenticate/", again(reauthenticate_by_second_step), name="mfa_reauthenticate"),
    path("accounts/2fa/totp/activate/", confirmed_only(activate_totp)),
    path("accounts/2fa/webauthn/add/", confirmed_only(add_webauthn)),
    re_path(r"^accounts/confirm-email/(?P<key>[-:\w]+)/$", elsewhere.ConfirmAddress.as_view()),
    re_path(
        r"^accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        new_password,
    ),
    # Ours has it all on one page.
    path("accounts/2fa/", to_security),
    path("accounts/2fa/webauthn/", to_security),
    path("accounts/sessions/", to_security),
]
