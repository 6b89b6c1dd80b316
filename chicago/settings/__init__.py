"""Settings, read from environment variables. Without any, the site runs locally, with its data in ``var/``.

docs/reference/settings.md explains each variable. A missing or invalid one raises `ImproperlyConfigured`.
"""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff

from chicago.settings.auth import *
from chicago.settings.celery import *
from chicago.settings.databases import *
from chicago.settings.databases import DATABASES, REPLICA_URL
from chicago.settings.logging import *
from chicago.settings.mail import *
from chicago.settings.rate_limits import *
from chicago.settings.security import *
from chicago.settings.security import SECURE_HSTS_PRELOAD, add_static_headers
from chicago.settings.site import *
from chicago.settings.site import BASE_DIR, DATA_DIR, REDIS_URL, SECURE, env
from chicago.settings.telemetry import *
from games.realtime.hub import on_redis_connect

INSTALLED_APPS = [
    "accounts",
    "games",
    "chicago.run",
    "chicago.backup",
    "accounts.apps.BackOfficeConfig",
    "chicago.telemetry",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.sitemaps",
    "channels",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "accounts.apps.IdentityProviderConfig",
]

MIDDLEWARE = [
    "chicago.web.health.HealthMiddleware",
    "chicago.telemetry.middleware.TelemetryMiddleware",
    # Above the middleware for pages: files load nothing, so policies would only make their responses longer.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "chicago.web.middleware.SecurityHeadersMiddleware",
    "chicago.web.middleware.ErrorPageMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    # Static files are compressed beforehand. GZipMiddleware adds random bytes, so that sizes reveal nothing.
    "django.middleware.gzip.GZipMiddleware",
    "games.api.middleware.ApiMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "chicago.web.browser_responses.BrowserResponseMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.auth.middleware.PreferencesMiddleware",
    "games.moderation.middleware.SanctionMiddleware",
    "games.core.viewer.ViewerMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

if REPLICA_URL:
    MIDDLEWARE.insert(
        MIDDLEWARE.index("django.contrib.auth.middleware.AuthenticationMiddleware") + 1,
        "games.core.replica.PinMiddleware",
    )

ROOT_URLCONF = "chicago.urls"
ASGI_APPLICATION = "chicago.asgi.application"
WSGI_APPLICATION = "chicago.wsgi.application"

# The rooms are folders of the two apps, so Django does not find their template tags automatically.
TEMPLATE_LIBRARIES = {
    "chat": "games.chat.templatetags.chat",
    "dashboard": "games.moderation.templatetags.dashboard",
    "friends": "games.friends.templatetags.friends",
    "lessons": "games.lessons.templatetags.lessons",
    "lobby": "games.lobby.templatetags.lobby",
    "localized": "accounts.i18n.templatetags.localized",
    "moderation": "games.moderation.templatetags.moderation",
    "profile": "accounts.profile.templatetags.profile",
    "review": "games.review.templatetags.review",
    "staff": "accounts.staff.templatetags.staff",
    "stats": "games.stats.templatetags.stats",
    "table": "games.presentation.templatetags.table",
    "vacations": "games.vacations.templatetags.vacations",
    "fragments": "chicago.web.templatetags.fragments",
    "page": "chicago.web.templatetags.page",
}

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "chicago.web.template_loaders.FilesystemLoader",
                        "chicago.web.template_loaders.AppDirectoriesLoader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.profile.context_processors.colours",
                "games.lobby.context_processors.waiting",
            ],
            "libraries": TEMPLATE_LIBRARIES,
        },
    },
    {
        "NAME": "fragments",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates" / "fragments"],
        "OPTIONS": {
            "environment": "chicago.web.fragments.environment",
            "context_processors": ["django.contrib.auth.context_processors.auth"],
        },
    },
]


SILENCED_SYSTEM_CHECKS: list[str] = []
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    SILENCED_SYSTEM_CHECKS += ["models.W040"]  # an index that covers a query does so only on PostgreSQL
if SECURE and not SECURE_HSTS_PRELOAD:
    # Preloading lets anyone submit the host to the browsers' permanent list, so it is the operator's choice.
    SILENCED_SYSTEM_CHECKS += ["security.W021"]

BACKUP_DIR = Path(env.str("BACKUP_DIR", "") or DATA_DIR / "backups")
OPEN_DATA_DIR = Path(env.str("OPEN_DATA_DIR", "") or DATA_DIR / "open-data")
"""The folder of the monthly files: one process writes them, all serve them."""

REDIS_TIMEOUTS: dict[str, Any] = {"socket_connect_timeout": 2, "socket_timeout": 2}
"""The timeouts, in seconds, of Redis calls for which a request waits."""

if REDIS_URL:
    _redis_cache = "django.core.cache.backends.redis.RedisCache"
    # JSON, because through a pickle, anyone who can write to Redis could run code. Version 1 held pickles.
    _options = REDIS_TIMEOUTS | {"serializer": "django.core.signing.JSONSerializer"}
    CACHES = {"default": {"BACKEND": _redis_cache, "LOCATION": REDIS_URL, "VERSION": 2, "OPTIONS": _options}}
    # Each process knows the groups of its own sockets, so that groups survive a restart of Redis. Redis shares
    # channels between all its databases, hence the prefix.
    _redis_host = {"address": REDIS_URL, "redis_connect_func": on_redis_connect} | REDIS_TIMEOUTS
    _redis_host["retry"] = Retry(ExponentialWithJitterBackoff(cap=1, base=0.05), retries=6)
    _layer = {"hosts": [_redis_host], "prefix": f"back-room{urlsplit(REDIS_URL).path}:"}
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": _layer}}
else:
    CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 20_000}}
    }
    _many = {"capacity": 10_000, "group_expiry": 10**9}  # all sockets share a channel, and pages stay open for days
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": _many}}

SOCKET_PORT = env.int("SOCKET_PORT", 0)
"""The port of the WebSockets on a site without a proxy, or 0 if they share the port of the pages."""

ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", 0)

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français"), ("pl", "Polski"), ("sv", "Svenska")]

FORMAT_MODULE_PATH = ["chicago.translations.formats"]
LOCALE_PATHS = [BASE_DIR / "chicago" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "chicago" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": env.str("STATIC_STORAGE", "chicago.web.static_files.MinifiedStorage")},
}
WHITENOISE_ROOT = BASE_DIR / "chicago" / "root"
"""The folder of files that browsers and crawlers request at the root of every site."""
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = add_static_headers

OPERATOR = env.str("OPERATOR", "").replace("\\n", "\n")
"""The name and contact of the site's operator, shown on the privacy page."""

SECURITY_CONTACT = env.str("SECURITY_CONTACT", "")
"""The contact for reports of security problems in /.well-known/security.txt: a mailto: or https: URL."""
if SECURITY_CONTACT and not re.fullmatch(r"(mailto:|https://)\S+", SECURITY_CONTACT):
    raise ImproperlyConfigured("SECURITY_CONTACT must be like mailto:security@room.example.org, or https://….")

TURN_MAIL_DELAY = env.int("TURN_MAIL_DELAY", 30)
"""Seconds between the start of a turn and its mail, so that no mails are sent while both players are present."""

VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", "")
if VAPID_PRIVATE_KEY and not re.fullmatch(r"[\w-]{43}=?", VAPID_PRIVATE_KEY, re.ASCII):
    raise ImproperlyConfigured("VAPID_PRIVATE_KEY must be the 32 bytes of a P-256 private key in base64url.")

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# There are no uploads, and forms are shorter than this. Longer requests get 413 unread (chicago/web/middleware.py).
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

FILE_UPLOAD_HANDLERS: list[str] = []

MESSAGE_STORAGE = "chicago.web.message_storage.MessageStorage"
