// What a scene is made of. Lengths are in units of the product's radius; y is up and the floor is y = 0.
//
// A scene is copied to the memory of each block of threads, so it is plain numbers of a fixed size.
#pragma once
#include "material.h"
#include "shapes.h"

constexpr int mostParts = 96;
constexpr int mostMaterials = 44;
constexpr int mostGroups = 10;
constexpr int windowCount = 3;

/** Materials that every scene has, at these places. */
enum SceneMaterial { FLOOR_MATERIAL, WALL_MATERIAL, BACKDROP_MATERIAL, firstOwnMaterial };

/** What lies under and behind the things. */
enum Ground { OPEN_FLOOR, CURVED_PAPER, FLOOR_AND_WALL, TABLE, WALL_ALONE };

/** What is seen where no ray meets anything. */
enum Backdrop { GRADIENT, LANDSCAPE, LIGHTS, PAINTED, BLOCKS, FOG_BANK, backdropCount };

/** One thing: its parts, and where it is. */
struct Group {
  int firstPart, partCount;
  bool isProduct;
  /** Whether its parts are there twice, mirrored in x or z. */
  bool mirrorX, mirrorZ;
  /** How often its parts are repeated around y. */
  int repeats;
  Vector position;
  Rotation turn;
  float size;
  /** Of the sphere around its position that holds all of it. */
  float radius;
  /** Unevenness of its surface: coarse as of cloth, and fine as of fur. Depths, and cells in a unit of length. */
  float waviness, waveFrequency;
  float fuzz, fuzzFrequency;
  float bend;
  uint32_t seed;
};

struct Lights {
  Vector sunDirection, sunColour;
  /** How sharp the edges of shadows are. */
  float hardness;
  Vector lampPosition, lampColour;
  /** Light from above and from below. */
  Vector sky, floor;
  /** Bright squares that shiny things mirror. */
  Vector windows[windowCount];
  float windowSize;
};

struct Camera {
  Vector eye, right, up, forward;
  /** Distance of the picture from the eye. */
  float zoom;
  /** Middle of the picture and half its side, at that distance. */
  float x, y, view;
  /** Share of the frame that the product's longer side takes, and where in the frame it lies (-1 to 1). */
  float fill, offsetX, offsetY;
  float exposure, contrast;
};

struct Room {
  int ground, backdrop;
  /** Whether the photo is one for a shop: on pure white, with this much of the shadow. */
  bool isShop;
  float shopShadow;
  float wallZ;
  /** Half the width of a square table, or less than 0: the radius of a round one. */
  float table;
  float fog;
};

struct Scene {
  int partCount, materialCount, groupCount;
  Part parts[mostParts];
  Material materials[mostMaterials];
  Group groups[mostGroups];
  Room room;
  Lights lights;
  Camera camera;
};
