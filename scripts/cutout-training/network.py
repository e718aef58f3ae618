"""The outline network: colours in, for each pixel the log odds that it belongs to the product.

Five scales with two convolutions each on the way down, one on the way up, joined by the way down's own planes
(Ronneberger, Fischer and Brox, "U-Net", 2015). imaging/cutout/network/run-network.ts runs the same.
"""

import torch
from torch import nn
from torch.nn import functional

CHANNELS = [16, 32, 48, 64, 96]
LAST = 8


class Step(nn.Module):
    """A convolution of 3 x 3, its normalisation (folded into it by export.py) and max(0, x)."""

    def __init__(self, given, made, stride=1):
        super().__init__()
        self.convolution = nn.Conv2d(given, made, 3, stride, 1, bias=False)
        self.norm = nn.BatchNorm2d(made)

    def forward(self, x):
        return functional.relu(self.norm(self.convolution(x)))


class OutlineNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        given = [3] + CHANNELS
        self.down = nn.ModuleList([Step(given[i], given[i + 1], 2) for i in range(5)])
        self.same = nn.ModuleList([Step(c, c) for c in CHANNELS])
        self.whole = nn.Linear(CHANNELS[4], CHANNELS[4])
        self.up = nn.ModuleList([Step(CHANNELS[i + 1] + CHANNELS[i], CHANNELS[i]) for i in range(4)])
        self.fine = Step(CHANNELS[0] + 3, LAST)
        self.last = nn.Conv2d(LAST, 1, 3, 1, 1)

    def forward(self, picture):
        x = picture - 0.5
        kept = []
        for down, same in zip(self.down, self.same):
            x = same(down(x))
            kept.append(x)
        x = x + self.whole(x.mean((2, 3)))[:, :, None, None]
        for i in (3, 2, 1, 0):
            x = self.up[i](torch.cat([enlarge(x), kept[i]], 1))
        return self.last(self.fine(torch.cat([enlarge(x), picture - 0.5], 1)))


def enlarge(x):
    return functional.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
