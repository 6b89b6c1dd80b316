#!/bin/sh
# Makes the font of titles, chicago/static/fonts/deco.woff2: the capitals of Latin alphabets, figures and signs of League
# Spartan Bold. Titles are written in capitals; all other letters use the font of the text.
# This needs pyftsubset (pip install fonttools brotli) and the font from Debian's package, which is under the OFL:
#   apt-get download fonts-league-spartan && dpkg -x fonts-league-spartan_*.deb font
#   tools/deco_font.sh font/usr/share/fonts/opentype/league-spartan/LeagueSpartan-Bold.otf
set -eu
letters="ABCDEFGHIJKLMNOPQRSTUVWXYZn" # the Swedish jack is Kn
ours="ÀÂÆÇÈÉÊËÎÏÔÙÛÜŸŒĄĆĘŁŃÓŚŹŻÅÄÖ"
others="ÁÃÌÍÐÑÒÕØÚÝÞĀĂČĎĐĒĖĚĞĢĪĮİĶĹĻĽŅŇŌŐŔŘŞŠŢŤŪŮŰŲŽȘȚẞ"
figures="0123456789½×°+-*/=%#"
signs=" .,:;?!&@()·…–—‘’‚“”„«»'\"$(printf '\302\240')"
pyftsubset "$1" --text="$letters$ours$others$figures$signs" \
  --layout-features=kern,liga --flavor=woff2 --no-hinting \
  --desubroutinize --output-file="$(dirname "$0")/../chicago/static/fonts/deco.woff2"
