#pragma once
#include "../builder.h"

/** What may be in and on an open vessel: a filling, a handle, a saucer, spoons or stalks. */
SHARED_CODE void fillVessel(Builder& build, const Part& body, int material) {
  Random& random = build.random;
  float half = body.size.y;
  float radius = body.size.x;
  float top = body.form[5] * radius;
  if (random.chance(0.6f)) {
    float fill = random.between(0.2f, 0.95f);
    float surface = 2 * half * fill;
    int filling = build.material(0.3f);
    float width = turnedRadius(body, half * (2 * fill - 1)) * 0.97f;
    build.add({CYLINDER, {0, surface - 0.02f, 0}, {width, 0.02f, 0}, filling});
    int pieces = random.chance(0.3f) ? random.below(7) : 0;
    for (int i = 0; i < pieces; i++) {
      build.add({
          ELLIPSOID,
          {random.between(-top, top) * 0.6f, surface, random.between(-top, top) * 0.6f},
          {random.between(0.04f, 0.14f), random.between(0.04f, 0.12f), random.between(0.04f, 0.14f)},
          build.material(0.3f),
          {random.between(0, 3), random.between(0, 3), 0},
      });
    }
  }
  if (random.chance(0.5f)) {
    float handle = random.between(0.35f, 0.75f) * half;
    build.add({
        TORUS,
        {radius * 0.85f, half * random.between(0.9f, 1.2f), 0},
        {handle, random.between(0.02f, 0.06f), random.between(0.02f, 0.07f)},
        build.sameMaterial(material, 0.7f, 0.3f),
        {quarterTurn, 0, 0},
    });
  }
  if (random.chance(0.25f)) {
    build.add({
        CYLINDER,
        {0, 0.01f, 0},
        {radius * random.between(1.2f, 1.8f), 0.015f, 0},
        build.sameMaterial(material, 0.5f, 0.5f),
    });
  }
  if (random.chance(0.2f)) {
    // Drawn again for each, so that many are rare; so are other rows of things below.
    for (int i = 0; i < 1 + random.below(5); i++) {
      build.addBar({
          {0, 0.1f, 0},
          {random.between(-0.5f, 0.5f), 2 * half + random.between(0.1f, 0.7f), random.between(-0.5f, 0.5f)},
          random.between(0.008f, 0.03f),
          random.between(0.008f, 0.05f),
          build.material(0.3f),
      });
    }
  }
}

/** Lids, knobs and spouts of a closed vessel. */
SHARED_CODE void closeVessel(Builder& build, const Part& body) {
  Random& random = build.random;
  float top = body.form[5] * body.size.x;
  float y = 2 * body.size.y;
  int cap = build.material(0.2f);
  int rings = random.below(4);
  for (int i = 0; i < rings; i++) {
    float half = random.between(0.015f, 0.16f);
    float width = top * random.between(0.4f, 1.15f);
    float rounding = random.between(0.004f, 0.02f);
    int material = build.sameMaterial(cap, 0.7f, 0.2f);
    build.add({CYLINDER, {0, y + half, 0}, {width, half, 0}, material}).rounding = rounding;
    y += 2 * half;
  }
  if (random.chance(0.3f)) {
    Vector knob = {random.between(0.05f, 0.15f), random.between(0.05f, 0.15f), random.between(0.05f, 0.15f)};
    build.add({ELLIPSOID, {0, y, 0}, knob, cap});
  }
  if (random.chance(0.25f)) {
    Vector end = {random.between(0.1f, 0.35f), y + random.between(-0.05f, 0.15f), 0};
    build.addBar({{0, y, 0}, end, 0.03f, 0.02f, cap});
  }
}

/** Bottles, jars, cups, bowls, vases, pots. */
SHARED_CODE void addVessel(Builder& build) {
  Random& random = build.random;
  int material = build.material(0.5f);
  bool isOpen = random.chance(0.5f);
  float radius = random.between(0.16f, 0.6f);
  float half = random.between(0.12f, 0.6f);
  bool isStraight = random.below(2) == 1;
  int style = isStraight ? STRAIGHT_SOLID : SMOOTH_SOLID;
  if (isOpen) {
    style = isStraight ? STRAIGHT_HOLLOW : SMOOTH_HOLLOW;
  }
  // A copy: what is added next must not change what was built.
  const Part body = build.addTurned({half, radius, half, material, style, random.between(0.015f, 0.05f)});
  if (isOpen) {
    fillVessel(build, body, material);
  } else {
    closeVessel(build, body);
  }
  bool hasLabel = random.chance(0.3f);
  if (hasLabel) {
    Vector size = {radius * random.between(0.85f, 1.02f), half * random.between(0.2f, 0.6f), 0};
    build.add({CYLINDER, {0, half, 0}, size, build.material(0.3f)});
  }
  bool isGlass = random.chance(0.12f);
  if (isGlass) {
    build.scene.materials[material].glass = random.between(0.4f, 0.95f);
  }
}
