#pragma once
#include "../builder.h"

/** What the parts of one creature share; `flow` is how far they flow into each other. */
struct Creature {
  int material, second, skin;
  float flow;
  bool isUpright;
  Vector middle, body, head;
  float headRadius;
};

/** Neck, head, and perhaps a snout, ears, hair or a hat. */
SHARED_CODE void addHead(Builder& build, const Creature& creature) {
  Random& random = build.random;
  bool isUpright = creature.isUpright;
  Vector head = creature.head;
  float radius = creature.headRadius;
  Vector shoulders = creature.middle + Vector{isUpright ? 0 : creature.body.x * 0.6f, creature.body.y * 0.4f, 0};
  Part& neck = build.addBar(
      {shoulders, head, random.between(0.05f, 0.12f), random.between(0.04f, 0.09f), creature.skin});
  neck.blend = creature.flow;
  Vector size = {radius * random.between(0.8f, 1.2f), radius * random.between(0.8f, 1.3f), radius};
  build.add({ELLIPSOID, head, size, creature.skin}).blend = creature.flow * 0.5f;
  if (random.chance(0.6f)) {
    Part& snout = build.add({
        ELLIPSOID,
        head + Vector{isUpright ? 0 : radius, -0.03f, isUpright ? radius : 0},
        {random.between(0.04f, 0.12f), random.between(0.03f, 0.08f), random.between(0.04f, 0.1f)},
        build.sameMaterial(creature.skin, 0.5f, 0.2f),
    });
    snout.blend = 0.02f;
  }
  if (random.chance(0.7f)) {
    for (int side = -1; side < 2; side += 2) {
      Vector place = {isUpright ? side * radius * 0.8f : -0.03f, radius * 0.9f, isUpright ? 0 : side * radius * 0.7f};
      Part& ear = build.add({
          random.chance(0.5f) ? ELLIPSOID : LEAF,
          head + place,
          {random.between(0.03f, 0.08f), random.between(0.04f, 0.2f), random.between(0.03f, 0.07f)},
          creature.second,
          {0, 0, random.between(-0.5f, 0.5f)},
      });
      ear.blend = 0.02f;
    }
  }
  bool hasHair = random.chance(0.5f);
  if (hasHair) {
    Vector hair = {radius * 1.1f, radius * random.between(0.7f, 1.1f), radius * 1.1f};
    build.add({ELLIPSOID, head + Vector{0, radius * 0.35f, -0.02f}, hair, build.material(0.3f)});
  }
}

SHARED_CODE void addLegs(Builder& build, const Creature& creature) {
  Random& random = build.random;
  Vector body = creature.body;
  float thickness = random.between(0.03f, 0.09f);
  int material = build.sameMaterial(creature.material, 0.5f, 0.4f);
  int count = creature.isUpright ? 2 : 4;
  for (int i = 0; i < count; i++) {
    float side = i & 1 ? 1 : -1;
    float x = side * body.x * (creature.isUpright ? 0.6f : 0.65f);
    float z = creature.isUpright ? random.between(-0.05f, 0.05f) : (i & 2 ? 1 : -1) * body.z * 0.6f;
    Vector hip = {x, creature.middle.y - body.y * 0.5f, z};
    Vector foot = {x + random.between(-0.12f, 0.12f), thickness * 0.6f, z + random.between(-0.1f, 0.1f)};
    build.addBar({hip, foot, thickness * 1.3f, thickness, material}).blend = creature.flow * 0.7f;
    if (random.chance(0.6f)) {
      Vector size = {thickness * 1.6f, thickness, thickness * 1.5f};
      int shoe = build.sameMaterial(material, 0.5f, 0.2f);
      build.add({ELLIPSOID, foot + Vector{0.03f, 0, 0.03f}, size, shoe});
    }
  }
}

SHARED_CODE void addArms(Builder& build, const Creature& creature) {
  Random& random = build.random;
  for (int side = -1; side < 2; side += 2) {
    Vector shoulder = creature.middle + Vector{side * creature.body.x * 0.9f, creature.body.y * 0.6f, 0};
    Vector upper = {side * random.between(0.02f, 0.3f), random.between(-0.3f, 0.2f), random.between(-0.1f, 0.2f)};
    Vector elbow = shoulder + upper;
    build.addBar({shoulder, elbow, 0.06f, 0.05f, creature.material}).blend = creature.flow * 0.5f;
    Vector lower = {side * random.between(-0.2f, 0.2f), random.between(-0.3f, 0.25f), random.between(0, 0.2f)};
    build.addBar({elbow, elbow + lower, 0.05f, 0.04f, creature.skin}).blend = 0.02f;
  }
}

SHARED_CODE void addTail(Builder& build, const Creature& creature) {
  Random& random = build.random;
  Vector body = creature.body;
  Vector end = {-body.x - random.between(0.05f, 0.4f), random.between(-0.2f, 0.45f), random.between(-0.2f, 0.2f)};
  Part& tail = build.addBar({
      creature.middle - Vector{body.x * 0.9f, 0, 0},
      creature.middle + end,
      random.between(0.02f, 0.08f),
      random.between(0.01f, 0.06f),
      creature.material,
  });
  tail.blend = creature.flow * 0.5f;
}

/** Animals, toys, dolls, figures: limbs that flow together, often furry. */
SHARED_CODE void addCreature(Builder& build) {
  Random& random = build.random;
  Creature creature;
  creature.material = build.material(0.5f);
  creature.second = build.sameMaterial(creature.material, 0.5f, 0.5f);
  creature.skin = build.sameMaterial(creature.material, 0.5f, 0.4f);
  creature.flow = random.between(0.02f, 0.12f);
  creature.isUpright = random.chance(0.5f);
  float leg = random.between(0.1f, 0.5f);
  if (creature.isUpright) {
    creature.body = {random.between(0.12f, 0.28f), random.between(0.2f, 0.4f), random.between(0.1f, 0.22f)};
  } else {
    creature.body = {random.between(0.3f, 0.55f), random.between(0.13f, 0.28f), random.between(0.12f, 0.25f)};
  }
  Vector body = creature.body;
  creature.middle = {0, leg + body.y * 0.8f, 0};
  build.add({ELLIPSOID, creature.middle, body, creature.material, {0, 0, random.between(-0.2f, 0.2f)}});
  Vector toHead;
  if (creature.isUpright) {
    toHead = {random.between(-0.08f, 0.08f), body.y + random.between(0.08f, 0.22f), 0.04f};
  } else {
    toHead = {body.x * random.between(0.8f, 1.15f), random.between(0, 0.4f), random.between(-0.1f, 0.1f)};
  }
  creature.head = creature.middle + toHead;
  creature.headRadius = random.between(0.1f, 0.22f);
  addHead(build, creature);
  addLegs(build, creature);
  if (creature.isUpright) {
    addArms(build, creature);
  } else if (random.chance(0.7f)) {
    addTail(build, creature);
  }
  if (random.chance(0.3f)) {
    for (int i = 0; i < 1 + random.below(3); i++) {
      Vector place = {
          random.between(-1, 1) * body.x, random.between(-1, 1) * body.y, random.between(-1, 1) * body.z};
      Vector size = body * random.between(0.3f, 0.6f);
      build.add({ELLIPSOID, creature.middle + place * 0.7f, size, build.material(0.3f)}).blend = creature.flow;
    }
  }
  bool isFurry = random.chance(0.5f);
  if (isFurry) {
    build.group->fuzz = random.magnitude(0.015f, 0.08f);
    build.group->fuzzFrequency = random.magnitude(12, 70);
  }
  if (random.chance(0.4f)) {
    build.group->waviness = random.between(0.02f, 0.08f);
    build.group->waveFrequency = random.between(3, 8);
  }
}
