"""Trains the outline network of imaging/cutout on the photos that bench/imaging/make-training-photos.ts rendered.

usage: python3 scripts/cutout-training/train.py PHOTOS CHECKPOINT MINUTES

Needs PyTorch (Debian's python3-torch). Goes on from the checkpoint where there is one. Every twentieth photo is kept aside
and measures the result. export.py writes the weights for the product.
"""

import glob
import math
import os
import sys
import time

import numpy
import torch
import torch.nn.functional as functional

from drawings import draw
from network import OutlineNetwork

SIDE = 240
# So many of the pictures are flat drawings instead of photos.
DRAWN_SHARE = 0.15
BATCH = 8
# Photos are of every shape; the network sees long sides of 224 px, and learns from smaller ones first, which is faster.
FIRST_SHAPES = [(160, 160), (160, 128), (128, 160)]
SHAPES = [(224, 224), (224, 224), (224, 160), (160, 224), (224, 192), (192, 224)]
FIRST_SHARE = 0.35
# Going on from a checkpoint begins with smaller steps.
LATER_RATE = 1.2e-3
LEARNING_RATE = 2e-3


def load(folder):
    files = sorted(glob.glob(os.path.join(folder, "*.bin")))
    photos = [numpy.fromfile(file, numpy.uint8).reshape(-1, SIDE, SIDE, 4) for file in files]
    return torch.from_numpy(numpy.concatenate(photos))


def blur(planes, sigma):
    reach = max(1, int(2.5 * sigma))
    at = torch.arange(-reach, reach + 1, dtype=torch.float32)
    kernel = torch.exp(-at * at / (2 * sigma * sigma))
    kernel = kernel / kernel.sum()
    channels = planes.shape[1]
    across = kernel.view(1, 1, 1, -1).repeat(channels, 1, 1, 1)
    down = kernel.view(1, 1, -1, 1).repeat(channels, 1, 1, 1)
    planes = functional.conv2d(functional.pad(planes, (reach, reach, 0, 0), "replicate"), across, groups=channels)
    return functional.conv2d(functional.pad(planes, (0, 0, reach, reach), "replicate"), down, groups=channels)


def crop(photo, shape, random):
    """A window of random size and place that keeps nearly all of the product, resized to the shape."""
    height, width = shape
    aspect = width / height
    ys, xs = torch.nonzero(photo[..., 3] > 127, as_tuple=True)
    if len(ys) == 0:
        top, bottom, left, right = 100, 140, 100, 140
    else:
        top, bottom, left, right = int(ys.min()), int(ys.max()) + 1, int(xs.min()), int(xs.max()) + 1
    # One in sixteen leaves the frame, as careless photos do.
    margin = random.uniform(-0.12, 0) if random.uniform() < 0.06 else random.uniform(0.02, 0.3)
    need_high, need_wide = (bottom - top) * (1 + 2 * margin), (right - left) * (1 + 2 * margin)
    high = max(need_high, need_wide / aspect)
    high = min(max(high, high + random.uniform(-0.1, 1) * (SIDE - high) * random.uniform()), SIDE, SIDE / aspect)
    wide = min(high * aspect, SIDE)
    high, wide = max(24, int(high)), max(24, int(wide))
    middle_y, middle_x = (top + bottom) / 2, (left + right) / 2
    shift_y = max(0, high - (bottom - top)) / 2 * random.uniform(-0.8, 0.8)
    shift_x = max(0, wide - (right - left)) / 2 * random.uniform(-0.8, 0.8)
    y = int(min(max(0, middle_y - high / 2 + shift_y), SIDE - high))
    x = int(min(max(0, middle_x - wide / 2 + shift_x), SIDE - wide))
    window = photo[y : y + high, x : x + wide].permute(2, 0, 1)[None].float() / 255
    return functional.interpolate(window, shape, mode="bilinear", align_corners=False, antialias=True)[0]


def vary(batch, random):
    """Cameras and rooms: mirrored, other light and colours, soft grounds, noise, blur."""
    colours, cover = batch[:, :3], batch[:, 3:]
    out = []
    for i in range(len(batch)):
        picture, alpha = colours[i : i + 1], cover[i : i + 1]
        if random.uniform() < 0.5:
            picture, alpha = picture.flip(3), alpha.flip(3)
        if random.uniform() < 0.15:
            sigma = random.uniform(1, 6)
            ground = blur(picture * (1 - alpha), sigma) / (blur(1 - alpha, sigma) + 1e-3)
            picture = picture * alpha + ground * (1 - alpha)
        if random.uniform() < 0.3:
            picture = blur(picture, random.uniform(0.3, 0.9))
        gamma = math.exp(random.uniform(-0.35, 0.35))
        picture = picture.clamp(1e-4, 1) ** gamma
        gains = torch.tensor(random.uniform(0.85, 1.15, 3), dtype=torch.float32).view(1, 3, 1, 1)
        picture = picture * gains * random.uniform(0.75, 1.2)
        grey = picture.mean(1, keepdim=True)
        picture = grey + (picture - grey) * random.uniform(0.5, 1.3)
        if random.uniform() < 0.7:
            picture = picture + torch.randn_like(picture) * random.uniform(0, 0.025)
        if random.uniform() < 0.1:
            picture = grey.repeat(1, 3, 1, 1)
        out.append(torch.cat([picture.clamp(0, 1), alpha], 1))
    return torch.cat(out)


def losses(logits, cover):
    """Cross entropy, heavier along the outline, and one minus the overlap over the union."""
    nearby = functional.avg_pool2d(cover, 7, 1, 3, count_include_pad=False)
    weight = 1 + 12 * nearby * (1 - nearby)
    entropy = functional.binary_cross_entropy_with_logits(logits, cover, reduction="none")
    chance = torch.sigmoid(logits)
    both = (chance * cover).sum((1, 2, 3))
    either = (chance + cover - chance * cover).sum((1, 2, 3)) + 1
    return (entropy * weight).mean() + 0.5 * (1 - both / either).mean()


def overlap(logits, cover):
    found, known = logits > 0, cover > 0.5
    both = (found & known).sum((1, 2, 3)).float()
    either = (found | known).sum((1, 2, 3)).float().clamp(min=1)
    return both / either


def main():
    folder, checkpoint, minutes = sys.argv[1], sys.argv[2], float(sys.argv[3])
    torch.set_num_threads(int(os.environ.get("THREADS", "1")))
    network = OutlineNetwork()
    done = 0
    average = None
    if os.path.exists(checkpoint):
        kept = torch.load(checkpoint)
        network.load_state_dict(kept["network"])
        average, done = kept["average"], kept["done"]
    first_share, rate = (FIRST_SHARE, LEARNING_RATE) if done == 0 else (0, LATER_RATE)
    network = network.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-4)
    random = numpy.random.RandomState(done + 1)
    torch.manual_seed(done + 1)
    photos = load(folder)
    begun = time.time()
    looked = begun
    steps, total = 0, 0.0
    while True:
        spent = (time.time() - begun) / 60 / minutes
        if spent >= 1:
            break
        for group in optimizer.param_groups:
            rise = min(1, (steps + 1) / 100)
            group["lr"] = rate * rise * (0.5 + 0.5 * math.cos(math.pi * spent)) + 1e-6
        if time.time() - looked > 120:
            looked = time.time()
            photos = load(folder)
        shapes = FIRST_SHAPES if spent < first_share else SHAPES
        shape = shapes[random.randint(len(shapes))]
        numbers = random.randint(0, len(photos), BATCH)
        numbers = [n + 1 if n % 20 == 0 else n for n in numbers]
        pictures = [
            draw(shape, random) if random.uniform() < DRAWN_SHARE else crop(photos[min(n, len(photos) - 1)], shape, random)
            for n in numbers
        ]
        batch = vary(torch.stack(pictures), random)
        batch = batch.contiguous(memory_format=torch.channels_last)
        network.train()
        loss = losses(network(batch[:, :3]), batch[:, 3:])
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        steps += 1
        total += loss.item()
        state = network.state_dict()
        if average is None:
            average = {name: value.clone() for name, value in state.items()}
        keep = min(0.998, (done + steps) / (done + steps + 20))
        for name, value in state.items():
            if value.dtype.is_floating_point:
                average[name].mul_(keep).add_(value, alpha=1 - keep)
            else:
                average[name].copy_(value)
        if steps % 200 == 0:
            print(f"{steps} steps, {(time.time() - begun) / 60:.1f} min, {len(photos)} photos, loss {total / 200:.4f}", flush=True)
            total = 0.0
            torch.save({"network": network.state_dict(), "average": average, "done": done + steps}, checkpoint)
        if steps % 1000 == 0:
            measure(average, photos)
    torch.save({"network": network.state_dict(), "average": average, "done": done + steps}, checkpoint)
    measure(average, photos)


def measure(weights, photos):
    network = OutlineNetwork()
    network.load_state_dict(weights)
    network.eval()
    random = numpy.random.RandomState(7)
    found = []
    with torch.no_grad():
        for n in range(0, min(len(photos), 4000), 20):
            window = crop(photos[n], (224, 224), random)[None]
            found.append(overlap(network(window[:, :3]), window[:, 3:])[0].item())
    found = numpy.array(found)
    print(f"kept aside: mean {found.mean():.4f}, below 0.9: {(found < 0.9).mean():.3f}, worst {found.min():.3f}", flush=True)


if __name__ == "__main__":
    main()
