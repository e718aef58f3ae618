"""A sheet of rendered pictures to look at, each over its photo and the photo's coverage.

usage: python3 scripts/cutout-training/sheet.py FILE.png [SEED]
"""

import sys

import torch
from PIL import Image

from generator import Generator, best_device
from photograph import photograph

SIDE = 192
ACROSS = 12


def main() -> None:
    file_name = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    generator = Generator(best_device())
    rows = []
    for is_drawing in (False, False, True):
        planes = generator.render(ACROSS, SIDE, seed, is_drawing)
        seed += ACROSS
        picture, cover = photograph(planes, (SIDE, SIDE))
        for row in (planes[:, :3].float() / 255, picture, cover.expand_as(picture)):
            rows.append(torch.cat(list(row), 2))
    sheet = (torch.cat(rows, 1).permute(1, 2, 0) * 255).round().byte().cpu().numpy()
    Image.fromarray(sheet).save(file_name)


if __name__ == "__main__":
    main()
