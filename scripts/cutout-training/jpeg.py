"""What storing as JPEG leaves of a picture."""

import math

import torch
from torch.nn import functional

# The tables of quantisation that ITU-T T.81 gives as examples (annex K), and that nearly all programs scale.
LUMINANCE = [
    *[16, 11, 10, 16, 24, 40, 51, 61],
    *[12, 12, 14, 19, 26, 58, 60, 55],
    *[14, 13, 16, 24, 40, 57, 69, 56],
    *[14, 17, 22, 29, 51, 87, 80, 62],
    *[18, 22, 37, 56, 68, 109, 103, 77],
    *[24, 35, 55, 64, 81, 104, 113, 92],
    *[49, 64, 78, 87, 103, 121, 120, 101],
    *[72, 92, 95, 98, 112, 100, 103, 99],
]
CHROMINANCE = [
    *[17, 18, 24, 47, 99, 99, 99, 99],
    *[18, 21, 26, 66, 99, 99, 99, 99],
    *[24, 26, 56, 99, 99, 99, 99, 99],
    *[47, 66, 99, 99, 99, 99, 99, 99],
    *[99] * 32,
]


def store_as_jpeg(pictures: torch.Tensor, quality: torch.Tensor) -> torch.Tensor:
    """Pictures (n x 3, 0 to 1) after JPEG of each quality (n, 1 to 100), colour at half the size.

    Sides must be multiples of 16 px.
    """
    red, green, blue = (pictures[:, i] * 255 for i in range(3))
    luminance = 0.299 * red + 0.587 * green + 0.114 * blue
    blueness = _halve((blue - luminance) * 0.564 + 128)
    redness = _halve((red - luminance) * 0.713 + 128)
    # The scale of the tables that libjpeg made common.
    scale = torch.where(quality < 50, 5000 / quality, 200 - 2 * quality) / 100
    luminance = _quantise(luminance, LUMINANCE, scale)
    blueness = _double(_quantise(blueness, CHROMINANCE, scale)) - 128
    redness = _double(_quantise(redness, CHROMINANCE, scale)) - 128
    red = luminance + 1.403 * redness
    green = luminance - 0.344 * blueness - 0.714 * redness
    blue = luminance + 1.773 * blueness
    return (torch.stack([red, green, blue], 1) / 255).clamp(0, 1)


def _halve(plane: torch.Tensor) -> torch.Tensor:
    return functional.avg_pool2d(plane[:, None], 2)[:, 0]


def _double(plane: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(plane[:, None], scale_factor=2, mode="bilinear", align_corners=False)[:, 0]


def _cosines(device: torch.device) -> torch.Tensor:
    """The discrete cosine transform of eight numbers."""
    at = torch.arange(8, dtype=torch.float32, device=device)
    rows = torch.cos((2 * at[None] + 1) * at[:, None] * math.pi / 16) * 0.5
    rows[0] *= math.sqrt(0.5)
    return rows


def _quantise(plane: torch.Tensor, table: list[int], scale: torch.Tensor) -> torch.Tensor:
    count, height, width = plane.shape
    steps = torch.tensor(table, dtype=torch.float32, device=plane.device).view(1, 1, 1, 8, 8)
    steps = (steps * scale.view(count, 1, 1, 1, 1)).round().clamp(1, 255)
    transform = _cosines(plane.device)
    blocks = (plane - 128).view(count, height // 8, 8, width // 8, 8).transpose(2, 3)
    kept = ((transform @ blocks @ transform.T) / steps).round() * steps
    return (transform.T @ kept @ transform).transpose(2, 3).reshape(count, height, width) + 128
