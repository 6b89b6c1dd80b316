"""URLs for security settings and upgrading a guest, and allauth's URLs with additional guards and limits."""

from allauth.account import views as allauth_views
from allauth.mfa.base.views import reauthenticate as reauthenticate_by_second_step
from allauth.mfa.totp.views import activate_totp
from allauth.mfa.webauthn.views import add_webauthn
from django.urls import path, re_path
from django.views.generic import RedirectView

from accounts.access.guards import full_accounts_only, verified_email_only
from accounts.access.rate_limits import limited
from accounts.auth.views import email_links, security, upgrade

to_security = RedirectView.as_view(pattern_name="security")
again = limited("reauthenticate")
password_change = limited("change_password")(full_accounts_only(allauth_views.password_change))
password_set = limited("change_password")(full_accounts_only(allauth_views.password_set))
password_reset = limited("reset_password")(email_links.ResetPassword.as_view())
new_password = limited("reset_password_from_key")(email_links.ResetPasswordFromKey.as_view())

urlpatterns = [
    path("settings/security/", security.security, name="security"),
    path("settings/security/others/", security.end_others, name="end-other-sessions"),
    path("settings/security/sessions/<int:pk>/", security.end_session, name="end-session"),
    path("settings/upgrade/", upgrade.upgrade, name="upgrade"),
    # allauth's own paths, with guards: guests have neither address nor password, and our limits say how long to wait.
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
    path("accounts/2fa/totp/activate/", verified_email_only(activate_totp)),
    path("accounts/2fa/webauthn/add/", verified_email_only(add_webauthn)),
    path("accounts/confirm-email/again/", email_links.send_again, name="send-confirmation-again"),
    re_path(r"^accounts/confirm-email/(?P<key>[-:\w]+)/$", email_links.ConfirmEmail.as_view()),
    re_path(
        r"^accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        new_password,
    ),
    # The site shows all of these on one page.
    path("accounts/2fa/", to_security),
    path("accounts/2fa/webauthn/", to_security),
    path("accounts/sessions/", to_security),
]
