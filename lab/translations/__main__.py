"""Runs ``python -m lab.translations``, which collects or checks the catalogues (``make messages``)."""

import sys

from lab.translations.catalogues import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
