"""The camera that takes photos of rendered pictures: frame, focus, movement, light, sensor, shops' borders, storage.

Shares and ranges are by eye: what photos of products show, and more. Variety counts, likeness does not.
"""

import math

import torch
from torch.nn import functional

from framing import cut_frames
from jpeg import store_as_jpeg

# So many photos have a ground out of focus, and so many that of another picture.
SOFT_SHARE = 0.27
OTHER_SHARE = 0.14


def photograph(planes: torch.Tensor, shape: tuple[int, int]) -> tuple[torch.Tensor, torch.Tensor]:
    """Photos (n x 3) and coverage (n x 1), 0 to 1, of rendered bytes (n x 7).

    The shape is height and width in px, multiples of 16.
    """
    framed = cut_frames(planes.float() / 255, shape)
    picture, cover, own = framed[:, :3], framed[:, 3:4], framed[:, 4:]
    picture = _change_grounds(picture, cover, own)
    picture = _move(picture)
    picture = _light(picture)
    picture = _sense(picture)
    picture, cover = _add_border(picture, cover)
    stored = store_as_jpeg(picture, _any(picture, 30, 96, len(picture)))
    return torch.where(_some(picture, 0.5), stored, picture), cover


def _any(like: torch.Tensor, low: float, high: float, *shape: int) -> torch.Tensor:
    """Random numbers, one for each picture unless a shape is given."""
    return torch.empty(shape or (len(like), 1, 1, 1), device=like.device).uniform_(low, high)


def _some(like: torch.Tensor, share: float) -> torch.Tensor:
    """True for about this share of the pictures."""
    return torch.rand(len(like), 1, 1, 1, device=like.device) < share


def blur(planes: torch.Tensor, sigma: float) -> torch.Tensor:
    """Gaussian blur; sigma in px."""
    reach = max(1, int(2.6 * sigma))
    at = torch.arange(-reach, reach + 1, dtype=planes.dtype, device=planes.device)
    kernel = torch.exp(-at * at / (2 * sigma * sigma))
    channels = planes.shape[1]
    kernel = (kernel / kernel.sum()).repeat(channels, 1)
    planes = functional.pad(planes, (reach, reach, 0, 0), "replicate")
    planes = functional.conv2d(planes, kernel[:, None, None], groups=channels)
    planes = functional.pad(planes, (0, 0, reach, reach), "replicate")
    return functional.conv2d(planes, kernel[:, None, :, None], groups=channels)


def _change_grounds(picture: torch.Tensor, cover: torch.Tensor, own: torch.Tensor) -> torch.Tensor:
    """Some grounds are out of focus, and some products stand before that of another picture."""
    parts = []
    # One blur for a quarter of the pictures: it is one convolution then.
    for quarter in torch.arange(len(picture), device=picture.device).chunk(4):
        room = 1 - cover[quarter]
        ground = picture[quarter] - own[quarter]
        kind = torch.rand(len(quarter), 1, 1, 1, device=picture.device)
        behind = torch.where(kind < SOFT_SHARE, _soften(ground, room), _fill(ground, room).roll(1, 0))
        changed = own[quarter] + behind.clamp(0, 1) * room
        parts.append(torch.where(kind < SOFT_SHARE + OTHER_SHARE, changed, picture[quarter]))
    return torch.cat(parts)


def _soften(ground: torch.Tensor, room: torch.Tensor) -> torch.Tensor:
    """The ground blurred on its own: no colour of the product runs into it. Sigma from 1 to 12 px."""
    sigma = math.exp(2.5 * torch.rand(()).item())
    both = blur(torch.cat([ground, room], 1), sigma)
    return both[:, :3] / (both[:, 3:] + 2e-3)


def _fill(ground: torch.Tensor, room: torch.Tensor) -> torch.Tensor:
    """The ground as if no product stood there: its colours from around."""
    small = blur(functional.avg_pool2d(torch.cat([ground, room], 1), 8), 4)
    around = small[:, :3] / (small[:, 3:] + 1e-3)
    around = functional.interpolate(around, size=ground.shape[2:], mode="bilinear", align_corners=False)
    known = (room * 4).clamp(0, 1)
    return ground / room.clamp(min=0.25) * known + around * (1 - known)


def _move(picture: torch.Tensor) -> torch.Tensor:
    """Some are blurred evenly or along a direction: focus missed, hands that shake."""
    count, _, height, width = picture.shape
    angle = _any(picture, 0, math.pi)
    long = _any(picture, 0.2, 2.5)
    wide = _any(picture, 0.2, 0.9)
    long = torch.where(_some(picture, 0.7), wide * _any(picture, 1, 1.2), long)
    reach = 4
    at = torch.arange(-reach, reach + 1, dtype=torch.float32, device=picture.device)
    x, y = at.view(1, 1, 1, -1), at.view(1, 1, -1, 1)
    along = x * angle.cos() + y * angle.sin()
    across = y * angle.cos() - x * angle.sin()
    kernel = torch.exp(-0.5 * ((along / long) ** 2 + (across / wide) ** 2))
    kernel = (kernel / kernel.sum((2, 3), keepdim=True)).repeat_interleave(3, 0)
    padded = functional.pad(picture, (reach, reach, reach, reach), "replicate")
    padded = padded.reshape(1, 3 * count, height + 2 * reach, width + 2 * reach)
    blurred = functional.conv2d(padded, kernel, groups=3 * count).view_as(picture)
    return torch.where(_some(picture, 0.45), blurred, picture)


def _axes(picture: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Places across and down, -1 to 1."""
    _, _, height, width = picture.shape
    across = torch.linspace(-1, 1, width, device=picture.device).view(1, 1, 1, -1)
    down = torch.linspace(-1, 1, height, device=picture.device).view(1, 1, -1, 1)
    return across, down


def _light(picture: torch.Tensor) -> torch.Tensor:
    """Gamma, uneven light, white balance, exposure, saturation (some without colour), contrast."""
    count = len(picture)
    x, y = _axes(picture)
    slope = _any(picture, -0.3, 0.3) * x + _any(picture, -0.3, 0.3) * y
    corners = _any(picture, 0, 0.25) * (x * x + y * y)
    uneven = 1 + _some(picture, 0.4) * (slope - corners)
    picture = picture.clamp(1e-4, 1) ** torch.exp(_any(picture, -0.4, 0.4)) * uneven
    exposure = torch.where(_some(picture, 0.12), _any(picture, 0.4, 1.8), _any(picture, 0.8, 1.2))
    picture = picture * _any(picture, 0.88, 1.12, count, 3, 1, 1) * exposure
    grey = picture.mean(1, keepdim=True)
    saturation = torch.where(_some(picture, 0.07), torch.zeros(1, device=picture.device), _any(picture, 0.5, 1.5))
    picture = grey + (picture - grey) * saturation
    level = grey.mean((2, 3), keepdim=True)
    return (level + (picture - level) * _any(picture, 0.75, 1.35)).clamp(0, 1)


def _sense(picture: torch.Tensor) -> torch.Tensor:
    """Noise, fine or in grains, stronger in light; some are sharpened."""
    noise = torch.randn_like(picture)
    grain = functional.avg_pool2d(noise, 3, 1, 1) * 2
    noise = torch.where(_some(picture, 0.5), noise, grain)
    strength = _any(picture, 0, 1) ** 2 * 0.05
    picture = picture + noise * strength * (0.4 + picture.clamp(0, 1).sqrt())
    sharpening = _some(picture, 0.3) * _any(picture, 0.2, 1.3)
    return (picture + sharpening * (picture - blur(picture, 1.1))).clamp(0, 1)


def _add_border(picture: torch.Tensor, cover: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Some have a border of a few pixels, white, black or coloured, as shops add them; it is never product."""
    count = len(picture)
    x, y = _axes(picture)
    width = 2 * _some(picture, 0.07) * _any(picture, 0.005, 0.04)
    sides = _any(picture, 0, 1, count, 4, 1, 1) < 0.75
    left, right, top, bottom = (width * sides[:, i : i + 1] for i in range(4))
    is_border = (x < left - 1) | (x > 1 - right) | (y < top - 1) | (y > 1 - bottom)
    white, black = torch.ones_like(width), torch.zeros_like(width)
    dark_or_coloured = torch.where(_some(picture, 0.5), black, _any(picture, 0, 1, count, 3, 1, 1))
    colour = torch.where(_some(picture, 0.5), white, dark_or_coloured)
    return torch.where(is_border, colour, picture), torch.where(is_border, torch.zeros_like(cover), cover)
