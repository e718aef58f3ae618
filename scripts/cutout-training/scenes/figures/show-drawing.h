// The colour of a drawing at a place.
#pragma once
#include "../camera.h"
#include "drawing.h"

/** Drawings face the viewer. */
SHARED_CODE Vector flatPaint(const Material& material, float x, float y, float z) {
  return paint(material, {x, y, z}, {0, 0, 1});
}

/** Colour of the figure's own part at a place; `at` is the warped place. */
SHARED_CODE Vector figureColour(const Drawing& drawing, InFigure found, float x, float y, float atX, float atY) {
  const FigurePart& part = drawing.parts[found.top];
  const Material& material = drawing.materials[part.material];
  Vector colour = flatPaint(material, atX - 0.4f * part.x, atY - 0.4f * part.y, 0.1f * found.top);
  if (!drawing.isLit) {
    return colour;
  }
  // Near its outline a figure bends away from the light or towards it: half as a whole, half each part.
  const float step = 0.012f;
  float wholeX = figureAt(drawing, atX + step, atY).distance - found.distance;
  float wholeY = figureAt(drawing, atX, atY + step).distance - found.distance;
  float own = figurePartDistance(part, atX, atY);
  float ownX = figurePartDistance(part, atX + step, atY) - own;
  float ownY = figurePartDistance(part, atX, atY + step) - own;
  float slopeX = 0.5f * (wholeX + ownX) / step;
  float slopeY = 0.5f * (wholeY + ownY) / step;
  float rim = clamp(1 + fmaxf(found.distance, own) / drawing.depth, 0, 1);
  float towardsLight = (slopeX * drawing.lightX + slopeY * drawing.lightY) * (rim * rim);
  bool isHighlight = material.gloss > 0.3f && towardsLight > 0.55f && towardsLight < 0.7f;
  if (isHighlight) {
    colour = colour + every(material.gloss * 0.6f);
  }
  float across = drawing.lightX * x + drawing.lightY * y;
  return colour * (0.75f + 0.55f * towardsLight + 0.25f * across);
}

SHARED_CODE Vector groundColour(const Drawing& drawing, float x, float y) {
  float above = y - drawing.horizon - drawing.tilt * x;
  bool hasHorizon = drawing.horizon > noHorizon;
  if (hasHorizon && above > 0) {
    return flatPaint(drawing.materials[SKY_MATERIAL], x, y, 0);
  }
  const Material& ground = drawing.materials[GROUND_MATERIAL];
  if (hasHorizon && above < 0) {
    // Further up is further away.
    float away = 1 / (0.25f - above);
    return flatPaint(ground, x * away, away * 2, 0);
  }
  return flatPaint(ground, x, y, 0);
}

SHARED_CODE Vector behindFigure(const Drawing& drawing, float x, float y, float atX, float atY) {
  Vector colour;
  float shade = 1;
  int top = drawing.first - 1;
  float distance = 0;
  for (; top >= 0; top--) {
    distance = figurePartDistance(drawing.parts[top], atX, atY);
    if (distance < 0) {
      break;
    }
  }
  if (top >= 0) {
    colour = flatPaint(drawing.materials[drawing.parts[top].material], atX, atY, 0.1f * top);
    shade = 0.85f + 0.3f * chanceAt(top, 0, 0, drawing.seed);
    if (drawing.isBehindRaised) {
      shade *= 0.7f + 0.3f * clamp(-distance * 8, 0, 1);
    }
  } else {
    colour = groundColour(drawing, x, y);
  }
  if (drawing.isLit) {
    shade *= 1 + 0.3f * (drawing.lightX * x + drawing.lightY * y);
  }
  if (drawing.shadowDepth > 0) {
    float toShadow = figureAt(drawing, atX - drawing.shadowX, atY - drawing.shadowY).distance;
    shade *= 1 - drawing.shadowDepth * rise(drawing.shadowBlur, -drawing.shadowBlur, toShadow);
  }
  return colour * shade;
}

/** One sample of a drawing; x and y from -1 to 1, y up. */
SHARED_CODE Sample takeSample(const Drawing& drawing, float x, float y) {
  float atX = x;
  float atY = y;
  if (drawing.warp > 0) {
    Vector place = {x * drawing.warpFrequency, y * drawing.warpFrequency, 0.5f};
    atX += drawing.warp * (layeredNoise(place, drawing.seed, 2, 0.5f) - 0.5f) * 2;
    atY += drawing.warp * (layeredNoise(place + Vector{31, 7, 0}, drawing.seed + 5, 2, 0.5f) - 0.5f) * 2;
  }
  InFigure found = figureAt(drawing, atX, atY);
  if (drawing.fuzz > 0 && fabsf(found.distance) < drawing.fuzz) {
    Vector place = {x * drawing.fuzzFrequency, y * drawing.fuzzFrequency, 0};
    found.distance += drawing.fuzz * (noise(place, drawing.seed + 9) - 0.5f) * 1.6f;
  }
  bool isFigure = found.distance < 0 && found.top >= 0;
  Vector light;
  if (isFigure) {
    light = figureColour(drawing, found, x, y, atX, atY);
  } else {
    light = behindFigure(drawing, x, y, atX, atY);
  }
  Vector shown = displayed(clamp(light * drawing.exposure, 0, 1));
  Vector colour = clamp(mix(every(0.5f), shown, drawing.contrast), 0, 1);
  return {colour, isFigure ? 1.0f : 0.0f};
}
