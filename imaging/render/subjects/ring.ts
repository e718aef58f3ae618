import { linear, type Rgb } from "#imaging/render/language/colours.ts"
import { absorptionOf, type Material, type SceneObject } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { rotateX, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { capsule, facets, sphere, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid } from "./kit/kit.ts"

/** Colours of gems by name. */
const gemColours: Readonly<Record<string, Rgb>> = {
  ruby: linear("#c01034"),
  emerald: linear("#0a8a4e"),
  sapphire: linear("#1440b8"),
  diamond: [0.96, 0.97, 0.98],
  amethyst: linear("#8a4ac0"),
  topaz: linear("#e0962a"),
  pearl: linear("#efe8dc"),
  garnet: linear("#7a0f22"),
  opal: linear("#e6e6ee"),
}

/** Colour the prompt gives the stones: the part's own colour, a gem's name, or a gem named before the whole thing. */
export function gemColour(kit: Kit): Rgb | null {
  const gem = kit.part("gem")
  if (gem) return namedColour(gem.look) ?? gemColours[gem.word.replace(/s$/, "")] ?? gemColours.diamond ?? null
  const word = [...kit.look.words, kit.word].join(" ")
  const named = Object.keys(gemColours).find((name) => word.includes(name))
  return named ? (gemColours[named] ?? null) : null
}

/** Metal of a piece of jewellery; gem colours before the noun do not colour the metal. */
export function jewelMetal(kit: Kit): Material {
  const metal = kit.body({ kind: "gold", color: [1, 0.7, 0.3] })
  return metal.metalness ? metal : finish("gold", [1, 0.7, 0.3])
}

/** Light through a cut stone of this colour. */
export function gemMaterial(color: Rgb, size: number): Material {
  return { color: [1, 1, 1], roughness: 0, glass: { ior: 1.8, absorption: absorptionOf(color, size * 2.4) } }
}

/** A round brilliant of the given girdle radius, table upward, girdle at the origin. */
export function brilliant(radius: number): Shape {
  const planes: { normal: Vector3; offset: number }[] = [{ normal: [0, 1, 0], offset: radius * 0.36 }]
  for (let i = 0; i < 8; i += 1) {
    const angle = (i / 8) * Math.PI * 2
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    planes.push({ normal: [c * 0.64, 0.768, s * 0.64], offset: radius * 0.66 })
    planes.push({ normal: [c * 0.74, -0.672, s * 0.74], offset: radius * 0.76 })
    const [c2, s2] = [Math.cos(angle + Math.PI / 8), Math.sin(angle + Math.PI / 8)]
    planes.push({ normal: [c2 * 0.82, 0.572, s2 * 0.82], offset: radius * 0.82 })
  }
  return facets(planes, radius * 1.15)
}

/** A ring that stands upright, with a stone unless it is a plain wedding band. */
export function ring(kit: Kit): Model {
  const metal = jewelMetal(kit)
  const isBand = kit.without("gem") || (/wedding|band/.test(kit.word) && !kit.part("gem"))
  const radius = 0.68
  const tube = isBand ? 0.11 : 0.075
  const middle = radius + tube
  const pieces: SceneObject[] = [solid(translate(rotateX(torus(radius, tube), Math.PI / 2), [0, middle, 0]), metal)]
  if (!isBand) {
    const color = gemColour(kit) ?? gemColours.diamond ?? [1, 1, 1]
    const stone = 0.3
    const high = middle + radius + tube + 0.2
    pieces.push(solid(translate(brilliant(stone), [0, high, 0]), gemMaterial(color, stone)))
    const prongs: Shape[] = []
    for (let i = 0; i < 6; i += 1) {
      const angle = (i / 6) * Math.PI * 2 + 0.3
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      const tip: Vector3 = [c * stone * 0.97, high + 0.06, s * stone * 0.97]
      prongs.push(capsule([c * 0.07, high - 0.3, s * 0.07], tip, 0.022), translate(sphere(0.032), tip))
    }
    pieces.push(solid(union(...prongs), metal))
  }
  return { pieces, yaw: 0.4, sway: 0.2, elevation: 0.16 }
}
