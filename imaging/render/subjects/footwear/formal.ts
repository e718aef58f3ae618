import { linear } from "#imaging/render/language/colours.ts"
import { type Mesh, mapMesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { extrude, polygon, type Vector2 } from "#imaging/render/sdf/profiles.ts"
import { rotateX, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { capsule, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "#imaging/render/subjects/kit/kit.ts"
import { meshed } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { footWidth, heightAt, pair, soleMesh, upper } from "./foot.ts"

/** Height of the sole at the heel, and of the foot on it. */
const lift = 0.1
const bed = lift + 0.06

/** Brings the front of the foot down from the heel, and its toe to a point. */
function onHeel(mesh: Mesh, lower: number): Mesh {
  return mapMesh(mesh, ([x, y, z]) => {
    const t = (x + 1) / 2
    const k = Math.max(0, Math.min(1, (t - 0.28) / 0.32))
    const toe = Math.max(0, t - 0.62) / 0.38
    return [x + 0.16 * toe * toe, y - lower * k * k * (3 - 2 * k), z * (1 - 0.3 * toe * toe)]
  })
}

/** Polished leather shoes on a low heel: with laces and a toe cap, or slip-ons with a bar of metal. */
export function formalShoe(kit: Kit): Model {
  const isSlipOn = /loafer|moccasin|slip/.test(kit.word)
  const leather = kit.body({ kind: "leather", color: namedColour(kit.look) ?? linear("#1a1513") }, { isSoft: true })
  const polished = { ...leather, roughness: Math.min(leather.roughness, 0.26), specular: 0.06 }
  const shaped = onHeel(
    mapMesh(upper(), ([x, y, z]) => {
      const t = (x + 1) / 2
      const inOpening = t > 0.1 && t < 0.43 ? Math.min(1, Math.min(t - 0.1, 0.43 - t) * 12) : 0
      const toe = Math.max(0, t - 0.74) / 0.24
      const high = bed + (y - 0.17) * 0.84 * (1 - 0.55 * toe ** 4)
      return [x, high - Math.max(0, high - bed - 0.45) * inOpening * 0.8, z]
    }),
    lift,
  )
  const texture: SceneObject["material"]["texture"] = (s, x, y, z, nx, ny, nz) => {
    leather.texture?.(s, x, y, z, nx, ny, nz)
    const t = (x + 1) / 2
    if (y > 0.4 && ((t - 0.27) / 0.165) ** 2 + (z / (footWidth(t) * 0.66)) ** 2 < 1) {
      s.color = [0.03, 0.022, 0.018]
      s.roughness = 0.9
      return
    }
    const across = Math.abs(z) / Math.max(0.05, footWidth(t))
    const apron = Math.abs(across - 0.55 + Math.max(0, t - 0.78) * 2.4) + (t < 0.46 || t > 0.96 || y < 0.12 ? 1 : 0)
    const cap = Math.abs(t - 0.8)
    const quarter = Math.abs(t - 0.5 - (y - 0.3) * 0.5) + (t > 0.66 ? 1 : 0)
    const seam = isSlipOn ? apron : Math.min(cap, quarter)
    if (seam < 0.012) {
      const deep = seam < 0.006 ? 0.45 : 0.8
      for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * deep
    }
  }
  const sole = kit.of("sole", { kind: "matte", color: linear("#17120f") })
  const pieces: SceneObject[] = [
    meshed(shaped, { ...polished, texture }, 70),
    meshed(onHeel(soleMesh(lift, bed + 0.012, 0.012), lift), sole, 35),
    solid(heelBlock(), sole),
  ]
  if (isSlipOn) {
    const y = bed + heightAt(0.52) * 0.84 - 0.06
    const ring = (z: number): Shape => translate(rotateX(torus(0.045, 0.014), 0.5), [0.05, y - 0.02, z])
    pieces.push(
      solid(
        union(capsule([0.05, y, -0.08], [0.05, y, 0.08], 0.016), ring(-0.11), ring(0.11)),
        finish(trimOf(kit.look), [1, 0.7, 0.3]),
      ),
    )
  } else {
    pieces.push(
      solid(union(...laces()), kit.of("strap", { kind: "fabric", color: linear("#0f0c0b") }, { isSoft: true })),
    )
  }
  return { pieces: pair(pieces), yaw: 0.46, sway: 0.12, elevation: 0.24 }
}

function laces(): Shape[] {
  return Array.from({ length: 5 }, (_, i) => {
    const t = 0.45 + i * 0.045
    const k = Math.max(0, Math.min(1, (t - 0.28) / 0.32))
    const y = bed + heightAt(t) * 0.84 - lift * k * k * (3 - 2 * k) + 0.006
    const x = -1 + t * 2
    return union(
      capsule([x, y - 0.03, -0.11], [x + 0.01, y, 0], 0.014),
      capsule([x + 0.01, y, 0], [x, y - 0.03, 0.11], 0.014),
    )
  })
}

/** Stacked heel below the back third of the sole. */
function heelBlock(): Shape {
  const outline = Array.from({ length: 11 }, (_, i): Vector2 => {
    const a = ((i - 5) / 5) * 1.25
    const t = 0.5 - Math.cos(a) * 0.5
    return [-1.02 + t * 2, Math.sign(a) * (footWidth(t) + 0.02)]
  })
  return translate(rotateX(extrude(polygon(outline), lift / 2 + 0.006, 0.008), Math.PI / 2), [0, lift / 2 + 0.004, 0])
}
