// Draws a figure and what lies behind it by chance.
#pragma once
#include "drawing.h"

/** A part to add; braces draw its numbers in this order. */
struct FigurePlan {
  int shape;
  float x, y, along, across;
  int material;
};

struct DrawingBuilder {
  Drawing& drawing;
  Random random;

  // Apart from the scenes of the same seed.
  SHARED_CODE DrawingBuilder(Drawing& drawing, uint32_t seed)
      : drawing(drawing), random(startRandom(seed ^ 0x51ed270b)) {}

  /** A new material (its number), or any when there is no room for more. */
  SHARED_CODE int material(float size) {
    if (drawing.materialCount >= mostDrawingMaterials) {
      return random.below(mostDrawingMaterials);
    }
    Material& made = drawing.materials[drawing.materialCount];
    made = anyMaterial(random, size);
    if (random.chance(0.3f)) {
      made.pattern = random.chance(0.5f) ? CLOUDY : STREAKS;
      made.dirt = random.between(0.2f, 1);
    }
    return drawing.materialCount++;
  }

  SHARED_CODE FigurePart& add(const FigurePlan& plan) {
    if (drawing.partCount >= mostFigureParts) {
      drawing.partCount = mostFigureParts - 1;
    }
    FigurePart& part = drawing.parts[drawing.partCount++];
    part.shape = plan.shape;
    part.x = plan.x;
    part.y = plan.y;
    part.along = plan.along;
    part.across = plan.across;
    part.material = plan.material;
    part.turn = random.chance(0.25f) ? 0 : random.between(0, 6.28f);
    part.isHole = false;
    for (int i = 0; i < formCount; i++) {
      part.form[i] = random.unit();
    }
    return part;
  }

  SHARED_CODE int anyShape() { return random.below(figureShapeCount); }

  /** Adds a part at the rim of another one. */
  SHARED_CODE FigurePart& addLimb(const FigurePart& to, float size, int material) {
    float around = random.between(0, 6.28f);
    float out = random.between(0.5f, 1.05f);
    float x = to.x + cosf(around) * to.along * out;
    float y = to.y + sinf(around) * to.across * out;
    bool isThin = random.chance(0.35f);
    float along = size * random.magnitude(0.06f, 0.45f);
    float across = isThin ? size * random.between(0.015f, 0.05f) : along * random.between(0.4f, 1.2f);
    int shape;
    if (isThin) {
      shape = random.chance(0.7f) ? STROKE : ROUNDED_BOX;
    } else {
      shape = anyShape();
    }
    int own = random.chance(0.45f) ? material : this->material(size);
    FigurePart& limb = add({shape, x, y, along, across, own});
    if (shape == RING) {
      limb.along = fmaxf(limb.along, 0.06f);
      limb.across = limb.along * random.between(0.6f, 1);
    }
    return limb;
  }

  SHARED_CODE void addMirrorImage(const FigurePart& part, float axis) {
    FigurePart image = part;
    image.x = 2 * axis - part.x;
    image.turn = 3.14159f - part.turn;
    if (part.shape == STROKE) {
      image.form[0] = -part.form[0];
    }
    drawing.parts[drawing.partCount++] = image;
  }

  /** Parts that hang together, in a third of figures mirrored; some have a hole. */
  SHARED_CODE void addFigure(float x, float y, float size) {
    int from = drawing.partCount;
    int count = random.chance(0.2f) ? 1 : 2 + random.below(11);
    int main = material(size);
    bool isMirrored = random.chance(0.3f);
    FigurePart& body =
        add({anyShape(), x, y, size * random.between(0.25f, 0.6f), size * random.between(0.25f, 0.6f), main});
    if (isMirrored) {
      body.turn = quarterTurn * random.below(2);
    }
    for (int i = 1; i < count && drawing.partCount < mostFigureParts - 2; i++) {
      const FigurePart to = drawing.parts[from + random.below(drawing.partCount - from)];
      const FigurePart& limb = addLimb(to, size, main);
      if (isMirrored && drawing.partCount < mostFigureParts - 1) {
        addMirrorImage(limb, x);
      }
    }
    bool hasHole = random.chance(0.18f);
    if (hasHole) {
      FigurePart& hole = add({
          random.below(LENS),
          x + random.between(-0.2f, 0.2f) * size,
          y + random.between(-0.2f, 0.2f) * size,
          size * random.between(0.08f, 0.22f),
          size * random.between(0.08f, 0.22f),
          main,
      });
      hole.isHole = true;
    }
  }
};

/** Fills the ground behind with so many shapes of all kinds. */
SHARED_CODE void scatterShapes(DrawingBuilder& build, int count) {
  Random& random = build.random;
  for (int i = 0; i < count; i++) {
    float along = random.magnitude(0.04f, 0.9f);
    int shape = build.anyShape();
    float x = random.between(-1.2f, 1.2f);
    float y = random.between(-1.2f, 1.2f);
    float across = along * random.between(0.3f, 1);
    bool isKnown = random.chance(0.5f) && build.drawing.materialCount > 3;
    int known = firstFigureMaterial;
    int material = isKnown ? known + random.below(build.drawing.materialCount - known) : build.material(1);
    build.add({shape, x, y, along, across, material});
  }
}

/** Foliage, pebbles, crowds: many alike, behind. */
SHARED_CODE void scatterAlike(DrawingBuilder& build) {
  Random& random = build.random;
  Drawing& drawing = build.drawing;
  int count = 12 + random.below(20);
  int shape = random.chance(0.5f) ? LENS : build.anyShape();
  int first = build.material(0.4f);
  int second = build.material(0.4f);
  bool isFoliage = random.chance(0.6f);
  float size = random.magnitude(0.06f, 0.4f);
  float thinness = random.between(0.1f, 0.9f);
  if (isFoliage) {
    Material& light = drawing.materials[first];
    Material& dark = drawing.materials[second];
    light.first = fromHue({random.between(0.14f, 0.42f), random.between(0.3f, 0.9f), random.magnitude(0.03f, 0.5f)});
    dark.first = light.first * random.between(0.4f, 1.5f);
    light.pattern = random.chance(0.5f) ? PLAIN : FADE;
    dark.pattern = random.chance(0.5f) ? PLAIN : STREAKS;
    drawing.materials[GROUND_MATERIAL].first = light.first * random.between(0.3f, 1);
  }
  for (int i = 0; i < count && drawing.partCount < 36; i++) {
    float along = size * random.magnitude(0.6f, 1.6f);
    build.add({
        random.chance(0.85f) ? shape : build.anyShape(),
        random.between(-1.1f, 1.1f),
        random.between(-1.1f, 1.1f),
        along,
        along * thinness * random.between(0.7f, 1.3f),
        random.chance(0.5f) ? first : second,
    });
  }
}

/** Other figures at the border. */
SHARED_CODE void addBystanders(DrawingBuilder& build) {
  Random& random = build.random;
  Drawing& drawing = build.drawing;
  for (int i = 0; i < 1 + random.below(2); i++) {
    float around = random.between(0, 6.28f);
    float away = random.between(0.95f, 1.3f);
    if (drawing.partCount < 30) {
      build.addFigure(cosf(around) * away, sinf(around) * away, random.between(0.3f, 0.8f));
    }
    // Holes are for the figure alone: behind it, each part is seen on its own.
    for (int k = 0; k < drawing.partCount; k++) {
      drawing.parts[k].isHole = false;
    }
  }
}

SHARED_CODE void drawBackground(DrawingBuilder& build) {
  Random& random = build.random;
  Drawing& drawing = build.drawing;
  build.material(1);
  drawing.materials[GROUND_MATERIAL] = groundMaterial(random, 1);
  build.material(1);
  if (random.chance(0.5f)) {
    drawing.materials[SKY_MATERIAL] = groundMaterial(random, 1);
  }
  drawing.horizon = random.chance(0.4f) ? random.between(-0.6f, 0.6f) : noHorizon;
  drawing.tilt = random.chance(0.7f) ? 0 : random.between(-1, 1);
  int style = random.below(4);
  drawing.isLit = random.chance(0.75f);
  drawing.isBehindRaised = drawing.isLit && style < 2;
  int scattered = random.chance(0.5f) ? 0 : random.below(20);
  bool isPaper = style == 3 && random.chance(0.6f);
  if (isPaper) {
    Material& paper = drawing.materials[GROUND_MATERIAL];
    paper.pattern = PLAIN;
    paper.first = every(random.between(0.7f, 1));
    paper.dirt = 0;
    scattered = 0;
    drawing.horizon = noHorizon;
  }
  scatterShapes(build, scattered);
  if (random.chance(0.22f)) {
    scatterAlike(build);
  }
  if (random.chance(0.3f)) {
    addBystanders(build);
  }
}

SHARED_CODE void drawFigure(DrawingBuilder& build) {
  Random& random = build.random;
  Drawing& drawing = build.drawing;
  drawing.first = drawing.partCount;
  float size = random.chance(0.15f) ? random.between(1.1f, 1.6f) : random.between(0.4f, 1.15f);
  float aside = fmaxf(0.08f, 0.6f * (1 - size));
  float x = random.between(-aside, aside);
  float y = random.between(-aside, aside);
  build.addFigure(x, y, size);
  bool hasSecond = random.chance(0.1f) && drawing.partCount < 50;
  if (hasSecond) {
    x = random.between(-0.5f, 0.5f);
    y = random.between(-0.5f, 0.5f);
    build.addFigure(x, y, size * 0.5f);
  }
  drawing.last = drawing.partCount;
  bool isAsGround = random.chance(0.13f);
  if (isAsGround) {
    for (int i = drawing.first; i < drawing.last; i++) {
      if (random.chance(0.5f)) {
        Vector ground = drawing.materials[GROUND_MATERIAL].first;
        drawing.materials[drawing.parts[i].material].first = ground * random.between(0.8f, 1.25f);
      }
    }
  }
}

/** The drawing of a seed. */
SHARED_CODE void buildDrawing(Drawing& drawing, uint32_t seed) {
  drawing.partCount = 0;
  drawing.materialCount = 0;
  DrawingBuilder build(drawing, seed);
  Random& random = build.random;
  drawing.seed = random.seed();
  drawBackground(build);
  drawFigure(build);
  drawing.warp = random.chance(0.6f) ? random.between(0, 0.12f) : 0;
  drawing.warpFrequency = random.magnitude(1.5f, 9);
  drawing.fuzz = random.chance(0.4f) ? random.magnitude(0.005f, 0.05f) : 0;
  drawing.fuzzFrequency = random.magnitude(15, 80);
  drawing.shadowX = random.between(-0.2f, 0.2f);
  drawing.shadowY = random.between(-0.2f, 0.1f);
  drawing.shadowBlur = random.magnitude(0.01f, 0.25f);
  drawing.shadowDepth = random.chance(0.6f) ? random.between(0.1f, 0.75f) : 0;
  float lightFrom = random.between(0, 6.28f);
  drawing.lightX = cosf(lightFrom);
  drawing.lightY = sinf(lightFrom);
  drawing.depth = random.magnitude(0.04f, 0.4f);
  drawing.exposure = random.magnitude(0.8f, 1.9f);
  drawing.contrast = random.between(0.85f, 1.15f);
}
