"""Trains the network that doubles pictures stored with loss, and writes it as the product reads it.

usage: python3 scripts/upscale-training/network/train.py OUT.bin MINUTES [options; --help lists them]

It learns from leaves (leaves.py), from the scenes of scripts/cutout-training, and from own pictures where a folder of
them is given. README.md beside this folder says how the shipped file was made.
"""

import argparse
import glob
import math
import os
import time

import numpy
import torch
from PIL import Image

from doubler import Doubler, double_bicubically
from leaves import draw_leaves
from pairs import cut_squares, make_pairs, vary

from generator import Generator, best_device
from pack import pack_layer, unpack_layer

FIRST_SEED = 900_000_000
RISING_STEPS = 200
LOWEST_RATE = 1e-6
# How much of the average stays at each step once it is long.
AVERAGE_KEEP = 0.999
# At the border both ways guess.
BORDER = 8


def ask() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("minutes", type=float)
    parser.add_argument("--from", dest="start", help="a packed file to go on from")
    parser.add_argument("--pictures", help="folder of own pictures (WebP or PNG)")
    parser.add_argument("--scenes", type=int, default=2400)
    parser.add_argument("--leaves", type=int, default=2400)
    parser.add_argument("--side", type=int, default=384, help="px of a picture of the pool")
    parser.add_argument("--square", type=int, default=192, help="px of what is learned from at once, a multiple of 32")
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--report", type=int, default=400, help="steps between reports")
    parser.add_argument("--device", choices=["cuda", "cpu"], default=best_device())
    return parser.parse_args()


def gather(options: argparse.Namespace) -> torch.Tensor:
    """The pool: count x 3 x side x side bytes."""
    side = options.side
    pictures = [torch.from_numpy(draw_leaves(FIRST_SEED + k, side).copy()) for k in range(options.leaves)]
    pictures += [torch.from_numpy(picture) for picture in own_pictures(options.pictures, side)]
    parts = [torch.stack(pictures).permute(0, 3, 1, 2)] if pictures else []
    if options.scenes > 0:
        generator = Generator(options.device)
        for k in range(0, options.scenes, 24):
            # Twice the size, made small: as sharp as a lens leaves it. Two in five are drawings.
            planes = generator.render(24, 2 * side, FIRST_SEED + k, (k // 24) % 5 > 2)[:, :3]
            small = torch.nn.functional.avg_pool2d(planes.float(), 2).round().byte()
            parts.append(small.cpu())
    return torch.cat(parts).to(options.device)


def own_pictures(folder: str | None, side: int) -> list[numpy.ndarray]:
    """The middle of each picture of a folder, and of each made smaller, where they are large enough."""
    made = []
    for path in sorted(glob.glob(os.path.join(folder, "**", "*.*"), recursive=True)) if folder else []:
        if not path.endswith((".webp", ".png")):
            continue
        picture = Image.open(path).convert("RGB")
        for scale in (1, 0.62):
            width, height = int(picture.width * scale), int(picture.height * scale)
            if min(width, height) < side:
                continue
            fitted = picture if scale == 1 else picture.resize((width, height), Image.Resampling.BICUBIC)
            left, top = (width - side) // 2, (height - side) // 2
            made.append(numpy.asarray(fitted.crop((left, top, left + side, top + side))))
    return made


class Learner:
    """A network that learns, and the moving average of its weights, which is what is used."""

    def __init__(self, options: argparse.Namespace):
        self.network = Doubler().to(options.device)
        if options.start is not None:
            with open(options.start, "rb") as file:
                load(self.network, file.read())
        self.network = self.network.to(memory_format=torch.channels_last)
        self.average = Doubler().to(options.device)
        self.average.load_state_dict(self.network.state_dict())
        self.optimizer = torch.optim.Adam(self.network.parameters(), options.rate, betas=(0.9, 0.99))
        self.steps = 0

    def learn(self, small: torch.Tensor, truth: torch.Tensor, rate: float) -> tuple[float, float]:
        """One step; returns the mean squares of the network's error and of bicubic enlargement's."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        error = inner(self.network(small.contiguous(memory_format=torch.channels_last)) - truth)
        # Nearly the absolute error: large errors at edges must not outweigh all texture.
        loss = (error * error + 1e-6).sqrt().mean()
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimizer.step()
        self.steps += 1
        with torch.no_grad():
            keep = min(AVERAGE_KEEP, self.steps / (self.steps + 20))
            for own, value in zip(self.average.parameters(), self.network.parameters()):
                own.lerp_(value, 1 - keep)
            plain = inner(double_bicubically(small) - truth)
            return (error * error).mean().item(), (plain * plain).mean().item()


def inner(planes: torch.Tensor) -> torch.Tensor:
    return planes[..., BORDER:-BORDER, BORDER:-BORDER]


def load(network: Doubler, packed: bytes) -> None:
    at = 0
    with torch.no_grad():
        for layer in network.layers():
            at = unpack_layer(packed, at, layer.weight, layer.bias)


def main() -> None:
    options = ask()
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    torch.manual_seed(0)
    pool = gather(options)
    print(f"{len(pool)} pictures", flush=True)
    learner = Learner(options)
    begun, errors, plains = time.time(), 0.0, 0.0
    while True:
        spent = (time.time() - begun) / 60 / options.minutes
        if spent >= 1:
            break
        rising = min(1, (learner.steps + 1) / RISING_STEPS)
        rate = options.rate * rising * (0.5 + 0.5 * math.cos(math.pi * spent)) + LOWEST_RATE
        with torch.no_grad():
            small, truth = make_pairs(vary(cut_squares(pool, options.batch, options.square)))
        error, plain = learner.learn(small, truth, rate)
        errors, plains = errors + error, plains + plain
        if learner.steps % options.report == 0:
            minutes = (time.time() - begun) / 60
            gain = 10 * math.log10(plains / errors)
            print(f"{learner.steps} steps, {minutes:.1f} min, {gain:+.2f} dB over bicubic", flush=True)
            errors = plains = 0.0
    with open(options.out, "wb") as file:
        file.write(b"".join(pack_layer(layer.weight, layer.bias) for layer in learner.average.layers()))
    print(f"{learner.steps} steps")


if __name__ == "__main__":
    main()
