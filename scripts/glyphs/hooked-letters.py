"""
Writes web/assets/fonts/*.woff2: the letters of Hausa and Igbo that the text and heading fonts lack, ɓ ɗ ƙ ƴ ṅ and their
capitals, made of the fonts' own letters with a hook or a dot.

    python3 scripts/glyphs/hooked-letters.py        (needs fontTools and brotli: Debian python3-fonttools, python3-brotli)

The fonts are those of the @fontsource-variable packages (SIL Open Font License 1.1), and so are the letters made of them.
"""

import math
import pathlib

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

root = pathlib.Path(__file__).resolve().parents[2]
packages = root / "node_modules" / "@fontsource-variable"
out = root / "web" / "assets" / "fonts"

# Name of the file, font it is made of, and which instance.
FACES = [
    ("letters-text-400", "instrument-sans/files/instrument-sans-latin-standard-normal.woff2", {"wght": 400, "wdth": 100}),
    ("letters-text-600", "instrument-sans/files/instrument-sans-latin-standard-normal.woff2", {"wght": 600, "wdth": 100}),
    ("letters-display-650", "bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2", {"wght": 650, "wdth": 100, "opsz": 48}),
]
# Letter, the letter it is made of, and where its hook stands: "r" on the stem, turned right; "l" left of the stem;
# "a" on the upper right arm; "." a dot.
LETTERS = [
    ("ɓ", "b", "r"), ("ɗ", "d", "r"), ("ƙ", "k", "r"), ("ƴ", "y", "a"), ("ṅ", "n", "."),
    ("Ɓ", "B", "l"), ("Ɗ", "D", "l"), ("Ƙ", "K", "a"), ("Ƴ", "Y", "a"), ("Ṅ", "N", "."),
]


def contours(font, name):
    pen = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[name].draw(pen)
    return pen.value


def spots(value):
    return [point for _, points in value for point in points if point is not None]


def ring(pen, cx, cy, inner, outer, start, end):
    """A bent stroke: between two circles, clockwise from one angle to a smaller one, in degrees."""
    steps = 10
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    path = [(cx + outer * math.cos(a), cy + outer * math.sin(a)) for a in angles]
    path += [(cx + inner * math.cos(a), cy + inner * math.sin(a)) for a in reversed(angles)]
    pen.moveTo(path[0])
    for point in path[1:]:
        pen.lineTo(point)
    pen.closePath()


def disc(pen, cx, cy, r):
    points = [(cx + r * math.cos(math.radians(-a)), cy + r * math.sin(math.radians(-a))) for a in range(0, 360, 15)]
    pen.moveTo(points[0])
    for point in points[1:]:
        pen.lineTo(point)
    pen.closePath()


def stem_of(value, top, height):
    """Left and right edge of the upright that reaches the top."""
    xs = sorted(x for x, y in spots(value) if y > top - height * 0.02)
    return xs[0], xs[-1]


def draw(font, base, kind):
    name = font.getBestCmap()[ord(base)]
    value = contours(font, name)
    advance = font["hmtx"][name][0]
    top = max(y for _, y in spots(value))
    stem_font = contours(font, font.getBestCmap()[ord("l")])
    stem = max(x for x, _ in spots(stem_font)) - min(x for x, _ in spots(stem_font))
    thick = stem * 0.92
    inner, outer = thick * 0.75, thick * 1.75
    # Room for a hook on the left.
    shift = outer if kind == "l" else 0
    value = [(operator, [p and (p[0] + shift, p[1]) for p in points]) for operator, points in value]
    advance += round(shift)
    pen = TTGlyphPen(None)
    # A hook takes the place of the end of the stroke it grows from.
    lowered = top - outer if kind == "r" else top
    left, right = stem_of(value, top, top)
    if kind == "r" and right - left > stem * 1.6:
        right = left + stem
    for operator, points in value:
        moved = [
            None if p is None else (p[0], lowered) if kind == "r" and p[1] > top - 2 else p for p in points
        ]
        if operator == "moveTo":
            pen.moveTo(moved[0])
        elif operator == "lineTo":
            pen.lineTo(moved[0])
        elif operator == "qCurveTo":
            pen.qCurveTo(*moved)
        else:
            pen.closePath()
    if kind == "r":
        ring(pen, left + outer, lowered, outer - stem, outer, 180, 20)
        advance += round(max(0, left + 1.55 * outer - advance)) if base == "d" else 0
    elif kind == "l":
        edge = min(x for x, _ in spots(value))
        pen.moveTo((edge - thick * 0.5, top - thick))
        pen.lineTo((edge - thick * 0.5, top))
        pen.lineTo((edge + stem, top))
        pen.lineTo((edge + stem, top - thick))
        pen.closePath()
        ring(pen, edge - thick * 0.5, top - outer, inner, outer, 200, 90)
    elif kind == "a":
        arm = max(x for x, y in spots(value) if y > top - 2)
        ring(pen, arm - thick * 0.3, top - outer, inner, outer, 110, -20)
        advance += round(outer * 0.6)
    else:
        middle = (min(x for x, _ in spots(value)) + max(x for x, _ in spots(value))) / 2
        disc(pen, middle, top + stem * 1.5, stem * 0.62)
    return pen.glyph(), advance


def build(file, source, axes):
    variable = TTFont(packages / source)
    known = {axis.axisTag for axis in variable["fvar"].axes}
    font = instantiateVariableFont(variable, {tag: value for tag, value in axes.items() if tag in known})
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    metrics = {".notdef": (font["head"].unitsPerEm // 2, 0)}
    names = {}
    for letter, base, kind in LETTERS:
        name = f"uni{ord(letter):04X}"
        glyphs[name], advance = draw(font, base, kind)
        names[ord(letter)] = name
        metrics[name] = (advance, 0)
    builder = FontBuilder(font["head"].unitsPerEm, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(names)
    builder.setupGlyf(glyphs)
    drawn = builder.font["glyf"]
    builder.setupHorizontalMetrics(
        {name: (width, getattr(drawn[name], "xMin", 0)) for name, (width, _) in metrics.items()}
    )
    builder.setupHorizontalHeader(ascent=font["hhea"].ascent, descent=font["hhea"].descent)
    builder.setupOS2(sTypoAscender=font["OS/2"].sTypoAscender, sTypoDescender=font["OS/2"].sTypoDescender, usWinAscent=font["OS/2"].usWinAscent, usWinDescent=font["OS/2"].usWinDescent)
    builder.setupNameTable({"familyName": "Hooked Letters", "styleName": "Regular", "licenseDescription": "SIL Open Font License 1.1"})
    builder.setupPost()
    builder.font.flavor = "woff2"
    out.mkdir(parents=True, exist_ok=True)
    builder.font.save(out / f"{file}.woff2")
    print(file, (out / f"{file}.woff2").stat().st_size, "bytes")


for face in FACES:
    build(*face)
