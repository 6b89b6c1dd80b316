"""``python -m chicago.translations``: collects, checks or compiles the catalogues (``make messages``)."""

import sys

from chicago.translations.catalogues import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
