#pragma once
#include "../builder.h"

/** Bags with handles or straps, a flap and buckles. */
SHARED_CODE void addBag(Builder& build) {
  Random& random = build.random;
  int material = build.material(0.6f);
  int leather = build.sameMaterial(material, 0.6f, 0.3f);
  Vector size = {random.between(0.3f, 0.6f), random.between(0.22f, 0.5f), random.between(0.08f, 0.25f)};
  int shape = random.chance(0.5f) ? BOX : SUPERELLIPSOID;
  Part& body = build.add({shape, {0, size.y, 0}, size, material});
  body.rounding = fminf(size.z, size.y) * random.between(0.1f, 0.9f);
  body.form[0] = random.between(2.5f, 6);

  int handles = 1 + random.below(2);
  float width = random.between(0.35f, 0.9f) * size.x;
  float thickness = random.between(0.012f, 0.04f);
  for (int i = 0; i < handles; i++) {
    float z = handles == 1 ? 0 : (i - 0.5f) * size.z;
    Part& handle = build.add({
        random.chance(0.5f) ? ARC : TORUS,
        {0, 2 * size.y - 0.02f, z},
        {width, thickness, random.between(1.2f, 1.7f)},
        leather,
    });
    if (handle.shape == TORUS) {
      handle.turn = rotation({quarterTurn + random.between(-0.3f, 0.3f), 0, 0});
      handle.size.z = thickness * random.between(1, 3);
    }
  }
  bool hasFlap = random.chance(0.5f);
  if (hasFlap) {
    Part& flap = build.add({
        BOX,
        {0, size.y * random.between(1.1f, 1.6f), size.z * 0.95f},
        {size.x * random.between(0.5f, 1), size.y * random.between(0.2f, 0.4f), 0.03f},
        build.sameMaterial(leather, 0.5f, 0.4f),
    });
    flap.rounding = 0.02f;
  }
  for (int i = 0; i < random.below(5); i++) {
    build.add({
        random.chance(0.5f) ? ELLIPSOID : BOX,
        {random.between(-1, 1) * size.x * 0.8f, size.y * random.between(0.3f, 1.8f), size.z},
        {random.between(0.02f, 0.08f), random.between(0.02f, 0.1f), 0.03f},
        build.material(0.2f),
    });
  }
  build.group->waviness = random.chance(0.6f) ? random.between(0, 0.08f) : 0;
  build.group->waveFrequency = random.between(2, 6);
}
