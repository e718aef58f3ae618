import { linear, luminance, mix, type Rgb } from "#imaging/render/language/colours.ts"
import { loft } from "#imaging/render/mesh/loft.ts"
import { joinMeshes, type Mesh } from "#imaging/render/mesh/mesh.ts"
import type { Texture } from "#imaging/render/scene/scene.ts"
import { rotateX, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box, cylinder } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { fractalTable } from "#imaging/render/trace/noise.ts"

const [long, deep] = [1.4, 0.9]
const pileNoise = () => fractalTable(5, 1)
/** Radius of the end that is rolled up. */
const rolled = 0.11
const cream = linear("#eadfc8")

/** A woven field: borders of bands and lozenges around a field with a stepped medallion. */
function woven(field: Rgb, second: Rgb, third: Rgb): (x: number, z: number) => Rgb {
  const fold = (v: number): number => Math.abs(v - Math.floor(v) - 0.5)
  return (x, z) => {
    const [ax, az] = [Math.abs(x), Math.abs(z)]
    const edge = Math.min(long - ax, deep - az)
    if (edge < 0.035) return second
    if (edge < 0.055) return third
    if (edge < 0.2) {
      const along = long - ax < deep - az ? z : x
      const across = Math.abs(edge - 0.1275) / 0.0725
      return fold(along / 0.16) + across * 0.5 < 0.42 ? third : field
    }
    if (edge < 0.225) return third
    if (edge < 0.25) return second
    // Steps as a loom makes them.
    const step = (v: number): number => Math.floor(v / 0.03) * 0.03
    const medallion = step(ax) / 0.92 + step(az) / 0.56
    if (medallion < 0.22) return third
    if (medallion < 0.36) return field
    if (medallion < 0.62) return second
    if (medallion < 0.72) return third
    const corner = step(long - 0.25 - ax) / 0.5 + step(deep - 0.25 - az) / 0.36
    if (corner < 0.62) return corner > 0.5 ? third : second
    return fold(x / 0.2) + fold(z / 0.2) < 0.17 ? third : field
  }
}

/** Threads of the fringe along the end that lies open. */
function fringe(random: () => number): Mesh {
  const threads: Mesh[] = []
  for (let i = 0; i < 64; i += 1) {
    const z = -deep + 0.02 + (i / 63) * (2 * deep - 0.04)
    const end = 0.11 + random() * 0.03
    const lean = (random() - 0.5) * 0.05
    const row = (t: number, half: number): Vector3[] => [
      [long + end * t, 0.02 - 0.012 * t, z + lean * t - half],
      [long + end * t, 0.02 - 0.012 * t, z + lean * t + half],
      [long + end * t, 0.006, z + lean * t],
    ]
    threads.push(loft([row(-0.05, 0.008), row(0.5, 0.009), row(1, 0.004)]))
  }
  return joinMeshes(...threads)
}

/** A rug that lies unrolled but for its end: a woven pattern with borders, or the prompt's own, and a fringe. */
export function rug(kit: Kit): Model {
  const field = namedColour(kit.look) ?? linear("#8e2f2a")
  const second =
    kit.look.colours[1] ??
    (luminance(field) > 0.3 ? mix(field, [0.02, 0.02, 0.05], 0.75) : mix(field, linear("#1c2440"), 0.8))
  const third = kit.look.colours[2] ?? (luminance(field) > 0.5 ? mix(field, linear("#7a5a34"), 0.7) : cream)
  const cloth = kit.body({ kind: "fabric", color: field }, { isSoft: true })
  const isPlain = /fluffy|shaggy/.test(kit.word)
  const pattern = kit.look.pattern || isPlain ? null : woven(field, second, third)
  const pile: Texture = (s, x, y, z, nx, ny, nz) => {
    if (!pattern) cloth.texture?.(s, x, y, z, nx, ny, nz)
    const color = pattern?.(x, z)
    const tuft = pileNoise().at(x * 16, z * 16) - 0.5
    for (let i = 0; i < 3; i += 1) s.color[i] = (color ? (color[i] ?? 0) : (s.color[i] ?? 0)) * (1 + tuft * 0.26)
    s.bump[0] += tuft * 0.35
    s.bump[2] += (pileNoise().at(x * 16 + 5, z * 16 + 3) - 0.5) * 0.35
  }
  // Its back shows on the roll, the turns of it at the ends.
  const back: Texture = (s, x, y, z, _nx, _ny, nz) => {
    const turn = Math.hypot(x + long, y - rolled)
    const shade =
      Math.abs(nz) > 0.8 ? (Math.sin(turn * 160) > 0 ? 0.9 : 0.5) : 0.86 + 0.1 * Math.sin(z * 190) * Math.sin(x * 90)
    for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * shade
    s.bump[2] += nz > 0.8 ? 0 : 0.12 * Math.sin(z * 190)
  }
  return {
    pieces: [
      solid(translate(rotateX(cylinder(rolled, deep, 0.012), Math.PI / 2), [-long, rolled, 0]), {
        ...finish("fabric", mix(field, cream, 0.7)),
        texture: back,
      }),
      solid(translate(box([long, 0.02, deep], 0.014), [0, 0.02, 0]), { ...cloth, roughness: 0.95, texture: pile }),
      ...(isPlain
        ? []
        : [{ geometry: { kind: "mesh" as const, mesh: fringe(kit.random) }, material: finish("fabric", cream) }]),
    ],
    yaw: 0.5,
    sway: 0.15,
    needsNoStand: true,
    isLarge: true,
    isLow: true,
    elevation: 0.55,
  }
}
