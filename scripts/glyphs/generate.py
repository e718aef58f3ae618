"""
Writes imaging/render/text/glyphs.ts: outlines of the letters the local image engine prints on labels and signs.

    python3 scripts/glyphs/generate.py        (needs fontTools and brotli: Debian python3-fonttools, python3-brotli)

The fonts are the variable woff2 files of the @fontsource-variable packages (SIL Open Font License 1.1).
"""

import pathlib
import unicodedata
from io import StringIO

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

root = pathlib.Path(__file__).resolve().parents[2]
packages = root / "node_modules" / "@fontsource-variable"

LETTERS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    " .,:;!?'\"-–—&@#%+*/()[]=_|•·…’‘“”₦$€£©®™°×"
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŸŃŠẸỌṢỊỤṄ"
    "àáâãäåæçèéêëìíîïñòóôõöøùúûüÿńšßẹọṣịụṅ"
    "ĀāĒēĪīŌōŪū"
)
# Letters the fonts lack are put together from a base letter and a mark, or borrowed from a plain one; those that no plain
# one can stand for come from another font (other-letters.py).
BORROWED = {"₦": "N"}

FACES = {
    "sans": ("instrument-sans", "instrument-sans", {"wght": 650, "wdth": 100}),
    "display": ("bricolage-grotesque", "bricolage-grotesque", {"wght": 780, "wdth": 100, "opsz": 48}),
}


def faces_of(package, prefix, axes):
    fonts = []
    for subset in ("latin", "latin-ext", "vietnamese"):
        path = packages / package / "files" / f"{prefix}-{subset}-standard-normal.woff2"
        if path.exists():
            font = TTFont(path)
            known = {axis.axisTag for axis in font["fvar"].axes}
            fonts.append(instantiateVariableFont(font, {k: v for k, v in axes.items() if k in known}))
    return fonts


def outline(font, name):
    pen = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[name].draw(pen)
    unit = 1000 / font["head"].unitsPerEm
    out = []

    def put(command, points):
        out.append(command + " ".join(f"{round(x * unit)} {round(y * unit)}" for x, y in points))

    for operator, points in pen.value:
        if operator == "moveTo":
            put("M", points)
        elif operator == "lineTo":
            put("L", points)
        elif operator == "qCurveTo":
            off, end = list(points[:-1]), points[-1]
            if end is None:  # a contour of off-curve points only
                start = ((off[-1][0] + off[0][0]) / 2, (off[-1][1] + off[0][1]) / 2)
                put("M", [start])
                end = start
            for i, control in enumerate(off):
                last = i == len(off) - 1
                target = end if last else ((control[0] + off[i + 1][0]) / 2, (control[1] + off[i + 1][1]) / 2)
                put("Q", [control, target])
        elif operator == "curveTo":
            put("C", points)
        elif operator in ("closePath", "endPath"):
            out.append("Z")
    return "".join(out)


def find(fonts, letter):
    for font in fonts:
        name = font.getBestCmap().get(ord(letter))
        if name:
            return font, name
    return None


def dot(cx, cy, r):
    k = round(r * 0.56)
    r, cx, cy = round(r), round(cx), round(cy)
    del k
    return (
        f"M{cx + r} {cy}Q{cx + r} {cy + r} {cx} {cy + r}Q{cx - r} {cy + r} {cx - r} {cy}"
        f"Q{cx - r} {cy - r} {cx} {cy - r}Q{cx + r} {cy - r} {cx + r} {cy}Z"
    )


def bar(x0, y0, x1, y1):
    return f"M{x0} {y0}L{x0} {y1}L{x1} {y1}L{x1} {y0}Z"


def glyph(fonts, letter):
    """(advance, outline), or None when nothing of it can be drawn."""
    hit = find(fonts, letter)
    if hit:
        font, name = hit
        unit = 1000 / font["head"].unitsPerEm
        return round(font["hmtx"][name][0] * unit), outline(font, name)
    base = BORROWED.get(letter)
    if base is None:
        parts = unicodedata.normalize("NFD", letter)
        base = parts[0] if len(parts) > 1 else None
        mark = parts[1] if len(parts) > 1 else None
    else:
        mark = None
    if base is None:
        return None
    drawn = glyph(fonts, base)
    if drawn is None:
        return None
    advance, path = drawn
    upper = base.isupper()
    height = 700 if upper else 500
    if letter == "₦":
        path += bar(-10, 400, advance + 10, 450) + bar(-10, 260, advance + 10, 310)
    elif mark == "\u0323":
        path += dot(advance / 2, -130, 55)
    elif mark == "\u0307":
        path += dot(advance / 2, height + 130, 55)
    elif mark == "\u0304":
        path += bar(round(advance / 2) - 140, height + 90, round(advance / 2) + 140, height + 150)
    return advance, path


def main():
    out = StringIO()
    out.write(
        "// Written by scripts/glyphs/generate.py; change that, not this.\n"
        "// Outlines of Instrument Sans (Copyright 2022 The Instrument Sans Project Authors) and Bricolage Grotesque\n"
        "// (Copyright 2022 The Bricolage Grotesque Project Authors), both under the SIL Open Font License 1.1.\n\n"
        "/** Width and outline (M L Q C Z, y up, 1000 units to the em) by letter, per face. */\n"
        "export const glyphs: Readonly<Record<\"sans\" | \"display\", Readonly<Record<string, readonly [number, string]>>>> = {\n"
    )
    for face, (package, prefix, axes) in FACES.items():
        fonts = faces_of(package, prefix, axes)
        out.write(f"  {face}: {{\n")
        count = 0
        for letter in dict.fromkeys(LETTERS):
            made = glyph(fonts, letter)
            if made is None:
                print(face, "lacks", letter)
                continue
            advance, path = made
            key = '"\\""' if letter == '"' else f'"{letter}"'
            key = letter if letter.isalpha() else key
            out.write(f'    {key}: [{advance}, "{path}"],\n')
            count += 1
        out.write("  },\n")
        print(face, count, "letters")
    out.write("}\n")
    (root / "imaging" / "render" / "text" / "glyphs.ts").write_text(out.getvalue(), encoding="utf-8")


main()
