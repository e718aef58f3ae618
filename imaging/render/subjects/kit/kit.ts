import { colourWords, linear, type Rgb, shadeWords } from "#imaging/render/language/colours.ts"
import type { Absent, Look, Thing } from "#imaging/render/language/reading.ts"
import type { MaterialWord, PartWord } from "#imaging/render/language/vocabulary.ts"
import type { Material, SceneObject } from "#imaging/render/scene/scene.ts"
import type { Shape } from "#imaging/render/sdf/shape.ts"
import { type FinishOptions, finish, isMetal, naturalColours } from "#imaging/render/settings/finishes.ts"
import type { Palette } from "#imaging/render/settings/palette.ts"
import { printOf } from "#imaging/render/settings/patterns.ts"

/** A finished thing: stands on y = 0 around the origin, its front toward +z, about 2 units tall or wide. */
export interface Model {
  pieces: SceneObject[]
  /** Turn around y that shows the thing best, radians; the seed varies it a little. */
  yaw?: number
  /** How far the yaw may vary to both sides, radians; 0.3 when absent. */
  sway?: number
  /** Camera height it likes, radians above the horizon; 0.2 when absent. */
  elevation?: number
  /** Radians above the horizon that the camera is at least at, also in rooms and outdoors: what lies in bowls must be seen. */
  leastElevation?: number
  /** True for things that lie flat or hang and look wrong on a podium. */
  needsNoStand?: boolean
  /** True for what is so low that only from above it is seen: places then show their floor more than their background. */
  isLow?: boolean
  /** True for furniture and vehicles: they stand on floors, not on tables. */
  isLarge?: boolean
}

/** Colour and material that a thing has when the prompt names none. */
export interface Default {
  kind: MaterialWord
  color: Rgb
}

/** What a subject may ask for while it is built. Asking for a part or the text marks it as honoured. */
export interface Kit {
  random(): number
  look: Look
  /** The person's word for the thing, singular. */
  word: string
  /** How many the prompt wants, for things that are built as a group. */
  count: number
  /** True when another thing stands on it or lies in it. */
  bears: boolean
  palette: Palette
  /** What the prompt says about a part, or null. */
  part(name: PartWord): Thing<PartWord> | null
  /** True when the prompt does not want the part; whoever asks leaves it out then. */
  without(name: PartWord): boolean
  /** The text to print on the thing, or null. */
  text(): string | null
  /** Material of the thing itself. */
  body(fallback: Default, options?: FinishOptions): Material
  /** Material of a part: what the prompt says about it, else the fallback. */
  of(name: PartWord, fallback: Default, options?: FinishOptions): Material
}

/** What a kit is made from. */
export interface KitSource {
  look: Look
  word: string
  count: number
  bears?: boolean
  parts: readonly Thing<PartWord>[]
  absent: readonly Absent[]
  texts: readonly string[]
  palette: Palette
  random: () => number
}

/** Which parts and texts a subject asked for, to tell the person what was not drawn, or was all the same. */
export interface Honoured {
  parts: Set<PartWord>
  /** Parts it would have left out. */
  absent: Set<PartWord>
  text: boolean
}

/** A kit, and the record of what was asked of it. */
export function createKit(source: KitSource): { kit: Kit; honoured: Honoured } {
  const honoured: Honoured = { parts: new Set(), absent: new Set(), text: false }
  const part = (name: PartWord): Thing<PartWord> | null => {
    honoured.parts.add(name)
    return source.parts.find((thing) => thing.name === name) ?? null
  }
  const kit: Kit = {
    random: source.random,
    look: source.look,
    word: source.word,
    count: source.count,
    bears: source.bears ?? false,
    palette: source.palette,
    part,
    without: (name) => {
      honoured.absent.add(name)
      return source.absent.some((absent) => absent.name === name)
    },
    text: () => {
      honoured.text = true
      return source.texts[0] ?? null
    },
    body: (fallback, options) => materialFor(source.look, fallback, options),
    of: (name, fallback, options) => {
      const named = part(name)
      return named ? materialFor(named.look, fallback, options) : finish(fallback.kind, fallback.color, options)
    },
  }
  return { kit, honoured }
}

const surfaceOnly: ReadonlySet<MaterialWord> = new Set(["matte", "glossy"])

function materialFor(look: Look, fallback: Default, options: FinishOptions = {}): Material {
  const { colours, accent } = ownColours(look)
  const kinds = look.materials.filter((kind) => kind !== accent && !(options.isSoft && isMetal(kind)))
  const named = kinds.find((kind) => !surfaceOnly.has(kind))
  const polish = kinds.find((kind) => surfaceOnly.has(kind))
  // "black lid": a colour without a material is paint, even where metal is usual.
  const usual = isMetal(fallback.kind) && colours.length > 0 ? (polish ?? "glossy") : fallback.kind
  const kind = named ?? (polish && !isMetal(fallback.kind) && !options.isSoft ? polish : usual)
  const metallic = options.isSoft ? look.materials.find(isMetal) : undefined
  const natural = named && named !== fallback.kind ? naturalColours[named] : undefined
  const color =
    colours[0] ?? (metallic ? linear(colourWords[metallic] ?? "#cccccc") : shaded(look, natural ?? fallback.color))
  // Lace is the cloth's own colour, the others have colours of their own where none is named.
  const inks = look.pattern === "lace" ? [color] : colours
  const print = look.pattern && look.pattern !== "ribbed" ? printOf(look.pattern, inks) : undefined
  const made = finish(kind, color, print ? { ...options, print } : options)
  if (polish && kind !== polish && !made.glass) return { ...made, roughness: polish === "matte" ? 0.6 : 0.08 }
  return made
}

/** Colours that are not just the names of metals; with others beside it, a metal is an accent ("black and gold"). */
function ownColours(look: Look): { colours: Rgb[]; accent: MaterialWord | null } {
  const metal = look.materials.find(isMetal)
  if (!metal) return { colours: look.colours, accent: null }
  const own = linear(colourWords[metal] ?? "#000000")
  const colours = look.colours.filter((c) => c.some((x, i) => Math.abs(x - (own[i] ?? 0)) > 0.004))
  const named = look.colours.length > colours.length
  return { colours, accent: named && colours.length > 0 ? metal : null }
}

/** "dark wood": a shade word without a colour shifts the material's own. */
function shaded(look: Look, color: Rgb): Rgb {
  const word = look.words.find((w) => shadeWords[w])
  return (word && look.colours.length === 0 && shadeWords[word]?.(color)) || color
}

/** The colour that the prompt gives the thing, or null when it names none. */
export function namedColour(look: Look): Rgb | null {
  return ownColours(look).colours[0] ?? null
}

/** A solid from a distance field. */
export function solid(shape: Shape, material: Material): SceneObject {
  return { geometry: { kind: "field", shape }, material }
}

/** Metal for trims that suits the prompt: its own metal when it names one, else gold. */
export function trimOf(look: Look): MaterialWord {
  return look.materials.find(isMetal) ?? "gold"
}
