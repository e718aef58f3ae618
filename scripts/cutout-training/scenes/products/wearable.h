#pragma once
#include "../builder.h"

SHARED_CODE void addShoes(Builder& build, int upper, int sole) {
  Random& random = build.random;
  int count = 1 + random.below(2);
  for (int i = 0; i < count; i++) {
    float z = (i - 0.5f * (count - 1)) * 0.4f;
    float turn = random.between(-0.3f, 0.3f) * i;
    float flow = random.between(0.05f, 0.12f);
    build.add({SUPERELLIPSOID, {0, 0.05f, z}, {0.5f, 0.05f, 0.17f}, sole, {0, turn, 0}}).form[0] = 3;
    Vector toe = {0.3f, random.between(0.1f, 0.16f), 0.15f};
    build.add({ELLIPSOID, {0.2f, 0.12f, z}, toe, upper, {0, turn, 0}}).blend = 0.02f;
    Vector heel = {0.22f, random.between(0.15f, 0.35f), 0.14f};
    int material = build.sameMaterial(upper, 0.6f, 0.4f);
    build.add({ELLIPSOID, {-0.25f, 0.2f, z}, heel, material, {0, turn, 0.2f}}).blend = flow;
    Part& opening = build.add({CYLINDER, {-0.24f, 0.45f, z}, {0.11f, 0.2f, 0}, sole});
    opening.cuts = true;
    opening.blend = 0.03f;
    bool hasLaces = random.chance(0.6f);
    if (hasLaces) {
      for (int j = 0; j < 4; j++) {
        float y = 0.27f - 0.035f * j;
        Vector from = {0.02f + 0.07f * j, y, z - 0.09f};
        Vector to = {0.04f + 0.07f * j, y, z + 0.09f};
        build.addBar({from, to, 0.015f, 0.015f, sole});
      }
    }
    bool hasMark = random.chance(0.5f);
    if (hasMark) {
      build.add({
          BOX,
          {random.between(-0.3f, 0.2f), 0.15f, z + 0.13f},
          {random.between(0.04f, 0.2f), 0.03f, 0.03f},
          build.material(0.2f),
          {0, 0, random.between(-1, 1)},
      });
    }
  }
}

SHARED_CODE void addHeadset(Builder& build, int material, int cushion) {
  Random& random = build.random;
  float radius = random.between(0.3f, 0.45f);
  float ear = random.between(0.1f, 0.2f);
  build.group->mirrorX = true;
  build.add({ARC, {0, 0.5f, 0}, {radius, random.between(0.02f, 0.06f), 1.6f}, material});
  Vector shell = {ear, random.between(0.04f, 0.1f), 0};
  build.add({CYLINDER, {radius, 0.45f, 0}, shell, material, {0, 0, quarterTurn}}).rounding = 0.03f;
  Vector ring = {ear * 0.75f, ear * 0.35f, ear * 0.4f};
  build.add({TORUS, {radius - 0.1f, 0.45f, 0}, ring, cushion, {0, 0, quarterTurn}});
  bool hasMicrophone = random.chance(0.3f);
  if (hasMicrophone) {
    build.addBar({{radius, 0.4f, 0.05f}, {radius * 0.6f, 0.2f, 0.3f}, 0.012f, 0.02f, cushion});
  }
}

SHARED_CODE void addGlasses(Builder& build, int material, int temple) {
  Random& random = build.random;
  float radius = random.between(0.16f, 0.26f);
  Vector middle = {radius * 1.15f, 0.3f, 0};
  build.group->mirrorX = true;
  build.add({TORUS, middle, {radius, random.between(0.015f, 0.04f), 0.03f}, material, {quarterTurn, 0, 0}});
  int lens = build.material(0.3f);
  build.scene.materials[lens].glass = random.between(0, 0.9f);
  build.add({CYLINDER, middle, {radius, 0.008f, 0}, lens, {quarterTurn, 0, 0}});
  build.addBar({{0, 0.36f, 0}, {0.05f, 0.35f, 0}, 0.02f, 0.02f, material});
  build.addBar({{2.15f * radius, 0.33f, 0}, {2.2f * radius, 0.3f, -0.6f}, 0.015f, 0.02f, temple});
}

SHARED_CODE void addWatch(Builder& build, int material, int strap) {
  Random& random = build.random;
  float radius = random.between(0.25f, 0.4f);
  Vector facing = {quarterTurn, 0, 0};
  build.add({TORUS, {0, radius, 0}, {radius, 0.02f, random.between(0.06f, 0.14f)}, strap, facing});
  Vector body = {random.between(0.13f, 0.22f), 0.04f, 0};
  build.add({CYLINDER, {0, radius, radius}, body, material, facing}).rounding = 0.015f;
  build.add({CYLINDER, {0, radius, radius + 0.035f}, {0.12f, 0.015f, 0}, build.material(0.2f), facing});
  Vector end = {random.between(-0.08f, 0.08f), radius + 0.07f, radius + 0.05f};
  build.addBar({{0, radius, radius + 0.05f}, end, 0.008f, 0.006f, strap});
}

SHARED_CODE void addHat(Builder& build, int material, int second) {
  Random& random = build.random;
  build.add({ELLIPSOID, {0, 0.08f, 0}, {0.28f, random.between(0.2f, 0.35f), 0.3f}, material});
  Part& brim = build.add({
      CYLINDER,
      {0, 0.06f, random.chance(0.5f) ? 0 : 0.2f},
      {random.between(0.3f, 0.6f), 0.012f, 0},
      random.chance(0.5f) ? material : second,
  });
  brim.blend = 0.03f;
  bool hasBand = random.chance(0.5f);
  if (hasBand) {
    build.add({CYLINDER, {0, 0.12f, 0}, {0.29f, 0.03f, 0}, second});
  }
}

SHARED_CODE void addShirt(Builder& build, int material) {
  Random& random = build.random;
  float width = random.between(0.22f, 0.35f);
  float half = random.between(0.3f, 0.6f);
  build.group->mirrorX = true;
  build.add({BOX, {0, half, 0}, {width, half, 0.05f}, material}).rounding = 0.04f;
  Part& sleeve = build.add({
      BOX,
      {width + 0.1f, 2 * half - random.between(0.08f, 0.3f), 0},
      {random.between(0.08f, 0.3f), 0.11f, 0.045f},
      material,
      {0, 0, -random.between(0.3f, 1.3f)},
  });
  sleeve.blend = 0.03f;
  Vector neck = {0.12f, random.between(0.05f, 0.15f), 0.2f};
  build.add({ELLIPSOID, {0, 2 * half + 0.02f, 0}, neck, material}).cuts = true;
  bool hasPrint = random.chance(0.5f);
  if (hasPrint) {
    build.add({BOX, {0, half * 1.2f, 0.04f}, {width * 0.6f, half * 0.3f, 0.02f}, build.material(0.3f)});
  }
  build.group->waviness = random.between(0.03f, 0.12f);
  build.group->waveFrequency = random.between(3, 9);
}

/** Shoes, headsets, glasses, watches, hats, shirts. */
SHARED_CODE void addWearable(Builder& build) {
  int material = build.material(0.5f);
  int second = build.material(0.3f);
  float kind = build.random.unit();
  if (kind < 0.3f) {
    addShoes(build, material, second);
  } else if (kind < 0.5f) {
    addHeadset(build, material, second);
  } else if (kind < 0.62f) {
    addGlasses(build, material, second);
  } else if (kind < 0.75f) {
    addWatch(build, material, second);
  } else if (kind < 0.88f) {
    addHat(build, material, second);
  } else {
    addShirt(build, material);
  }
}
