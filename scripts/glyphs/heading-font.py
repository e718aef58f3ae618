"""
Writes web/assets/fonts/headings.woff2: the heading font at the one optical size that headings have, half its bytes.

    python3 scripts/glyphs/heading-font.py        (needs fontTools and brotli: Debian python3-fonttools, python3-brotli)

The font is that of the @fontsource-variable packages (SIL Open Font License 1.1), and so is what is made of it.
"""

import pathlib

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

root = pathlib.Path(__file__).resolve().parents[2]
files = root / "node_modules" / "@fontsource-variable" / "bricolage-grotesque" / "files"

font = TTFont(files / "bricolage-grotesque-latin-opsz-normal.woff2")
# Headings are set at 650, prices and figures at 600; text letters are taken at 400 to 700.
instantiateVariableFont(font, {"opsz": 48, "wght": (400, 700)}, inplace=True)
font.flavor = "woff2"
font.save(root / "web" / "assets" / "fonts" / "headings.woff2")
