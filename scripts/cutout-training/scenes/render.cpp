// Renders pictures on the processor: a plain library that generator.py loads. OpenMP shares them among all cores.
#include "pixel.h"

static GridBox findProduct(const Scene& scene) {
  GridBox box = emptyGridBox;
  for (int y = 0; y < gridSide; y++) {
    for (int x = 0; x < gridSide; x++) {
      if (meetsProduct(scene, gridPlace(x), gridPlace(y))) {
        box.left = x < box.left ? x : box.left;
        box.right = x > box.right ? x : box.right;
        box.bottom = y < box.bottom ? y : box.bottom;
        box.top = y > box.top ? y : box.top;
      }
    }
  }
  return box;
}

template <class Picture>
static void drawPicture(const Picture& picture, const Canvas& canvas) {
  for (int y = 0; y < canvas.side; y++) {
    for (int x = 0; x < canvas.side; x++) {
      drawPixel(picture, canvas, x, y);
    }
  }
}

/**
 * Fills `planes` (count x 7 x side x side bytes) with the pictures of `seed` and those after it. Returns null,
 * as nothing fails here; the last argument is of use on graphics cards only.
 */
extern "C" const char* renderPictures(
    unsigned char* planes, long count, long side, long seed, long samples, bool isDrawing, void*) {
#pragma omp parallel for schedule(dynamic)
  for (long number = 0; number < count; number++) {
    Canvas canvas = {planes, (int)number, (int)side, (int)samples, seed};
    if (isDrawing) {
      Drawing drawing = {};
      buildDrawing(drawing, (uint32_t)(seed + number));
      drawPicture(drawing, canvas);
    } else {
      Scene scene = {};
      buildScene(scene, (uint32_t)(seed + number));
      frameProduct(scene.camera, findProduct(scene));
      drawPicture(scene, canvas);
    }
  }
  return nullptr;
}
