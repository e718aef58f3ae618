"""Pictures of random scenes and drawings, made by scenes/ on a graphics card or on the processor."""

import ctypes
import os
import subprocess
import tempfile

import torch

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scenes")
# Red, green, blue; coverage of the product; the product's own red, green and blue times its coverage.
PLANES = 7


class Generator:
    """Compiles scenes/ for a device ("cuda" or "cpu") and renders with it. Needs nvcc or c++ in the path."""

    def __init__(self, device: str):
        self.device = device
        with tempfile.TemporaryDirectory() as folder:
            library = os.path.join(folder, "scenes.so")
            subprocess.run(self._compiler(library), check=True)
            self._render = ctypes.CDLL(library).renderPictures
        self._render.argtypes = [ctypes.c_void_p] + [ctypes.c_long] * 4 + [ctypes.c_bool, ctypes.c_void_p]
        self._render.restype = ctypes.c_char_p

    def _compiler(self, library: str) -> list[str]:
        if self.device == "cpu":
            source = os.path.join(SOURCES, "render.cpp")
            return ["c++", "-std=c++17", "-O3", "-fopenmp", "-shared", "-fPIC", source, "-o", library]
        major, minor = torch.cuda.get_device_capability()
        source = os.path.join(SOURCES, "render.cu")
        options = ["-std=c++17", "-O3", "--use_fast_math", f"-arch=sm_{major}{minor}", "-shared", "-Xcompiler", "-fPIC"]
        return ["nvcc", *options, source, "-o", library]

    def render(self, count: int, side: int, seed: int, is_drawing: bool, samples: int = 4) -> torch.Tensor:
        """Bytes, count x 7 x side x side, of the seeds from `seed` on; the side (px) is a multiple of 16.

        Raises RuntimeError when the graphics card refuses.
        """
        if side % 16 != 0:
            raise ValueError(f"a side of {side} px is not a multiple of 16")
        planes = torch.empty(count, PLANES, side, side, dtype=torch.uint8, device=self.device)
        stream = torch.cuda.current_stream().cuda_stream if self.device == "cuda" else None
        failure = self._render(planes.data_ptr(), count, side, seed, samples, is_drawing, stream)
        if failure is not None:
            raise RuntimeError(failure.decode())
        return planes


def best_device() -> str:
    return "cuda" if torch.cuda.is_available() else "cpu"
