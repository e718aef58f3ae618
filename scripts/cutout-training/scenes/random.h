// Repeatable chance: a scene depends on its seed alone.
//
// Two draws never stand in one expression or call, where compilers differ in which they do first. They stand in
// statements of their own or in braces, which C++ evaluates from left to right.
#pragma once
#include "platform.h"

/** Spreads a number over all 32 bits (a finaliser of the murmur family, constants by hash-prospector). */
SHARED_CODE uint32_t scramble(uint32_t bits) {
  bits ^= bits >> 16;
  bits *= 0x7feb352dU;
  bits ^= bits >> 15;
  bits *= 0x846ca68bU;
  return bits ^ (bits >> 16);
}

/** The upper 24 bits as a number from 0 to less than 1. */
SHARED_CODE float unitOf(uint32_t bits) { return (bits >> 8) * (1.0f / 16777216); }

/** A number from 0 to less than 1 that belongs to a cell of space. */
SHARED_CODE float chanceAt(int x, int y, int z, uint32_t seed) {
  return unitOf(scramble(x * 0x8da6b343U ^ y * 0xd8163841U ^ z * 0xcb1ab31fU ^ seed));
}

/** A row of chances: the generator PCG-RXS-M-XS (O'Neill, 2014). */
struct Random {
  uint32_t state;

  /** From 0 to less than 1. */
  SHARED_CODE float unit() {
    state = state * 747796405U + 2891336453U;
    uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737U;
    return unitOf((word >> 22) ^ word);
  }

  SHARED_CODE float between(float low, float high) { return low + (high - low) * unit(); }

  /** Between two positive numbers, every doubling as likely as another: for sizes and brightnesses. */
  SHARED_CODE float magnitude(float low, float high) { return low * expf(unit() * logf(high / low)); }

  /** A whole number from 0 to less than `count`. */
  SHARED_CODE int below(int count) {
    int found = (int)(unit() * count);
    return found < count ? found : count - 1;
  }

  SHARED_CODE bool chance(float share) { return unit() < share; }

  SHARED_CODE uint32_t seed() { return (uint32_t)(unit() * 4e9f); }
};

SHARED_CODE Random startRandom(uint32_t seed) {
  Random random = {scramble(seed)};
  random.unit();
  return random;
}
