"""``python -m lab.translations``: collect or check the catalogues (``make messages``)."""

import sys

from lab.translations.catalogues import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
