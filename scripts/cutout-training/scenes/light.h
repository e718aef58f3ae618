// The light that a surface sends to the eye: two lamps and a sky, soft shadows, highlights, mirror images.
#pragma once
#include "backdrop.h"
#include "field.h"

/** Light that a mirroring surface gets from far away. */
SHARED_CODE Vector environment(const Scene& scene, Vector ray) {
  const Lights& lights = scene.lights;
  Vector colour = mix(lights.floor, lights.sky, rise(-0.3f, 0.5f, ray.y));
  for (int i = 0; i < windowCount; i++) {
    float along = dot(ray, lights.windows[i]);
    if (along > 0.7f) {
      Vector beside = absolute(ray - lights.windows[i] * along);
      if (largest(beside) < lights.windowSize) {
        colour = colour + every(2.2f);
      }
    }
  }
  int backdrop = scene.room.backdrop;
  bool showsBackdrop = backdrop != GRADIENT && backdrop != PAINTED && ray.y < 0.4f;
  return showsBackdrop ? mix(colour, backdropColour(scene, ray), 0.5f) : colour;
}

/** Share of a lamp's light that reaches a point; rays that pass near something are in half shadow (after Quilez). */
SHARED_CODE float lightReaching(const Scene& scene, Vector from, Vector ray, float hardness) {
  float share = 1;
  float walked = 0.015f;
  for (int i = 0; i < 26; i++) {
    float distance = nearestThing(scene, from + ray * walked).distance;
    share = fminf(share, hardness * distance / walked);
    if (share < 0.01f) {
      return 0;
    }
    walked += clamp(distance, 0.015f, 0.4f);
    if (walked > 5) {
      break;
    }
  }
  return ease(share);
}

/** How open the surface is to the sky, 0 to 1: how far away things are a little above it. */
SHARED_CODE float opennessAt(const Scene& scene, Vector point, Vector normal) {
  float far = nearestThing(scene, point + normal * 0.12f).distance / 0.12f;
  float near = nearestThing(scene, point + normal * 0.03f).distance / 0.03f;
  return clamp(0.35f + 0.65f * (far * 0.5f + near * 0.5f), 0, 1);
}

/** A point on a surface, and the ray that met it. */
struct Meeting {
  Vector point, ray;
  Nearest nearest;
  float walked;
};

/** Light at a surface. */
struct Lit {
  Vector colour, normal;
  /** 1 where nothing is shaded, towards 0 in shadow. */
  float brightness;
};

/** What a mirror shows: one more meeting, with simpler light. */
SHARED_CODE Vector mirrored(const Scene& scene, Vector from, Vector ray) {
  Nearest nearest;
  float walked = walk(scene, from, ray, 6, 28, nearest);
  if (walked <= 0) {
    return environment(scene, ray);
  }
  Vector point = from + ray * walked;
  Vector normal = normalAt(scene, point, 0.003f);
  Vector place = nearest.group >= 0 ? toGroup(scene.groups[nearest.group], point) : point;
  Vector colour = paint(scene.materials[nearest.material], place, normal);
  float sun = fmaxf(0, dot(normal, scene.lights.sunDirection));
  return colour * (scene.lights.sky * 0.8f + scene.lights.sunColour * sun * 0.7f);
}

/** Light from a surface towards the eye; without `isDetailed`, shadows and mirrored things are left out. */
SHARED_CODE Lit lightAt(const Scene& scene, const Meeting& met, bool isDetailed) {
  const Lights& lights = scene.lights;
  const Material& material = scene.materials[met.nearest.material];
  bool isThing = met.nearest.group >= 0;
  Vector normal = normalAt(scene, met.point, 0.0015f + 0.0006f * met.walked);

  Vector place = met.point;
  Vector facing = normal;
  if (isThing) {
    const Group& group = scene.groups[met.nearest.group];
    place = toGroup(group, met.point);
    facing = rotateBack(group.turn, normal);
  }
  Vector colour = paint(material, place, facing);

  Vector above = met.point + normal * 0.006f;
  float openness = opennessAt(scene, met.point, normal);
  float towardsSun = fmaxf(0, dot(normal, lights.sunDirection));
  float sunlight = 0;
  if (towardsSun > 0) {
    sunlight = isDetailed ? lightReaching(scene, above, lights.sunDirection, lights.hardness) : 1;
  }
  Vector toLamp = lights.lampPosition - met.point;
  float lampDistance = length(toLamp);
  toLamp = toLamp * (1 / lampDistance);
  float towardsLamp = fmaxf(0, dot(normal, toLamp));
  float lamplight = towardsLamp * 4 / (1 + lampDistance * lampDistance) * (0.4f + 0.6f * openness);
  Vector ambient = mix(lights.floor, lights.sky, 0.5f + 0.5f * normal.y) * openness;
  Vector light = lights.sunColour * (towardsSun * sunlight) + lights.lampColour * lamplight + ambient;

  Vector bounced = met.ray - normal * (2 * dot(met.ray, normal));
  float sunHighlight = material.gloss * powf(fmaxf(0, dot(bounced, lights.sunDirection)), material.shine) * sunlight *
                       (1 + material.shine * 0.02f);
  float lampHighlight = material.gloss * powf(fmaxf(0, dot(bounced, toLamp)), material.shine);
  Vector sent = colour * light + lights.sunColour * sunHighlight + lights.lampColour * lampHighlight;

  // Surfaces mirror more where they are seen from the side (Schlick, 1994).
  float rim = powf(1 - clamp(-dot(met.ray, normal), 0, 1), 5);
  float mirror = material.mirror + (material.gloss > 0.2f ? rim * 0.5f * material.gloss : 0);
  if (mirror > 0.02f) {
    bool showsThings = isDetailed && material.mirror > 0.04f;
    Vector image = showsThings ? mirrored(scene, above, bounced) : environment(scene, bounced);
    bool isMetal = material.mirror > 0.3f && isThing;
    Vector tinted = isMetal ? image * mix(colour, every(1), 0.3f) : image;
    sent = mix(sent, tinted, fminf(0.95f, mirror));
  }

  float shaded = towardsSun > 0 ? mix(1, sunlight, 0.65f) : 0.6f;
  return {sent, normal, clamp(shaded * openness, 0, 1)};
}
