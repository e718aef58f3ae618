"""What the network is to learn, and how well it does."""

import torch
from torch.nn import functional


def outline_loss(logits: torch.Tensor, cover: torch.Tensor) -> torch.Tensor:
    """Cross entropy, heavier along the outline; one less the overlap; the error of coverage along the outline."""
    nearby = functional.avg_pool2d(cover, 9, 1, 4, count_include_pad=False)
    weight = 1 + 8 * nearby * (1 - nearby)
    entropy = functional.binary_cross_entropy_with_logits(logits, cover, reduction="none")
    chance = torch.sigmoid(logits)
    both = (chance * cover).sum((1, 2, 3))
    # One pixel more, for pictures without product.
    either = (chance + cover - chance * cover).sum((1, 2, 3)) + 1
    error = (chance - cover).abs()
    return (entropy * weight).mean() + 0.6 * (1 - both / either).mean() + 0.5 * (error * weight).mean()


def coarse_loss(logits: torch.Tensor, cover: torch.Tensor) -> torch.Tensor:
    """Cross entropy at a lower scale, which the coverage (full size) is brought to."""
    smaller = functional.avg_pool2d(cover, cover.shape[3] // logits.shape[3])
    return 0.3 * functional.binary_cross_entropy_with_logits(logits, smaller)


def overlap(logits: torch.Tensor, cover: torch.Tensor) -> torch.Tensor:
    """Intersection over union for each picture."""
    found = logits > 0
    known = cover > 0.5
    either = (found | known).sum((1, 2, 3)).float().clamp(min=1)
    return (found & known).sum((1, 2, 3)).float() / either
