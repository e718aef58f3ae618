import { linear, mix } from "#imaging/render/language/colours.ts"
import { loft } from "#imaging/render/mesh/loft.ts"
import { smoothMesh } from "#imaging/render/mesh/mesh.ts"
import { egg, reshape, type SmoothMesh, type Spot } from "#imaging/render/mesh/scatter.ts"
import type { Texture } from "#imaging/render/scene/scene.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { fractalTable, smoothStep } from "#imaging/render/trace/noise.ts"
import { copies } from "./strew.ts"

/** Thirty eggs in a tray of pressed paper. */
export function eggs(kit: Kit): Model {
  const [across, along, apart] = [6, 5, 0.34]
  const [halfX, halfZ] = [(across * apart) / 2 + 0.03, (along * apart) / 2 + 0.03]
  const top = (x: number, z: number): number => {
    const wave =
      Math.cos((x / apart + across / 2 - 0.5) * Math.PI * 2) + Math.cos((z / apart + along / 2 - 0.5) * Math.PI * 2)
    const edge = Math.min(1, Math.min(halfX - Math.abs(x), halfZ - Math.abs(z)) / 0.05)
    return edge <= 0 ? 0 : 0.16 - 0.055 * wave
  }
  const [columns, rows] = [73, 61]
  const line = (z: number): Vector3[] =>
    Array.from({ length: columns }, (_, i) => {
      const x = -halfX + (2 * halfX * i) / (columns - 1)
      return [x, top(x, z), z]
    })
  const sheet = loft(
    Array.from({ length: rows }, (_, j) => line(halfZ - (2 * halfZ * j) / (rows - 1))),
    { isRing: false },
  )
  const shell = reshape(egg([1, 1, 1], 24, 18), ([x, y, z]) => {
    const wide = 0.148 * (1 - 0.14 * y)
    return [x * wide, y * 0.19, z * wide]
  })
  const named = namedColour(kit.look)
  const tones = named ? [named, mix(named, [0.5, 0.36, 0.2], 0.12)] : ["#c08457", "#b3744a", "#cd9668"].map(linear)
  const spots: Spot[][] = tones.map(() => [])
  for (let j = 0; j < along; j += 1) {
    for (let i = 0; i < across; i += 1) {
      spots[Math.floor(kit.random() * tones.length)]?.push({
        at: [(i - (across - 1) / 2) * apart, 0.24, (j - (along - 1) / 2) * apart],
        up: [(kit.random() - 0.5) * 0.2, 1, (kit.random() - 0.5) * 0.2],
        turn: kit.random() * 6,
        scale: 0.95 + kit.random() * 0.1,
      })
    }
  }
  return {
    pieces: [
      {
        geometry: { kind: "mesh", mesh: smoothMesh(sheet, 50) },
        material: { color: linear("#8d8579"), roughness: 0.95, texture: pulp },
      },
      ...tones.map((tone, i) =>
        copies(shell, spots[i] ?? [], { color: tone, roughness: 0.42, specular: 0.035, texture: pores }),
      ),
    ],
    yaw: 0.3,
    sway: 0.12,
    elevation: 0.5,
    leastElevation: 0.22,
  }
}

const pulp: Texture = (s, x, y, z) => {
  const fine = fractalTable(5, 1).at(x * 14 + y * 9, z * 14) - 0.5
  for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 + fine * 0.5)
  s.bump[0] += fine * 0.7
  s.bump[2] -= fine * 0.7
}

const pores: Texture = (s, x, y, z) => {
  const fine = fractalTable(5, 1).at(x * 18 + y * 13, z * 18 - y * 7) - 0.5
  for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 + fine * 0.22)
  s.bump[0] += fine * 0.12
}

/** A bent finger of plantain or banana: thick, with soft edges, thin at both ends. Its stem is at the origin. */
function finger(bend: number, long: number, thick: number): SmoothMesh {
  return reshape(egg([1, 1, 1], 20, 30), ([x, y, z]) => {
    const share = Math.acos(Math.max(-1, Math.min(1, -y))) / Math.PI
    const around = Math.hypot(x, z)
    const turn = Math.atan2(z, x)
    const neck = smoothStep(0.03, 0.24, share)
    const tip = 1 - smoothStep(0.84, 0.985, share)
    const edges = 1 + 0.07 * Math.cos(turn * 5)
    const full = around < 1e-6 ? 0 : thick * (0.3 + 0.7 * neck * (0.28 + 0.72 * tip)) * edges
    const angle = bend * (share - 0.35)
    const radius = long / bend
    const [dx, dy] = [Math.cos(turn) * full, Math.sin(turn) * full]
    return [
      Math.sin(angle) * (radius + dx) + Math.sin(bend * 0.35) * radius,
      (1 - Math.cos(angle)) * radius - Math.cos(angle) * dx,
      dy,
    ]
  })
}

/** Two rows of fingers from one stem, lying on y = 0. */
export function plantain(kit: Kit): Model {
  const isBanana = /banana/.test(kit.word)
  const isRipe = isBanana || /ripe/.test(kit.word)
  const color = namedColour(kit.look) ?? linear(isRipe ? "#e0b422" : "#6f8a2c")
  const long = isBanana ? 1.15 : 1.5
  const thick = isBanana ? 0.145 : 0.17
  const one = finger(isBanana ? 1.1 : 0.75, long, thick)
  const count = 5
  const rows = [0, 1].flatMap((row) =>
    Array.from({ length: count - row }, (_, i): Spot => {
      const fan = (i - (count - row - 1) / 2) * 0.2
      return {
        at: [-0.62 + row * 0.05, thick * (1.25 + row * 1.5), fan * 0.55],
        up: [-0.1 - row * 0.2, 1, fan * 0.3],
        turn: fan * 1.25,
        scale: 1 - Math.abs(fan) * 0.12 + (kit.random() - 0.5) * 0.05,
      }
    }),
  )
  const stem = reshape(egg([1, 1, 1], 16, 14), ([x, y, z]) => {
    const blunt = Math.sign(x) * Math.abs(x) ** 0.4
    return [blunt * 0.2 - 0.7, 0.32 - blunt * 0.06 + y * 0.1, z * 0.13]
  })
  return {
    pieces: [
      copies(one, rows, {
        color,
        roughness: 0.4,
        specular: 0.04,
        texture: (s, x, y, z) => {
          const far = Math.hypot(x + 0.62, z)
          const dark = smoothStep(long * 0.93, long * 1.0, far) * 0.85
          const green = 1 - smoothStep(0.05, 0.35, far)
          const fleck = smoothStep(0.6, 0.68, fractalTable(5, 1).at(x * 5 + y * 3, z * 9)) * 0.45
          for (let i = 0; i < 3; i += 1) {
            const c = (s.color[i] ?? 0) * (1 - green * ([0.5, 0.2, 0.2][i] ?? 0))
            const k = Math.max(dark, fleck)
            s.color[i] = c * (1 - k) + ([0.05, 0.03, 0.012][i] ?? 0) * k
          }
        },
      }),
      { geometry: { kind: "mesh", mesh: stem }, material: { color: linear("#5d5a2a"), roughness: 0.7 } },
    ],
    yaw: 0.35,
    sway: 0.15,
    elevation: 0.36,
  }
}

/** Places of long things that lie beside and on one another, fewer in each layer. */
function stacked(count: number, random: () => number): Spot[] {
  const spots: Spot[] = []
  const widest = Math.ceil((Math.sqrt(8 * count + 1) - 1) / 2)
  for (let layer = 0; spots.length < count; layer += 1) {
    const wide = Math.max(1, widest - layer)
    for (let i = 0; i < wide && spots.length < count; i += 1) {
      spots.push({
        at: [(random() - 0.5) * 0.16, 0.25 + layer * 0.42, (i - (wide - 1) / 2) * 0.54],
        up: [0, 1, (random() - 0.5) * 1.2],
        turn: (i % 2) * Math.PI + (random() - 0.5) * 0.16,
        scale: 0.93 + random() * 0.12,
      })
    }
  }
  return spots
}

/** Tubers of yam, lying beside and on one another. */
export function yam(kit: Kit): Model {
  const table = fractalTable(4, 0)
  const tuber = reshape(egg([1, 1, 1], 40, 44), ([x, y, z]) => {
    const share = (y + 1) / 2
    const lump = 1 + (table.at(y * 1.2 + 3, Math.atan2(z, x) * 0.5) - 0.5) * 0.5
    const full = Math.hypot(x, z) < 1e-6 ? 0 : Math.hypot(x, z) ** -0.3 * (0.21 + 0.07 * share) * lump
    return [y * 0.94, x * full, -z * full + 0.09 * Math.sin(y * 2.1)]
  })
  const count = kit.count === 1 && /tubers|yams/.test(kit.word) ? 3 : kit.count
  return {
    pieces: [
      copies(tuber, stacked(count, kit.random), {
        color: linear("#6b4a30"),
        roughness: 0.92,
        specular: 0.02,
        texture: (s, x, y, z) => {
          const bark = fractalTable(5, 1).at(x * 7, z * 5 + y * 5) - 0.5
          const fine = fractalTable(5, 1).at(x * 22 + y * 9, z * 22) - 0.5
          for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 + bark * 1.3 + fine * 0.6)
          s.bump[0] += bark * 1.1 + fine * 0.6
          s.bump[1] += fine * 0.8
          s.bump[2] -= bark * 0.8
        },
      }),
    ],
    yaw: 0.3,
    sway: 0.15,
    elevation: 0.34,
    leastElevation: 0.22,
    needsNoStand: true,
  }
}
