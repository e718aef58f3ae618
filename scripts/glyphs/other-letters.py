"""
Writes outlines of the letters that the brand's fonts lack, from Noto Sans: imaging/render/text/other-letters.ts for labels
and posters, server/features/hosted/avatars/other-letters.ts (capitals only) for generated profile pictures.

    python3 scripts/glyphs/other-letters.py        (needs fontTools and brotli: Debian python3-fonttools, python3-brotli)

The font is that of the package @fontsource/noto-sans (SIL Open Font License 1.1).
"""

import pathlib
import unicodedata

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ROOT / "node_modules" / "@fontsource" / "noto-sans" / "files"
SUBSETS = ("latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext", "latin")

# Letters of West Africa that have a sign of their own, then Latin of other countries, Vietnamese, Greek and Cyrillic.
AFRICAN = "ƁɓƊɗƘƙƳƴƎǝƏəƆɔƐɛƉɖƑƒƔɣŊŋƝɲƲʋƖɩƱʊǤǥꞌ"
EUROPEAN = "".join(map(chr, range(0x100, 0x180)))
VIETNAMESE = "ƠơƯư" + "".join(map(chr, range(0x1EA0, 0x1EFA)))
GREEK = "".join(map(chr, range(0x384, 0x3CF)))
CYRILLIC = "".join(map(chr, range(0x400, 0x460))) + "ҐґҒғҚқҢңҮүҰұҺһӘәӨө"


def outline(font, name):
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    unit = 1000 / font["head"].unitsPerEm
    parts = []

    def put(command, points):
        parts.append(command + " ".join(f"{round(x * unit)} {round(y * unit)}" for x, y in points))

    for operator, points in pen.value:
        if operator in ("moveTo", "lineTo"):
            put("M" if operator == "moveTo" else "L", points)
        elif operator == "qCurveTo":
            controls, end = points[:-1], points[-1]
            for index, control in enumerate(controls):
                after = controls[index + 1] if index + 1 < len(controls) else None
                put("Q", [control, end if after is None else ((control[0] + after[0]) / 2, (control[1] + after[1]) / 2)])
        elif operator == "curveTo":
            put("C", points)
        else:
            parts.append("Z")
    return round(font["hmtx"][name][0] * unit), "".join(parts)


def write(target, letters, doc, fonts):
    lines = []
    for letter in dict.fromkeys(letters):
        font = next((font for font in fonts if ord(letter) in font.getBestCmap()), None)
        if font is None or not unicodedata.category(letter).startswith("L"):
            continue
        advance, path = outline(font, font.getBestCmap()[ord(letter)])
        lines.append(f'  {letter}: [{advance}, "{path}"],\n')
    target.write_text(
        "// Written by scripts/glyphs/other-letters.py; change that, not this.\n"
        "// Outlines of Noto Sans (Copyright 2022 The Noto Project Authors), SIL Open Font License 1.1.\n\n"
        f"/** {doc} */\n"
        "export const otherLetters: Readonly<Record<string, readonly [width: number, outline: string]>> = {\n"
        + "".join(lines)
        + "}\n",
        encoding="utf-8",
    )
    print(target.name, len(lines), "letters")


def fonts(weight):
    return [TTFont(FILES / f"noto-sans-{subset}-{weight}-normal.woff2") for subset in SUBSETS]


def main():
    every = AFRICAN + EUROPEAN + VIETNAMESE + GREEK + CYRILLIC
    doc = "Width and outline (M L Q C Z, y up, 1000 units to the em) of letters that neither face of the glyph table has."
    write(ROOT / "imaging/render/text/other-letters.ts", every, doc, fonts(700))
    capitals = [letter for letter in every if letter == letter.upper() and letter != letter.lower()]
    doc = "Width and outline (M L Q C Z, y up, 1000 units to the em) of capitals that letters.ts lacks."
    write(ROOT / "server/features/hosted/avatars/other-letters.ts", capitals, doc, fonts(600))


main()
