// What every product is built with: parts, materials, and the group that they belong to.
#pragma once
#include "scene.h"

/** A part to add; braces draw its numbers in this order. */
struct PartPlan {
  int shape;
  Vector position, size;
  int material;
  /** Angles around x, y and z. */
  Vector turn = {0, 0, 0};
};

/** A round bar between two points. */
struct BarPlan {
  Vector from, to;
  float radius, endRadius;
  int material;
};

/** A turned body of random outline that stands on the y axis. */
struct TurnedPlan {
  float y, radius, half;
  int material, style;
  float wall;
};

struct Builder {
  Scene& scene;
  Random random;
  Group* group;

  SHARED_CODE Builder(Scene& scene, uint32_t seed) : scene(scene), random(startRandom(seed)), group(nullptr) {}

  /** A new material (its number), or any when the scene has no room for more. */
  SHARED_CALL int material(float size) {
    if (scene.materialCount >= mostMaterials) {
      return random.below(mostMaterials);
    }
    scene.materials[scene.materialCount] = anyMaterial(random, size);
    return scene.materialCount++;
  }

  /** The given material with this chance, else a new one. */
  SHARED_CODE int sameMaterial(int given, float chance, float size) {
    return random.chance(chance) ? given : material(size);
  }

  SHARED_CODE int plainMaterial(Vector colour) {
    int made = material(1);
    scene.materials[made].pattern = PLAIN;
    scene.materials[made].first = colour;
    return made;
  }

  SHARED_CODE bool isFull() const { return scene.partCount >= mostParts - 1; }

  /** Adds a part to the group; when there is no room, it goes to the last place, which no group has. */
  SHARED_CALL Part& add(const PartPlan& plan) {
    Part& part = scene.parts[isFull() ? mostParts - 1 : scene.partCount];
    if (!isFull()) {
      scene.partCount++;
      group->partCount++;
    }
    part.shape = plan.shape;
    part.position = plan.position;
    part.size = plan.size;
    part.material = plan.material;
    part.turn = rotation(plan.turn);
    part.cuts = false;
    part.blend = 0;
    part.rounding = 0.01f;
    part.style = SMOOTH_SOLID;
    for (int i = 0; i < formCount; i++) {
      part.form[i] = 1;
    }
    return part;
  }

  SHARED_CODE Part& addBar(const BarPlan& plan) {
    Vector along = plan.to - plan.from;
    float half = fmaxf(0.01f, length(along) * 0.5f);
    Part& part = add({CAPSULE, (plan.from + plan.to) * 0.5f, {plan.radius, half, plan.endRadius}, plan.material});
    Vector y = direction(along);
    Vector x = direction(fabsf(y.y) < 0.9f ? cross(y, {0, 1, 0}) : cross(y, {1, 0, 0}));
    Vector z = cross(x, y);
    part.turn = {{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
    return part;
  }

  SHARED_CODE Part& addTurned(const TurnedPlan& plan) {
    Part& part = add({TURNED, {0, plan.y, 0}, {plan.radius, plan.half, plan.radius}, plan.material});
    part.style = plan.style;
    part.rounding = plan.wall;
    for (int i = 0; i < formCount; i++) {
      part.form[i] = random.between(0.35f, 1);
    }
    bool isGentle = random.chance(0.4f);
    if (isGentle) {
      for (int i = 1; i < formCount; i++) {
        part.form[i] = clamp(part.form[i - 1] + random.between(-0.15f, 0.15f), 0.3f, 1);
      }
    }
    return part;
  }

  /** Begins a thing: parts belong to it from now on. */
  SHARED_CODE void open(bool isProduct) {
    group = &scene.groups[scene.groupCount];
    *group = {};
    group->firstPart = scene.partCount;
    group->isProduct = isProduct;
    group->repeats = 1;
    group->size = 1;
    group->waveFrequency = 1;
    group->fuzzFrequency = 1;
    group->seed = random.seed();
  }

  /** Ends a thing: scales it to the radius and stands or lays it on y = 0 at the place. */
  SHARED_CODE void close(Vector place, float radius, bool isLying) {
    Vector centre = middleOfParts();
    turnGroup(isLying);
    if (random.chance(0.15f)) {
      group->bend = random.between(-0.6f, 0.6f);
    }
    float slack = 1 + 0.5f * fabsf(group->bend);
    float reach = 0.1f;
    float lowest = 1e9f;
    for (int i = group->firstPart; i < group->firstPart + group->partCount; i++) {
      const Part& part = scene.parts[i];
      if (!part.cuts) {
        Vector half = halfSize(part);
        float own = part.shape == ELLIPSOID ? largest(half) : length(half);
        reach = fmaxf(reach, (length(part.position - centre) + own * 0.95f) * slack);
        lowest = fminf(lowest, lowestOf(part, half));
      }
    }
    group->size = radius / reach;
    group->radius = radius * 1.04f + (group->waviness + group->fuzz) * group->size;
    // The sphere around a group is around its origin, so the parts move until the origin is their middle.
    for (int i = group->firstPart; i < group->firstPart + group->partCount; i++) {
      scene.parts[i].position = scene.parts[i].position - centre;
    }
    Vector moved = rotate(group->turn, centre) * group->size;
    Vector base = {place.x - moved.x, place.y - lowest * group->size - 0.01f, place.z - moved.z};
    group->position = base + moved;
    scene.groupCount++;
  }

 private:
  SHARED_CODE Vector middleOfParts() const {
    bool isRepeated = group->repeats > 1;
    Vector middle = every(0);
    int count = 0;
    for (int i = group->firstPart; i < group->firstPart + group->partCount; i++) {
      if (!scene.parts[i].cuts && !group->mirrorX && !group->mirrorZ && !isRepeated) {
        middle = middle + scene.parts[i].position;
        count++;
      }
    }
    return count > 0 ? middle * (1.0f / count) : Vector{0, 0.3f, 0};
  }

  SHARED_CODE void turnGroup(bool isLying) {
    float tilt = 0;
    if (isLying) {
      tilt = random.chance(0.5f) ? quarterTurn : -quarterTurn;
    } else if (random.chance(0.12f)) {
      tilt = random.between(-0.5f, 0.5f);
    }
    group->turn = rotation({0, random.between(0, fullTurn), 0});
    if (tilt != 0) {
      group->turn = combine(group->turn, rotation({tilt, 0, random.between(-0.2f, 0.2f)}));
    }
  }

  /** Half of the box around a part, before its turn. */
  SHARED_CODE Vector halfSize(const Part& part) const {
    Vector size = part.size;
    float ring = size.x + size.y;
    switch (part.shape) {
      case TORUS:
        return {ring, size.z, ring};
      case ARC:
      case WHEEL:
        return {ring, ring, size.y};
      case CYLINDER:
      case TURNED:
        return {size.x, size.y, size.x};
      case CAPSULE: {
        float thick = fmaxf(size.x, size.z);
        return {thick, size.y + thick, thick};
      }
      case STAR:
        return {size.x, size.x, size.z};
      case SPRING:
        return {size.x + part.rounding, size.y, size.x + part.rounding};
      case LEAF:
        return {size.x, size.y + 2 * fabsf(part.form[0]) * size.x, size.z};
      default:
        return size;
    }
  }

  /** Height of a part's lowest point after the group's turn, in the group's unit, over all its mirror images. */
  SHARED_CODE float lowestOf(const Part& part, Vector half) const {
    bool isRepeated = group->repeats > 1;
    // The row of the part's and the group's turns together that makes y.
    Vector row = every(0);
    for (int k = 0; k < 3; k++) {
      row.x += group->turn.rows[3 + k] * part.turn.rows[3 * k];
      row.y += group->turn.rows[3 + k] * part.turn.rows[3 * k + 1];
      row.z += group->turn.rows[3 + k] * part.turn.rows[3 * k + 2];
    }
    row = absolute(row);
    float below = dot(row, half);
    if (part.shape == ELLIPSOID || part.shape == TORUS) {
      below = length(row * half);
    } else if (part.shape == CAPSULE) {
      below = row.y * part.size.y + part.size.x;
    }
    float lowest = 1e9f;
    for (int signX = -1; signX < 2; signX += 2) {
      for (int signZ = -1; signZ < 2; signZ += 2) {
        bool isThere = (signX > 0 || group->mirrorX || isRepeated) && (signZ > 0 || group->mirrorZ || isRepeated);
        if (isThere) {
          Vector at = {part.position.x * signX, part.position.y, part.position.z * signZ};
          lowest = fminf(lowest, rotate(group->turn, at).y - below);
        }
      }
    }
    return lowest;
  }
};
