"""The database, its connection pool, and the replica."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from chicago.settings.site import DATA_DIR, DATABASE_URL, env


def _postgresql(url: str) -> dict[str, Any]:
    database: dict[str, Any] = env.db_url_config(url)
    # Check connections before use, so that connections cut by a server restart cause no errors.
    database["CONN_HEALTH_CHECKS"] = True
    # In PgBouncer's transaction mode the next part of a cursor could be requested on another connection.
    database["DISABLE_SERVER_SIDE_CURSORS"] = env.bool("PGBOUNCER", False)
    # While PostgreSQL is down, requests fail within a second. By default the pool would back off, and keep the site
    # down for minutes after PostgreSQL has come back.
    pool = {"min_size": 1, "max_size": env.int("DATABASE_POOL", 8), "timeout": 0.7, "reconnect_timeout": 3}
    # Milliseconds without acknowledgement by the network: otherwise a query to a lost machine waits for 15 minutes.
    timeouts = {"connect_timeout": 3, "tcp_user_timeout": 300}
    # Statements repeated on a connection are planned once; with PgBouncer the next one could use another connection.
    prepared = {"server_side_binding": True, "prepare_threshold": None if env.bool("PGBOUNCER", False) else 5}
    # A page's queries find few rows, in memory or on an SSD, while PostgreSQL's default costs are those of rotating
    # disks; starting a worker or a compiler takes longer than the query. PgBouncer rejects sessions with options.
    planner = "-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 -c jit=off"
    planned = {} if env.bool("PGBOUNCER", False) else {"options": planner}
    database["OPTIONS"] = timeouts | prepared | planned | database.get("OPTIONS", {}) | {"pool": pool}
    return database


DATABASES: dict[str, dict[str, Any]] = {
    "default": _postgresql(DATABASE_URL)
    if DATABASE_URL
    else {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA_DIR / "db.sqlite3"}
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
REPLICA_URL = env.str("REPLICA_URL", "")
"""A PostgreSQL replica of DATABASE_URL for reads that may be a few seconds behind (games/core/replica.py)."""

if REPLICA_URL:
    if not DATABASE_URL:
        raise ImproperlyConfigured("REPLICA_URL needs DATABASE_URL, the primary that it follows.")
    DATABASES["replica"] = _postgresql(REPLICA_URL) | {"TEST": {"MIRROR": "default"}}
    DATABASE_ROUTERS = ["games.core.replica.Router"]
