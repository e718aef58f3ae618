"""The outline network: colours in, for each pixel the log odds that it belongs to the product.

A U-Net (Ronneberger, Fischer and Brox, 2015) of five scales; imaging/cutout/network/run-network.ts runs the same.
"""

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

SCALES = 5


@dataclass(frozen=True)
class Size:
    """Channels at each scale, and how many convolutions each scale has after the one that halves the picture."""

    channels: tuple[int, ...]
    again: tuple[int, ...]
    # Channels at full size, before the answer.
    fine: int


SIZES = {
    # What the product had before: less than half of the work, for trying.
    "small": Size((16, 32, 48, 64, 96), (1, 1, 1, 1, 1), 8),
    # In the product.
    "shipped": Size((16, 32, 64, 128, 160), (1, 1, 2, 2, 2), 8),
}


class Step(nn.Module):
    """A convolution of 3 x 3, its normalisation (folded into it by pack.py) and max(0, x)."""

    def __init__(self, given: int, made: int, stride: int = 1):
        super().__init__()
        self.convolution = nn.Conv2d(given, made, 3, stride, 1, bias=False)
        self.norm = nn.BatchNorm2d(made)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.relu(self.norm(self.convolution(x)))


class OutlineNetwork(nn.Module):
    """Pictures (n x 3, 0 to 1) to log odds (n x 1); sides are multiples of 32 px."""

    def __init__(self, size: Size):
        super().__init__()
        channels = size.channels
        given = (3, *channels)
        self.down = nn.ModuleList(Step(given[i], given[i + 1], 2) for i in range(SCALES))
        self.same = nn.ModuleList(
            nn.Sequential(*(Step(made, made) for _ in range(count))) for made, count in zip(channels, size.again)
        )
        self.whole = nn.Linear(channels[-1], channels[-1])
        self.up = nn.ModuleList(Step(channels[i + 1] + channels[i], channels[i]) for i in range(SCALES - 1))
        self.fine = Step(channels[0] + 3, size.fine)
        self.last = nn.Conv2d(size.fine, 1, 3, 1, 1)
        # Answers at a quarter and an eighth of the size: for training alone, thrown away after it.
        self.coarse = nn.ModuleList(nn.Conv2d(channels[i], 1, 1) for i in (1, 2))

    def steps(self) -> list[Step]:
        """All convolutions but the last, in the order of the packed file."""
        return [*self.down, *(step for scale in self.same for step in scale), *self.up, self.fine]

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        return self.at_all_scales(picture)[0]

    def at_all_scales(self, picture: torch.Tensor) -> list[torch.Tensor]:
        """Log odds at full size, at a quarter and at an eighth."""
        centred = picture - 0.5
        x = centred
        kept = []
        for down, same in zip(self.down, self.same):
            x = same(down(x))
            kept.append(x)
        x = x + self.whole(x.mean((2, 3)))[:, :, None, None]
        made = {}
        for scale in reversed(range(SCALES - 1)):
            x = self.up[scale](torch.cat([_double(x), kept[scale]], 1))
            made[scale] = x
        answer = self.last(self.fine(torch.cat([_double(x), centred], 1)))
        return [answer, self.coarse[0](made[1]), self.coarse[1](made[2])]


def _double(x: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
