"""Measures a packed network on photos with masks, by the looks that the product takes.

usage: python3 scripts/cutout-training/measure.py FOLDER [FILE [SIZE]]

FOLDER holds photos/ and masks/ (PNG of the same name, white is product); FILE is the shipped outline.bin by default.
"""

import os
import sys

import numpy
import torch
from PIL import Image
from torch.nn import functional

from export import OUTLINE
from network import SIZES, OutlineNetwork
from pack import unpack

# As imaging/cutout/network/find-product.ts: long sides in px, room around the product as a share of its longer side,
# and how much the near look counts.
WHOLE_SIDE = 320
NEAR_SIDE = 256
ROOM = 0.15
NEAR_SHARE = 0.75
# Log odds; where both looks are surer than this and differ, neither is believed.
SURE = 2
SIDE_STEP = 32


def look(network: OutlineNetwork, photo: Image.Image, long_side: int) -> numpy.ndarray:
    """Log odds at the photo's size, the mean of a look and one in the mirror."""
    scale = long_side / max(photo.size)
    size = [max(1, int(side * scale / SIDE_STEP + 0.5)) * SIDE_STEP for side in photo.size]
    resized = photo.resize(size, Image.BOX if scale < 1 else Image.BICUBIC)
    picture = torch.from_numpy(numpy.asarray(resized).astype("f4") / 255).permute(2, 0, 1)[None]
    with torch.no_grad():
        plain, mirrored = network(torch.cat([picture, picture.flip(3)])).split(1)
    mean = (plain + mirrored.flip(3)) / 2
    return functional.interpolate(mean, photo.size[::-1], mode="bilinear", align_corners=False)[0, 0].numpy()


def find_product(network: OutlineNetwork, photo: Image.Image) -> numpy.ndarray:
    """Log odds by a look at the whole and one at the product alone."""
    odds = look(network, photo, WHOLE_SIDE)
    rows, columns = numpy.where(odds > 0)
    if len(rows) == 0:
        return odds
    left, right = columns.min(), columns.max() + 1
    top, bottom = rows.min(), rows.max() + 1
    room = int(numpy.ceil(ROOM * max(right - left, bottom - top)))
    left, right = max(0, left - room), min(photo.width, right + room)
    top, bottom = max(0, top - room), min(photo.height, bottom + room)
    near = look(network, photo.crop((left, top, right, bottom)), NEAR_SIDE)
    far = odds[top:bottom, left:right]
    contradicts = (far * near < 0) & (numpy.minimum(abs(far), abs(near)) > SURE)
    far[:] = numpy.where(contradicts, 0, far + NEAR_SHARE * (near - far))
    return odds


def main() -> None:
    folder = sys.argv[1]
    file_name = sys.argv[2] if len(sys.argv) > 2 else OUTLINE
    size = sys.argv[3] if len(sys.argv) > 3 else "shipped"
    with open(file_name, "rb") as file:
        network = unpack(file.read(), SIZES[size])
    overlaps, errors = [], []
    for name in sorted(os.listdir(os.path.join(folder, "photos"))):
        photo = Image.open(os.path.join(folder, "photos", name)).convert("RGB")
        mask = Image.open(os.path.join(folder, "masks", os.path.splitext(name)[0] + ".png")).convert("L")
        known = numpy.asarray(mask)
        odds = find_product(network, photo)
        found, product = odds > 0, known > 127
        overlaps.append((found & product).sum() / max(1, (found | product).sum()))
        errors.append(abs(1 / (1 + numpy.exp(-odds)) - known / 255).mean())
        print(f"{name:24s} overlap {overlaps[-1]:.3f}, error of coverage {errors[-1]:.4f}")
    overlaps = numpy.array(overlaps)
    print(
        f"{len(overlaps)} photos: overlap {overlaps.mean():.4f}, median {numpy.median(overlaps):.4f}, "
        f"0.9 and more {(overlaps >= 0.9).mean():.2f}, 0.95 and more {(overlaps >= 0.95).mean():.2f}, "
        f"error of coverage {numpy.mean(errors):.4f}"
    )


if __name__ == "__main__":
    main()
