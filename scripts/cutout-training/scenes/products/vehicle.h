#pragma once
#include "../builder.h"

/** Materials and sizes that the parts of one vehicle share: half the distance of its axles, half its width. */
struct Vehicle {
  int material, tyre, second;
  float wheel, base, half;
};

SHARED_CODE void addWheels(Builder& build, const Vehicle& vehicle, int count) {
  Random& random = build.random;
  float radius = vehicle.wheel;
  for (int i = 0; i < count; i++) {
    float x = i & 1 ? vehicle.base : -vehicle.base;
    float z = i & 2 ? vehicle.half : -vehicle.half;
    Part& wheel = build.add({
        random.chance(0.7f) ? WHEEL : CYLINDER,
        {x, radius * 1.05f, z},
        {radius, radius * random.between(0.08f, 0.25f), radius * 0.03f},
        vehicle.tyre,
    });
    wheel.form[0] = 3 + random.below(12);
    wheel.form[1] = random.between(0.1f, 0.6f);
    if (wheel.shape == CYLINDER) {
      wheel.size = {radius, radius * 0.25f, 0};
      wheel.turn = rotation({quarterTurn, 0, 0});
    }
  }
}

/** Engine, tank and boxes between the wheels. */
SHARED_CODE void addEngine(Builder& build, const Vehicle& vehicle) {
  Random& random = build.random;
  Vector engine = {random.between(0.1f, 0.3f), random.between(0.08f, 0.2f), random.between(0.06f, 0.15f)};
  build.add({SUPERELLIPSOID, {0, vehicle.wheel * 1.3f, 0}, engine, vehicle.second}).form[0] = 3;
  Vector tank = {random.between(0.15f, 0.3f), random.between(0.08f, 0.14f), random.between(0.08f, 0.14f)};
  build.add({ELLIPSOID, {vehicle.base * 0.3f, vehicle.wheel * 2, 0}, tank, vehicle.material});
  for (int i = 0; i < 3; i++) {
    Part& box = build.add({
        BOX,
        {random.between(-0.3f, 0.3f), random.between(0.8f, 1.6f) * vehicle.wheel, random.between(-0.1f, 0.1f)},
        {random.between(0.03f, 0.12f), random.between(0.03f, 0.12f), 0.08f},
        build.material(0.2f),
    });
    box.rounding = 0.02f;
  }
}

SHARED_CODE void addBike(Builder& build, const Vehicle& vehicle) {
  Random& random = build.random;
  float wheel = vehicle.wheel;
  Vector back = {-vehicle.base, wheel, 0};
  Vector front = {vehicle.base, wheel, 0};
  Vector pedals = {random.between(-0.2f, 0.1f), wheel * random.between(0.8f, 1.1f), 0};
  Vector bars = {vehicle.base * random.between(0.6f, 0.9f), wheel * random.between(2, 2.6f), 0};
  Vector saddle = {-vehicle.base * random.between(0.2f, 0.6f), wheel * random.between(1.8f, 2.5f), 0};
  float tube = random.between(0.012f, 0.04f);
  int frame = vehicle.material;
  build.addBar({back, pedals, tube, tube, frame});
  build.addBar({back, saddle, tube, tube, frame});
  build.addBar({pedals, saddle, tube, tube, frame});
  build.addBar({pedals, bars, tube, tube, frame});
  build.addBar({saddle, bars, tube, tube * 1.5f, frame});
  build.addBar({front, bars, tube, tube, vehicle.second});
  Vector grip = {-0.08f, 0.1f, 0.22f};
  build.addBar({bars + Vector{grip.x, grip.y, -grip.z}, bars + grip, tube, tube, vehicle.tyre});
  build.addBar({bars, bars + Vector{grip.x, grip.y, 0}, tube, tube, vehicle.tyre});
  build.add({
      ELLIPSOID,
      saddle + Vector{0, 0.05f, 0},
      {random.between(0.08f, 0.25f), random.between(0.03f, 0.08f), 0.08f},
      build.material(0.3f),
  });
  if (random.chance(0.5f)) {
    addEngine(build, vehicle);
  }
}

SHARED_CODE void addCar(Builder& build, const Vehicle& vehicle) {
  Random& random = build.random;
  float wheel = vehicle.wheel;
  Part& body = build.add({
      SUPERELLIPSOID,
      {0, wheel + 0.1f, 0},
      {vehicle.base + wheel * random.between(0.6f, 1.4f), random.between(0.1f, 0.25f), vehicle.half + 0.05f},
      vehicle.material,
  });
  body.form[0] = random.between(3, 7);
  Part& cabin = build.add({
      SUPERELLIPSOID,
      {random.between(-0.2f, 0.1f), wheel + random.between(0.25f, 0.4f), 0},
      {vehicle.base * random.between(0.4f, 0.9f), random.between(0.1f, 0.25f), vehicle.half},
      random.chance(0.5f) ? vehicle.second : vehicle.material,
  });
  cabin.form[0] = random.between(2.2f, 5);
  cabin.blend = random.between(0, 0.06f);
  for (int i = 0; i < 4; i++) {
    Part& detail = build.add({
        BOX,
        {random.between(-1, 1) * vehicle.base, wheel + random.between(0, 0.4f), vehicle.half + 0.03f},
        {random.between(0.03f, 0.2f), random.between(0.02f, 0.1f), 0.05f},
        build.material(0.3f),
    });
    detail.rounding = 0.02f;
  }
}

/** Cars, carts, bicycles and motorcycles. */
SHARED_CODE void addVehicle(Builder& build) {
  Random& random = build.random;
  Vehicle vehicle;
  vehicle.material = build.material(0.6f);
  vehicle.tyre = build.plainMaterial(every(random.magnitude(0.01f, 0.06f)));
  vehicle.second = build.material(0.4f);
  vehicle.wheel = random.between(0.1f, 0.3f);
  vehicle.base = random.between(0.3f, 0.6f);
  vehicle.half = random.between(0.12f, 0.3f);
  bool isBike = random.chance(0.45f);
  if (isBike) {
    vehicle.half = 0;
    vehicle.wheel = random.between(0.22f, 0.36f);
  }
  addWheels(build, vehicle, isBike ? 2 : 4);
  if (isBike) {
    addBike(build, vehicle);
  } else {
    addCar(build, vehicle);
  }
}
