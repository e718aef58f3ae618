#pragma once
#include "../builder.h"

/** Towers, trophies, signs, posts, tools: pieces on top of each other, perhaps on a pole. */
SHARED_CODE void addColumn(Builder& build) {
  const int shapes[] = {BOX, CYLINDER, SUPERELLIPSOID, STAR};
  Random& random = build.random;
  int material = build.material(0.4f);
  float y = 0;
  int count = 1 + random.below(6);
  for (int i = 0; i < count; i++) {
    float half = random.magnitude(0.04f, 0.35f);
    float width = random.between(0.06f, 0.4f);
    int shape = shapes[random.below(4)];
    Part& piece = build.add({
        shape,
        {random.between(-0.05f, 0.05f), y + half, 0},
        {width, half, width * random.between(0.3f, 1)},
        build.sameMaterial(material, 0.4f, 0.4f),
        {0, random.chance(0.5f) ? 0 : random.between(0, 1.5f), 0},
    });
    piece.rounding = 0.02f;
    piece.form[0] = shape == STAR ? 3 + random.below(8) : random.between(2, 5);
    piece.form[1] = random.between(0.4f, 0.95f);
    if (shape == STAR) {
      piece.size.z = random.between(0.02f, 0.1f);
      piece.position.y = y + width;
      half = width;
    }
    y += 2 * half * random.between(0.85f, 1);
  }
  bool hasPole = random.chance(0.4f);
  if (hasPole) {
    build.addBar({
        {0, 0, 0},
        {random.between(-0.1f, 0.1f), y + random.between(0.1f, 0.6f), 0},
        random.between(0.015f, 0.06f),
        random.between(0.01f, 0.08f),
        build.material(0.3f),
    });
  }
}
