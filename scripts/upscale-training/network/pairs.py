"""What the network learns from: brightness of sharp squares, and of the small pictures that people have of them."""

import os
import sys

import torch
from torch.nn import functional

from doubler import brightness

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "cutout-training"))
from jpeg import store_as_jpeg  # noqa: E402
from photograph import blur  # noqa: E402

# Shares and ranges are by eye: what shops, phones and messengers do to photos.
SOFT_SHARE = 0.35
GRAINY_SHARE = 0.3
NOISY_SHARE = 0.5
STORED_SHARE = 0.8
QUALITIES = (45, 96)


def cut_squares(pool: torch.Tensor, count: int, side: int) -> torch.Tensor:
    """Squares of pictures of the pool (bytes), mirrored and turned by chance, 0 to 1."""
    picks = torch.randint(0, len(pool), (count,), device=pool.device)
    top, left = (int(torch.randint(0, pool.shape[-1] - side + 1, (1,))) for _ in range(2))
    squares = pool[picks, :, top : top + side, left : left + side].float() / 255
    if torch.rand(1) < 0.5:
        squares = squares.flip(3)
    return squares.transpose(2, 3) if torch.rand(1) < 0.5 else squares


def vary(sharp: torch.Tensor) -> torch.Tensor:
    """Some softer, as lenses are, some darker or with less contrast, some with a sensor's grain."""
    soft = blur(sharp, float(torch.empty(1).uniform_(0.3, 0.9)))
    large = torch.where(_some(sharp, SOFT_SHARE), soft, sharp)
    contrast = torch.exp(_any(large, -0.4, 0.4))
    large = (large.clamp(1e-4, 1) ** contrast * _any(large, 0.7, 1.15)).clamp(0, 1)
    grain = torch.randn_like(large) * _some(large, GRAINY_SHARE) * _any(large, 0, 0.02)
    return _in_bytes(large + grain)


def make_pairs(large: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Brightness of half the size after noise and storage, and the true one. Sides are multiples of 32 px."""
    small = _in_bytes(functional.interpolate(large, scale_factor=0.5, mode="bicubic", antialias=True))
    noise = torch.randn_like(small) * _some(small, NOISY_SHARE) * _any(small, 0, 0.025)
    small = (small + noise).clamp(0, 1)
    stored = store_as_jpeg(small, torch.empty(len(small), device=small.device).uniform_(*QUALITIES))
    small = _in_bytes(torch.where(_some(small, STORED_SHARE), stored, small))
    return brightness(small), brightness(large)


def _some(like: torch.Tensor, share: float) -> torch.Tensor:
    return torch.rand(len(like), 1, 1, 1, device=like.device) < share


def _any(like: torch.Tensor, low: float, high: float) -> torch.Tensor:
    return torch.empty(len(like), 1, 1, 1, device=like.device).uniform_(low, high)


def _in_bytes(pictures: torch.Tensor) -> torch.Tensor:
    return (pictures.clamp(0, 1) * 255).round() / 255
