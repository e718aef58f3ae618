"""Rendered pictures to learn from: a store in memory that is renewed all the time."""

import numpy
import torch

from generator import PLANES, Generator

# Rendered before the first step, if the pool is as large: the first steps should not see the same few.
FIRST_PICTURES = 2560


class Pool:
    def __init__(self, generator: Generator, size: int, side: int, seed: int, drawn_share: float):
        """A pool of `size` pictures; the share of drawings among them is that of the calls that render drawings."""
        self.generator = generator
        self.side = side
        self.seed = seed
        self.drawn_share = drawn_share
        self.random = numpy.random.RandomState(seed % 2**32)
        self.pictures = torch.empty(size, PLANES, side, side, dtype=torch.uint8, device=generator.device)
        self.next = 0
        self.filled = 0
        while self.filled < min(size, FIRST_PICTURES):
            self.renew(64)

    def renew(self, count: int) -> None:
        """Replaces the oldest by new ones."""
        made = self.generator.render(count, self.side, self.seed, bool(self.random.uniform() < self.drawn_share))
        self.seed += count
        count = min(count, len(self.pictures) - self.next)
        self.pictures[self.next : self.next + count] = made[:count]
        self.filled = max(self.filled, self.next + count)
        self.next = (self.next + count) % len(self.pictures)

    def pick(self, count: int) -> torch.Tensor:
        chosen = torch.randint(0, self.filled, (count,), device=self.pictures.device)
        return self.pictures[chosen]
