"""Trains the outline network on pictures that are rendered meanwhile.

usage: python3 scripts/cutout-training/train.py CHECKPOINT MINUTES [options; --help lists them]

The learning rate falls over the whole schedule; `--part 0 0.5` runs the first half of it, and `--resume` goes on from
what another part wrote. export.py writes the result for the product. README.md says how the shipped weights were made.
"""

import argparse
import math
import time

import numpy
import torch

from generator import Generator, best_device
from losses import coarse_loss, outline_loss, overlap
from network import SIZES, OutlineNetwork
from photograph import photograph
from pool import Pool

# The product looks at long sides of 320 and 256 px, at photos of every shape: height and width of what is learned from.
SHAPES = [
    *[(320, 320), (320, 256), (256, 320), (320, 224), (224, 320)],
    *[(288, 288), (256, 256), (320, 192), (192, 320)],
]
# Pictures kept aside have this seed, and those to learn from have others.
KEPT_SEED = 77
FIRST_SEED = 10_000_000
RISING_STEPS = 300
LOWEST_RATE = 2e-6
# How much of the average stays at each step once it is long.
AVERAGE_KEEP = 0.9985


def ask() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint")
    parser.add_argument("minutes", type=float)
    parser.add_argument("--size", choices=SIZES, default="shipped")
    parser.add_argument("--part", type=float, nargs=2, default=[0, 1])
    parser.add_argument("--resume")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--pool", type=int, default=12_000, help="pictures in memory, 1 MB each at 384 px")
    parser.add_argument("--fresh", type=int, default=18, help="pictures rendered for each step")
    parser.add_argument("--side", type=int, default=384, help="px of a rendered picture")
    parser.add_argument("--scale", type=float, default=1, help="of the photos learned from; below 1 is for trying")
    parser.add_argument("--report", type=int, default=200, help="steps between reports")
    parser.add_argument("--drawn", type=float, default=0.35, help="share of drawings")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", choices=["cuda", "cpu"], default=best_device())
    return parser.parse_args()


def scaled(shape: tuple[int, int], scale: float) -> tuple[int, int]:
    """The shape at a scale, in the steps of 32 px that the network needs."""
    height, width = (max(1, round(side * scale / 32)) * 32 for side in shape)
    return height, width


class Learner:
    """A network that learns, and the moving average of its weights, which is what is used."""

    def __init__(self, size: str, device: str, rate: float):
        self.device = device
        self.steps = 0
        # In this layout of memory convolutions are fastest.
        self.network = OutlineNetwork(SIZES[size]).to(device, memory_format=torch.channels_last)
        self.average = OutlineNetwork(SIZES[size]).to(device)
        self.average.load_state_dict(self.network.state_dict())
        kernels = [weight for weight in self.network.parameters() if weight.ndim > 1]
        others = [weight for weight in self.network.parameters() if weight.ndim < 2]
        groups = [{"params": kernels, "weight_decay": 1e-3}, {"params": others, "weight_decay": 0}]
        self.optimizer = torch.optim.AdamW(groups, rate)

    def load(self, path: str) -> None:
        saved = torch.load(path, map_location=self.device)
        self.network.load_state_dict(saved["network"])
        self.average.load_state_dict(saved["average"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.steps = saved["steps"]

    def save(self, path: str) -> None:
        parts = {"network": self.network, "average": self.average, "optimizer": self.optimizer}
        torch.save({**{name: part.state_dict() for name, part in parts.items()}, "steps": self.steps}, path)

    def learn(self, picture: torch.Tensor, cover: torch.Tensor, rate: float) -> torch.Tensor:
        """One step; returns the loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.network.train()
        # Half as many bits are twice as fast on graphics cards, and slower on processors.
        with torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.device == "cuda"):
            answer, *coarse = self.network.at_all_scales(picture.contiguous(memory_format=torch.channels_last))
        loss = outline_loss(answer.float(), cover)
        for logits in coarse:
            loss = loss + coarse_loss(logits.float(), cover)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        self._follow()
        self.steps += 1
        return loss.detach()

    @torch.no_grad()
    def _follow(self) -> None:
        keep = min(AVERAGE_KEEP, (self.steps + 1) / (self.steps + 20))
        for own, value in zip(self.average.state_dict().values(), self.network.state_dict().values()):
            if own.dtype.is_floating_point:
                own.lerp_(value, 1 - keep)


@torch.no_grad()
def measure(network: OutlineNetwork, kept: dict[str, torch.Tensor], scale: float) -> str:
    """Overlap on the pictures kept aside; they are photographed in the same way every time."""
    network.eval()
    found = []
    for name, planes in kept.items():
        with torch.random.fork_rng([planes.device] if planes.is_cuda else []):
            torch.manual_seed(5)
            picture, cover = photograph(planes, scaled(SHAPES[0], scale))
        found.append(f"{name} {overlap(network(picture), cover).mean().item():.4f}")
    return "kept aside: " + ", ".join(found)


def main() -> None:
    options = ask()
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    # Parts of a schedule must not see the same pictures.
    part_number = int(1000 * options.part[0])
    torch.manual_seed(options.seed + part_number)
    random = numpy.random.RandomState(options.seed + part_number)
    first_seed = FIRST_SEED + 3_000_000 * part_number + 37_000_000 * options.seed
    generator = Generator(options.device)
    kept = {
        "scenes": generator.render(64, options.side, KEPT_SEED, False),
        "drawings": generator.render(32, options.side, KEPT_SEED, True),
    }
    pool = Pool(generator, options.pool, options.side, first_seed, options.drawn)
    learner = Learner(options.size, options.device, options.rate)
    if options.resume is not None:
        learner.load(options.resume)

    begun = measured = time.time()
    first_step = learner.steps
    total = torch.zeros((), device=options.device)
    while True:
        spent = (time.time() - begun) / 60 / options.minutes
        if spent >= 1:
            break
        overall = options.part[0] + (options.part[1] - options.part[0]) * spent
        rising = min(1, (learner.steps - first_step + 1) / RISING_STEPS)
        rate = options.rate * rising * (0.5 + 0.5 * math.cos(math.pi * overall)) + LOWEST_RATE
        pool.renew(options.fresh)
        with torch.no_grad():
            shape = scaled(SHAPES[random.randint(len(SHAPES))], options.scale)
            picture, cover = photograph(pool.pick(options.batch), shape)
        total += learner.learn(picture, cover, rate)
        if learner.steps % options.report == 0:
            minutes = (time.time() - begun) / 60
            print(f"{learner.steps} steps, {minutes:.1f} min, loss {total.item() / options.report:.4f}", flush=True)
            total.zero_()
            if time.time() - measured > 60:
                print("  " + measure(learner.average, kept, options.scale), flush=True)
                measured = time.time()
    learner.save(options.checkpoint)
    seen = (learner.steps - first_step) * options.batch
    print(f"{learner.steps} steps, {seen} photos of {pool.seed - first_seed} pictures")
    print(measure(learner.average, kept, options.scale))


if __name__ == "__main__":
    main()
