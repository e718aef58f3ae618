// The colour of a material at a point: its pattern, and dirt.
#pragma once
#include "leaves.h"
#include "noise.h"

/** Where a pattern is asked for: in space, and on its surface after the pattern's turn; in the pattern's own unit. */
struct PatternPoint {
  Vector space;
  float u, w;
};

SHARED_CODE bool isOdd(float value) { return (int)floorf(value) & 1; }

/** The amount shifts weight to fine noise. */
SHARED_CODE Vector cloudy(const Material& material, const PatternPoint& at) {
  float share = rise(0.3f, 0.7f, layeredNoise(at.space, material.seed, 5, material.amount));
  return mix(material.first, material.second, share);
}

/** The amount is the first colour's width, the variant how wavy they are. */
SHARED_CODE Vector stripes(const Material& material, const PatternPoint& at) {
  float wave = material.variant * 0.8f * (noise(at.space * 0.7f, material.seed) - 0.5f);
  float across = fraction(at.u * 1.5f + wave);
  if (across < material.amount) {
    return material.first;
  }
  return across < material.amount + 0.15f ? material.third : material.second;
}

/** Chessboards, or (by the variant) bands that cross; the amount is their width. */
SHARED_CODE Vector checks(const Material& material, const PatternPoint& at) {
  if (material.variant < 0.5f) {
    bool isDark = ((int)floorf(at.u * 2) + (int)floorf(at.w * 2)) & 1;
    return isDark ? material.first : material.second;
  }
  float share = 0.5f * (fraction(at.u) < material.amount) + 0.5f * (fraction(at.w) < material.amount);
  return mix(material.first, material.second, share);
}

/** Cloth; the amount is how much its threads show. */
SHARED_CODE Vector weave(const Material& material, const PatternPoint& at) {
  float shift = 3.14f * isOdd(at.u * 12.7f);
  float thread = 0.5f + 0.5f * sinf(at.u * 40) * sinf(at.w * 40 + shift);
  float share = 0.7f * thread * material.amount + 0.3f * noise(at.space * 3, material.seed);
  return mix(material.first, material.second, share);
}

/** Year rings around the x axis, and fibres along it. */
SHARED_CODE Vector wood(const Material& material, const PatternPoint& at) {
  Vector stretched = {at.space.x * 0.4f, at.space.y * 3, at.space.z * 3};
  float uneven = 1.6f * layeredNoise(stretched, material.seed, 3, 0.5f);
  float ring = fraction(hypotenuse(stretched.y, stretched.z) * 1.5f + uneven);
  Vector fibre = {at.space.x * 2, at.space.y * 30, at.space.z * 30};
  return mix(material.first, material.second, ring * 0.8f + 0.25f * noise(fibre, material.seed));
}

/** The amount makes veins wider. */
SHARED_CODE Vector marble(const Material& material, const PatternPoint& at) {
  float vein = fabsf(sinf(at.u * 1.5f + 6 * layeredNoise(at.space, material.seed, 5, 0.55f)));
  return mix(material.second, material.first, powf(vein, 0.35f + material.amount));
}

/** The amount is their size. */
SHARED_CODE Vector dots(const Material& material, const PatternPoint& at) {
  float x = fraction(at.u * 2) - 0.5f;
  float y = fraction(at.w * 2 + 0.5f * isOdd(at.u * 2)) - 0.5f;
  return hypotenuse(x, y) < 0.12f + 0.3f * material.amount ? material.second : material.first;
}

/** Whether there is ink at a place in lines of made-up letters, each in a cell of 5 x 9. */
SHARED_CODE bool hasInk(float x, float y, uint32_t seed) {
  int cellX = (int)floorf(x / 5);
  int cellY = (int)floorf(y / 9);
  int column = (int)floorf(x) - cellX * 5;
  int row = (int)floorf(y) - cellY * 9;
  bool isSpace = chanceAt(cellX, cellY, 3, seed) < 0.15f;
  if (column > 3 || row > 6 || isSpace) {
    return false;
  }
  return chanceAt(cellX * 7 + column, cellY * 11 + row / 2, 1, seed) < 0.55f;
}

/** Labels with small print below, and above it large letters or (by the amount) a picture. */
SHARED_CODE Vector print(const Material& material, const PatternPoint& at) {
  float x = fraction(at.u * 0.7f);
  float y = fraction(at.w * 0.7f);
  bool isLabel = x > 0.12f && x < 0.88f && y > 0.15f && y < 0.8f;
  if (!isLabel) {
    return material.first;
  }
  if (y < 0.36f) {
    return hasInk(x * 60, y * 70, material.seed) ? material.third : material.second;
  }
  bool isPicture = material.amount > 0.5f && y < 0.7f && x > 0.25f && x < 0.75f;
  if (isPicture) {
    return deadLeaves(material, at.u * 4, at.w * 4);
  }
  return hasInk(x * 22, y * 24, material.seed + 1) ? material.third : material.second;
}

/** Tiles or (by the variant) bricks; the amount is the width of their joints. */
SHARED_CODE Vector tiles(const Material& material, const PatternPoint& at) {
  bool isBrick = material.variant > 0.5f;
  float x = at.u + (isBrick ? 0.5f * isOdd(at.w * 2) : 0);
  float y = at.w * (isBrick ? 2 : 1);
  bool isJoint = fraction(x) < 0.03f + 0.05f * material.amount || fraction(y) < 0.04f + 0.08f * material.amount;
  if (isJoint) {
    return material.third;
  }
  float choice = chanceAt((int)floorf(x), (int)floorf(y), 0, material.seed);
  float stain = 0.85f + 0.3f * layeredNoise(at.space * 6, material.seed, 3, 0.6f);
  return mix(material.first, material.second, choice) * stain;
}

/** Grass, fur, brushed metal: the amount is how fine, the variant whether blades are lit one by one. */
SHARED_CODE Vector streaks(const Material& material, const PatternPoint& at) {
  Vector stretched = {at.u * 4, at.w * (14 + 30 * material.amount), at.space.z};
  float share = rise(0.25f, 0.75f, layeredNoise(stretched, material.seed, 4, 0.7f));
  Vector colour = mix(material.first, material.second, share);
  if (material.variant > 0.5f) {
    Vector blade = {at.u * 25, at.w * 9, 0};
    colour = colour * (0.4f + 1.2f * noise(blade, material.seed + 5));
  }
  return colour;
}

/** Pebbles, leather, or (by the variant) balls: the cells nearest to scattered points (Worley, 1996). */
SHARED_CODE Vector cells(const Material& material, const PatternPoint& at) {
  float nearest = 9;
  float second = 9;
  float choice = 0;
  int cellX = (int)floorf(at.u * 3);
  int cellY = (int)floorf(at.w * 3);
  for (int y = cellY - 1; y <= cellY + 1; y++) {
    for (int x = cellX - 1; x <= cellX + 1; x++) {
      float offsetX = x + chanceAt(x, y, 1, material.seed) - at.u * 3;
      float offsetY = y + chanceAt(x, y, 2, material.seed) - at.w * 3;
      float distance = hypotenuse(offsetX, offsetY);
      if (distance < nearest) {
        second = nearest;
        nearest = distance;
        choice = chanceAt(x, y, 3, material.seed);
      } else if (distance < second) {
        second = distance;
      }
    }
  }
  bool hasJoints = material.variant < 0.5f;
  float shade = hasJoints ? rise(0.0f, 0.25f, second - nearest) * 0.7f + 0.3f : 1.15f - 0.6f * nearest;
  return mix(material.first, material.second, choice) * shade;
}

/** Camouflage, cow hide, maps. */
SHARED_CODE Vector patches(const Material& material, const PatternPoint& at) {
  float height = layeredNoise(at.space * 1.2f, material.seed, 3, 0.45f);
  if (height < 0.42f) {
    return material.first;
  }
  return height < 0.55f ? material.second : material.third;
}

SHARED_CODE Vector specks(const Material& material, const PatternPoint& at) {
  if (noise(at.space * 9, material.seed) > 0.68f) {
    return material.second;
  }
  return noise(at.space * 14, material.seed + 9) > 0.75f ? material.third : material.first;
}

/** Boards side by side; the amount is how strong their grain is. */
SHARED_CODE Vector planks(const Material& material, const PatternPoint& at) {
  float across = at.u * 2.2f;
  int board = (int)floorf(across);
  float along = at.w * 0.5f + 7 * chanceAt(board, 0, 0, material.seed);
  float choice = chanceAt(board, (int)floorf(along), 1, material.seed);
  Vector stretched = {across * 5, at.w * 0.9f, choice * 9};
  float grain = 0.5f * layeredNoise(stretched, material.seed, 4, 0.6f) * (0.4f + material.amount);
  Vector colour = mix(material.first, material.second, 0.6f * choice + grain);
  bool isJoint = fraction(across) < 0.04f || fraction(along) < 0.008f;
  return isJoint ? colour * 0.35f : colour;
}

SHARED_CODE Vector fade(const Material& material, const PatternPoint& at) {
  return mix(material.first, material.second, rise(-0.7f, 0.7f, at.w * 0.8f));
}

SHARED_CODE Vector lattice(const Material& material, const PatternPoint& at) {
  bool isBar = fraction(at.u * 2.5f) < 0.15f || fraction(at.w * 2.5f) < 0.15f;
  return isBar ? material.second : material.first * (0.8f + 0.4f * noise(at.space * 2, material.seed));
}

SHARED_CODE Vector patternColour(const Material& material, const PatternPoint& at) {
  switch (material.pattern) {
    case CLOUDY:
      return cloudy(material, at);
    case STRIPES:
      return stripes(material, at);
    case CHECKS:
      return checks(material, at);
    case WEAVE:
      return weave(material, at);
    case WOOD:
      return wood(material, at);
    case MARBLE:
      return marble(material, at);
    case DOTS:
      return dots(material, at);
    case LEAVES:
      return deadLeaves(material, at.u, at.w);
    case PRINT:
      return print(material, at);
    case TILES:
      return tiles(material, at);
    case STREAKS:
      return streaks(material, at);
    case CELLS:
      return cells(material, at);
    case PATCHES:
      return patches(material, at);
    case SPECKS:
      return specks(material, at);
    case PLANKS:
      return planks(material, at);
    case FADE:
      return fade(material, at);
    case LATTICE:
      return lattice(material, at);
    default:
      return material.first;
  }
}

/** The material's colour at a point of its thing; flat patterns lie along the plane that the normal is nearest to. */
SHARED_CALL Vector paint(const Material& material, Vector point, Vector normal) {
  Vector space = point * material.scale;
  Vector facing = absolute(normal);
  bool facesX = facing.x > facing.y && facing.x > facing.z;
  bool facesY = facing.y > facing.x && facing.y > facing.z;
  float across = facesX ? space.z : space.x;
  float up = facesY ? space.z : space.y;
  float cosine = cosf(material.angle);
  float sine = sinf(material.angle);
  PatternPoint at = {space, across * cosine + up * sine, up * cosine - across * sine};
  Vector colour = patternColour(material, at);
  float stain = layeredNoise(space * (3 + 20 * material.variant), material.seed + 77, 4, 0.6f) - 0.5f;
  return colour * fmaxf(0.1f, 1 + material.dirt * stain);
}
