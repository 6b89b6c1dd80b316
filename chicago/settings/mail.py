"""Mail: the server or provider that sends it, and the sender address."""

import os
from typing import Any

from chicago.settings.site import DATA_DIR, env

MAIL_DIR = DATA_DIR / "mail"
if EMAIL_URL := env.str("EMAIL_URL", ""):
    _mail = env.email_url_config(EMAIL_URL)
    if _mail["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend":
        _mail["EMAIL_BACKEND"] = "accounts.mail.smtp.EmailBackend"
    vars().update(_mail)
elif not (EMAIL_BACKEND := env.str("EMAIL_BACKEND", "")):
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = MAIL_DIR
EMAIL_TIMEOUT = 20
"""The seconds to wait for each response of the mail server; much shorter than the outbox's claim timeout."""

ANYMAIL: dict[str, Any] = {
    name.removeprefix("ANYMAIL_"): value for name, value in os.environ.items() if name.startswith("ANYMAIL_")
} | {"REQUESTS_TIMEOUT": EMAIL_TIMEOUT}
"""Settings of django-anymail: the mail provider, and the secret of the webhook that reports bounces."""
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "The Back Room <table@backroom.invalid>")
