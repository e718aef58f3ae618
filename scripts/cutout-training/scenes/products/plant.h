#pragma once
#include "../builder.h"

SHARED_CODE void addLeaves(Builder& build, float soil, int leaf, int stem) {
  Random& random = build.random;
  int count = 3 + random.below(9);
  for (int i = 0; i < count; i++) {
    float half = random.between(0.15f, 0.45f);
    float around = random.between(0, 6.28f);
    float tilt = random.between(-0.2f, 1.3f);
    float y = soil + random.between(0, 0.4f) + sinf(tilt) * half;
    Vector middle = {cosf(around) * cosf(tilt) * half, y, sinf(around) * cosf(tilt) * half};
    Vector size = {half, 0.012f, random.between(0.03f, 0.16f)};
    Part& blade = build.add({LEAF, middle, size, leaf, {0, -around, 0}});
    blade.form[0] = random.between(-0.2f, 0.6f);
    if (random.chance(0.6f)) {
      build.addBar({{0, soil * 0.8f, 0}, middle, 0.012f, 0.008f, stem});
    }
  }
}

SHARED_CODE void addFlowers(Builder& build, float soil, int leaf, int stem) {
  Random& random = build.random;
  int count = 1 + random.below(4);
  int petal = build.material(0.2f);
  int heart = build.material(0.2f);
  float spread = count > 1 ? 1 : 0;
  for (int i = 0; i < count; i++) {
    Vector top = {
        random.between(-0.3f, 0.3f) * spread,
        soil + random.between(0.3f, 0.9f),
        random.between(-0.3f, 0.3f) * spread,
    };
    build.addBar({{0, soil * 0.8f, 0}, top, 0.015f, 0.01f, stem});
    int petals = 4 + random.below(5);
    float radius = random.between(0.08f, 0.2f);
    float opened = random.between(-0.4f, 1);
    for (int j = 0; j < petals; j++) {
      float around = 6.28f * j / petals;
      Vector place = {cosf(around) * radius, sinf(opened) * radius * 0.5f, sinf(around) * radius};
      Vector size = {radius, 0.02f + radius * 0.15f, radius * 0.5f};
      build.add({ELLIPSOID, top + place, size, petal, {0, -around, opened * 0.7f}});
    }
    build.add({ELLIPSOID, top, {radius * 0.4f, radius * 0.3f, radius * 0.4f}, heart});
    if (random.chance(0.5f)) {
      Vector turn = {0, random.between(0, 6), 0.5f};
      build.add({LEAF, {0.15f, soil + 0.15f, 0}, {0.2f, 0.012f, 0.07f}, leaf, turn});
    }
  }
}

/** Leaves or flowers on stems, in a pot or not. */
SHARED_CODE void addPlant(Builder& build) {
  Random& random = build.random;
  int leaf = build.material(0.3f);
  int stem = build.material(0.3f);
  Material& green = build.scene.materials[leaf];
  if (random.chance(0.7f)) {
    green.first = fromHue({random.between(0.18f, 0.4f), random.between(0.4f, 0.9f), random.magnitude(0.05f, 0.5f)});
  }
  green.pattern = random.chance(0.6f) ? PLAIN : CLOUDY;
  build.scene.materials[stem].first = green.first * 0.8f;
  build.scene.materials[stem].pattern = PLAIN;
  float soil = 0;
  bool hasPot = random.chance(0.6f);
  if (hasPot) {
    soil = random.between(0.15f, 0.5f);
    float radius = random.between(0.15f, 0.35f);
    build.addTurned({soil * 0.5f, radius, soil * 0.5f, build.material(0.4f), SMOOTH_HOLLOW, 0.03f});
  }
  if (random.chance(0.5f)) {
    addLeaves(build, soil, leaf, stem);
  } else {
    addFlowers(build, soil, leaf, stem);
  }
}
