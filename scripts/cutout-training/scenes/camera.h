// The camera of a scene: where the product is in the frame, and the colour of one ray.
#pragma once
#include "light.h"

/** One look at a picture: its colour as a screen shows it (0 to 1), and how much of it is product. */
struct Sample {
  Vector colour;
  float cover;
};

/** Light to what is stored: exposure, a shoulder as film has it, gamma, contrast. */
SHARED_CODE Vector develop(const Camera& camera, Vector light) {
  Vector exposed = light * camera.exposure;
  Vector kept = {1 - expf(-exposed.x * 1.25f), 1 - expf(-exposed.y * 1.25f), 1 - expf(-exposed.z * 1.25f)};
  Vector positive = {fmaxf(kept.x, 0), fmaxf(kept.y, 0), fmaxf(kept.z, 0)};
  Vector shown = displayed(positive) * 1.04f;
  return clamp(mix(every(0.5f), shown, camera.contrast), 0, 1);
}

/** The ray through a place in the frame; x and y from -1 to 1. */
SHARED_CODE Vector rayThrough(const Camera& camera, float x, float y) {
  float right = camera.x + camera.view * x;
  float up = camera.y + camera.view * y;
  return direction(camera.forward * camera.zoom + camera.right * right + camera.up * up);
}

/** Whether a place in the frame shows product if nothing stands before it: coarse, for finding the frame. */
SHARED_CODE bool meetsProduct(const Scene& scene, float x, float y) {
  Vector ray = rayThrough(scene.camera, x, y);
  float walked = 0;
  for (int i = 0; i < 50; i++) {
    Nearest nearest = {1e9f, 0, noGroup};
    Vector point = scene.camera.eye + ray * walked;
    for (int number = 0; number < scene.groupCount; number++) {
      const Group& group = scene.groups[number];
      if (!group.isProduct) {
        continue;
      }
      float toSphere = length(point - group.position) - group.radius;
      if (toSphere > 0.2f) {
        nearest.distance = fminf(nearest.distance, toSphere + 0.1f);
      } else {
        nearerOfGroup(scene, number, point, nearest);
      }
    }
    if (nearest.distance < 0.01f) {
      return true;
    }
    walked += nearest.distance;
    if (walked > 40) {
      return false;
    }
  }
  return false;
}

/** The places that are asked for the frame: so many a side, wider than the frame itself. */
constexpr int gridSide = 40;

SHARED_CODE float gridPlace(int cell) { return (cell - 19.5f) / 13; }

/** First and last cells that show product. */
struct GridBox {
  int left, right, bottom, top;
};

constexpr GridBox emptyGridBox = {99, -99, 99, -99};

/** Frames what was found, so that its longer side takes the share of the frame that was drawn. */
SHARED_CODE void frameProduct(Camera& camera, GridBox box) {
  if (box.right < box.left) {
    return;
  }
  float left = gridPlace(box.left);
  float right = gridPlace(box.right);
  float bottom = gridPlace(box.bottom);
  float top = gridPlace(box.top);
  float half = 0.5f * fmaxf(fmaxf(right - left, top - bottom), 0.05f);
  float factor = half / camera.fill;
  float room = fmaxf(0.0f, 1 - camera.fill) + 0.06f;
  float roomX = fmaxf(room, 1 - 0.5f * (right - left) / factor);
  float roomY = fmaxf(room, 1 - 0.5f * (top - bottom) / factor);
  float middleX = 0.5f * (left + right);
  float middleY = 0.5f * (bottom + top);
  camera.x += camera.view * (middleX - camera.offsetX * roomX * factor);
  camera.y += camera.view * (middleY - camera.offsetY * roomY * factor);
  camera.view *= factor;
}

/** What lies behind a glass product, as far as it shows. */
SHARED_CODE Vector throughGlass(const Scene& scene, const Meeting& met, const Lit& lit) {
  const Material& material = scene.materials[met.nearest.material];
  Vector eye = scene.camera.eye;
  Vector behind = every(2);
  if (!scene.room.isShop) {
    Meeting next = {eye, met.ray, {}, 0};
    next.walked = walk(scene, eye, met.ray, 40, 60, next.nearest, true);
    if (next.walked > 0) {
      next.point = eye + met.ray * next.walked;
      behind = lightAt(scene, next, false).colour;
    } else {
      behind = backdropColour(scene, met.ray);
    }
  }
  float side = 1 - clamp(-dot(met.ray, lit.normal), 0, 1);
  float share = material.glass * (1 - 0.8f * powf(side, 2));
  return mix(lit.colour, behind * mix(every(1), material.first, 0.5f), share);
}

/** White paper with the shadow that a shop leaves on it. */
SHARED_CODE Vector shopGround(const Scene& scene, const Material& material, const Lit& lit) {
  float kept = 1 - scene.room.shopShadow * (1 - lit.brightness);
  Vector white = develop(scene.camera, every(3)) * kept;
  if (material.mirror > 0.05f) {
    white = mix(white, develop(scene.camera, lit.colour), 0.3f * material.mirror);
  }
  return white;
}

/** One sample of a scene; x and y from -1 to 1, y up. */
SHARED_CODE Sample takeSample(const Scene& scene, float x, float y) {
  const Camera& camera = scene.camera;
  Meeting met;
  met.ray = rayThrough(camera, x, y);
  met.walked = walk(scene, camera.eye, met.ray, 40, 90, met.nearest);
  if (met.walked < 0) {
    Vector far = scene.room.isShop ? every(3) : backdropColour(scene, met.ray);
    return {develop(camera, far), 0};
  }
  met.point = camera.eye + met.ray * met.walked;
  Lit lit = lightAt(scene, met, true);
  const Material& material = scene.materials[met.nearest.material];
  bool isThing = met.nearest.group >= 0;
  if (isThing && scene.groups[met.nearest.group].isProduct) {
    Vector light = material.glass > 0 ? throughGlass(scene, met, lit) : lit.colour;
    return {develop(camera, light), 1};
  }
  if (!isThing && scene.room.isShop) {
    return {shopGround(scene, material, lit), 0};
  }
  float fog = 1 - expf(-fmaxf(0, met.walked - 3) * scene.room.fog);
  Vector horizon = {met.ray.x, fmaxf(met.ray.y, 0.02f), met.ray.z};
  return {develop(camera, mix(lit.colour, backdropColour(scene, horizon), fog)), 0};
}
