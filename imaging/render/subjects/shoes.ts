import { linear, mix, type Rgb } from "#imaging/render/language/colours.ts"
import { loft, smoothSections } from "#imaging/render/mesh/loft.ts"
import { type Mesh, mapMesh, smoothMesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene.ts"
import { smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { rotateX, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { capsule, cylinder, torus } from "#imaging/render/sdf/solids.ts"
import { place } from "#imaging/render/settings/placement.ts"
import { rod } from "./forms.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit.ts"
import { finish } from "#imaging/render/settings/finishes.ts"

const isSoft = true

/** Half width of a foot's outline from heel (0) to toe (1). */
function footWidth(t: number): number {
  const knots = [0.02, 0.2, 0.265, 0.25, 0.245, 0.29, 0.335, 0.33, 0.26, 0.14, 0.02]
  const at = t * 10
  const i = Math.min(9, Math.floor(at))
  const k = at - i
  const smooth = k * k * (3 - 2 * k)
  return (knots[i] ?? 0) * (1 - smooth) + (knots[i + 1] ?? 0) * smooth
}

/** Section across the foot at length t: a rounded bridge from sole level to `high`. */
function section(t: number, low: number, high: number, wide: number, lean: number): Vector3[] {
  const x = -1 + t * 2
  return Array.from({ length: 40 }, (_, i) => {
    const a = (i / 40) * Math.PI * 2
    const c = Math.cos(a)
    const s = Math.sin(a)
    const up = s > 0 ? s ** 0.8 : -((-s) ** 0.25)
    const narrow = s > 0 ? 1 - 0.3 * s * s * Math.min(1, (high - low) * 1.6) : 1
    return [
      x,
      s > 0 ? low + up * (high - low) : low + up * 0.02,
      -Math.sign(c) * Math.abs(c) ** 0.75 * wide * narrow + lean * Math.max(0, up),
    ] as Vector3
  })
}

const heights = [0.34, 0.66, 0.78, 0.8, 0.74, 0.64, 0.52, 0.41, 0.34, 0.28, 0.2]
const heightAt = (t: number): number => {
  const at = t * 10
  const i = Math.min(9, Math.floor(at))
  return (heights[i] ?? 0) + ((heights[i + 1] ?? 0) - (heights[i] ?? 0)) * (at - i)
}

function upper(): Mesh {
  const sections: Vector3[][] = []
  for (let i = 0; i <= 20; i += 1) {
    const t = 0.02 + (i / 20) * 0.96
    sections.push(section(t, 0.17, 0.17 + heightAt(t), Math.max(0.03, footWidth(t) * 0.98), 0))
  }
  return loft(smoothSections(sections, 2))
}

function soleMesh(low: number, high: number, grow: number): Mesh {
  const outline = (y: number, extra: number): Vector3[] => {
    const ring: Vector3[] = []
    for (let i = 0; i < 72; i += 1) {
      const a = (i / 72) * Math.PI * 2
      const t = 0.5 - Math.cos(a) * 0.5
      const side = i < 36 ? 1 : -1
      const spring = 0.1 * Math.max(0, t - 0.78) ** 2 * 20
      ring.push([
        -1 + t * 2 + (t < 0.5 ? -1 : 1) * extra * (1 - Math.abs(Math.sin(a))),
        y + spring * 0.4,
        side * (footWidth(t) + extra) * (Math.sin(a) === 0 ? 0.2 : 1),
      ])
    }
    return ring
  }
  return loft([
    outline(low, grow - 0.02),
    outline(low + 0.02, grow),
    outline(high - 0.02, grow),
    outline(high, grow - 0.015),
  ])
}

const meshed = (mesh: Mesh, material: SceneObject["material"], crease = 50): SceneObject => ({
  geometry: { kind: "mesh", mesh: smoothMesh(mesh, crease) },
  material,
})

/** Both shoes of a pair: the second one stands behind, turned. */
function pair(pieces: SceneObject[]): SceneObject[] {
  const mirrored = pieces
  return [
    ...place(pieces, { offset: [0, 0, 0.36], yaw: 0, scale: 1 }),
    ...place(mirrored, { offset: [0.16, 0, -0.48], yaw: 0.28, scale: 1 }),
  ]
}

/** A low sneaker with laces, tongue, toe cap and side stripe. */
export function sneaker(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear("#efece4")
  const accent: Rgb =
    kit.look.colours[1] ?? (kit.look.colours.length > 0 ? mix(color, [0.95, 0.94, 0.92], 0.75) : kit.palette.product)
  const leather = kit.body({ kind: "matte", color }, { isSoft })
  const opening = (t: number): boolean => t > 0.12 && t < 0.4
  const shaped = mapMesh(upper(), ([x, y, z]) => {
    const t = (x + 1) / 2
    const collar = opening(t) ? Math.min(1, Math.min(t - 0.12, 0.4 - t) * 12) : 0
    const dip = Math.max(0, y - 0.74) * collar
    return [x - 0.05 * Math.max(0, y - 0.5) * (t < 0.2 ? 1 : 0), y - dip * 0.85, z]
  })
  const texture: SceneObject["material"]["texture"] = (s, x, y, z, nx, ny, nz) => {
    leather.texture?.(s, x, y, z, nx, ny, nz)
    const t = (x + 1) / 2
    const stripe = Math.abs(x * 0.8 + (y - 0.42) * 0.9 + 0.08)
    const put = (c: Rgb, rough: number): void => {
      s.color = [c[0], c[1], c[2]]
      s.roughness = rough
    }
    if (y > 0.72 && t > 0.1 && t < 0.42 && ny > 0.35) put([0.02, 0.02, 0.022], 0.9)
    else if (Math.abs(z) > 0.1 && stripe < 0.055 && y < 0.72 && y > 0.2) put(accent, 0.5)
    else if (t < 0.13 && y < 0.72) put(accent, 0.5)
    const seam = Math.min(
      Math.abs(t - 0.78 + (y - 0.3) * 0.3),
      Math.abs(y - 0.62 - (t - 0.3) * 0.2) + (t > 0.5 ? 1 : 0),
      Math.abs(t - 0.145),
    )
    if (seam < 0.006) for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * 0.55
    if (t > 0.8) s.bump[0] += Math.sin(x * 90) * Math.sin(z * 90) * 0.12
  }
  const laces: Shape[] = []
  for (let i = 0; i < 6; i += 1) {
    const t = 0.46 + i * 0.055
    const x = -1 + t * 2
    const y = 0.17 + heightAt(t) + 0.004
    laces.push(
      capsule([x, y - 0.02, -0.13], [x + 0.03, y + 0.012, 0], 0.022),
      capsule([x + 0.03, y + 0.012, 0], [x, y - 0.02, 0.13], 0.022),
    )
  }
  const bow = union(
    rod(
      [
        [-0.06, 0.86, 0],
        [-0.02, 0.92, 0.12],
        [-0.1, 0.86, 0.22],
      ],
      0.02,
    ),
    rod(
      [
        [-0.06, 0.86, 0],
        [-0.02, 0.92, -0.12],
        [-0.1, 0.86, -0.22],
      ],
      0.02,
    ),
  )
  const sole = kit.of("sole", { kind: "matte", color: linear("#f3f0ea") })
  const grooved: SceneObject["material"] = {
    ...sole,
    texture: (s, x, y, z, nx, ny, nz) => {
      sole.texture?.(s, x, y, z, nx, ny, nz)
      if (y < 0.07) s.bump[0] += Math.sign(Math.sin(x * 70)) * 0.3
      if (Math.abs(y - 0.12) < 0.006) for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * 0.6
    },
  }
  const pieces: SceneObject[] = [
    meshed(shaped, { ...leather, texture }, 70),
    meshed(soleMesh(0, 0.21, 0.035), grooved, 35),
    solid(union(...laces, bow), kit.of("strap", { kind: "fabric", color: linear("#f3efe7") }, { isSoft })),
    solid(translate(rotateX(torus(0.2, 0.045), 0), [-0.52, 0.83, 0]), leather),
  ]
  return { pieces: pair(pieces), yaw: 0.42, sway: 0.12, elevation: 0.2 }
}

/** Slides or thonged slippers. */
export function sandal(kit: Kit): Model {
  const leather = kit.body({ kind: "leather", color: namedColour(kit.look) ?? linear("#7a4a2a") }, { isSoft })
  const sole = kit.of("sole", { kind: "matte", color: linear("#2a2320") })
  const isThong = /flip|thong|palm/.test(kit.word)
  const bed = soleMesh(0.12, 0.19, 0.0)
  const straps: SceneObject[] = []
  if (isThong) {
    straps.push(
      solid(
        union(
          rod(
            [
              [0.52, 0.16, 0],
              [0.42, 0.32, 0],
              [0.1, 0.42, 0.2],
              [-0.2, 0.18, 0.27],
            ],
            0.045,
          ),
          rod(
            [
              [0.42, 0.32, 0],
              [0.1, 0.42, -0.2],
              [-0.2, 0.18, -0.27],
            ],
            0.045,
          ),
        ),
        leather,
      ),
    )
  } else {
    const arch = (t: number, high: number): Vector3[] => {
      const w = footWidth(t) + 0.03
      return Array.from({ length: 21 }, (_, i) => {
        const a = (i / 20) * Math.PI
        return [-1 + t * 2, 0.12 + Math.sin(a) ** 0.7 * high, Math.cos(a) * w] as Vector3
      })
    }
    const outer = [0.46, 0.52, 0.6, 0.68, 0.76, 0.8].map((t, i) => arch(t, [0.4, 0.42, 0.4, 0.36, 0.3, 0.27][i] ?? 0.3))
    const closed = outer.map((row) => [
      ...row,
      ...[...row].reverse().map(([x, y, z]): Vector3 => [x, Math.max(0.1, y - 0.045), z * 0.93]),
    ])
    straps.push(meshed(loft(closed), leather))
    straps.push(
      solid(
        translate(rotateX(cylinder(0.05, 0.01, 0.008), Math.PI / 2), [0.24, 0.34, footWidth(0.62) * 0.94]),
        finish(trimOf(kit.look), [1, 0.7, 0.3]),
      ),
    )
  }
  return {
    pieces: pair([
      meshed(soleMesh(0, 0.13, 0.015), sole, 35),
      meshed(bed, { ...leather, roughness: 0.6 }, 35),
      ...straps,
    ]),
    yaw: 0.5,
    elevation: 0.34,
  }
}

/** A court shoe on a thin heel. */
export function heel(kit: Kit): Model {
  const leather = kit.body({ kind: "glossy", color: namedColour(kit.look) ?? linear("#a31a2c") }, { isSoft })
  const lift = (t: number): number => {
    const k = Math.min(1, Math.max(0, (0.62 - t) / 0.5))
    return 0.86 * k * k * (3 - 2 * k)
  }
  const sections: Vector3[][] = []
  for (let i = 0; i <= 22; i += 1) {
    const t = 0.03 + (i / 22) * 0.955
    const wide = Math.max(0.02, footWidth(t) * (t > 0.75 ? 0.82 - (t - 0.75) * 0.9 : 0.8))
    const side =
      t < 0.14
        ? 0.36 - (0.14 - t) * 0.4
        : t < 0.7
          ? 0.16 + 0.14 * Math.max(0, (0.3 - t) / 0.16)
          : 0.16 + (t > 0.72 ? 0.04 : 0)
    sections.push(section(t, 0.03 + lift(t), 0.03 + lift(t) + Math.max(0.05, side * (t > 0.9 ? 0.7 : 1)), wide, 0))
  }
  const body = loft(smoothSections(sections, 2))
  const hollow = (m: Mesh): Mesh =>
    mapMesh(m, ([x, y, z]) => {
      const t = (x + 1) / 2
      const inside = t > 0.1 && t < 0.74
      const w = footWidth(t) * 0.7
      const dip =
        inside && Math.abs(z) < w && y > 0.08 + lift(t)
          ? (1 - (z / w) ** 4) * Math.min(1, Math.min(t - 0.1, 0.74 - t) * 14)
          : 0
      return [x, y - dip * (y - 0.06 - lift(t)) * 0.92, z]
    })
  const spike = smoothUnion(
    0.12,
    capsule([-0.86, 0.02, 0], [-0.8, 0.7, 0], 0.045),
    capsule([-0.8, 0.7, 0], [-0.66, 0.86, 0], 0.14),
  )
  const inner: SceneObject["material"]["texture"] = (s, x, y, z, nx, ny, nz) => {
    leather.texture?.(s, x, y, z, nx, ny, nz)
    const t = (x + 1) / 2
    if (t > 0.1 && t < 0.74 && ny > 0.5 && Math.abs(z) < footWidth(t) * 0.66 && y < lift(t) + 0.2) {
      s.color = [0.62, 0.42, 0.28]
      s.roughness = 0.6
    }
  }
  const spikes = kit.part("sole") ? kit.of("sole", { kind: "glossy", color: [0.1, 0.1, 0.1] }) : leather
  return {
    pieces: pair([meshed(hollow(body), { ...leather, texture: inner }, 60), solid(spike, spikes)]),
    yaw: 0.42,
    sway: 0.12,
    elevation: 0.2,
  }
}
