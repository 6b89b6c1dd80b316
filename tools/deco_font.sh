#!/bin/sh
# Makes the face of titles: chicago/static/fonts/deco.woff2, the letters of our four languages of League Spartan Bold.
# It needs pyftsubset (pip install fonttools brotli) and the font of Debian's package, which is under the OFL:
#   apt-get download fonts-league-spartan && dpkg -x fonts-league-spartan_*.deb font
#   tools/deco_font.sh font/usr/share/fonts/opentype/league-spartan/LeagueSpartan-Bold.otf
set -eu
latin="U+0020-007E,U+00A0-00FF"
polish="U+0104-0107,U+0118-0119,U+0141-0144,U+015A-015B,U+0179-017C"
french="U+0152-0153,U+0178"
signs="U+2013-2014,U+2018-201E,U+2026"
pyftsubset "$1" --unicodes="$latin,$polish,$french,$signs" --layout-features=kern,liga --flavor=woff2 --no-hinting \
  --desubroutinize --output-file="$(dirname "$0")/../chicago/static/fonts/deco.woff2"
