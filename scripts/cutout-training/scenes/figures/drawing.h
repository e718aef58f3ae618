// Layered drawings without a camera: a figure of many parts before leaves, stripes and other figures. They stand for
// what no traced shape looks like: animals, foliage, prints, signs, cloth, photos cut out and pasted, flat packaging.
#pragma once
#include "../material.h"
#include "../shapes.h"

enum FigureShape { OVAL, ROUNDED_BOX, BLOB, STROKE, RING, SPIKES, LENS, CUP, figureShapeCount };

constexpr int mostFigureParts = 64;
constexpr int mostDrawingMaterials = 44;
/** Horizon of a drawing that has none. */
constexpr float noHorizon = -9;

enum DrawingMaterial { GROUND_MATERIAL, SKY_MATERIAL, firstFigureMaterial };

/** A part of a figure. The frame is from -1 to 1 in x and y, y up. */
struct FigurePart {
  int shape, material;
  bool isHole;
  float x, y;
  /** Half sizes along and across, and the angle of the first. */
  float along, across, turn;
  /** From 0 to 1; each shape says what they change. */
  float form[formCount];
};

struct Drawing {
  int partCount, materialCount;
  /** The figure's parts; those before its first lie behind it. */
  int first, last;
  FigurePart parts[mostFigureParts];
  Material materials[mostDrawingMaterials];
  /** Height of the line where the ground ends, and its slope. */
  float horizon, tilt;
  /** Whether figures look round, and whether those behind do. */
  bool isLit, isBehindRaised;
  float lightX, lightY;
  /** How far in from its outline a figure looks round. */
  float depth;
  /** The shadow: where it falls, how blurred and how dark it is. */
  float shadowX, shadowY, shadowBlur, shadowDepth;
  /** Unevenness of outlines, coarse and fine: depths, and cells in a unit of length. */
  float warp, warpFrequency, fuzz, fuzzFrequency;
  float exposure, contrast;
  uint32_t seed;
};

/** The form holds strength and phase of three waves around. */
SHARED_CODE float blobDistance(const FigurePart& part, float u, float w) {
  const float* form = part.form;
  float angle = atan2f(w, u);
  float radius = 1 + form[0] * 0.3f * sinf(2 * angle + 9 * form[1]) + form[2] * 0.22f * sinf(3 * angle + 9 * form[3]) +
                 form[4] * 0.15f * sinf(5 * angle + 9 * form[5]);
  return (hypotenuse(u / part.along, w / part.across) - radius) * fminf(part.along, part.across) * 0.8f;
}

/** A bent line that gets thinner. The form holds its bend and the share of its width at the end. */
SHARED_CODE float strokeDistance(const FigurePart& part, float u, float w) {
  float at = clamp(u, -part.along, part.along);
  float bend = part.form[0] * part.along * (1 - at * at / (part.along * part.along));
  return hypotenuse(u - at, w - bend) - part.across * mix(1, part.form[1], at / part.along * 0.5f + 0.5f);
}

/** The form holds the number of points and how deep they are. */
SHARED_CODE float spikesDistance(const FigurePart& part, float u, float w) {
  float count = 3 + floorf(part.form[0] * 6);
  float point = fabsf(fraction(atan2f(w, u) * count / fullTurn) - 0.5f) * 2;
  return (hypotenuse(u, w) - part.along * mix(1, 0.35f + 0.6f * part.form[1], point)) * 0.7f;
}

/** Distance of a place to a part (negative inside). */
SHARED_CODE float figurePartDistance(const FigurePart& part, float x, float y) {
  float cosine = cosf(part.turn);
  float sine = sinf(part.turn);
  float u = (x - part.x) * cosine + (y - part.y) * sine;
  float w = (y - part.y) * cosine - (x - part.x) * sine;
  float along = part.along;
  float across = part.across;
  switch (part.shape) {
    case OVAL: {
      float reach = hypotenuse(u / along, w / across);
      return reach * (reach - 1) / (hypotenuse(u / (along * along), w / (across * across)) + 1e-6f);
    }
    case ROUNDED_BOX: {
      float rounding = part.form[0] * fminf(along, across);
      return roundedCorner(fabsf(u) - along + rounding, fabsf(w) - across + rounding, rounding);
    }
    case BLOB:
      return blobDistance(part, u, w);
    case STROKE:
      return strokeDistance(part, u, w);
    case RING:
      return fabsf(hypotenuse(u, w * along / across) - along) - part.form[0] * 0.12f - 0.01f;
    case SPIKES:
      return spikesDistance(part, u, w);
    case LENS:
      return fmaxf(fabsf(w) - across * (1 - (u / along) * (u / along)), fabsf(u) - along) * 0.8f;
    default: {
      // A cup: its sides lean.
      float width = along * (0.6f - 0.4f * (w / across) * (part.form[0] - 0.5f) * 2);
      return fmaxf(fabsf(u) - width, fabsf(w) - across);
    }
  }
}

/** Where a place is in the figure. */
struct InFigure {
  float distance;
  /** The part that shows, or -1. */
  int top;
};

/** The figure at a place. */
SHARED_CALL InFigure figureAt(const Drawing& drawing, float x, float y) {
  InFigure found = {9, -1};
  for (int i = drawing.first; i < drawing.last; i++) {
    const FigurePart& part = drawing.parts[i];
    float own = figurePartDistance(part, x, y);
    if (part.isHole) {
      found.distance = fmaxf(found.distance, -own);
    } else {
      bool isNearest = found.distance > 0 && own < found.distance;
      if (own < 0 || isNearest) {
        found.top = i;
      }
      found.distance = fminf(found.distance, own);
    }
  }
  return found;
}
