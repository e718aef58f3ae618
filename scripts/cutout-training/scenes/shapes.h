// The simple shapes that things are put together from, as distances to their surface (negative inside).
//
// Most formulas are those that Inigo Quilez collected (iquilezles.org/articles/distfunctions). Where a formula
// overstates the distance, a factor below 1 keeps rays from stepping through.
#pragma once
#include "vector.h"

enum Shape {
  ELLIPSOID,
  BOX,
  CYLINDER,
  TORUS,
  CAPSULE,
  ARC,
  TURNED,
  STAR,
  WHEEL,
  GRID,
  SUPERELLIPSOID,
  LEAF,
  SPRING
};

/** How the profile of a turned shape goes from ring to ring, and whether it is hollow. */
enum TurnedStyle { SMOOTH_SOLID, SMOOTH_HOLLOW, STRAIGHT_SOLID, STRAIGHT_HOLLOW };

constexpr int formCount = 6;

struct Part {
  int shape;
  int material;
  /** Whether it is taken away from the parts before it, not added. */
  bool cuts;
  Vector position;
  /** Half sizes or radii; each shape says which. */
  Vector size;
  Rotation turn;
  /** Radius of edges, or thickness of walls and wires. */
  float rounding;
  /** How far it flows into the parts before it. */
  float blend;
  /** Numbers that only some shapes need. */
  float form[formCount];
  int style;
};

/** Distance to a rounded right-angled corner, from the distances to its two sides. */
SHARED_CODE float roundedCorner(float side, float end, float rounding) {
  return fminf(fmaxf(side, end), 0) + hypotenuse(fmaxf(side, 0), fmaxf(end, 0)) - rounding;
}

/** An angle's distance from the nearest of `count` spokes, in radians. */
SHARED_CODE float fromSpoke(float angle, float count) {
  float step = fullTurn / count;
  return angle - step * roundf(angle / step);
}

/** Size: radii. */
SHARED_CODE float ellipsoidDistance(Vector size, Vector q) {
  Vector inUnits = q / size;
  float reach = length(inUnits);
  return reach * (reach - 1) / (length(inUnits / size) + 1e-6f);
}

/** Size: half of each side. */
SHARED_CODE float boxDistance(Vector size, float rounding, Vector q) {
  Vector over = absolute(q) - size + every(rounding);
  float outside = length({fmaxf(over.x, 0), fmaxf(over.y, 0), fmaxf(over.z, 0)});
  return outside + fminf(largest(over), 0) - rounding;
}

/** Size: radius, half height. */
SHARED_CODE float cylinderDistance(const Part& part, Vector q) {
  float side = hypotenuse(q.x, q.z) - part.size.x + part.rounding;
  float end = fabsf(q.y) - part.size.y + part.rounding;
  return roundedCorner(side, end, part.rounding);
}

/** Size: radius of the ring, radius of its wire, half height of its wire. */
SHARED_CODE float torusDistance(const Part& part, Vector q) {
  float across = hypotenuse(q.x, q.z) - part.size.x;
  return hypotenuse(across, q.y * part.size.y / part.size.z) - part.size.y;
}

/** Along y. Size: radius at the lower end, half length, radius at the upper end. */
SHARED_CODE float capsuleDistance(const Part& part, Vector q) {
  float along = clamp(q.y, -part.size.y, part.size.y);
  float share = along / part.size.y * 0.5f + 0.5f;
  return 0.9f * (length({q.x, q.y - along, q.z}) - mix(part.size.x, part.size.z, share));
}

/** A bent wire around z. Size: radius, radius of its wire, half of its angle. */
SHARED_CODE float arcDistance(const Part& part, Vector q) {
  float sine = sinf(part.size.z);
  float cosine = cosf(part.size.z);
  Vector half = {fabsf(q.x), q.y, q.z};
  bool isBeside = cosine * half.x > sine * half.y;
  float along = isBeside ? half.x * sine + half.y * cosine : hypotenuse(half.x, half.y);
  float radius = part.size.x;
  return sqrtf(fmaxf(0, dot(half, half) + radius * radius - 2 * radius * along)) - part.size.y;
}

/** Radius of a turned shape at a height; `form` holds six rings as shares of `size.x`. */
SHARED_CODE float turnedRadius(const Part& part, float y) {
  float ring = clamp((y / part.size.y * 0.5f + 0.5f) * 5, 0, 4.999f);
  int below = (int)ring;
  float share = ring - below;
  bool isSmooth = part.style == SMOOTH_SOLID || part.style == SMOOTH_HOLLOW;
  if (isSmooth) {
    share = ease(share);
  }
  return mix(part.form[below], part.form[below + 1], share) * part.size.x;
}

/** Turned around y. Size: largest radius, half height. */
SHARED_CODE float turnedDistance(const Part& part, Vector q) {
  float beside = hypotenuse(q.x, q.z) - turnedRadius(part, q.y);
  float distance = fmaxf(beside, fabsf(q.y) - part.size.y);
  bool isHollow = part.style == SMOOTH_HOLLOW || part.style == STRAIGHT_HOLLOW;
  if (isHollow) {
    float hollow = fmaxf(beside + part.rounding, -part.size.y + 2 * part.rounding - q.y);
    distance = fmaxf(distance, -hollow);
  }
  return distance * 0.65f;
}

/** A plate with points. Size: radius, unused, half thickness. Form: points, radius between them as a share. */
SHARED_CODE float starDistance(const Part& part, Vector q) {
  float point = fabsf(fraction(atan2f(q.y, q.x) * part.form[0] / fullTurn) - 0.5f) * 2;
  float radius = part.size.x * mix(1, part.form[1], point);
  float side = (hypotenuse(q.x, q.y) - radius) * 0.6f;
  return roundedCorner(side, fabsf(q.z) - part.size.z, part.rounding);
}

/** Around z. Size: radius, radius of the tyre, radius of a spoke. Form: spokes, radius of the hub as a share. */
SHARED_CODE float wheelDistance(const Part& part, Vector q) {
  float radius = hypotenuse(q.x, q.y);
  float tyre = hypotenuse(radius - part.size.x, q.z) - part.size.y;
  float angle = fromSpoke(atan2f(q.y, q.x), part.form[0]);
  float along = radius * cosf(angle);
  float across = radius * sinf(angle);
  float spoke = fmaxf(hypotenuse(across, q.z) - part.size.z, along - part.size.x);
  float hub = fmaxf(radius - part.size.x * part.form[1], fabsf(q.z) - part.size.y * 0.9f);
  return fminf(tyre, fminf(spoke * 0.9f, hub));
}

/** Bars in a box. Size: half of each side. Form: distance of bars, their radius. */
SHARED_CODE float gridDistance(const Part& part, Vector q) {
  float gap = part.form[0];
  float inBox = largest(absolute(q) - part.size);
  float x = fabsf(q.x - gap * roundf(q.x / gap));
  float y = fabsf(q.y - gap * roundf(q.y / gap));
  float z = fabsf(q.z - gap * roundf(q.z / gap));
  float toBar = fminf(fminf(hypotenuse(x, z), hypotenuse(x, y)), hypotenuse(y, z));
  return fmaxf(inBox, toBar - part.form[1]) * 0.9f;
}

/** Between an octahedron and a box. Size: radii. Form: the exponent (2 is an ellipsoid). */
SHARED_CODE float superellipsoidDistance(const Part& part, Vector q) {
  float exponent = part.form[0];
  Vector inUnits = absolute(q / part.size);
  float sum = powf(inUnits.x, exponent) + powf(inUnits.y, exponent) + powf(inUnits.z, exponent);
  return (powf(sum, 1 / exponent) - 1) * smallest(part.size) * 0.7f;
}

/** Along x, pointed and bent down. Size: half length, half thickness, half width. Form: how much it is bent. */
SHARED_CODE float leafDistance(const Part& part, Vector q) {
  Vector size = part.size;
  float along = q.x + size.x;
  q.y += part.form[0] * along * along / size.x;
  float width = size.z * (0.4f + 0.6f * clamp(1 - q.x / size.x, 0, 1));
  Vector inUnits = {q.x / size.x, q.y / size.y, q.z / width};
  float reach = length(inUnits);
  return 0.7f * reach * (reach - 1) / (length(inUnits / size) + 1e-6f);
}

/** Around y. Size: radius, half height. Form: rise of one turn. Its rounding is the radius of its wire. */
SHARED_CODE float springDistance(const Part& part, Vector q) {
  float pitch = part.form[0];
  float y = q.y - atan2f(q.z, q.x) / fullTurn * pitch;
  y = y - pitch * roundf(y / pitch);
  float wire = hypotenuse(hypotenuse(q.x, q.z) - part.size.x, y) - part.rounding;
  return fmaxf(wire, fabsf(q.y) - part.size.y) * 0.7f;
}

/** Distance of a point to a part, both in the part's group. */
SHARED_CODE float partDistance(const Part& part, Vector point) {
  Vector q = rotateBack(part.turn, point - part.position);
  switch (part.shape) {
    case ELLIPSOID:
      return ellipsoidDistance(part.size, q);
    case BOX:
      return boxDistance(part.size, part.rounding, q);
    case CYLINDER:
      return cylinderDistance(part, q);
    case TORUS:
      return torusDistance(part, q);
    case CAPSULE:
      return capsuleDistance(part, q);
    case ARC:
      return arcDistance(part, q);
    case TURNED:
      return turnedDistance(part, q);
    case STAR:
      return starDistance(part, q);
    case WHEEL:
      return wheelDistance(part, q);
    case GRID:
      return gridDistance(part, q);
    case SUPERELLIPSOID:
      return superellipsoidDistance(part, q);
    case LEAF:
      return leafDistance(part, q);
    case SPRING:
      return springDistance(part, q);
    default:
      return 9;
  }
}
