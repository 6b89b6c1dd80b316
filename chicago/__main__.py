"""Runs the site in a single process: ``python -m chicago``, called by ``make play``.

Listens on HOST and PORT. Exits with 0 on SIGINT or SIGTERM, or prints the reason and exits with 1 if it can't start.
"""

import os
import sys

from django.utils.module_loading import import_string

from chicago.run import prepare
from chicago.run.output import print_line, site_url


def is_alone(host: str) -> bool:
    """Return whether a site on ``host`` is reachable only from this machine and keeps its data here."""
    production = os.environ.get("DATABASE_URL") or os.environ.get("REDIS_URL")
    return host in ("127.0.0.1", "::1", "localhost") and not production


def main() -> int:
    """Prepare the site, serve it until a signal, and return the exit status."""
    host, port = os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
    url = site_url(host, port)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chicago.settings")
    os.environ.setdefault("SITE_URL", url)
    if is_alone(host) and url == os.environ["SITE_URL"]:
        os.environ.setdefault("LOCAL_WEBHOOKS", "on")
    listener = prepare.listen(host, port)
    prepare.set_up()
    prepare.check_data_folder()
    prepare.migrate()
    prepare.compile_translations()
    prepare.collect_static()
    serve = import_string("chicago.run.single_process.serve")  # models can be imported only once Django is set up
    serve(listener, url)
    print_line("The Back Room is closed; the games will be there next time.")
    return 0


if __name__ == "__main__":
    sys.exit(prepare.run(main))
