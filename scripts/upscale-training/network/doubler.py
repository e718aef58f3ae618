"""The network that doubles pictures stored with loss: it says what bicubic enlargement of brightness lacks.

imaging/upscale/run-doubler.ts runs the same.
"""

import torch
from torch import nn
from torch.nn import functional

CHANNELS = 32
MIDDLE = 5


class Doubler(nn.Module):
    """Brightness (n x 1, 0 to 1) to brightness of twice the size. 47,520 multiplications for each pixel given."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(1, CHANNELS, 3, 1, 1)
        self.middle = nn.ModuleList(nn.Conv2d(CHANNELS, CHANNELS, 3, 1, 1) for _ in range(MIDDLE))
        self.last = nn.Conv2d(CHANNELS, 4, 3, 1, 1)
        # It begins as bicubic enlargement.
        nn.init.normal_(self.last.weight, 0, 1e-3)
        nn.init.zeros_(self.last.bias)

    def layers(self) -> list[nn.Conv2d]:
        """In the order of the packed file."""
        return [self.first, *self.middle, self.last]

    def forward(self, small: torch.Tensor) -> torch.Tensor:
        x = begun = functional.relu(self.first(small - 0.5))
        for layer in self.middle:
            x = functional.relu(layer(x))
        return double_bicubically(small) + functional.pixel_shuffle(self.last(x + begun), 2)


def _cubic(distance: float) -> float:
    """Catmull-Rom's (a = -0.5), as imaging/upscale/cubic.ts has it."""
    x = abs(distance)
    if x < 1:
        return 1.5 * x**3 - 2.5 * x**2 + 1
    return -0.5 * x**3 + 2.5 * x**2 - 4 * x + 2 if x < 2 else 0.0


def double_bicubically(small: torch.Tensor) -> torch.Tensor:
    """Bicubic enlargement with the areas of the pixels aligned and the border repeated."""
    taps = [[_cubic(tap - centre) for tap in range(-2, 3)] for centre in (-0.25, 0.25)]
    kernel = torch.tensor(taps, dtype=small.dtype, device=small.device)
    count, _, height, width = small.shape
    x = functional.conv2d(functional.pad(small, (2, 2, 0, 0), "replicate"), kernel[:, None, None])
    x = x.permute(0, 2, 3, 1).reshape(count, 1, height, 2 * width)
    x = functional.conv2d(functional.pad(x, (0, 0, 2, 2), "replicate"), kernel[:, None, :, None])
    return x.permute(0, 2, 1, 3).reshape(count, 1, 2 * height, 2 * width)


def brightness(picture: torch.Tensor) -> torch.Tensor:
    """Weights of ITU-R BT.601, as the product has them."""
    return 0.299 * picture[:, :1] + 0.587 * picture[:, 1:2] + 0.114 * picture[:, 2:3]
