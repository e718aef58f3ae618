// What is seen far away: six kinds of pictures around the scene.
#pragma once
#include "paint.h"
#include "scene.h"

SHARED_CODE Vector landscape(const Material& material, float azimuth, float height, Vector at) {
  float uneven = layeredNoise({azimuth * 3, 0, 0}, material.seed, 4, 0.5f) - 0.5f;
  float hill = 0.15f * (material.variant - 0.4f) + 0.25f * uneven;
  if (height < hill) {
    float share = layeredNoise(at * (4 + 20 * material.amount), material.seed, 5, 0.65f);
    return mix(material.third, material.second, share) * (0.5f + material.variant);
  }
  Vector blue = Vector{0.5f, 0.65f, 0.9f} * (0.4f + material.amount);
  float cloud = layeredNoise({azimuth * 2, height * 6, 0}, material.seed + 3, 5, 0.55f);
  return mix(blue, every(0.95f), rise(0.4f, 0.75f, cloud));
}

/** Lamps far out of focus. */
SHARED_CODE Vector lights(const Material& material, Vector at) {
  Vector colour = mix(material.first, material.second, layeredNoise(at * 1.5f, material.seed, 3, 0.5f));
  for (int layer = 0; layer < 3; layer++) {
    float often = 3.0f + 2 * layer;
    float x = at.x * often;
    float y = at.y * often;
    float choice = chanceAt((int)floorf(x), (int)floorf(y), layer, material.seed);
    if (choice < 0.3f) {
      float disc = rise(0.45f, 0.38f, hypotenuse(fraction(x) - 0.5f, fraction(y) - 0.5f));
      colour = mix(colour, fromHue({choice * 9, 0.5f, 1}), 0.7f * disc);
    }
  }
  return colour;
}

/** Shelves, houses, furniture: blocks of three sizes over each other. */
SHARED_CODE Vector blocks(const Material& material, Vector at) {
  Vector sum = every(0);
  float count = 0;
  for (int layer = 0; layer < 3; layer++) {
    float often = 1.2f * (layer + 1);
    float narrow = material.variant > 0.5f ? 0.6f : 1.5f;
    int x = (int)floorf(at.x * often + 0.3f * layer);
    int y = (int)floorf(at.y * often * narrow);
    float choice = chanceAt(x, y, layer, material.seed);
    Vector colour = every(0.9f);
    if (choice < 0.35f) {
      colour = material.first;
    } else if (choice < 0.65f) {
      colour = material.second;
    } else if (choice < 0.9f) {
      colour = material.third;
    }
    sum = sum + colour * (0.6f + 0.6f * fraction(choice * 17));
    count += 1;
  }
  return sum * (1 / count);
}

SHARED_CODE Vector fogBank(const Material& material, Vector at) {
  float gain = 0.45f + 0.35f * material.variant;
  float share = layeredNoise(at * (2 + 7 * material.amount), material.seed, 5, gain);
  return mix(material.first, material.second, rise(0.25f, 0.75f, share));
}

/** Light that comes from a direction in which nothing is met. */
SHARED_CODE Vector backdropColour(const Scene& scene, Vector ray) {
  const Material& material = scene.materials[BACKDROP_MATERIAL];
  float azimuth = atan2f(ray.x, -ray.z);
  Vector at = {azimuth * 2.2f, ray.y * 2.2f, 0.3f};
  switch (scene.room.backdrop) {
    case GRADIENT: {
      float height = ray.y + 0.2f * azimuth * (material.amount - 0.5f);
      return mix(material.first, material.second, rise(-0.6f, 0.7f, height));
    }
    case LANDSCAPE:
      return landscape(material, azimuth, ray.y, at);
    case LIGHTS:
      return lights(material, at);
    case PAINTED: {
      Vector onPicture = Vector{at.x, at.y, 0} * (1.0f / material.scale) * (0.8f + 2 * material.amount);
      return paint(material, onPicture, {0, 0, 1});
    }
    case BLOCKS:
      return blocks(material, at);
    default:
      return fogBank(material, at);
  }
}
