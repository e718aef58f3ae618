#pragma once
#include "../builder.h"

SHARED_CODE int foodShape(Random& random) {
  if (random.chance(0.55f)) {
    return ELLIPSOID;
  }
  if (random.chance(0.5f)) {
    return SUPERELLIPSOID;
  }
  return random.chance(0.5f) ? CYLINDER : TORUS;
}

/** Fruit, cakes, heaps, on a plate or not: several small things that are one product. */
SHARED_CODE void addFood(Builder& build) {
  Random& random = build.random;
  bool hasPlate = random.chance(0.5f);
  if (hasPlate) {
    Vector plate = {random.between(0.35f, 0.6f), 0.02f, 0};
    build.add({CYLINDER, {0, 0.02f, 0}, plate, build.material(0.5f)}).rounding = 0.015f;
    if (random.chance(0.5f)) {
      Vector inner = {random.between(0.2f, 0.34f), 0.006f, 0};
      build.add({CYLINDER, {0, 0.045f, 0}, inner, build.material(0.5f)});
    }
  }
  int count = 1 + random.below(9);
  int material = build.material(0.3f);
  bool isSpread = random.chance(0.5f);
  float width = isSpread ? 0.4f : 0.2f;
  for (int i = 0; i < count; i++) {
    Vector size = {random.between(0.06f, 0.24f), random.between(0.05f, 0.22f), random.between(0.06f, 0.24f)};
    Part& piece = build.add({
        foodShape(random),
        {random.between(-width, width), size.y + (isSpread ? 0 : random.between(0, 0.25f)),
         random.between(-width, width)},
        size,
        build.sameMaterial(material, 0.5f, 0.3f),
        {random.between(-0.4f, 0.4f), random.between(0, 3), random.between(-0.4f, 0.4f)},
    });
    piece.form[0] = random.between(1.6f, 5);
    piece.blend = random.chance(0.3f) ? random.between(0, 0.06f) : 0;
    if (piece.shape == TORUS) {
      piece.size.y = piece.size.x * 0.4f;
      piece.size.z = piece.size.x * 0.4f;
    }
    bool hasStalk = random.chance(0.3f);
    if (hasStalk) {
      Vector place = piece.position;
      Vector end = {random.between(-0.1f, 0.1f), size.y + random.between(0.03f, 0.12f), 0};
      build.addBar({place + Vector{0, size.y * 0.8f, 0}, place + end, 0.012f, 0.01f, build.material(0.1f)});
    }
  }
  if (random.chance(0.4f)) {
    build.group->waviness = random.between(0.01f, 0.06f);
    build.group->waveFrequency = random.between(5, 14);
  }
}
