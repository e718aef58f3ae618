import type { Product } from "#imaging/compose/product/product.ts"
import type { Rgb } from "#imaging/render/language/colours.ts"
import { plainGrading, type Scene, type Sky } from "#imaging/render/scene/scene.ts"
import { randomFrom } from "#imaging/render/settings/chance.ts"
import { type Lighting, lightingOf } from "#imaging/render/settings/lights.ts"
import type { Palette } from "#imaging/render/settings/palette.ts"
import { places } from "#imaging/render/settings/places.ts"
import type { Stage } from "#imaging/render/settings/stage.ts"
import { shadowLeaves } from "#imaging/render/settings/sun-shadows.ts"
import { surfaceMaterial } from "#imaging/render/settings/surfaces.ts"
import { dress, standFor } from "./dressing.ts"
import { traceFeet } from "./footprint.ts"
import { exposureFor } from "./light-meter.ts"
import { setPalette } from "./palette.ts"
import { buildStandIn } from "./stand-in.ts"
import type { Template } from "./templates.ts"
import { viewSet } from "./view.ts"

/** The picture that is wanted. */
export interface ShotRequest {
  template: Template
  seed: number
  /** Pixels. */
  width: number
  height: number
}

/** A set with the product's stand-in, ready to be drawn, and what the photo needs to join it. */
export interface ProductSet {
  scene: Scene
  /** World height on which the product stands. */
  floor: number
  /** 0 for bright sets, toward 1 for dark ones. */
  darkness: number
}

/** Builds the set of a template around a product. Same product, template, seed and size: same set. */
export function buildSet(product: Product, request: ShotRequest): ProductSet {
  const { template, seed } = request
  const random = randomFrom(`${template.name}|${seed}`)
  const side = random() < 0.5 ? -1 : 1
  const palette = paletteOf(product, template, random)
  const stage = stageOf(request, palette, side, random)
  const view = { aspect: request.width / request.height, fill: template.fill, horizon: stage.horizon }
  const dressing = { template, palette, random }
  const stand = standFor(product, traceFeet(product, viewSet(product, 0, view), 0), dressing)
  const camera = viewSet(product, stand.height, view)
  const feet = traceFeet(product, camera, stand.height)
  const focus = stand.height + product.tall * 0.45
  const lighting = lightingOf(template.light, [0, focus, 0], side)
  const extras = dress(product, stand, dressing)
  const leaves = template.hasLeafShadows && lighting.hasHardSun ? shadowLeaves(lighting, focus, random) : []
  const light = { lights: lighting.lights, environment: surroundings(stage, lighting) }
  const exposure = exposureFor(light, [0, focus, 0.3])
  const scene: Scene = {
    ...light,
    objects: [buildStandIn(product, feet, stand.height), ...stand.objects, ...stage.objects, ...extras, ...leaves],
    subject: [0],
    ground: stage.ground,
    backdrop: tinted(stage.paint, lighting.backdrop),
    camera,
    grading: gradingFor(template, exposure),
    look: "photo",
    seed,
  }
  return { scene, floor: stand.height, darkness: 1 - lighting.setGain ** 0.7 }
}

/** White backgrounds get no grain and no darker corners; `whiten` does the rest. */
function gradingFor({ wall }: Template, exposure: number): Scene["grading"] {
  if (wall === "white")
    return { ...plainGrading, exposure: exposure * 1.2, vignette: 0, grain: 0, bloom: 0, contrast: 0 }
  return { ...plainGrading, exposure, vignette: 0.12 }
}

/** Dark lights get darker walls; walls given by their colour, or as dark, already are as deep as they should be. */
function paletteOf(product: Product, { light, wall, colours }: Template, random: () => number): Palette {
  const gain = lightingOf(light, [0, 1, 0], 1).setGain
  const isFixed = colours !== undefined || typeof wall === "object" || wall === "dark"
  return setPalette(product.colour, { wall, colours, gain: isFixed ? Math.max(gain, 0.6) : gain, random })
}

function stageOf({ template, seed }: ShotRequest, palette: Palette, side: number, random: () => number): Stage {
  const floor = template.floor ? surfaceMaterial(template.floor, template.looks?.floor ?? null, seed) : null
  return places[template.place ?? "studio"]({ palette, light: template.light, look: null, floor, side, random })
}

function tinted(paint: Sky, gain: Rgb): Sky {
  return (x, y, z, out) => {
    paint(x, y, z, out)
    for (let i = 0; i < 3; i++) out[i] = (out[i] ?? 0) * (gain[i] ?? 1)
  }
}

/** What lights the set from everywhere: the lighting's own broad light and a dim image of the painted background. */
function surroundings({ paint, ambient }: Stage, lighting: Lighting): Sky {
  return (x, y, z, out) => {
    paint(x, Math.abs(y) * 0.9 + 0.02, z, out)
    for (let i = 0; i < 3; i++) {
      const painted = Math.min(1.5, out[i] ?? 0) * (lighting.backdrop[i] ?? 1) * ambient
      out[i] = (lighting.ambient[i] ?? 0) * (0.5 + 0.3 * y) + painted * 0.55
    }
  }
}
