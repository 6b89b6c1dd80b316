#!/bin/sh
# Makes the face of titles: chicago/static/fonts/deco.woff2, of League Spartan Bold what our four languages need: their
# letters, figures and signs. A letter of another language in a name has the face of the text instead.
# It needs pyftsubset (pip install fonttools brotli) and the font of Debian's package, which is under the OFL:
#   apt-get download fonts-league-spartan && dpkg -x fonts-league-spartan_*.deb font
#   tools/deco_font.sh font/usr/share/fonts/opentype/league-spartan/LeagueSpartan-Bold.otf
set -eu
letters="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
french="ÀÂÆÇÈÉÊËÎÏÔÙÛÜŸŒàâæçèéêëîïôùûüÿœ"
polish="ĄĆĘŁŃÓŚŹŻąćęłńóśźż"
swedish="ÅÄÖåäö"
figures="0123456789½×°+-*/=%#"
signs=" .,:;?!&@()·…–—‘’‚“”„«»'\"$(printf '\302\240')"
pyftsubset "$1" --text="$letters$french$polish$swedish$figures$signs" \
  --layout-features=kern,liga --flavor=woff2 --no-hinting \
  --desubroutinize --output-file="$(dirname "$0")/../chicago/static/fonts/deco.woff2"
