// A picture of things lying on each other in every size ("dead leaves": Matheron, 1968): edges as in photos.
#pragma once
#include "material.h"

constexpr int leafLevels = 5;

SHARED_CODE Vector leafColour(const Material& material, float choice, float brightness) {
  Vector base = choice < 0.4f ? material.first : choice < 0.7f ? material.second : material.third;
  bool isColourful = material.amount > 0.6f;
  if (isColourful) {
    base = {fraction(choice * 7.13f), fraction(choice * 13.7f), fraction(choice * 29.1f)};
  }
  return base * (0.55f + 0.9f * brightness);
}

/** Whether a leaf reaches (u, w) of its own; `variant` chooses ovals, boxes or diamonds. */
SHARED_CODE bool leafCovers(float variant, float u, float w) {
  if (variant < 0.4f) {
    return u * u + w * w < 1;
  }
  if (variant < 0.7f) {
    return fmaxf(fabsf(u), fabsf(w)) < 0.9f;
  }
  return fabsf(u) + fabsf(w) < 1.1f;
}

/** The colour at (u, w). */
SHARED_CODE Vector deadLeaves(const Material& material, float u, float w) {
  uint32_t seed = material.seed;
  // Small ones lie above.
  for (int level = 0; level < leafLevels; level++) {
    float size = powf(0.52f, leafLevels - 1 - level) * 1.6f;
    float x = u / size;
    float y = w / size;
    int cellX = (int)floorf(x);
    int cellY = (int)floorf(y);
    for (int cy = cellY - 1; cy <= cellY + 1; cy++) {
      for (int cx = cellX - 1; cx <= cellX + 1; cx++) {
        bool isLowest = level == leafLevels - 1;
        if (chanceAt(cx, cy, level, seed) > (isLowest ? 1.0f : 0.42f)) {
          continue;
        }
        float offsetX = cx + chanceAt(cx, cy, level + 10, seed) - x;
        float offsetY = cy + chanceAt(cx, cy, level + 20, seed) - y;
        float turn = chanceAt(cx, cy, level + 30, seed) * 6.28f;
        float radius = 0.25f + 0.6f * chanceAt(cx, cy, level + 50, seed);
        float flatness = 0.3f + 0.7f * chanceAt(cx, cy, level + 40, seed);
        float own = (offsetX * cosf(turn) + offsetY * sinf(turn)) / radius;
        float across = (offsetY * cosf(turn) - offsetX * sinf(turn)) / (radius * flatness);
        if (leafCovers(material.variant, own, across)) {
          float lightened = 0.25f * (own + across) * (material.angle - 1.5f) * 0.5f;
          float brightness = chanceAt(cx, cy, level + 70, seed) + lightened;
          return leafColour(material, chanceAt(cx, cy, level + 60, seed), brightness);
        }
      }
    }
  }
  return material.first;
}
