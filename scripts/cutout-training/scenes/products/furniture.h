#pragma once
#include "../builder.h"

/** Sizes that the parts of one piece share: half width, half depth, height of its seat, radius of its bars. */
struct Furniture {
  int material, legMaterial;
  float width, depth, height, bar;
};

SHARED_CODE void addLegs(Builder& build, const Furniture& piece, float splay) {
  Random& random = build.random;
  float bar = piece.bar;
  bool hasFour = random.chance(0.85f);
  if (!hasFour) {
    build.addBar({{0, piece.height, 0}, {0, 0.03f, 0}, bar * 1.5f, bar * 1.5f, piece.legMaterial});
    build.add({CYLINDER, {0, 0.02f, 0}, {piece.width * 0.7f, 0.02f, 0}, piece.legMaterial});
    return;
  }
  for (int i = 0; i < 4; i++) {
    float sideX = i & 1 ? 1 : -1;
    float sideZ = i & 2 ? 1 : -1;
    Vector top = {sideX * (piece.width - bar), piece.height, sideZ * (piece.depth - bar)};
    Vector foot = {sideX * (piece.width - bar + splay), 0, sideZ * (piece.depth - bar + splay)};
    build.addBar({top, foot, bar, bar * random.between(0.5f, 1), piece.legMaterial});
  }
}

SHARED_CODE void addRails(Builder& build, const Furniture& piece, float top, int material) {
  float back = -piece.depth - 0.08f;
  float thin = piece.bar * 0.7f;
  float thick = piece.bar * 1.4f;
  int count = 2 + build.random.below(5);
  for (int i = 0; i < count; i++) {
    float x = piece.width * (2.0f * i / (count - 1) - 1);
    build.addBar({{x, piece.height, -piece.depth}, {x, top, back}, thin, thin, piece.legMaterial});
  }
  build.addBar({{-piece.width, top, back}, {piece.width, top, back}, thick, thick, material});
}

SHARED_CODE void addArms(Builder& build, const Furniture& piece, float y, int material) {
  Random& random = build.random;
  for (int side = -1; side < 2; side += 2) {
    float x = side * piece.width;
    Vector size = {random.between(0.02f, 0.1f), random.between(0.02f, 0.1f), piece.depth};
    build.add({BOX, {x, y, 0}, size, material}).rounding = 0.02f;
    if (random.chance(0.7f)) {
      float z = piece.depth * 0.8f;
      build.addBar({{x, piece.height, z}, {x, y, z}, piece.bar, piece.bar, piece.legMaterial});
    }
  }
}

SHARED_CODE void addBack(Builder& build, const Furniture& piece) {
  Random& random = build.random;
  float half = random.between(0.2f, 0.5f);
  int material = build.sameMaterial(piece.material, 0.5f, 0.5f);
  bool isBoard = random.chance(0.5f);
  if (isBoard) {
    Part& board = build.add({
        BOX,
        {0, piece.height + half, -piece.depth},
        {piece.width, half, random.between(0.02f, 0.12f)},
        material,
        {random.between(-0.2f, 0.05f), 0, 0},
    });
    board.rounding = 0.02f;
  } else {
    addRails(build, piece, piece.height + 2 * half, material);
  }
  if (random.chance(0.5f)) {
    addArms(build, piece, piece.height + half * 0.8f, material);
  }
}

SHARED_CODE void addLamp(Builder& build, int shade, int stand) {
  Random& random = build.random;
  build.add({CYLINDER, {0, 0.03f, 0}, {random.between(0.1f, 0.3f), 0.03f, 0}, stand});
  float y = random.between(0.4f, 1.1f);
  build.addBar({{0, 0, 0}, {0, y, 0}, random.between(0.01f, 0.05f), random.between(0.01f, 0.05f), stand});
  float radius = random.between(0.15f, 0.45f);
  float half = random.between(0.1f, 0.3f);
  build.addTurned({y + 0.15f, radius, half, shade, random.below(4), 0.02f});
}

/** Chairs, tables, stools, armchairs and lamps. */
SHARED_CODE void addFurniture(Builder& build) {
  Random& random = build.random;
  Furniture piece;
  piece.material = build.material(0.6f);
  piece.legMaterial = build.sameMaterial(piece.material, 0.5f, 0.5f);
  piece.width = random.between(0.25f, 0.55f);
  piece.depth = random.between(0.2f, 0.5f);
  piece.height = random.between(0.2f, 0.75f);
  piece.bar = random.between(0.015f, 0.05f);
  float splay = random.between(0, 0.12f);
  bool isLamp = !random.chance(0.75f);
  if (isLamp) {
    addLamp(build, piece.material, piece.legMaterial);
    return;
  }
  Part& seat = build.add({
      random.chance(0.8f) ? BOX : CYLINDER,
      {0, piece.height, 0},
      {piece.width, random.between(0.02f, 0.14f), piece.depth},
      piece.material,
  });
  seat.rounding = 0.015f;
  addLegs(build, piece, splay);
  if (random.chance(0.65f)) {
    addBack(build, piece);
  }
  bool hasCushion = random.chance(0.3f);
  if (hasCushion) {
    Vector size = {piece.width * 0.9f, 0.08f, piece.depth * 0.85f};
    build.add({BOX, {0, piece.height + 0.12f, 0}, size, build.material(0.4f)}).rounding = 0.07f;
  }
}
