import { mix, type Rgb } from "#imaging/render/language/colours.ts"
import { loft } from "#imaging/render/mesh/loft.ts"
import { type Mesh, placeMesh, smoothMesh } from "#imaging/render/mesh/mesh.ts"
import type { Material, SceneObject, Texture } from "#imaging/render/scene/scene.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { fractalTable } from "#imaging/render/trace/noise.ts"

const loops = () => fractalTable(5, 1)

/** Looped pile, and the flat woven band near a towel's end where `band` says how far a place is from its middle. */
const terry =
  (under: Texture | undefined, band: (x: number, y: number, z: number) => number): Texture =>
  (s, x, y, z, nx, ny, nz) => {
    under?.(s, x, y, z, nx, ny, nz)
    const away = Math.abs(band(x, y, z))
    if (away < 0.075) {
      const rib = away > 0.055 ? 0.8 : 0.93
      for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * rib
      s.bump[0] += 0.2 * Math.sign(Math.sin(x * 160))
      return
    }
    const [a, b] = [loops().at((x + nz) * 17 + z * 3, (y + z) * 17), loops().at(x * 17 + 7, (y - z) * 17 + 5)]
    const tuft = a + b - 1
    for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 + tuft * 0.1)
    s.bump[0] += (a - 0.5) * 0.5
    s.bump[1] += (b - 0.5) * 0.5
    s.bump[2] += (loops().at(z * 17, x * 17 + y * 5) - 0.5) * 0.5
  }

/** A ribbon of thick cloth along a path in the y-z plane, from one side to the other. */
function ribbon(path: readonly (readonly [y: number, z: number])[], half: number, thick: number, wobble: number): Mesh {
  const across = 10
  const sections = path.map(([y, z], i): Vector3[] => {
    const [by, bz] = path[Math.max(0, i - 1)] ?? [y, z]
    const [ay, az] = path[Math.min(path.length - 1, i + 1)] ?? [y, z]
    const size = Math.hypot(ay - by, az - bz) || 1
    const [ny, nz] = [(az - bz) / size, -(ay - by) / size]
    const wave = (u: number): number => wobble * Math.sin(u * 5 + i * 0.35)
    const edge = (u: number): number => thick * (1 - 0.35 * Math.abs(u) ** 6)
    const side = (out: 1 | -1): Vector3[] =>
      Array.from({ length: across + 1 }, (_, k): Vector3 => {
        const u = ((k / across) * 2 - 1) * out
        const reach = wave(u) + out * edge(u)
        return [u * half, y + ny * reach, z + nz * reach]
      })
    return [...side(1), ...side(-1)].toReversed()
  })
  return smoothMesh(loft(sections), 70)
}

/** A folded towel: three layers one over another, its folds to the front and to the back. */
function folded(): Mesh {
  const [deep, thick] = [0.62, 0.052]
  const bend = (y: number, z: number, out: 1 | -1): [number, number][] =>
    Array.from({ length: 9 }, (_, i) => {
      const a = (i / 8) * Math.PI
      return [y - Math.cos(a) * thick * 1.02, z + Math.sin(a) * thick * 1.02 * out]
    })
  const straight = (y: number, from: number, to: number): [number, number][] =>
    Array.from({ length: 8 }, (_, i) => [y, from + ((to - from) * i) / 7])
  return ribbon(
    [
      ...straight(thick, -deep + 0.04, deep - 0.06),
      ...bend(thick * 2.02, deep - 0.05, 1),
      ...straight(thick * 3.04, deep - 0.06, -deep + 0.06),
      ...bend(thick * 4.06, -deep + 0.05, -1),
      ...straight(thick * 5.08, -deep + 0.06, deep - 0.02),
    ],
    0.9,
    thick,
    0.006,
  )
}

/** A rolled towel that lies across: a spiral of cloth. */
function rolled(): Mesh {
  const turns = 3.4
  const path = Array.from({ length: 90 }, (_, i): [number, number] => {
    const a = (i / 89) * turns * 2 * Math.PI
    const r = 0.04 + (a / (2 * Math.PI)) * 0.098
    return [Math.cos(a) * r, Math.sin(a) * r]
  })
  return ribbon(path, 0.85, 0.046, 0.003)
}

/** Where rolled towels lie: in rows, each one shorter than that below it. */
function pile(count: number): Vector3[] {
  const radius = 0.4
  const places: Vector3[] = []
  let row = Math.ceil((Math.sqrt(8 * count + 1) - 1) / 2)
  for (let y = radius; places.length < count; y += radius * 1.68) {
    const here = Math.min(row, count - places.length)
    for (let k = 0; k < here; k += 1) places.push([0, y, (k - (here - 1) / 2) * radius * 2.04])
    row -= 1
  }
  return places
}

/** Towels of terry cloth, as many as the prompt wants: folded in a stack, or rolled in a pile where it says so. */
export function towels(kit: Kit): Model {
  const own = kit.look.colours
  const first = namedColour(kit.look) ?? kit.palette.product
  const colours: Rgb[] =
    own.length > 1
      ? [...own]
      : own.length === 1
        ? [first]
        : [first, mix(kit.palette.pale, [1, 1, 1], 0.35), mix(first, [1, 1, 1], 0.45)]
  const base = kit.body({ kind: "fabric", color: first }, { isSoft: true })
  const cloth = (i: number, band: (x: number, y: number, z: number) => number): Material => {
    const color = colours[i % colours.length] ?? first
    const under = kit.look.pattern ? base.texture : undefined
    return { ...base, color, roughness: 0.95, texture: terry(under, band) }
  }
  const piece = (mesh: Mesh, material: Material): SceneObject => ({ geometry: { kind: "mesh", mesh }, material })
  const count = /set/.test(kit.word) ? Math.max(4, kit.count) : kit.count
  if (/roll/.test([...kit.look.words, kit.word].join(" "))) {
    const roll = rolled()
    return {
      pieces: pile(count).map((at, i) =>
        piece(
          placeMesh(roll, at),
          cloth(i, (x) => Math.abs(x) - 0.66),
        ),
      ),
      yaw: 0.95,
      sway: 0.12,
      elevation: 0.24,
    }
  }
  const towel = folded()
  const high = 0.052 * 6.15
  return {
    pieces: Array.from({ length: count }, (_, i) =>
      piece(
        placeMesh(
          towel,
          [(kit.random() - 0.5) * 0.04, i * high, (kit.random() - 0.5) * 0.04],
          (kit.random() - 0.5) * 0.06,
        ),
        cloth(i, (x) => Math.abs(x) - 0.62),
      ),
    ),
    yaw: 0.42,
    sway: 0.12,
    elevation: 0.22,
  }
}
