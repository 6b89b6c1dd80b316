"""The launchers' output: lines that appear at once, and the site's URL."""

import sys


def print_line(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def site_url(host: str, port: str) -> str:
    """Return the URL of a site on this host and port, for browsers on this machine."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"
