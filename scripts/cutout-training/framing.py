"""Cuts frames out of rendered pictures, as people frame products."""

import torch
from torch.nn import functional

# So many frames may lose a part of the product.
LOOSE_SHARE = 0.1
TURNED_SHARE = 0.25
# No frame is a smaller share of the picture: pixels of the picture would show.
SMALLEST = 0.4


def cut_frames(planes: torch.Tensor, shape: tuple[int, int]) -> torch.Tensor:
    """A window of each picture (n x 7, 0 to 1) that mostly keeps its product, mirrored or turned a little, at a shape.

    The shape is height and width in px; coverage is the fourth plane.
    """
    device = planes.device
    count, _, side, _ = planes.shape
    height, width = shape
    # Of the window's longer side: x, then y.
    shares = [width / max(shape), height / max(shape)]
    # Where the product is, as shares of the picture: columns, then rows.
    extents = [_extent((planes[:, 3] > 0.5).any(axis), side) for axis in (1, 2)]
    needs = [(high - low) / share for (low, high), share in zip(extents, shares)]
    need = torch.maximum(needs[0], needs[1]) * 1.04
    spare = torch.rand(count, device=device)
    is_loose = torch.rand(count, device=device) < LOOSE_SHARE
    need = torch.where(is_loose, need * 0.8, need).clamp(SMALLEST, 1)
    size = need + (1 - need) * spare
    is_turned = torch.rand(count, device=device) < TURNED_SHARE
    turn = torch.where(is_turned, torch.randn(count, device=device) * 0.12, torch.zeros(count, device=device))
    mirror = torch.where(torch.rand(count, device=device) < 0.5, 1.0, -1.0)
    wide, high = size * shares[0], size * shares[1]
    across = torch.stack([wide * turn.cos() * mirror, -high * turn.sin(), _middle(extents[0], wide / 2)], 1)
    down = torch.stack([wide * turn.sin() * mirror, high * turn.cos(), _middle(extents[1], high / 2)], 1)
    grid = functional.affine_grid(torch.stack([across, down], 1), [count, 1, height, width], align_corners=False)
    return functional.grid_sample(planes, grid, mode="bilinear", padding_mode="reflection", align_corners=False)


def _extent(is_seen: torch.Tensor, side: int) -> tuple[torch.Tensor, torch.Tensor]:
    at = torch.arange(side, device=is_seen.device)
    low = torch.where(is_seen, at, side).amin(1).float() / side
    high = torch.where(is_seen, at + 1, 0).amax(1).float() / side
    return low.clamp(0, 0.9), torch.maximum(high, low + 0.1).clamp(0.1, 1)


def _middle(extent: tuple[torch.Tensor, torch.Tensor], half: torch.Tensor) -> torch.Tensor:
    """Where the window's middle is along one axis, -1 to 1: anywhere the product stays inside."""
    low, high = extent
    first = torch.maximum(half, high - half)
    last = torch.minimum(1 - half, low + half)
    within = first + (last - first) * torch.rand(len(half), device=half.device)
    middle = torch.where(last > first, within, ((low + high) / 2).clamp(0.3, 0.7))
    return 2 * torch.minimum(torch.maximum(middle, half), 1 - half) - 1
