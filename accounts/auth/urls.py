"""URLs of security settings and upgrading a guest; allauth's own URLs with a guard in front of some."""

from allauth.account import views as allauth_views
from allauth.mfa.totp.views import activate_totp
from allauth.mfa.webauthn.views import add_webauthn
from django.urls import path, re_path
from django.views.generic import RedirectView

from accounts.auth.guards import confirmed_only, full_accounts_only
from accounts.auth.views import email_links, security, upgrade

to_security = RedirectView.as_view(pattern_name="security")

urlpatterns = [
    path("settings/security/", security.security, name="security"),
    path("settings/security/others/", security.end_others, name="end-other-sessions"),
    path("settings/security/sessions/<int:pk>/", security.end_session, name="end-session"),
    path("settings/upgrade/", upgrade.upgrade, name="upgrade"),
    # allauth's URLs come after these. A guest has neither mail nor password, so a guard stands in front.
    path("accounts/signup/", full_accounts_only(allauth_views.signup)),
    path(
        "accounts/email/",
        full_accounts_only(allauth_views.EmailView.as_view(template_name="account/email_change.html")),
    ),
    path("accounts/password/change/", full_accounts_only(allauth_views.password_change)),
    path("accounts/password/set/", full_accounts_only(allauth_views.password_set)),
    path("accounts/2fa/totp/activate/", confirmed_only(activate_totp)),
    path("accounts/2fa/webauthn/add/", confirmed_only(add_webauthn)),
    re_path(r"^accounts/confirm-email/(?P<key>[-:\w]+)/$", email_links.ConfirmAddress.as_view()),
    re_path(
        r"^accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        email_links.NewPassword.as_view(),
    ),
    # One page of ours has all of these.
    path("accounts/2fa/", to_security),
    path("accounts/2fa/webauthn/", to_security),
    path("accounts/sessions/", to_security),
]
