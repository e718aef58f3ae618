// The distance to the nearest thing of a scene, and rays that walk by it (sphere tracing: Hart, 1996).
#pragma once
#include "noise.h"
#include "scene.h"

constexpr int noGroup = -1;

struct Nearest {
  float distance;
  int material, group;
};

/** A point as a group sees it, after its bend, repeats and mirrors. */
SHARED_CODE Vector toGroup(const Group& group, Vector point) {
  Vector q = rotateBack(group.turn, point - group.position) * (1 / group.size);
  if (group.bend != 0) {
    float cosine = cosf(group.bend * q.y);
    q = {cosine * q.x, q.y, q.z + group.bend * 0.4f * q.y * q.y * cosine};
  }
  if (group.repeats > 1) {
    float angle = fromSpoke(atan2f(q.z, q.x), group.repeats);
    float radius = hypotenuse(q.x, q.z);
    q.x = radius * cosf(angle);
    q.z = radius * sinf(angle);
  }
  if (group.mirrorX) {
    q.x = fabsf(q.x);
  }
  if (group.mirrorZ) {
    q.z = fabsf(q.z);
  }
  return q;
}

/** The union of two distances, or with `blend` one that flows. */
SHARED_CODE float join(float distance, float added, float blend) {
  if (blend <= 0) {
    return fminf(distance, added);
  }
  float share = clamp(0.5f + 0.5f * (distance - added) / blend, 0, 1);
  return mix(distance, added, share) - blend * share * (1 - share);
}

/** What is left of the first without the second. */
SHARED_CODE float cut(float distance, float taken, float blend) {
  if (blend <= 0) {
    return fmaxf(distance, -taken);
  }
  float share = clamp(0.5f - 0.5f * (distance + taken) / blend, 0, 1);
  return mix(distance, -taken, share) + blend * share * (1 - share);
}

/** Replaces `nearest` where this group is nearer. */
SHARED_CALL void nearerOfGroup(const Scene& scene, int number, Vector point, Nearest& nearest) {
  const Group& group = scene.groups[number];
  Vector q = toGroup(group, point);
  float distance = 9;
  int material = 0;
  for (int i = group.firstPart; i < group.firstPart + group.partCount; i++) {
    const Part& part = scene.parts[i];
    float own = partDistance(part, q);
    if (part.cuts) {
      distance = cut(distance, own, part.blend);
    } else {
      if (own < distance) {
        material = part.material;
      }
      distance = join(distance, own, part.blend);
    }
  }
  // Noise is slow, and far away it changes nothing.
  if (distance < 0.3f && group.waviness > 0) {
    distance += group.waviness * (noise(q * group.waveFrequency, group.seed) - 0.5f);
  }
  if (distance < 0.2f && group.fuzz > 0) {
    distance += group.fuzz * (noise(q * group.fuzzFrequency, group.seed + 7) - 0.6f);
  }
  distance *= group.size;
  if (distance < nearest.distance) {
    nearest = {distance, material, number};
  }
}

SHARED_CODE float tableDistance(float table, Vector point) {
  if (table > 0) {
    return boxDistance({table, 0.12f, table * 0.7f}, 0.02f, point - Vector{0, -0.12f, 0});
  }
  return fmaxf(point.y, fmaxf(hypotenuse(point.x, point.z) + table, -point.y - 0.15f));
}

SHARED_CODE Nearest nearestGround(const Room& room, Vector point) {
  float wall = point.z - room.wallZ;
  switch (room.ground) {
    case OPEN_FLOOR:
      return {point.y, FLOOR_MATERIAL, noGroup};
    case CURVED_PAPER:
      return {join(wall, point.y, 0.8f), FLOOR_MATERIAL, noGroup};
    case FLOOR_AND_WALL:
      if (wall < point.y) {
        return {wall, WALL_MATERIAL, noGroup};
      }
      return {point.y, FLOOR_MATERIAL, noGroup};
    case TABLE:
      return {tableDistance(room.table, point), FLOOR_MATERIAL, noGroup};
    default:
      return {wall, WALL_MATERIAL, noGroup};
  }
}

/** The nearest thing or ground, or at least a distance that is safe to walk. */
SHARED_CALL Nearest nearestThing(const Scene& scene, Vector point, bool withoutProduct = false) {
  Nearest nearest = nearestGround(scene.room, point);
  for (int number = 0; number < scene.groupCount; number++) {
    const Group& group = scene.groups[number];
    if (withoutProduct && group.isProduct) {
      continue;
    }
    float toSphere = length(point - group.position) - group.radius;
    if (toSphere > 0.25f) {
      // Up to its sphere and a little into it; then its parts are asked.
      if (toSphere + 0.1f < nearest.distance) {
        nearest.distance = toSphere + 0.1f;
        nearest.group = number;
      }
    } else if (toSphere < nearest.distance) {
      nearerOfGroup(scene, number, point, nearest);
    }
  }
  return nearest;
}

/** How far along the ray something is met, or -1; `nearest` tells what. */
SHARED_CODE float walk(
    const Scene& scene, Vector from, Vector ray, float far, int steps, Nearest& nearest, bool withoutProduct = false) {
  float walked = 0;
  for (int i = 0; i < steps; i++) {
    nearest = nearestThing(scene, from + ray * walked, withoutProduct);
    if (nearest.distance < 0.0012f * (0.5f + walked)) {
      return walked;
    }
    walked += nearest.distance;
    if (walked > far) {
      return -1;
    }
  }
  return nearest.distance < 0.01f * (0.5f + walked) ? walked : -1;
}

/** The direction away from the surface: differences over a tetrahedron of this size. */
SHARED_CODE Vector normalAt(const Scene& scene, Vector point, float size) {
  const Vector corners[4] = {{1, -1, -1}, {-1, -1, 1}, {-1, 1, -1}, {1, 1, 1}};
  Vector sum = every(0);
  for (int i = 0; i < 4; i++) {
    sum = sum + corners[i] * nearestThing(scene, point + corners[i] * size).distance;
  }
  return direction(sum);
}
