#pragma once
#include "../builder.h"

/** Boxes, books, phones, screens, cards, pillows, and things piled on them. */
SHARED_CODE void addPacket(Builder& build) {
  Random& random = build.random;
  int material = build.material(0.6f);
  Vector size = {random.magnitude(0.1f, 0.7f), random.magnitude(0.06f, 0.7f), random.magnitude(0.03f, 0.5f)};
  int shape = random.chance(0.2f) ? SUPERELLIPSOID : BOX;
  Part& body = build.add({shape, {0, size.y, 0}, size, material});
  body.rounding = random.chance(0.5f) ? 0.01f : random.between(0.01f, 0.9f) * smallest(size);
  body.form[0] = random.between(2.5f, 6);

  int fronts = random.below(6);
  for (int i = 0; i < fronts; i++) {
    Vector half = {random.between(0.1f, 1) * size.x, random.between(0.1f, 1) * size.y, 0.02f};
    build.add({
        random.chance(0.7f) ? BOX : CYLINDER,
        {random.between(-1, 1) * (size.x - half.x), size.y + random.between(-1, 1) * (size.y - half.y), size.z},
        half,
        build.material(0.4f),
        {random.chance(0.7f) ? 0 : 1.57f, 0, 0},
    });
  }
  bool hasLid = random.chance(0.35f);
  if (hasLid) {
    build.add({
        BOX,
        {0, 2 * size.y, 0},
        {size.x * random.between(0.9f, 1.1f), random.between(0.02f, 0.15f), size.z * random.between(0.9f, 1.1f)},
        build.material(0.5f),
    });
  }
  bool isPile = random.chance(0.3f);
  if (isPile) {
    for (int i = 0; i < 1 + random.below(3); i++) {
      build.add({
          BOX,
          {random.between(-0.1f, 0.1f), 2 * size.y + 0.06f * (i + 1), random.between(-0.1f, 0.1f)},
          {size.x * random.between(0.6f, 1.1f), 0.05f, size.z * random.between(0.6f, 1.1f)},
          build.material(0.6f),
          {0, random.between(-0.4f, 0.4f), 0},
      });
    }
  }
}
