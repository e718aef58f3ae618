// Smooth noise in space, from 0 to 1.
#pragma once
#include "random.h"
#include "vector.h"

/** Value noise: chances at whole points, eased between them. */
SHARED_CODE float noise(Vector at, uint32_t seed) {
  float floorX = floorf(at.x);
  float floorY = floorf(at.y);
  float floorZ = floorf(at.z);
  int x = (int)floorX;
  int y = (int)floorY;
  int z = (int)floorZ;
  float shareX = ease(at.x - floorX);
  float shareY = ease(at.y - floorY);
  float shareZ = ease(at.z - floorZ);
  float layers[2];
  for (int k = 0; k < 2; k++) {
    float low = mix(chanceAt(x, y, z + k, seed), chanceAt(x + 1, y, z + k, seed), shareX);
    float high = mix(chanceAt(x, y + 1, z + k, seed), chanceAt(x + 1, y + 1, z + k, seed), shareX);
    layers[k] = mix(low, high, shareY);
  }
  return mix(layers[0], layers[1], shareZ);
}

/** Noise of several octaves, each about twice as fine; `gain` is how much each counts next to the one before. */
SHARED_CODE float layeredNoise(Vector at, uint32_t seed, int octaves, float gain) {
  float sum = 0;
  float weight = 1;
  float weights = 0;
  for (int octave = 0; octave < octaves; octave++) {
    sum += weight * noise(at, seed + octave);
    weights += weight;
    weight *= gain;
    // Not quite doubled, and moved: the octaves' grids never lie on each other.
    at = {at.x * 2.03f + 1.7f, at.y * 2.03f - 3.1f, at.z * 2.03f + 5.3f};
  }
  return sum / weights;
}
