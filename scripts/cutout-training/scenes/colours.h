// Colours in linear light.
#pragma once
#include "random.h"
#include "vector.h"

/** Red, green and blue of hue, saturation and brightness (each 0 to 1). */
SHARED_CODE Vector fromHue(Vector hueSaturationBrightness) {
  float hue = hueSaturationBrightness.x;
  float saturation = hueSaturationBrightness.y;
  float brightness = hueSaturationBrightness.z;
  Vector turned = {fraction(hue + 1), fraction(hue + 2.0f / 3), fraction(hue + 1.0f / 3)};
  Vector pure = {
      clamp(fabsf(turned.x * 6 - 3) - 1, 0, 1),
      clamp(fabsf(turned.y * 6 - 3) - 1, 0, 1),
      clamp(fabsf(turned.z * 6 - 3) - 1, 0, 1),
  };
  return (every(1) * (1 - saturation) + pure * saturation) * brightness;
}

/** A colour as things have them: often white, black, grey or brown. */
SHARED_CODE Vector anyColour(Random& random) {
  float kind = random.unit();
  if (kind < 0.16f) {
    return every(random.magnitude(0.5f, 0.92f));
  }
  if (kind < 0.30f) {
    Vector black = every(random.magnitude(0.008f, 0.06f));
    Vector tint = {random.between(0.8f, 1.2f), 1, random.between(0.8f, 1.2f)};
    return black * tint;
  }
  if (kind < 0.42f) {
    return every(random.magnitude(0.05f, 0.6f));
  }
  // Wood, leather, skin, cardboard.
  if (kind < 0.60f) {
    return fromHue({random.between(0.02f, 0.12f), random.between(0.25f, 0.85f), random.magnitude(0.05f, 0.8f)});
  }
  // Leaves.
  if (kind < 0.70f) {
    return fromHue({random.between(0.18f, 0.42f), random.between(0.2f, 0.9f), random.magnitude(0.04f, 0.5f)});
  }
  // Pastels.
  if (kind < 0.80f) {
    return fromHue({random.unit(), random.between(0.1f, 0.4f), random.between(0.4f, 0.9f)});
  }
  return fromHue({random.unit(), random.between(0.5f, 1), random.magnitude(0.06f, 0.9f)});
}
