import { linear } from "#imaging/render/language/colours.ts"
import { loft } from "#imaging/render/mesh/loft.ts"
import { smoothMesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { rotateX, rotateY, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box, capsule, torus } from "#imaging/render/sdf/solids.ts"
import { solid } from "#imaging/render/subjects/kit/kit.ts"
import { fractalTable } from "#imaging/render/trace/noise.ts"

/** Spiced meat on sticks with rings of onion, for a plate. */
export function skewers(): SceneObject[] {
  const rows = [-0.36, -0.12, 0.12, 0.36]
  const sticks = rows.map((z, i) => rotateY(capsule([-0.86, 0.2, z], [0.72, 0.2, z], 0.016), i * 0.05))
  const meat = rows.flatMap((z, i) =>
    [-0.36, -0.12, 0.12, 0.36, 0.58].map((x, k) => {
      const piece = rotateX(box([0.105, 0.045, 0.095], 0.035), ((i + k) % 3) * 0.25 - 0.2)
      return rotateY(translate(piece, [x, 0.2, z]), i * 0.05)
    }),
  )
  const rings = [-0.3, 0, 0.26].map((x, i) =>
    translate(rotateX(torus(0.1 + i * 0.02, 0.018), 0.3 - i * 0.2), [x, 0.29, 0.1 - i * 0.12]),
  )
  return [
    solid(union(...sticks), { color: linear("#c9a06a"), roughness: 0.7 }),
    solid(union(...meat), {
      color: linear("#6e3214"),
      roughness: 0.42,
      texture: (s, x, y, z) => {
        const spice = fractalTable(5, 1).at(x * 12 + y * 9, z * 12) - 0.5
        for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 + spice * 1.7)
        s.bump[1] += spice * 0.8
      },
    }),
    solid(union(...rings), { color: linear("#d8b8c8"), roughness: 0.35 }),
  ]
}

/** A round leaf of lettuce at height `y`, its rim frilled and hanging. */
export function lettuce(y: number, reach: number, turn: number): SceneObject {
  const inner = 0.5
  const thick = 0.022
  const ring = (share: number, below: number): Vector3[] =>
    Array.from({ length: 144 }, (_, i) => {
      const a = (i / 144) * Math.PI * 2
      const b = a + turn
      const far = reach * (1 + 0.045 * Math.sin(3 * b) + 0.02 * Math.sin(7 * b + 1))
      const r = inner + (far - inner) * share
      const frill = 0.05 * Math.sin(12 * b + 1.5 * Math.sin(2 * b)) + 0.024 * Math.sin(31 * b + 2)
      const rim = share ** 3
      return [Math.cos(a) * r, y - below + (frill - 0.05 - 0.035 * Math.sin(3 * b + 2)) * rim, Math.sin(a) * r]
    })
  const shares = [0, 0.3, 0.55, 0.72, 0.85, 0.94, 1]
  const top = shares.map((share) => ring(share, 0))
  const under = shares.toReversed().map((share) => ring(share, thick))
  const mesh = smoothMesh(loft([...top, ...under], { hasCaps: false }), 55)
  const material: SceneObject["material"] = {
    color: linear("#7fae3c"),
    roughness: 0.42,
    specular: 0.04,
    texture: (s, x, _y, z) => {
      const share = Math.max(0, (Math.hypot(x, z) - inner) / (reach - inner))
      const vein = 0.5 + 0.5 * Math.cos(Math.atan2(z, x) * 26 + turn)
      const pale = Math.min(1, 0.55 * (1 - share) + 0.3 * vein ** 6)
      for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (0.72 + pale * ([1, 0.75, 1.1][i] ?? 0))
    },
  }
  return { geometry: { kind: "mesh", mesh }, material }
}
