// Throws a scene together: a room, the product or a set of them, other things, a camera and lamps.
#pragma once
#include "products/any-product.h"

/** Radius of the sphere that the product or the set fills. */
constexpr float productRadius = 1;

/** Parts of a thing of any kind; a scene without room for more gets an empty thing. */
SHARED_CODE void openAny(Builder& build, bool isProduct) {
  build.open(isProduct);
  int before = build.scene.partCount;
  addAnyProduct(build);
  if (build.scene.partCount == before) {
    addPacket(build);
  }
}

SHARED_CODE int anyGround(float choice) {
  if (choice < 0.30f) {
    return OPEN_FLOOR;
  }
  if (choice < 0.48f) {
    return CURVED_PAPER;
  }
  if (choice < 0.68f) {
    return FLOOR_AND_WALL;
  }
  return choice < 0.88f ? TABLE : WALL_ALONE;
}

SHARED_CODE void buildRoom(Builder& build) {
  Scene& scene = build.scene;
  Random& random = build.random;
  Room& room = scene.room;
  float choice = random.unit();
  room.isShop = choice < 0.12f;
  room.ground = anyGround(choice);
  scene.materials[FLOOR_MATERIAL] = groundMaterial(random, 1);
  scene.materials[WALL_MATERIAL] = groundMaterial(random, 1);
  scene.materials[BACKDROP_MATERIAL] = anyMaterial(random, 1);
  scene.materialCount = firstOwnMaterial;
  room.backdrop = random.below(backdropCount);
  if (room.isShop) {
    scene.materials[FLOOR_MATERIAL].pattern = PLAIN;
    scene.materials[FLOOR_MATERIAL].mirror = random.chance(0.3f) ? random.between(0.1f, 0.5f) : 0;
  }
  room.shopShadow = random.chance(0.3f) ? 0 : random.between(0.05f, 0.6f);
  room.wallZ = -random.between(1.1f, 4);
  room.table = random.chance(0.6f) ? random.between(1.2f, 4) : -random.between(1.2f, 4);
}

/** The product, or in one scene of eight a set of two to four in a row. */
SHARED_CODE void buildProducts(Builder& build) {
  Random& random = build.random;
  int count = random.chance(0.12f) ? 2 + random.below(3) : 1;
  for (int i = 0; i < count; i++) {
    openAny(build, true);
    // Of no use since; without it seeds would not give the scenes that the shipped weights learned from.
    random.unit();
    Vector place = every(0);
    float radius = productRadius;
    if (count > 1) {
      radius = random.between(0.4f, 0.62f);
      place = {0.62f * (i - 0.5f * (count - 1)) * 1.1f, 0, random.between(-0.25f, 0.25f)};
    }
    bool isLying = random.chance(0.12f);
    build.close(place, radius, isLying);
  }
}

/** Some products have the colour of their ground, or one colour all over: hard to see, and common. */
SHARED_CODE void matchColours(Builder& build) {
  Scene& scene = build.scene;
  Random& random = build.random;
  bool isAsGround = random.chance(0.14f);
  if (isAsGround) {
    for (int i = firstOwnMaterial; i < scene.materialCount; i++) {
      if (random.chance(0.6f)) {
        scene.materials[i].first = scene.materials[FLOOR_MATERIAL].first * random.between(0.75f, 1.3f);
        if (random.chance(0.6f)) {
          scene.materials[i].pattern = PLAIN;
        }
      }
    }
  }
  bool isOneColour = random.chance(0.1f);
  if (isOneColour) {
    Vector colour = anyColour(random);
    for (int i = firstOwnMaterial; i < scene.materialCount; i++) {
      scene.materials[i].first = colour * random.between(0.8f, 1.2f);
      if (random.chance(0.7f)) {
        scene.materials[i].pattern = PLAIN;
      }
    }
  }
}

/** From where the camera looks: angles in radians, the direction from the product, the products' middle. */
struct Viewpoint {
  float elevation, azimuth;
  Vector direction, middle;
};

SHARED_CODE Viewpoint anyViewpoint(Builder& build) {
  Scene& scene = build.scene;
  Random& random = build.random;
  int ground = scene.room.ground;
  Viewpoint view;
  float choice = random.unit();
  if (ground == WALL_ALONE) {
    view.elevation = random.between(-0.1f, 0.3f);
  } else if (choice < 0.55f) {
    view.elevation = random.between(0.03f, 0.5f);
  } else if (choice < 0.85f) {
    view.elevation = random.between(0.4f, 1);
  } else {
    view.elevation = random.between(1, 1.5f);
  }
  bool isFree = ground == OPEN_FLOOR || ground == TABLE;
  view.azimuth = isFree ? random.between(0, 6.28f) : random.between(-0.5f, 0.5f);
  view.middle = every(0);
  for (int i = 0; i < scene.groupCount; i++) {
    view.middle = view.middle + scene.groups[i].position * (1.0f / scene.groupCount);
  }
  if (ground == WALL_ALONE) {
    scene.room.wallZ = view.middle.z - productRadius * random.between(0.25f, 1.2f);
  }
  view.direction = {
      sinf(view.azimuth) * cosf(view.elevation), sinf(view.elevation), cosf(view.azimuth) * cosf(view.elevation)};
  return view;
}

/** Other things: behind, beside, cut off at the border; none in shops. */
SHARED_CODE void buildSurroundings(Builder& build, const Viewpoint& view) {
  Scene& scene = build.scene;
  Random& random = build.random;
  bool isAlone = scene.room.isShop || random.chance(0.3f);
  int count = isAlone ? 0 : 1 + random.below(7);
  float spread = random.between(1.3f, 2.6f);
  bool hasWall = scene.room.ground != OPEN_FLOOR && scene.room.ground != TABLE;
  Vector towardsCamera = direction({view.direction.x, 0, view.direction.z});
  // Room for one more thing of about 16 parts.
  for (int i = 0; i < count && scene.groupCount < mostGroups && scene.partCount < mostParts - 16; i++) {
    float radius = random.magnitude(0.3f, 1.5f);
    float around = random.between(0, 6.28f);
    float away = 0.9f + radius * 0.8f + random.between(0, spread);
    Vector place = {cosf(around) * away, 0, sinf(around) * away};
    float before = dot(place, towardsCamera);
    if (before > 0.2f && view.elevation < 0.9f) {
      // It would hide the product: to the other side with it.
      place = place - towardsCamera * (2 * before);
    }
    if (hasWall) {
      place.z = fmaxf(place.z, scene.room.wallZ + radius * 0.5f);
    }
    if (hypotenuse(place.x, place.z) < 0.8f + radius * 0.7f) {
      continue;
    }
    openAny(build, false);
    bool isLying = random.chance(0.2f);
    build.close(place, radius, isLying);
  }
}

/** The frame itself is found later, by what the camera sees (`frameProduct`). */
SHARED_CODE void buildCamera(Builder& build, const Viewpoint& view) {
  Scene& scene = build.scene;
  Random& random = build.random;
  Camera& camera = scene.camera;
  float fieldOfView = random.magnitude(0.3f, 1.0f);
  const float share = 0.6f;
  float distance = productRadius / (share * tanf(fieldOfView * 0.5f)) + 0.2f;
  camera.zoom = 1 / tanf(fieldOfView * 0.5f);
  camera.x = 0;
  camera.y = 0;
  camera.view = 1;
  float choice = random.unit();
  if (choice < 0.1f) {
    camera.fill = random.between(0.92f, 1.3f);
  } else if (choice < 0.2f) {
    camera.fill = random.between(0.15f, 0.4f);
  } else {
    camera.fill = random.between(0.4f, 0.92f);
  }
  // Each is the product of two draws, so that the middle is likelier than the border.
  camera.offsetX = random.between(-1, 1);
  camera.offsetX *= random.unit();
  camera.offsetY = random.between(-1, 1);
  camera.offsetY *= random.unit();
  Vector beside = {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
  Vector aim = view.middle + beside * (0.25f * (1.1f - share));
  camera.eye = aim + view.direction * distance;
  if (scene.room.ground != WALL_ALONE) {
    camera.eye.y = fmaxf(camera.eye.y, 0.12f);
  }
  camera.forward = direction(aim - camera.eye);
  float roll = random.chance(0.7f) ? 0 : random.between(-0.3f, 0.3f);
  Vector level = direction(cross(camera.forward, {0, 1, 0}));
  Vector upright = cross(level, camera.forward);
  camera.right = level * cosf(roll) + upright * sinf(roll);
  camera.up = upright * cosf(roll) - level * sinf(roll);
}

/** A sun, a lamp, the sky, windows to mirror, and an exposure that fits them (mostly). */
SHARED_CODE void buildLights(Builder& build, const Viewpoint& view) {
  Scene& scene = build.scene;
  Random& random = build.random;
  Lights& lights = scene.lights;
  float warmth = random.between(-0.25f, 0.25f);
  float strength = random.between(0.2f, 1.6f);
  lights.sunDirection =
      direction({random.between(-1, 1), random.between(0.25f, 1.4f), random.between(-0.6f, 1)});
  bool isFromCamera = random.chance(0.4f);
  if (isFromCamera) {
    float azimuth = view.azimuth + random.between(-1.6f, 1.6f);
    lights.sunDirection = direction({sinf(azimuth), random.between(0.3f, 1.5f), cosf(azimuth)});
  }
  lights.sunColour = Vector{1 + warmth, 1, 1 - warmth} * strength;
  lights.hardness = random.chance(0.35f) ? random.magnitude(20, 120) : random.magnitude(2, 20);
  lights.lampPosition = {random.between(-3, 3), random.between(1, 4), random.between(-2, 3)};
  lights.lampColour = every(0);
  if (random.chance(0.5f)) {
    lights.lampColour = Vector{1 - warmth, 1, 1 + warmth} * random.between(0, 1);
  }
  float ambient = random.between(0.25f, 1);
  lights.sky = Vector{1 - 0.6f * warmth, 1, 1 + 0.6f * warmth} * ambient;
  // The floor's colour shines back on what stands on it.
  Vector fromFloor = mix(every(1), scene.materials[FLOOR_MATERIAL].first, 0.4f);
  lights.floor = lights.sky * random.between(0.3f, 0.9f) * fromFloor;
  for (int i = 0; i < windowCount; i++) {
    lights.windows[i] = direction({random.between(-1, 1), random.between(-0.1f, 1), random.between(-1, 1)});
  }
  lights.windowSize = random.between(0.08f, 0.4f);
  float exposure = random.magnitude(0.9f, 2.0f) / fmaxf(0.5f, 0.55f * strength + ambient);
  float mistake = random.chance(0.15f) ? random.magnitude(0.4f, 2.2f) : 1;
  scene.camera.exposure = exposure * mistake;
  scene.camera.contrast = random.between(0.9f, 1.3f);
  scene.room.fog = random.chance(0.25f) ? random.magnitude(0.01f, 0.2f) : 0.004f;
}

/** The scene of a seed. */
SHARED_CODE void buildScene(Scene& scene, uint32_t seed) {
  scene.partCount = 0;
  scene.materialCount = 0;
  scene.groupCount = 0;
  Builder build(scene, seed);
  // Of no use, as in buildProducts.
  build.random.unit();
  buildRoom(build);
  buildProducts(build);
  matchColours(build);
  Viewpoint view = anyViewpoint(build);
  buildSurroundings(build, view);
  buildCamera(build, view);
  buildLights(build, view);
}
