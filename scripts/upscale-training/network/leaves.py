"""Pictures of shapes that lie over one another like fallen leaves, from a few pixels to half of the picture.

usage: python3 scripts/upscale-training/network/leaves.py FOLDER COUNT     (writes PNG files of 400 px, for the filters)

Such pictures have edges, corners and texture at every scale in about the shares that photos have (Lee, Mumford and
Huang, 2001), so what learned from them serves photos too.
"""

import os
import sys

import numpy
from PIL import Image, ImageDraw

# Drawn so many times larger, then made small: edges are as soft as a lens leaves them.
FINENESS = 2
TEXTURE_SIDE = 512
# From this radius on (px, as drawn) a leaf may have a texture; below it nobody would see one.
LEAST_TEXTURED = 10


def draw_leaves(seed: int, side: int) -> numpy.ndarray:
    """A picture of a seed: side x side x 3 bytes."""
    random = numpy.random.default_rng(seed)
    drawn = side * FINENESS
    colours = _palette(random)
    picture = Image.new("RGB", (drawn, drawn), _bytes(colours[0]))
    textures = [_cloud(random) for _ in range(3)]
    for radius in _radii(random, drawn):
        _lay_leaf(random, picture, radius, colours, textures)
    if random.random() < 0.3:
        _lay_stalks(random, picture, colours)
    way = Image.Resampling.BOX if random.random() < 0.5 else Image.Resampling.BICUBIC
    return numpy.asarray(picture.resize((side, side), way))


def _palette(random: numpy.random.Generator) -> list[numpy.ndarray]:
    """Some colours that belong together."""
    base = random.uniform(20, 235, 3)
    shades = (base * random.uniform(0.2, 1) + random.uniform(0, 255, 3) * random.uniform(0, 0.8) for _ in range(8))
    return [shade.clip(0, 255) for shade in shades][: random.integers(3, 9)]


def _radii(random: numpy.random.Generator, drawn: int) -> numpy.ndarray:
    """By a power law between a least and a largest, larger ones mostly first."""
    least, largest = random.choice([1.5, 3, 6, 12]), drawn * random.uniform(0.15, 0.6)
    power = 1 - random.choice([2.2, 2.6, 3.0])
    chance = random.random(int(random.choice([300, 900, 2500])))
    radii = (least**power + chance * (largest**power - least**power)) ** (1 / power)
    disorder = random.random(len(radii)) * random.uniform(0, 2)
    return radii[numpy.argsort(radii * (disorder - 1))]


def _lay_leaf(
    random: numpy.random.Generator,
    picture: Image.Image,
    radius: float,
    colours: list[numpy.ndarray],
    textures: list[numpy.ndarray],
) -> None:
    colour = colours[random.integers(len(colours))] + random.normal(0, 14, 3) + random.normal(0, 10)
    outline = _outline(random, radius) + random.uniform(-20, picture.width + 20, 2)
    draw = ImageDraw.Draw(picture)
    if radius > LEAST_TEXTURED and random.random() < 0.5:
        _lay_texture(random, picture, outline, colour, textures)
        return
    draw.polygon(_points(outline), fill=_bytes(colour))
    if random.random() < 0.08:
        edge = _bytes(colours[random.integers(len(colours))])
        draw.line(_points(outline[[*range(len(outline)), 0]]), fill=edge, width=int(random.integers(1, 5)))


def _outline(random: numpy.random.Generator, radius: float) -> numpy.ndarray:
    """Corners of a disc, a lobed disc, a triangle, a rectangle or a hexagon, stretched and turned."""
    kind = random.integers(5)
    if kind < 2:
        angles = numpy.linspace(0, 2 * numpy.pi, 40, endpoint=False)
    elif kind == 2:
        angles = numpy.array([-0.6, 0.6, numpy.pi - 0.6, numpy.pi + 0.6])
    else:
        angles = numpy.linspace(0, 2 * numpy.pi, 3 if kind == 3 else 6, endpoint=False)
    reach = radius * numpy.ones(len(angles))
    if kind == 1:
        reach *= 1 + 0.25 * numpy.cos(random.integers(2, 6) * angles + random.uniform(0, 6))
    stretch = random.uniform(0.15, 1) if random.random() < 0.6 else 1
    x, y = reach * numpy.cos(angles), reach * numpy.sin(angles) * stretch
    turn = random.uniform(0, 2 * numpy.pi)
    return numpy.stack([x * numpy.cos(turn) - y * numpy.sin(turn), x * numpy.sin(turn) + y * numpy.cos(turn)], 1)


def _lay_texture(
    random: numpy.random.Generator,
    picture: Image.Image,
    outline: numpy.ndarray,
    colour: numpy.ndarray,
    textures: list[numpy.ndarray],
) -> None:
    left, top = numpy.maximum(outline.min(0), 0).astype(int)
    right, bottom = numpy.minimum(outline.max(0) + 1, picture.width).astype(int)
    if right - left < 2 or bottom - top < 2:
        return
    y, x = numpy.mgrid[top:bottom, left:right]
    relief = _stripes(random, x, y) if random.random() < 0.3 else _part(random, textures, bottom - top, right - left)
    strength = random.uniform(2, 30) * (1 + 0.2 * random.normal(0, 1, 3))
    slope = random.normal(0, 1, 2) * random.uniform(0, 30) / max(right - left, bottom - top)
    shade = (x - x.mean()) * slope[0] + (y - y.mean()) * slope[1]
    pixels = colour + relief[..., None] * strength + shade[..., None]
    shape = Image.new("L", (right - left, bottom - top), 0)
    ImageDraw.Draw(shape).polygon(_points(outline - (left, top)), fill=255)
    picture.paste(Image.fromarray(pixels.clip(0, 255).astype(numpy.uint8)), (left, top), shape)


def _stripes(random: numpy.random.Generator, x: numpy.ndarray, y: numpy.ndarray) -> numpy.ndarray:
    turn = random.uniform(0, numpy.pi)
    wave = numpy.sin((x * numpy.cos(turn) + y * numpy.sin(turn)) * 2 * numpy.pi / random.uniform(3, 30))
    return numpy.sign(wave) if random.random() < 0.5 else wave


def _part(random: numpy.random.Generator, textures: list[numpy.ndarray], high: int, wide: int) -> numpy.ndarray:
    texture = textures[random.integers(len(textures))]
    down, across = random.integers(0, TEXTURE_SIDE, 2)
    rows, columns = (numpy.arange(high) + down) % TEXTURE_SIDE, (numpy.arange(wide) + across) % TEXTURE_SIDE
    return texture[rows[:, None], columns]


def _cloud(random: numpy.random.Generator) -> numpy.ndarray:
    """Noise whose waves lose strength by a power of their number, as natural textures do; some are drawn out."""
    waves = numpy.fft.fftfreq(TEXTURE_SIDE)
    across, down = waves[None], waves[:, None]
    length = numpy.hypot(across, down)
    length[0, 0] = 1
    strength = length ** -random.uniform(0.6, 1.9)
    strength[0, 0] = 0
    if random.random() < 0.5:
        turn = random.uniform(0, numpy.pi)
        along = (across * numpy.cos(turn) + down * numpy.sin(turn)) * TEXTURE_SIDE / random.uniform(8, 80)
        strength = strength / (1 + random.uniform(0, 3) * along**2)
    phases = numpy.exp(2j * numpy.pi * random.random(strength.shape))
    cloud = numpy.fft.ifft2(strength * phases).real
    return cloud / cloud.std()


def _lay_stalks(random: numpy.random.Generator, picture: Image.Image, colours: list[numpy.ndarray]) -> None:
    for _ in range(random.integers(5, 60)):
        start, turn = random.uniform(0, picture.width, 2), random.uniform(0, 2 * numpy.pi)
        end = start + random.uniform(20, picture.width) * numpy.array([numpy.cos(turn), numpy.sin(turn)])
        colour = _bytes(colours[random.integers(len(colours))])
        ImageDraw.Draw(picture).line([*start, *end], fill=colour, width=int(random.integers(1, 7)))


def _points(outline: numpy.ndarray) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in outline]


def _bytes(colour: numpy.ndarray) -> tuple[int, int, int]:
    red, green, blue = (int(value) for value in numpy.clip(colour, 0, 255))
    return red, green, blue


def main() -> None:
    folder, count = sys.argv[1], int(sys.argv[2])
    for seed in range(count):
        Image.fromarray(draw_leaves(seed, 400)).save(os.path.join(folder, f"leaves-{seed:04}.png"))


if __name__ == "__main__":
    main()
