// What a surface looks like, and how such looks are drawn by chance.
#pragma once
#include "colours.h"

enum Pattern {
  PLAIN,
  CLOUDY,
  STRIPES,
  CHECKS,
  WEAVE,
  WOOD,
  MARBLE,
  DOTS,
  LEAVES,
  PRINT,
  TILES,
  STREAKS,
  CELLS,
  PATCHES,
  SPECKS,
  PLANKS,
  FADE,
  LATTICE,
  patternCount
};

/** A surface: a pattern of up to three colours, and how it takes the light. */
struct Material {
  Vector first, second, third;
  int pattern;
  /** Patterns in a unit of length. */
  float scale;
  /** Radians by which the pattern is turned. */
  float angle;
  /** From 0 to 1; each pattern says what they change. */
  float amount, variant;
  /** How much uneven dirt lies on it, 0 to 1. */
  float dirt;
  /** Strength of the lamps' highlights, and their exponent (Phong). */
  float gloss, shine;
  /** Share of light that is mirrored, and that passes through. */
  float mirror, glass;
  uint32_t seed;
};

/** Any surface; `size` is that of the thing that has it. */
SHARED_CODE Material anyMaterial(Random& random, float size) {
  Material made;
  made.first = anyColour(random);
  if (random.chance(0.5f)) {
    made.second = anyColour(random);
  } else {
    Vector tint = {random.between(0.5f, 1.5f), random.between(0.5f, 1.5f), random.between(0.5f, 1.5f)};
    made.second = made.first * tint;
  }
  made.third = anyColour(random);
  made.pattern = random.chance(0.42f) ? PLAIN : random.below(patternCount);
  made.scale = random.magnitude(0.9f, 6) / size;
  made.amount = random.unit();
  made.variant = random.unit();
  made.angle = random.chance(0.5f) ? quarterTurn * random.below(4) : random.between(0, 6.28f);
  made.seed = random.seed();
  made.dirt = random.chance(0.5f) ? random.between(0, 0.2f) : random.between(0, 0.9f);
  made.gloss = random.chance(0.55f) ? random.between(0, 0.15f) : random.between(0.1f, 0.9f);
  made.shine = random.magnitude(6, 300);
  made.mirror = 0;
  if (random.chance(0.12f)) {
    made.mirror = random.between(0.3f, 0.95f);
  } else if (random.chance(0.3f)) {
    made.mirror = random.between(0.02f, 0.15f);
  }
  made.glass = 0;
  return made;
}

/** A surface that things stand on or before: often paper, wood, grass or earth, seldom shiny. */
SHARED_CODE Material groundMaterial(Random& random, float size) {
  Material made = anyMaterial(random, size);
  float kind = random.unit();
  if (kind < 0.3f) {
    made.pattern = PLAIN;
    made.dirt = random.between(0, 0.12f);
  } else if (kind < 0.42f) {
    made.pattern = random.chance(0.5f) ? PLANKS : WOOD;
    made.first =
        fromHue({random.between(0.03f, 0.11f), random.between(0.2f, 0.75f), random.magnitude(0.06f, 0.7f)});
    made.second = made.first * random.between(0.4f, 0.9f);
    made.scale = random.magnitude(0.3f, 1.5f) / size;
  } else if (kind < 0.54f) {
    made.pattern = random.chance(0.6f) ? STREAKS : CLOUDY;
    made.first = fromHue({random.between(0.15f, 0.4f), random.between(0.3f, 0.9f), random.magnitude(0.05f, 0.5f)});
    Vector tint = {random.between(0.3f, 1.2f), random.between(0.4f, 0.8f), random.between(0.2f, 0.8f)};
    made.second = made.first * tint;
    made.amount = random.between(0.4f, 1);
    made.scale = random.magnitude(1, 8) / size;
    made.dirt = random.between(0.3f, 1);
  } else if (kind < 0.62f) {
    made.pattern = CLOUDY;
    made.amount = random.between(0.4f, 0.9f);
    made.scale = random.magnitude(0.5f, 8) / size;
    made.dirt = random.between(0.2f, 1);
  }
  made.mirror = random.chance(0.2f) ? random.between(0.05f, 0.5f) : 0;
  made.gloss *= 0.4f;
  return made;
}
