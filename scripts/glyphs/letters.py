"""
Writes server/features/hosted/avatars/letters.ts: outlines of the capitals and digits on generated profile pictures.

    python3 scripts/glyphs/letters.py        (needs fontTools and brotli: Debian python3-fonttools, python3-brotli)

The font is the variable woff2 file of the package @fontsource-variable/bricolage-grotesque (SIL Open Font License 1.1).
"""

import pathlib
import re

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ROOT / "node_modules" / "@fontsource-variable" / "bricolage-grotesque" / "files"
AXES = {"wght": 600, "wdth": 100, "opsz": 48}

# Plain ones, then those of Yoruba, Igbo and Hausa, then those of European names.
# Letters the font lacks, put together from a plain letter and a mark of another.
COMPOSED = {"Ṣ": ("S", "Ẹ"), "Ṅ": ("N", "İ"), "Ǹ": ("N", "À")}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" "ẸỌṢÁÀÉÈÍÌÓÒÚÙŃǸ" "ỊỤṄ" "ƁƊƘƳ" "ÄÅÂÃÆÇËÊÑÖØÔÕÜŠŽ"


def fonts():
    for subset in ("latin", "latin-ext", "vietnamese"):
        path = FILES / f"bricolage-grotesque-{subset}-standard-normal.woff2"
        font = TTFont(path)
        known = {axis.axisTag for axis in font["fvar"].axes}
        yield instantiateVariableFont(font, {key: value for key, value in AXES.items() if key in known})


def numbers(points, unit):
    return " ".join(f"{round(x * unit)} {round(y * unit)}" for x, y in points)


def outline(font, name):
    pen = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[name].draw(pen)
    unit = 1000 / font["head"].unitsPerEm
    parts = []
    for operator, points in pen.value:
        if operator in ("moveTo", "lineTo"):
            parts.append(("M" if operator == "moveTo" else "L") + numbers(points, unit))
        elif operator == "qCurveTo":
            controls, end = points[:-1], points[-1]
            for index, control in enumerate(controls):
                after = controls[index + 1] if index + 1 < len(controls) else None
                target = end if after is None else ((control[0] + after[0]) / 2, (control[1] + after[1]) / 2)
                parts.append("Q" + numbers([control, target], unit))
        elif operator == "curveTo":
            raise SystemExit(f"{name} has cubic curves; the drawing code knows none")
        else:
            parts.append("Z")
    return round(font["hmtx"][name][0] * unit), "".join(parts)


def find(loaded, letter):
    """(advance, path), or None."""
    font = next((font for font in loaded if ord(letter) in font.getBestCmap()), None)
    if font is not None:
        return outline(font, font.getBestCmap()[ord(letter)])
    if letter not in COMPOSED:
        return None
    plain, marked = (find(loaded, part) for part in COMPOSED[letter])
    shift = (plain[0] - marked[0]) / 2
    contours = re.findall(r"M[^Z]*Z", marked[1])
    mark = next(contour for contour in contours if is_mark(contour))
    pairs = re.sub(r"(-?\d+) (-?\d+)", lambda pair: f"{round(int(pair[1]) + shift)} {pair[2]}", mark)
    return plain[0], plain[1] + pairs


def is_mark(contour):
    heights = [int(y) for _, y in re.findall(r"(-?\d+) (-?\d+)", contour)]
    return max(heights) < 0 or min(heights) > 660


def main():
    loaded = list(fonts())
    lines, missing = [], []
    for letter in LETTERS:
        found = find(loaded, letter)
        if found is None:
            missing.append(letter)
            continue
        advance, path = found
        lines.append(f'  "{letter}": [{advance}, "{path}"],\n')
    target = ROOT / "server" / "features" / "hosted" / "avatars" / "letters.ts"
    target.write_text(
        "// Written by scripts/glyphs/letters.py; change that, not this.\n"
        "// Outlines of Bricolage Grotesque (Copyright 2022 The Bricolage Grotesque Project Authors), SIL Open Font License 1.1.\n\n"
        "/** Width and outline (M L Q Z, y up, 1000 units to the em) by letter. */\n"
        "export const letters: Readonly<Record<string, readonly [width: number, outline: string]>> = {\n"
        + "".join(lines)
        + "}\n",
        encoding="utf-8",
    )
    print(len(lines), "letters written; not in the font:", " ".join(missing) or "none")


main()
