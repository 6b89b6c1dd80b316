"""Settings, from the environment. Without any, the site runs locally, with its data in ``var/``.

docs/reference/settings.md explains each variable. Raises ImproperlyConfigured for a missing or invalid setting.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff

from chicago.run import secret_key
from chicago.settings import security
from chicago.settings.auth import *
from chicago.settings.celery import *
from chicago.settings.logging import *
from chicago.settings.rate_limits import *
from chicago.settings.telemetry import *
from games.realtime.hub import on_redis_connect

BASE_DIR = Path(__file__).resolve().parent.parent.parent
env = environ.Env()

DATA_DIR = Path(env.str("DATA_DIR", str(BASE_DIR / "var")))
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
DATABASE_URL = env.str("DATABASE_URL", "")
REDIS_URL = env.str("REDIS_URL", "")
EMBEDDED = not REDIS_URL
"""One process is web server, sockets, worker and beat at once: the broker and the channel layer are in its memory."""

LOCAL = not DATABASE_URL and not REDIS_URL
"""A local site: no secrets and no host names to configure."""


def _required(name: str) -> str:
    """Return the variable ``name``. Raise `ImproperlyConfigured` if a production site lacks it."""
    value: str = env.str(name, "")
    if not value:
        raise ImproperlyConfigured(f"{name} must be set when DATABASE_URL or REDIS_URL is.")
    return value


DEBUG = env.bool("DEBUG", False)
SECRET_KEY = env.str("SECRET_KEY", "") or (secret_key.load_or_create(DATA_DIR) if LOCAL else _required("SECRET_KEY"))
if not LOCAL and (len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 5):
    raise ImproperlyConfigured("SECRET_KEY must be 50 random characters at least: openssl rand -base64 48 makes some.")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"] if LOCAL else [])
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS must name this site's host when DATABASE_URL or REDIS_URL is set.")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
CSRF_FAILURE_VIEW = "chicago.web.errors.csrf_failed"
SITE_URL = (env.str("SITE_URL", "") or ("http://127.0.0.1:8000" if LOCAL else _required("SITE_URL"))).rstrip("/")
if not re.fullmatch(r"https?://[^/?#@\s]+", SITE_URL):
    raise ImproperlyConfigured("SITE_URL must be like https://room.example.org, with nothing after the host.")
SECURE = SITE_URL.startswith("https://")
if SECURE and DEBUG:
    raise ImproperlyConfigured("DEBUG must be off where SITE_URL is https://…: its pages show the settings to anybody.")
LOCAL_WEBHOOKS = env.bool("LOCAL_WEBHOOKS", False)
"""Whether webhooks may lead to http://127.0.0.1:… of this machine; `make play` says so to those who write bots."""
if LOCAL_WEBHOOKS and (SECURE or not LOCAL):
    raise ImproperlyConfigured("LOCAL_WEBHOOKS must be off with DATABASE_URL, REDIS_URL or an https SITE_URL.")
if SECURE and not LOCAL and "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS must name this site's host where SITE_URL is https://…, not any.")

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
    # Above what pages need: a file loads nothing, so their policies would only make it longer.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "chicago.web.middleware.SecurityHeadersMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    # Static files are compressed beforehand. It adds random bytes, so that sizes tell nothing.
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

ROOT_URLCONF = "chicago.urls"
ASGI_APPLICATION = "chicago.asgi.application"
WSGI_APPLICATION = "chicago.wsgi.application"

# The rooms are folders of the two apps, so Django does not find their template tags by itself.
TEMPLATE_LIBRARIES = {
    "chat": "games.chat.templatetags.chat",
    "dashboard": "games.moderation.templatetags.dashboard",
    "friends": "games.friends.templatetags.friends",
    "lessons": "games.lessons.templatetags.lessons",
    "lobby": "games.lobby.templatetags.lobby",
    "localized": "accounts.i18n.templatetags.localized",
    "moderation": "games.moderation.templatetags.moderation",
    "profile": "accounts.profile.templatetags.profile",
    "replay": "games.replay.templatetags.replay",
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


def _postgresql(url: str) -> dict[str, Any]:
    """Return Django's settings of a database."""
    database: dict[str, Any] = env.db_url_config(url)
    # A connection is checked before use, so that those cut by a restart of the server cause no error.
    database["CONN_HEALTH_CHECKS"] = True
    # In PgBouncer's transaction mode the next piece of a cursor would be asked of another connection.
    database["DISABLE_SERVER_SIDE_CURSORS"] = env.bool("PGBOUNCER", False)
    # While PostgreSQL is unavailable requests fail within a second. By default the pool would back off, and keep the
    # site down for minutes after PostgreSQL is back.
    pool = {"min_size": 1, "max_size": env.int("DATABASE_POOL", 8), "timeout": 0.7, "reconnect_timeout": 3}
    # Milliseconds without the network's acknowledgement: else a query to a lost machine waits for a quarter of an hour.
    timeouts = {"connect_timeout": 3, "tcp_user_timeout": 300}
    # Statements that a connection repeats are planned once; PgBouncer would give the next one to another connection.
    prepared = {"server_side_binding": True, "prepare_threshold": None if env.bool("PGBOUNCER", False) else 5}
    # A page's queries find few rows, in memory or on an SSD: PostgreSQL's own costs are those of disks that turn, and
    # starting a worker or a compiler takes longer than the query. PgBouncer refuses a session with options of its own.
    planner = "-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 -c jit=off"
    planned = {} if env.bool("PGBOUNCER", False) else {"options": planner}
    database["OPTIONS"] = timeouts | prepared | planned | database.get("OPTIONS", {}) | {"pool": pool}
    return database


DATABASES: dict[str, dict[str, Any]] = {
    "default": _postgresql(DATABASE_URL)
    if DATABASE_URL
    else {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA_DIR / "db.sqlite3"}
}
SILENCED_SYSTEM_CHECKS: list[str] = []
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    SILENCED_SYSTEM_CHECKS += ["models.W040"]  # an index that covers a query does so on PostgreSQL alone
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
REPLICA_URL = env.str("REPLICA_URL", "")
"""A PostgreSQL that follows the one of DATABASE_URL, for reads that may be some seconds late
(games/core/replica.py)."""

if REPLICA_URL:
    if not DATABASE_URL:
        raise ImproperlyConfigured("REPLICA_URL needs DATABASE_URL, the primary that it follows.")
    DATABASES["replica"] = _postgresql(REPLICA_URL) | {"TEST": {"MIRROR": "default"}}
    DATABASE_ROUTERS = ["games.core.replica.Router"]
    MIDDLEWARE.insert(
        MIDDLEWARE.index("django.contrib.auth.middleware.AuthenticationMiddleware") + 1,
        "games.core.replica.PinMiddleware",
    )

BACKUP_DIR = Path(env.str("BACKUP_DIR", "") or DATA_DIR / "backups")
OPEN_DATA_DIR = Path(env.str("OPEN_DATA_DIR", "") or DATA_DIR / "open-data")
"""One folder for all processes: one of them makes the monthly files, and all serve them."""

REDIS_TIMEOUTS: dict[str, Any] = {"socket_connect_timeout": 2, "socket_timeout": 2}
"""Seconds, for every call that a request waits for."""

if REDIS_URL:
    _redis_cache = "django.core.cache.backends.redis.RedisCache"
    # JSON, since a pickle runs what whoever can write to Redis likes. Version 1 was pickles, which nobody reads now.
    _options = REDIS_TIMEOUTS | {"serializer": "django.core.signing.JSONSerializer"}
    CACHES = {"default": {"BACKEND": _redis_cache, "LOCATION": REDIS_URL, "VERSION": 2, "OPTIONS": _options}}
    # A group is known to the process that has its sockets, so that it outlives Redis. Redis's channels are the same in
    # all its databases, hence the prefix.
    _redis_host = {"address": REDIS_URL, "redis_connect_func": on_redis_connect} | REDIS_TIMEOUTS
    _redis_host["retry"] = Retry(ExponentialWithJitterBackoff(cap=1, base=0.05), retries=6)
    _layer = {"hosts": [_redis_host], "prefix": f"back-room{urlsplit(REDIS_URL).path}:"}
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": _layer}}
else:
    CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 20_000}}
    }
    _many = {"capacity": 10_000, "group_expiry": 10**9}  # all sockets share a channel, and pages are open for days
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": _many}}

SOCKET_PORT = env.int("SOCKET_PORT", 0)
"""The port of the WebSockets if it is not that of the pages, as without a proxy; 0: the same port."""

ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", 0)

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français"), ("pl", "Polski"), ("sv", "Svenska")]
"""Each by its own name."""

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
"""Files that programs ask for at the top of every site."""
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = security.add_static_headers

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
"""Seconds for each answer of the mail server. Much less than the outbox waits before another worker may claim a mail.
"""

ANYMAIL: dict[str, Any] = {
    name.removeprefix("ANYMAIL_"): value for name, value in os.environ.items() if name.startswith("ANYMAIL_")
} | {"REQUESTS_TIMEOUT": EMAIL_TIMEOUT}
"""Settings of django-anymail: the mail provider, and the secret of the webhook that reports bounces."""
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "The Back Room <table@backroom.invalid>")

OPERATOR = env.str("OPERATOR", "").replace("\\n", "\n")
"""The site's operator and their contact, shown on the privacy page."""

SECURITY_CONTACT = env.str("SECURITY_CONTACT", "")
"""Whom to tell about a hole in the site, in /.well-known/security.txt: an address of a mail or of a page."""
if SECURITY_CONTACT and not re.fullmatch(r"(mailto:|https://)\S+", SECURITY_CONTACT):
    raise ImproperlyConfigured("SECURITY_CONTACT must be like mailto:security@room.example.org, or https://….")

TURN_MAIL_DELAY = env.int("TURN_MAIL_DELAY", 30)
"""Seconds between the start of a turn and its mail, so that two players who are both present get none."""

VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", "")
if VAPID_PRIVATE_KEY and not re.fullmatch(r"[\w-]{43}=?", VAPID_PRIVATE_KEY, re.ASCII):
    raise ImproperlyConfigured("VAPID_PRIVATE_KEY must be the 32 bytes of a P-256 private key in base64url.")

OAUTH_PRIVATE_KEY = env.str("OAUTH_PRIVATE_KEY", "").replace("\\n", "\n")
"""The RSA key that signs ID tokens, as PEM. A local site makes one in its data folder (accounts/oauth/keys.py)."""
if OAUTH_PRIVATE_KEY and not re.match(r"-----BEGIN (RSA )?PRIVATE KEY-----\n", OAUTH_PRIVATE_KEY):
    raise ImproperlyConfigured("OAUTH_PRIVATE_KEY must be an RSA key as PEM: openssl genrsa 2048 makes one.")
OAUTH = env.bool("OAUTH", LOCAL or bool(OAUTH_PRIVATE_KEY))
"""Whether programs of others may ask people for access."""
if OAUTH and not LOCAL and not OAUTH_PRIVATE_KEY:
    raise ImproperlyConfigured("OAUTH_PRIVATE_KEY must be set where OAUTH is on: openssl genrsa 2048 makes one.")

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# There are no uploads, and no form is longer. A request that declares more gets 413 unread (chicago/web/middleware.py).
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

FILE_UPLOAD_HANDLERS: list[str] = []

PERMISSIONS_POLICY = security.PERMISSIONS_POLICY
CONTENT_SECURITY_POLICY = {"DIRECTIVES": security.CSP_SOURCES | {"upgrade-insecure-requests": SECURE}}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

SESSION_COOKIE_AGE = 60 * 60 * 24 * 365
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
CSRF_COOKIE_HTTPONLY = True
COOKIE_PREFIX = "__Host-" if SECURE else ""
"""Browsers accept a cookie with this prefix only from this very host, and only over HTTPS."""
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}language"
MESSAGE_STORAGE = "chicago.web.message_storage.MessageStorage"
if SECURE:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}session", f"{COOKIE_PREFIX}csrf"
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 60 * 60 * 24 * 365)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", True)
    SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", False)
    if not SECURE_HSTS_PRELOAD:
        # Anyone can submit a host that allows it to the browsers' preload list, permanently: the operator's choice.
        SILENCED_SYSTEM_CHECKS += ["security.W021"]
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", SECURE)
