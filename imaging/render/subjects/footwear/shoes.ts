import { linear, luminance, mix, type Rgb } from "#imaging/render/language/colours.ts"
import { loft, smoothSections } from "#imaging/render/mesh/loft.ts"
import { mapMesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { rotateX, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { capsule, cylinder } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { rod } from "#imaging/render/subjects/kit/forms.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "#imaging/render/subjects/kit/kit.ts"
import { blackInk, inkTexture, labelPrint, paper } from "#imaging/render/subjects/kit/label.ts"
import { meshed } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { smoothStep } from "#imaging/render/trace/noise.ts"
import { footWidth, heightAt, pair, soleMesh, upper } from "./foot.ts"

/** A low sneaker with laces, tongue, toe cap and side stripe. */
export function sneaker(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear("#efece4")
  const accent: Rgb =
    kit.look.colours[1] ?? (kit.look.colours.length > 0 ? mix(color, [0.95, 0.94, 0.92], 0.75) : kit.palette.product)
  const leather = kit.body({ kind: "matte", color }, { isSoft: true })
  // Where the foot goes in: 1 at its rim, less inside.
  const opening = (x: number, y: number, z: number): number => (y < 0.3 ? 9 : Math.hypot((x + 0.49) / 0.35, z / 0.165))
  const shaped = mapMesh(upper(4), ([x, y, z]) => {
    const inside = opening(x, y, z)
    const padded = 0.03 * Math.exp(-(((inside - 1.12) / 0.14) ** 2))
    return [x, y + padded - 0.5 * smoothStep(1.04, 0.5, inside), z]
  })
  const text = kit.text()
  const area = { width: 1.02, height: 0.36, middle: 0.41, across: -0.12 }
  const art = text ? labelPrint(text, area.width / area.height, 0.92) : null
  const printed = art ? inkTexture(art, area, luminance(color) > 0.3 ? blackInk : paper) : undefined
  const texture: SceneObject["material"]["texture"] = (s, x, y, z, nx, ny, nz) => {
    leather.texture?.(s, x, y, z, nx, ny, nz)
    if (z > 0) printed?.(s, x, y, z, nx, 0, 1)
    const t = (x + 1) / 2
    const stripe = Math.abs(x * 0.8 + (y - 0.42) * 0.9 + 0.08)
    const put = (c: Rgb, rough: number): void => {
      s.color = [c[0], c[1], c[2]]
      s.roughness = rough
    }
    if (opening(x, y, z) < 0.9) put([0.02, 0.02, 0.022], 0.9)
    else if (!art && Math.abs(z) > 0.1 && stripe < 0.055 && y < 0.72 && y > 0.2) put(accent, 0.5)
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
    solid(union(...laces, bow), kit.of("strap", { kind: "fabric", color: linear("#f3efe7") }, { isSoft: true })),
  ]
  return { pieces: pair(pieces), yaw: 0.42, sway: 0.12, elevation: 0.2 }
}

/** Slides or thonged slippers. */
export function sandal(kit: Kit): Model {
  const leather = kit.body({ kind: "leather", color: namedColour(kit.look) ?? linear("#7a4a2a") }, { isSoft: true })
  const sole = kit.of("sole", { kind: "matte", color: linear("#2a2320") })
  const isThong = /flip|thong|palm/.test(kit.word)
  const bed = soleMesh(0.12, 0.19, 0.0)
  const straps: SceneObject[] = []
  if (isThong) {
    const strap = (side: number): Shape =>
      rod(
        smoothSections(
          [
            [[0.46, 0.17, 0]],
            [[0.41, 0.33, side * 0.03]],
            [[0.22, 0.41, side * 0.15]],
            [[-0.02, 0.34, side * 0.24]],
            [[-0.18, 0.17, side * 0.265]],
          ],
          5,
        ).flat(),
        0.05,
      )
    straps.push(solid(smoothUnion(0.05, strap(1), strap(-1)), leather))
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
    straps.push(meshed(loft(closed), leather, 50))
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
