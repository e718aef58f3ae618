"""The file that imaging/cutout/network/read-network.ts reads: a byte for each weight.

For each layer a scale and a bias per channel that comes out (32-bit floats, little endian), then its weights as whole
numbers from -127 to 127; a weight is its number times its channel's scale. Layers stand in the order of `steps`, then
`last`, then `whole`.
"""

import numpy
import torch

from network import OutlineNetwork, Size, Step

LARGEST = 127


def pack(network: OutlineNetwork) -> bytes:
    """The network's file, with each normalisation folded into its convolution."""
    layers = [_fold(step) for step in network.steps()]
    layers += [(layer.weight, layer.bias) for layer in (network.last, network.whole)]
    return b"".join(pack_layer(weight, bias) for weight, bias in layers)


def unpack(data: bytes, size: Size) -> OutlineNetwork:
    """The network of a file, for use and not for further training. Raises ValueError when the file has another size."""
    network = OutlineNetwork(size)
    at = 0
    with torch.no_grad():
        for step in network.steps():
            at = unpack_layer(data, at, step.convolution.weight, step.norm.bias)
            # Untrained normalisations change nothing but for this.
            step.norm.eps = 0.0
        for layer in (network.last, network.whole):
            at = unpack_layer(data, at, layer.weight, layer.bias)
    if at != len(data):
        raise ValueError(f"a network of this size has {at} bytes, and these are {len(data)}")
    return network.eval()


def _fold(step: Step) -> tuple[torch.Tensor, torch.Tensor]:
    """Weights and biases of a convolution that does what the step does before max(0, x)."""
    factor = step.norm.weight / torch.sqrt(step.norm.running_var + step.norm.eps)
    weight = step.convolution.weight * factor[:, None, None, None]
    return weight, step.norm.bias - step.norm.running_mean * factor


def pack_layer(weight: torch.Tensor, bias: torch.Tensor) -> bytes:
    rows = weight.detach().cpu().float().numpy().reshape(len(bias), -1)
    # A channel of zeros has a scale too.
    scales = (numpy.abs(rows).max(1) / LARGEST + 1e-12).astype("<f4")
    numbers = numpy.clip(numpy.round(rows / scales[:, None]), -LARGEST, LARGEST).astype("i1")
    biases = bias.detach().cpu().float().numpy().astype("<f4")
    return scales.tobytes() + biases.tobytes() + numbers.tobytes()


def unpack_layer(data: bytes, at: int, weight: torch.Tensor, bias: torch.Tensor) -> int:
    """Fills weight and bias from the bytes at a place; returns the place after them."""
    made, each = len(bias), weight[0].numel()
    if at + made * (8 + each) > len(data):
        raise ValueError(f"the network's file ends within a layer, after {len(data)} bytes")
    scales, biases = numpy.frombuffer(data, "<f4", 2 * made, at).reshape(2, made)
    numbers = numpy.frombuffer(data, "i1", made * each, at + 8 * made).reshape(made, each)
    weight.copy_(torch.from_numpy(numbers * scales[:, None]).view_as(weight))
    bias.copy_(torch.from_numpy(biases.copy()))
    return at + made * (8 + each)
