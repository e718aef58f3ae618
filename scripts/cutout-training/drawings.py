"""Flat drawings with their exact coverage: packaging, prints and packshots have no light of their own, as renders always do."""

import math

import torch


def draw(size, random):
    """One to three shapes of one look on a plain or patterned ground; four planes of red, green, blue and coverage."""
    height, width = size
    unit = min(height, width)
    y, x = torch.meshgrid(torch.arange(height, dtype=torch.float32), torch.arange(width, dtype=torch.float32), indexing="ij")
    x, y = (x - width / 2) / unit, (y - height / 2) / unit
    distance = thing(x, y, random)
    for _ in range(random.randint(0, 3)):
        distance = torch.minimum(distance, thing(x, y, random))
    softness = random.uniform(0.7, 2.5)
    cover = (0.5 - distance * unit / softness).clamp(0, 1)
    ground = paint(x, y, colour(random), random)
    if random.uniform() < 0.4:
        beside = (distance + random.uniform(-0.03, 0.03)) / random.uniform(0.02, 0.12)
        ground = ground * (1 - random.uniform(0.1, 0.5) * torch.sigmoid(-beside))
    product = paint(x, y, colour(random), random)
    return torch.cat([product * cover + ground * (1 - cover), cover[None]])


def thing(x, y, random):
    """Signed distance to a disc, a box, a ring or a bar somewhere near the middle, perhaps with a hole."""
    at_x, at_y, turn = random.uniform(-0.22, 0.22), random.uniform(-0.22, 0.22), random.uniform(0, math.pi)
    u = (x - at_x) * math.cos(turn) + (y - at_y) * math.sin(turn)
    v = (y - at_y) * math.cos(turn) - (x - at_x) * math.sin(turn)
    a, b = random.uniform(0.06, 0.32), random.uniform(0.05, 0.32)
    kind = random.randint(4)
    if kind == 0:
        found = box(u, v, a, b, random.uniform(0, 0.05))
    elif kind == 1:
        found = box(u, v, a, random.uniform(0.012, 0.05), 0.01)
    else:
        found = disc(u, v, a, b)
    if kind == 3:
        found = torch.abs(found) - random.uniform(0.012, 0.07)
    elif random.uniform() < 0.25:
        found = torch.maximum(found, -disc(u, v, a * random.uniform(0.2, 0.7), b * random.uniform(0.2, 0.7)))
    return found


def disc(u, v, a, b):
    return (torch.sqrt((u / a) ** 2 + (v / b) ** 2 + 1e-9) - 1) * min(a, b)


def box(u, v, a, b, rounding):
    return torch.maximum(torch.abs(u) - a, torch.abs(v) - b) - rounding


def colour(random):
    if random.uniform() < 0.3:
        return torch.full((3,), float(random.uniform(0.02, 0.98)))
    return torch.tensor(random.uniform(0.02, 0.98, 3), dtype=torch.float32)


def paint(x, y, first, random):
    """Plain, fading, striped, checked or cloudy: three planes."""
    kind = random.randint(5)
    if kind == 0:
        return first[:, None, None].expand(3, *x.shape).clone()
    near = random.uniform() < 0.6
    second = (first + torch.tensor(random.uniform(-0.15, 0.15, 3), dtype=torch.float32)).clamp(0, 1) if near else colour(random)
    turn = random.uniform(0, math.pi)
    u, v = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    often = random.uniform(3, 25)
    if kind == 1:
        share = (u + 0.5).clamp(0, 1)
    elif kind == 2:
        share = ((u * often) % 1 < random.uniform(0.2, 0.8)).float()
    elif kind == 3:
        share = (torch.floor(u * often) + torch.floor(v * often)) % 2
    else:
        coarse = torch.tensor(random.uniform(0, 1, (1, 1, random.randint(3, 20), random.randint(3, 20))), dtype=torch.float32)
        share = torch.nn.functional.interpolate(coarse, x.shape, mode="bicubic", align_corners=False)[0, 0].clamp(0, 1)
    return first[:, None, None] * (1 - share) + second[:, None, None] * share
