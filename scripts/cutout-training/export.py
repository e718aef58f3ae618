"""Writes the trained weights as imaging/cutout/network/weights.ts.

usage: python3 scripts/cutout-training/export.py CHECKPOINT
"""

import base64
import os
import sys

import numpy
import torch

from network import OutlineNetwork

OUT = os.path.join(os.path.dirname(__file__), "..", "..", "imaging", "cutout", "network", "weights.ts")


def fold(step):
    """A convolution and its normalisation as one convolution."""
    norm = step.norm
    factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return step.convolution.weight * factor[:, None, None, None], norm.bias - norm.running_mean * factor


def pack(weights, bias):
    """For each channel that comes out a scale and a bias, then the weights as whole numbers of a byte."""
    made = weights.detach().numpy().reshape(len(bias), -1)
    scales = (numpy.abs(made).max(1) / 127 + 1e-12).astype("<f4")
    numbers = numpy.clip(numpy.round(made / scales[:, None]), -127, 127).astype("i1")
    return scales.tobytes() + bias.detach().numpy().astype("<f4").tobytes() + numbers.tobytes()


def main():
    network = OutlineNetwork()
    network.load_state_dict(torch.load(sys.argv[1])["average"])
    network.eval()
    steps = [*network.down, *network.same, *network.up, network.fine]
    parts = [pack(*fold(step)) for step in steps]
    parts.append(pack(network.last.weight, network.last.bias))
    parts.append(pack(network.whole.weight, network.whole.bias))
    text = base64.b64encode(b"".join(parts)).decode()
    with open(OUT, "w") as file:
        file.write("// Written by scripts/cutout-training/export.py; train again instead of editing.\n\n")
        file.write("/** The network's numbers, packed as `unpackParameters` says. */\n")
        file.write(f'export const trainedWeights =\n  "{text}"\n')
    print(f"{len(text)} characters")


if __name__ == "__main__":
    main()
