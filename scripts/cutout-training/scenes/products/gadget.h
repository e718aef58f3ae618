#pragma once
#include "../builder.h"

/** Gives a part of a gadget the numbers that its shape needs. */
SHARED_CODE void shapeGadgetPart(Random& random, Part& part, Vector size) {
  int shape = part.shape;
  part.rounding = random.between(0.05f, 0.9f) * smallest(size);
  if (shape == STAR || shape == WHEEL) {
    part.form[0] = 3 + random.below(9);
  } else if (shape == SUPERELLIPSOID) {
    part.form[0] = random.between(1.2f, 7);
  } else {
    part.form[0] = random.between(0.08f, 0.25f);
  }
  part.form[1] = shape == GRID ? random.between(0.012f, 0.04f) : random.between(0.3f, 0.95f);
  switch (shape) {
    case TORUS:
      part.size.y = random.between(0.015f, 0.12f);
      part.size.z = part.size.y * random.between(0.7f, 2);
      break;
    case WHEEL:
      part.size.y *= 0.3f;
      part.size.z = 0.012f;
      break;
    case CAPSULE:
      part.size.z = part.size.x * random.between(0.3f, 1);
      break;
    case STAR:
      part.rounding = 0.005f;
      break;
    default:
      break;
  }
}

/** Anything: random parts that touch, some cut out of others, often mirrored or repeated around. */
SHARED_CODE void addGadget(Builder& build) {
  const int shapes[] = {ELLIPSOID, BOX, BOX, CYLINDER, TORUS, CAPSULE, STAR, SUPERELLIPSOID, WHEEL, GRID};
  Random& random = build.random;
  Group& group = *build.group;
  int count = 2 + random.below(12);
  int material = build.material(0.5f);
  group.mirrorX = random.chance(0.35f);
  group.mirrorZ = random.chance(0.15f);
  if (random.chance(0.12f)) {
    group.repeats = 3 + random.below(6);
  }
  float flow = random.chance(0.5f) ? 0 : random.between(0, 0.1f);
  const Vector middle = {0, 0.3f, 0};
  Vector at = middle;
  for (int i = 0; i < count; i++) {
    Vector size = {random.magnitude(0.03f, 0.4f), random.magnitude(0.03f, 0.4f), random.magnitude(0.03f, 0.4f)};
    Part& part = build.add({
        shapes[random.below(10)],
        at,
        size,
        build.sameMaterial(material, 0.35f, 0.4f),
        {
            random.chance(0.5f) ? 0 : random.between(0, 3.1f),
            random.chance(0.5f) ? 0 : random.between(0, 3.1f),
            random.chance(0.6f) ? quarterTurn * random.below(4) : random.between(0, 3.1f),
        },
    });
    part.blend = flow;
    shapeGadgetPart(random, part, size);
    if (i > 1 && random.chance(0.12f)) {
      part.cuts = true;
      if (part.shape == GRID) {
        part.shape = BOX;
      }
    }
    Vector way = {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
    at = at + way * size * random.between(0.5f, 1.2f);
    if (random.chance(0.25f)) {
      at = middle;
    }
    at = {clamp(at.x, -0.7f, 0.7f), clamp(at.y, -0.2f, 1), clamp(at.z, -0.6f, 0.6f)};
  }
  bool hasSpring = random.chance(0.25f);
  if (hasSpring) {
    Vector size = {random.between(0.08f, 0.3f), random.between(0.2f, 0.5f), 0};
    Part& spring = build.add({SPRING, middle, size, build.material(0.2f)});
    spring.rounding = random.between(0.01f, 0.03f);
    spring.form[0] = random.between(0.07f, 0.2f);
  }
}
