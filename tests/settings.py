"""Settings of the tests: the site's own settings, with a separate data folder and without anything slow."""

import atexit
import os
import shutil
import tempfile

if not (folder := os.environ.get("TEST_DATA_DIR")):
    # Workers of pytest-xdist inherit the folder of the process that started them, which also removes it.
    folder = os.environ["TEST_DATA_DIR"] = tempfile.mkdtemp(prefix="back-room-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
os.environ["DATA_DIR"] = folder
os.environ.setdefault("SECRET_KEY", "for tests alone, and long enough that nothing complains about it")
os.environ.setdefault("ALLOWED_HOSTS", "testserver,localhost,127.0.0.1")
os.environ.setdefault("SITE_URL", "http://testserver")
os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL", "")
os.environ["REDIS_URL"] = os.environ.get("TEST_REDIS_URL", "")
if os.environ["REDIS_URL"] and (worker := os.environ.get("PYTEST_XDIST_WORKER", "gw0")) != "gw0":
    # Each worker empties a separate database, numbered from the first one's.
    server, _slash, number = os.environ["REDIS_URL"].rpartition("/")
    os.environ["REDIS_URL"] = f"{server}/{int(number) + int(worker.removeprefix('gw'))}"
for variable in ("EMAIL_URL", "DEBUG"):
    os.environ.pop(variable, None)

# The environment must be complete before the site's settings are read.
from chicago.settings import *
from chicago.settings import DATABASE_URL, DATABASES, REDIS_URL, STATIC_ROOT, STORAGES

STATIC_ROOT.mkdir(exist_ok=True)
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
if DATABASE_URL:
    DATABASES["default"]["ENGINE"] = "tests.postgresql"
    # Durability is useless here: a crash may lose rows.
    DATABASES["default"]["OPTIONS"]["options"] += " -c synchronous_commit=off"
if DATABASE_URL and REDIS_URL:
    # The run with Redis is at the same time as another run.
    DATABASES["default"]["TEST"] = {"NAME": f"test_{DATABASES['default']['NAME']}_redis"}
LOCAL_WEBHOOKS = False  # as on every public site
OAUTH = True  # with the key in the data folder, on any database
CLOCK_TOLERANCE = float("inf")  # tests travel in time, their database does not
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
