// One pixel of a picture, as bytes.
#pragma once
#include "build-scene.h"
#include "camera.h"
#include "figures/build-drawing.h"
#include "figures/show-drawing.h"

/** Red, green, blue; coverage of the product; the product's own red, green and blue times its coverage. */
constexpr int planeCount = 7;

/** A picture's place in the planes of all pictures, and how it is sampled. */
struct Canvas {
  unsigned char* planes;
  int number, side, samples;
  long seed;
};

/** Writes one pixel; samples lie at random in the four quarters of it. */
template <class Picture>
SHARED_CODE void drawPixel(const Picture& picture, const Canvas& canvas, int x, int y) {
  int side = canvas.side;
  Random random = {scramble((uint32_t)(canvas.seed * 31 + canvas.number * 7919 + y * side + x))};
  Vector all = every(0);
  Vector own = every(0);
  float cover = 0;
  for (int i = 0; i < canvas.samples; i++) {
    float acrossPixel = ((i & 1) + random.unit()) * 0.5f;
    float downPixel = (((i >> 1) & 1) + random.unit()) * 0.5f;
    float frameX = (2 * (x + acrossPixel) - side) / side;
    float frameY = (side - 2 * (y + downPixel)) / side;
    Sample sample = takeSample(picture, frameX, frameY);
    all = all + sample.colour;
    own = own + sample.colour * sample.cover;
    cover += sample.cover;
  }
  float toBytes = 255.0f / canvas.samples;
  const float sums[planeCount] = {all.x, all.y, all.z, cover, own.x, own.y, own.z};
  for (int plane = 0; plane < planeCount; plane++) {
    long at = ((canvas.number * (long)planeCount + plane) * side + y) * side + x;
    canvas.planes[at] = (unsigned char)(sums[plane] * toBytes + 0.5f);
  }
}
