import { luminance, mix, type Rgb, scale } from "./language/colours.ts"
import { type Nearest, nearestTo, putInstead } from "./language/nearest.ts"
import { isLarge, readScene } from "./language/read-scene.ts"
import type { Reading } from "./language/reading.ts"
import type { PlaceWord } from "./language/scenery-words.ts"
import { substituteFor } from "./language/substitutes.ts"
import type { Ground, Material, Scene, SceneObject, Sky } from "./scene/scene.ts"
import { grassBlades } from "./settings/blades.ts"
import { frameSubject } from "./settings/camera.ts"
import { randomFrom } from "./settings/chance.ts"
import { glowCards } from "./settings/glow-card.ts"
import { standingLetters } from "./settings/letters.ts"
import { type Lighting, type LightName, lightingOf, rimLights } from "./settings/lights.ts"
import { gradingFor, lookFor, type Style } from "./settings/looks.ts"
import { neonSign } from "./settings/neon-sign.ts"
import { type Palette, paletteFor } from "./settings/palette.ts"
import { boundsOfAll } from "./settings/placement.ts"
import { places } from "./settings/places.ts"
import { makeProps, propsForMood } from "./settings/props.ts"
import type { Stage } from "./settings/stage.ts"
import { backForms, podium, type Stand, standMaterial } from "./settings/stand.ts"
import { shadowLeaves } from "./settings/sun-shadows.ts"
import { surfaceMaterial } from "./settings/surfaces.ts"
import { takeOf } from "./settings/takes.ts"
import { castSubject, readCast } from "./subjects/cast.ts"
import { namedColour } from "./subjects/kit/kit.ts"
import { canPrint } from "./text/outline.ts"

/** A picture that is wanted. */
export interface SceneRequest {
  /** The person's own words: empty, 5,000 letters, any script. */
  prompt: string
  style: Style
  seed: number
  /** Number of the picture in its order, 0 when absent: others show the thing from elsewhere and in other light. */
  take?: number
  /** Pixels. */
  width: number
  height: number
  /** A poster of the words is wanted, whatever they name. */
  isPoster?: boolean
}

/** What was read from the prompt. */
export interface SceneReading {
  /** Phrases that take effect. */
  understood: string[]
  /** Things that something else stands in for. */
  substituted: string[]
  /** Words that did not. */
  ignored: string[]
}

/** The same before it is drawn. */
export interface PictureReading extends SceneReading {
  /** False: the main thing cannot be drawn, and the words themselves would be set on a poster. */
  isUnderstood: boolean
  /** That thing, in the person's words; null where it is drawn, or none was named. */
  unknown: string | null
  /** What can be drawn instead of it, or of what something else stands in for. */
  nearest: Nearest | null
  /** Which words say what of the scene. */
  scene: Reading["said"]
  /** Whether the main thing stands on a floor, as furniture does. */
  isLarge: boolean
}

/**
 * What will be in a picture of a prompt and what will not: the very words that `buildScene` tells. Takes a few
 * milliseconds: its things are put together, their triangles are not made. Never throws.
 */
export function readPicture(prompt: string, style: Style): PictureReading {
  const reading = readStyled({ prompt, style })
  const { subject, texts, neon, unknown } = reading
  const isUnderstood = subject !== null || (unknown === null && (texts.length > 0 || neon !== null))
  const told = report(reading, readCast(reading))
  const scene = { scene: reading.said, isLarge: isLarge(reading) }
  return { ...told, isUnderstood, unknown, nearest: nearestOf(reading, prompt), ...scene }
}

/** What can be drawn in place of the thing that cannot, or of those that others stand in for. */
function nearestOf({ subject, companions, unknown }: Reading, prompt: string): Nearest | null {
  if (unknown !== null) return nearestTo(unknown, prompt)
  const stoodFor = [subject, ...companions].flatMap((thing) => {
    const drawn = thing && substituteFor(thing)
    // "headphones without a microphone" are asked for as headphones.
    return thing && drawn ? [{ word: thing.word, drawn: drawn.replace(/ without .*/, "") }] : []
  })
  const [first] = stoodFor
  if (!first) return null
  const changed = stoodFor.reduce((words, { word, drawn }) => putInstead(words, word, drawn), prompt)
  return changed === prompt ? null : { thing: first.drawn, prompt: changed }
}

function readStyled({ prompt, style, isPoster = false }: Pick<SceneRequest, "prompt" | "style" | "isPoster">): Reading {
  const reading = readScene(prompt)
  if (isPoster) return { ...reading, subject: null, companions: [], parts: [], neon: null }
  if (style === "embedded-text") embedStrangeWords(reading)
  return reading
}

function report({ understood, substituted, ignored }: Reading, passedOver: readonly string[]): SceneReading {
  return {
    understood: understood.filter((phrase) => !passedOver.includes(phrase)),
    substituted,
    ignored: [...new Set([...ignored, ...passedOver])],
  }
}

/** Places whose own light is not the studio's. */
export const usualLight: Readonly<Partial<Record<PlaceWord, LightName>>> = {
  beach: "golden",
  desert: "golden",
  garden: "daylight",
  forest: "daylight",
  balcony: "daylight",
  city: "street",
  market: "daylight",
  sky: "soft",
  snow: "soft",
  kitchen: "daylight",
  cafe: "candlelight",
}

/** Places that have lamps of their own at night. */
const nightLight: Readonly<Partial<Record<PlaceWord, LightName>>> = {
  city: "street",
  balcony: "street",
  cafe: "candlelight",
}

/**
 * Builds the scene for a prompt: the thing it names, with the colours and materials it asks for, in its surroundings and
 * light. Same prompt, style, seed and size: same scene. Never throws.
 */
export function buildScene(request: SceneRequest): {
  scene: Scene
  /** `subject` is what was drawn: a name of the vocabulary, "poster" or "still life". */
  reading: SceneReading & { subject: string }
} {
  const reading = readStyled(request)
  const random = randomFrom(`${request.prompt.slice(0, 400)}|${request.seed}`)
  const side = random() < 0.5 ? -1 : 1
  const placeName: PlaceWord = reading.place?.name ?? "studio"
  const take = takeOf(reading, usualLight[placeName], request.take ?? 0)
  const asked = reading.light ?? take.light ?? usualLight[placeName] ?? "soft"
  const light = asked === "moonlight" ? (nightLight[placeName] ?? asked) : asked
  const palette = paletteOf(reading, light, random)
  const cast = castSubject(reading, palette, random)
  const stand = standFor(reading, cast, placeName, palette, random)
  const actors = cast.arrange(stand.height)
  const product = boundsOfAll(actors)
  const focus = stand.height + (product.max[1] - product.min[1]) * 0.45
  const lighting = lightingOf(light, [0, focus, 0], side)
  if (isDark(actors)) {
    lighting.lights.push(...rimLights([0, focus, 0], luminance(palette.backdrop) < 0.06 ? 2.6 : 1))
  }
  const { surface } = reading
  // The market's boards are a stall's table: what is as large as furniture stands on the ground before it.
  const ground = surface ?? (cast.isLarge && placeName === "market" ? { name: "stone" as const, look: null } : null)
  const floor = ground && surfaceMaterial(ground.name, ground.look, request.seed)
  const stage = places[placeName]({ palette, light, look: reading.place?.look ?? null, floor, side, random })
  const reach = Math.max(product.max[0], -product.min[0])
  const extras = propsFor(
    reading,
    cast.isLarge,
    { reach, stand, palette, tall: product.max[1] - stand.height, placeName, hasHardSun: lighting.hasHardSun },
    random,
  )
  const sun =
    lighting.hasHardSun && reading.propsWanted && placeName === "studio" ? shadowLeaves(lighting, focus, random) : []
  const isLawn = (placeName === "garden" || placeName === "forest") && floor === null && !cast.isLarge
  const grass =
    isLawn && reading.view !== "top"
      ? [grassBlades(stand.objects.length > 0 ? radiusOf(stand) : cast.radius, random)]
      : []
  const cards = glowCards(actors, lighting)
  const { neon } = reading
  const sign = neon ? neonSign(neon.text, neon.look.colours[0] ?? null, product) : []
  const objects = [...actors, ...sign, ...stand.objects, ...stage.objects, ...extras, ...sun, ...cards, ...grass]
  const camera = frameSubject({
    view: reading.view,
    subject: sign.length > 0 ? boundsOfAll([...actors, ...sign.slice(0, 2)]) : product,
    isLarge: cast.isLarge,
    elevation: Math.max(
      0.03,
      Math.min(cast.elevation + take.raised, Math.max((cast.isLow ? null : stage.horizon) ?? 1, cast.leastElevation)),
    ),
    sunk: reading.view === null && cast.leastElevation > (stage.horizon ?? 1) ? 0.085 : 0,
    take,
    width: request.width,
    height: request.height,
    random,
  })
  if (cast.textBeside) {
    const before = Math.max(product.max[2], radiusOf(stand)) + 0.35
    const away = Math.hypot(camera.position[0], camera.position[2] - before)
    const half = Math.tan((camera.fov * Math.PI) / 360) * Math.min(1, request.width / request.height) * away
    const tall = Math.min(half * 0.42, (product.max[1] - product.min[1]) * 0.4 + stand.height)
    objects.push(
      ...standingLetters(
        cast.textBeside,
        { reach: half * 0.8, floor: 0, z: before, tall },
        lighting,
        stage.ground.material.color,
      ),
    )
  }
  const scene: Scene = {
    objects,
    subject: actors.map((_, i) => i),
    ground: cast.isLarge ? finer(stage.ground) : stage.ground,
    backdrop: tinted(stage.paint, lighting),
    environment: surroundings(stage, lighting),
    lights: lighting.lights,
    camera,
    grading: gradingFor(request.style, lighting),
    look: lookFor(request.style),
    seed: request.seed,
  }
  return { scene, reading: { ...report(reading, cast.ignored), subject: cast.name } }
}

/** True when the product's main piece is nearly black: without a rim of light it would be a hole in the picture. */
function isDark([main]: readonly SceneObject[]): boolean {
  const material = main?.material
  return material !== undefined && !material.glass && !material.metalness && luminance(material.color) < 0.035
}

/** In the embedded-text style words that name nothing are the text, when none was quoted. */
function embedStrangeWords(reading: Reading): void {
  const words = reading.strange.join(" ").slice(0, 40)
  if (reading.texts.length > 0 || !reading.subject || !canPrint(words)) return
  reading.texts.push(words)
  reading.ignored = reading.ignored.filter((phrase) => !reading.strange.includes(phrase))
  reading.understood.push(`the text “${words}”`)
}

/** Floors for furniture and cars, which are drawn several times smaller than a mug beside the same boards. */
function finer(ground: Ground): Ground {
  const { texture } = ground.material
  if (!texture) return ground
  const material: Material = {
    ...ground.material,
    texture: (s, x, y, z, nx, ny, nz) => texture(s, x * 3.2, y * 3.2, z * 3.2, nx, ny, nz),
  }
  return { ...ground, material }
}

/** Tone-on-tone colours; dark lights get dark sets so that grey never stands in for black. */
function paletteOf(reading: Reading, light: LightName, random: () => number): Palette {
  const main = reading.subject ? namedColour(reading.subject.look) : null
  const asked = reading.place?.look.colours[0] ?? null
  // Black walls are dark grey ones in light: on the blackest a dark product has no outline.
  const wanted = asked && luminance(asked) < 0.02 ? mix(asked, [0.09, 0.09, 0.096], 0.5) : asked
  const warmth = light === "golden" || light === "candlelight" ? 1 : 0
  const palette = paletteFor(main, wanted, warmth, random)
  const gain = wanted && luminance(wanted) < 0.1 ? 1 : (lightingOf(light, [0, 1, 0], 1).setGain ?? 1)
  const dim = (c: Rgb): Rgb => scale(c, gain)
  return {
    ...palette,
    backdrop: dim(palette.backdrop),
    stand: dim(palette.stand),
    deep: dim(palette.deep),
    pale: dim(palette.pale),
  }
}

type Cast = ReturnType<typeof castSubject>

function standFor(reading: Reading, cast: Cast, place: PlaceWord, palette: Palette, random: () => number): Stand {
  const wanted = reading.stand !== null
  const mayHave =
    place === "studio" && !reading.surface && !cast.isLarge && !cast.needsNoStand && reading.view !== "top"
  if (!wanted && !(mayHave && random() < 0.62)) return { objects: [], height: 0 }
  const material = standMaterial(reading.stand, palette)
  const step = random() < 0.45 ? standMaterial(null, { ...palette, stand: palette.deep }) : null
  return podium(cast.radius, material, step, random)
}

interface Room {
  reach: number
  stand: Stand
  palette: Palette
  tall: number
  placeName: PlaceWord
  hasHardSun: boolean
}

function propsFor(reading: Reading, isLarge: boolean, room: Room, random: () => number): SceneObject[] {
  const { stand, palette, reach, tall, placeName } = room
  const named = reading.props.map((prop) => ({ name: prop.name, color: prop.look.colours[0] ?? null }))
  const isPlainStudio = placeName === "studio" && !reading.surface
  const wild = reading.propsWanted && reading.view !== "close" && !isLarge && named.length === 0
  const names =
    wild && placeName === "studio" ? propsForMood(reading.mood, random).map((name) => ({ name, color: null })) : named
  const podiumRadius = stand.objects.length > 0 ? radiusOf(stand) : null
  const made = makeProps(names, { reach, podium: podiumRadius, tall, palette, random })
  const hasForms =
    isPlainStudio && reading.propsWanted && reading.view !== "top" && reading.mood !== "minimal" && !isLarge
  const forms =
    hasForms && stand.objects.length > 0
      ? backForms(podiumRadius ?? reach, tall + stand.height, palette, random, !room.hasHardSun)
      : []
  return [...made, ...forms]
}

function radiusOf(stand: Stand): number {
  return Math.max(
    0,
    ...stand.objects.map((piece) => (piece.geometry.kind === "field" ? piece.geometry.shape.bounds.max[0] : 0)),
  )
}

function tinted(paint: Sky, lighting: Lighting): Sky {
  const [r, g, b] = lighting.backdrop
  return (x, y, z, out) => {
    paint(x, y, z, out)
    out[0] *= r
    out[1] *= g
    out[2] *= b
  }
}

/** Broad light of the lighting plus a dim mirror image of the painted background. */
function surroundings(stage: Stage, lighting: Lighting): Sky {
  const { ambient, backdrop } = lighting
  return (x, y, z, out) => {
    stage.paint(x, Math.abs(y) * 0.9 + 0.02, z, out)
    const up = 0.62 + 0.38 * y
    for (let i = 0; i < 3; i += 1) {
      const painted = Math.min(1.5, out[i] ?? 0) * (backdrop[i] ?? 1) * stage.ambient
      out[i] = (ambient[i] ?? 0) * up * 0.8 + painted * 0.55
    }
  }
}
