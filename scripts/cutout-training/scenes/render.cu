// Renders pictures on a graphics card: kernels around the same code that render.cpp runs on the processor.
#include <cuda_runtime.h>

#include "pixel.h"

/** Threads of a block draw a tile of so many pixels. */
constexpr int tileWidth = 16;
constexpr int tileHeight = 8;
constexpr int threadsPerTile = tileWidth * tileHeight;

__global__ void buildAll(Scene* scenes, long seed) {
  buildScene(scenes[blockIdx.x], (uint32_t)(seed + blockIdx.x));
}

__global__ void buildAll(Drawing* drawings, long seed) {
  buildDrawing(drawings[blockIdx.x], (uint32_t)(seed + blockIdx.x));
}

/** Copies a picture's numbers to the memory that a block's threads share. */
template <class Picture>
__device__ void bring(Picture& to, const Picture& from) {
  static_assert(sizeof(Picture) % sizeof(int) == 0, "copied in whole numbers of four bytes");
  for (int i = threadIdx.x; i < sizeof(Picture) / sizeof(int); i += blockDim.x) {
    ((int*)&to)[i] = ((const int*)&from)[i];
  }
  __syncthreads();
}

__global__ void frameAll(Scene* scenes) {
  __shared__ Scene scene;
  __shared__ GridBox box;
  if (threadIdx.x == 0) {
    box = emptyGridBox;
  }
  bring(scene, scenes[blockIdx.x]);
  for (int i = threadIdx.x; i < gridSide * gridSide; i += blockDim.x) {
    int x = i % gridSide;
    int y = i / gridSide;
    if (meetsProduct(scene, gridPlace(x), gridPlace(y))) {
      atomicMin(&box.left, x);
      atomicMax(&box.right, x);
      atomicMin(&box.bottom, y);
      atomicMax(&box.top, y);
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    frameProduct(scenes[blockIdx.x].camera, box);
  }
}

template <class Picture>
__global__ void __launch_bounds__(threadsPerTile) drawAll(const Picture* pictures, Canvas canvas) {
  __shared__ Picture picture;
  bring(picture, pictures[blockIdx.z]);
  canvas.number = blockIdx.z;
  int x = blockIdx.x * tileWidth + threadIdx.x % tileWidth;
  int y = blockIdx.y * tileHeight + threadIdx.x / tileWidth;
  drawPixel(picture, canvas, x, y);
}

/**
 * Fills `planes` (count x 7 x side x side bytes on the card) with the pictures of `seed` and those after it. The side
 * is a multiple of 16. Returns null, or what the card says is wrong.
 */
extern "C" const char* renderPictures(
    unsigned char* planes, long count, long side, long seed, long samples, bool isDrawing, void* stream) {
  cudaStream_t queue = (cudaStream_t)stream;
  Canvas canvas = {planes, 0, (int)side, (int)samples, seed};
  dim3 tiles(side / tileWidth, side / tileHeight, count);
  void* pictures;
  cudaError_t failure = cudaMallocAsync(&pictures, count * (isDrawing ? sizeof(Drawing) : sizeof(Scene)), queue);
  if (failure != cudaSuccess) {
    return cudaGetErrorString(failure);
  }
  if (isDrawing) {
    Drawing* drawings = (Drawing*)pictures;
    buildAll<<<count, 1, 0, queue>>>(drawings, seed);
    drawAll<<<tiles, threadsPerTile, 0, queue>>>(drawings, canvas);
  } else {
    Scene* scenes = (Scene*)pictures;
    buildAll<<<count, 1, 0, queue>>>(scenes, seed);
    frameAll<<<count, 256, 0, queue>>>(scenes);
    drawAll<<<tiles, threadsPerTile, 0, queue>>>(scenes, canvas);
  }
  cudaFreeAsync(pictures, queue);
  failure = cudaGetLastError();
  return failure == cudaSuccess ? nullptr : cudaGetErrorString(failure);
}
