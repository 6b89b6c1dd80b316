"""Runs a Python program in which every host name resolves to this machine.

Use ``python -m lab.gameday.outside.near_internet python -m module``. SSL_CERT_FILE names the trusted certificates.
"""

from __future__ import annotations

import runpy
import sys

from games.notifications.net import safe_http


def main(_python: str, _m: str, module: str, *arguments: str) -> None:
    trust = safe_http.INTERNET.trust
    safe_http.INTERNET = safe_http.Network(lambda _host, _port: ["127.0.0.1"], lambda _place: True, trust)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
