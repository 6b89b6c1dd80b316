"""Accounts: sign-in, passwords, second factors, third-party programs, the admin's path."""

import re

from django.core.exceptions import ImproperlyConfigured

from chicago.settings.site import LOCAL, env

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.auth.backends.PasswordBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
_VALIDATORS = "django.contrib.auth.password_validation."
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": _VALIDATORS + "UserAttributeSimilarityValidator"},
    {"NAME": _VALIDATORS + "MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": _VALIDATORS + "CommonPasswordValidator"},
    {"NAME": _VALIDATORS + "NumericPasswordValidator"},
    {"NAME": "accounts.auth.passwords.SiteWordsValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "accounts.auth.adapter.AccountAdapter"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_FORMS = {
    "login": "accounts.auth.forms.SignInForm",
    "signup": "accounts.auth.forms.SignUpForm",
    "change_password": "accounts.auth.forms.ChangePasswordForm",
    "set_password": "accounts.auth.forms.SetPasswordForm",
    "reset_password": "accounts.auth.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.auth.forms.ResetPasswordKeyForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
# Only in the browser in which the password was entered a few minutes ago.
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_LOGOUT_REDIRECT_URL = "front"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True

MFA_ADAPTER = "accounts.auth.mfa.MFAAdapter"
MFA_FORMS = {
    "authenticate": "accounts.auth.mfa.CodeForm",
    "reauthenticate": "accounts.auth.mfa.ReauthenticateCodeForm",
    "activate_totp": "accounts.auth.mfa.ActivateCodeForm",
    "add_webauthn": "accounts.auth.passkeys.AddForm",
    "edit_webauthn": "accounts.auth.passkeys.RenameForm",
    "authenticate_webauthn": "accounts.auth.passkeys.SecondStepForm",
    "login_webauthn": "accounts.auth.passkeys.SignInForm",
    "reauthenticate_webauthn": "accounts.auth.passkeys.ReauthenticateForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "The Back Room"
MFA_TOTP_TOLERANCE = 1
# Without this, allauth lets no user with MFA change their address. accounts.access.guards.verified_email_only checks
# instead that MFA users have a confirmed address, so that they can't lock out an address's real owner.
MFA_ALLOW_UNVERIFIED_EMAIL = True

IDP_OIDC_ADAPTER = "accounts.oauth.adapter.ProgramAdapter"
IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN = 60 * 60
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 60 * 60 * 24 * 90
IDP_OIDC_AUTHORIZATION_CODE_EXPIRES_IN = 60
IDP_OIDC_DEVICE_CODE_EXPIRES_IN = 60 * 10
# Our own limit, "oauth_code", counts by user and applies first; allauth's 5/m/ip would be shared by a whole school.
IDP_OIDC_RATE_LIMITS = {"device_user_code": "60/m/ip"}

OAUTH_PRIVATE_KEY = env.str("OAUTH_PRIVATE_KEY", "").replace("\\n", "\n")
"""The RSA key for signing ID tokens, as PEM. A local site creates one in its data folder (accounts/oauth/keys.py)."""
if OAUTH_PRIVATE_KEY and not re.match(r"-----BEGIN (RSA )?PRIVATE KEY-----\n", OAUTH_PRIVATE_KEY):
    raise ImproperlyConfigured("OAUTH_PRIVATE_KEY must be an RSA key as PEM: openssl genrsa 2048 makes one.")
OAUTH = env.bool("OAUTH", LOCAL or bool(OAUTH_PRIVATE_KEY))
"""Whether third-party programs can ask users for access."""
if OAUTH and not LOCAL and not OAUTH_PRIVATE_KEY:
    raise ImproperlyConfigured("OAUTH_PRIVATE_KEY must be set where OAUTH is on: openssl genrsa 2048 makes one.")

ADMIN_PATH = env.str("ADMIN_PATH", "back-office/")
"""The path of the admin. accounts.auth.checks ensures that no page of the site takes precedence."""

if not re.fullmatch(r"([a-z0-9_-]+/)+", ADMIN_PATH, re.ASCII):
    raise ImproperlyConfigured("ADMIN_PATH must be made of small letters, digits and hyphens, and end with a slash.")
