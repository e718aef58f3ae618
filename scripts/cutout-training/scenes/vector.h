// Points, directions and colours, and how they are turned.
#pragma once
#include "platform.h"

/** Three numbers: a point or a direction (y is up), or red, green and blue in linear light. */
struct Vector {
  float x, y, z;
};

/** Rows of a rotation. */
struct Rotation {
  float rows[9];
};

constexpr float quarterTurn = 1.5708f;
constexpr float fullTurn = 6.2832f;

SHARED_CODE Vector every(float value) { return {value, value, value}; }
SHARED_CODE Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
SHARED_CODE Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
SHARED_CODE Vector operator*(Vector a, Vector b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
SHARED_CODE Vector operator/(Vector a, Vector b) { return {a.x / b.x, a.y / b.y, a.z / b.z}; }
SHARED_CODE Vector operator*(Vector a, float factor) { return {a.x * factor, a.y * factor, a.z * factor}; }

SHARED_CODE float dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
SHARED_CODE float length(Vector a) { return sqrtf(dot(a, a)); }
SHARED_CODE Vector direction(Vector a) { return a * (1 / (length(a) + 1e-9f)); }
SHARED_CODE Vector absolute(Vector a) { return {fabsf(a.x), fabsf(a.y), fabsf(a.z)}; }
SHARED_CODE float largest(Vector a) { return fmaxf(a.x, fmaxf(a.y, a.z)); }
SHARED_CODE float smallest(Vector a) { return fminf(a.x, fminf(a.y, a.z)); }

SHARED_CODE Vector cross(Vector a, Vector b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

SHARED_CODE float clamp(float value, float low, float high) { return fminf(high, fmaxf(low, value)); }
SHARED_CODE float mix(float a, float b, float share) { return a + (b - a) * share; }
SHARED_CODE Vector mix(Vector a, Vector b, float share) { return a + (b - a) * share; }
SHARED_CODE float hypotenuse(float a, float b) { return sqrtf(a * a + b * b); }
SHARED_CODE float fraction(float value) { return value - floorf(value); }

SHARED_CODE Vector clamp(Vector value, float low, float high) {
  return {clamp(value.x, low, high), clamp(value.y, low, high), clamp(value.z, low, high)};
}

/** Eases in and out: 0 at 0, 1 at 1, level at both. */
SHARED_CODE float ease(float share) { return share * share * (3 - 2 * share); }

/** From 0 at `low` to 1 at `high`, eased. */
SHARED_CODE float rise(float low, float high, float value) { return ease(clamp((value - low) / (high - low), 0, 1)); }

/** Light to what screens show (gamma 2.2). */
SHARED_CODE Vector displayed(Vector light) {
  return {powf(light.x, 0.4545f), powf(light.y, 0.4545f), powf(light.z, 0.4545f)};
}

/** The rotation by angles around x, y and z, in radians. */
SHARED_CODE Rotation rotation(Vector angles) {
  float cosX = cosf(angles.x);
  float sinX = sinf(angles.x);
  float cosY = cosf(angles.y);
  float sinY = sinf(angles.y);
  float cosZ = cosf(angles.z);
  float sinZ = sinf(angles.z);
  return {{
      cosY * cosZ, -cosY * sinZ, sinY,
      sinX * sinY * cosZ + cosX * sinZ, cosX * cosZ - sinX * sinY * sinZ, -sinX * cosY,
      sinX * sinZ - cosX * sinY * cosZ, cosX * sinY * sinZ + sinX * cosZ, cosX * cosY,
  }};
}

/** The rotation that first does `inner`, then `outer`. */
SHARED_CODE Rotation combine(const Rotation& outer, const Rotation& inner) {
  Rotation both;
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 3; column++) {
      float sum = 0;
      for (int k = 0; k < 3; k++) {
        sum += outer.rows[3 * row + k] * inner.rows[3 * k + column];
      }
      both.rows[3 * row + column] = sum;
    }
  }
  return both;
}

SHARED_CODE Vector rotate(const Rotation& by, Vector p) {
  const float* r = by.rows;
  return {
      r[0] * p.x + r[1] * p.y + r[2] * p.z,
      r[3] * p.x + r[4] * p.y + r[5] * p.z,
      r[6] * p.x + r[7] * p.y + r[8] * p.z,
  };
}

SHARED_CODE Vector rotateBack(const Rotation& by, Vector p) {
  const float* r = by.rows;
  return {
      r[0] * p.x + r[3] * p.y + r[6] * p.z,
      r[1] * p.x + r[4] * p.y + r[7] * p.z,
      r[2] * p.x + r[5] * p.y + r[8] * p.z,
  };
}
