"""The site's basic settings, which the other settings use: data folder, services, secret key, hosts and URL."""

import re
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

from chicago.run import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent.parent
env = environ.Env()

DATA_DIR = Path(env.str("DATA_DIR", str(BASE_DIR / "var")))
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
DATABASE_URL = env.str("DATABASE_URL", "")
REDIS_URL = env.str("REDIS_URL", "")
EMBEDDED = not REDIS_URL
"""Whether one process runs the web server, sockets, workers and beat, with broker and channel layer in memory."""

LOCAL = not DATABASE_URL and not REDIS_URL
"""Whether this is a local site, which needs no configured secrets or host names."""


def _required(name: str) -> str:
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
SITE_URL = (env.str("SITE_URL", "") or ("http://127.0.0.1:8000" if LOCAL else _required("SITE_URL"))).rstrip("/")
if not re.fullmatch(r"https?://[^/?#@\s]+", SITE_URL):
    raise ImproperlyConfigured("SITE_URL must be like https://room.example.org, with nothing after the host.")
SECURE = SITE_URL.startswith("https://")
if SECURE and DEBUG:
    raise ImproperlyConfigured("DEBUG must be off where SITE_URL is https://…: its pages show the settings to anybody.")
LOCAL_WEBHOOKS = env.bool("LOCAL_WEBHOOKS", False)
"""Whether webhooks may go to http://127.0.0.1:… on this machine. Set by `make play`, for bot developers."""
if LOCAL_WEBHOOKS and (SECURE or not LOCAL):
    raise ImproperlyConfigured("LOCAL_WEBHOOKS must be off with DATABASE_URL, REDIS_URL or an https SITE_URL.")
if SECURE and not LOCAL and "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS must name this site's host where SITE_URL is https://…, not any.")
