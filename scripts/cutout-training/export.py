"""Writes a trained network as imaging/cutout/network/outline.bin.

usage: python3 scripts/cutout-training/export.py CHECKPOINT [SIZE]
"""

import os
import sys

import torch

from network import SIZES, OutlineNetwork
from pack import pack

OUTLINE = os.path.join(os.path.dirname(__file__), "..", "..", "imaging", "cutout", "network", "outline.bin")


def main() -> None:
    checkpoint = sys.argv[1]
    size = sys.argv[2] if len(sys.argv) > 2 else "shipped"
    network = OutlineNetwork(SIZES[size])
    network.load_state_dict(torch.load(checkpoint, map_location="cpu")["average"])
    packed = pack(network.eval())
    with open(OUTLINE, "wb") as file:
        file.write(packed)
    print(f"{len(packed)} bytes")


if __name__ == "__main__":
    main()
