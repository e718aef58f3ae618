import { linear, mix } from "#imaging/render/language/colours.ts"
import { joinMeshes, type Mesh, placeMesh } from "#imaging/render/mesh/mesh.ts"
import { type Puff, piping, puff } from "#imaging/render/mesh/puff.ts"
import type { Texture } from "#imaging/render/scene/scene.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { inkTexture, labelPrint } from "#imaging/render/subjects/kit/label.ts"

const white = linear("#f3f1ec")

/** Stitched lozenges on the top, and two rows of stitching around the side. */
const quilted =
  (under: Texture | undefined): Texture =>
  (s, x, y, z, nx, ny, nz) => {
    under?.(s, x, y, z, nx, ny, nz)
    if (ny < 0.6) return
    const [a, b] = [(x + z) / 0.3, (x - z) / 0.3]
    const [u, v] = [a - Math.floor(a) - 0.5, b - Math.floor(b) - 0.5]
    const [du, dv] = [Math.sign(u) * Math.abs(u * 2) ** 5, Math.sign(v) * Math.abs(v * 2) ** 5]
    s.bump[0] += (du + dv) * 0.42
    s.bump[2] += (du - dv) * 0.42
  }

/** A mattress that lies flat: quilted top, piping along both edges, a band around its side. */
export function mattress(kit: Kit): Model {
  const block: Puff = { half: [1.25, 0.19, 0.85], rounding: 0.06, crown: [0.01, 0.03, 0.01] }
  const color = namedColour(kit.look) ?? white
  const cloth = kit.body({ kind: "fabric", color }, { isSoft: true })
  const text = kit.text()
  const area = { width: 1.3, height: 0.2, middle: 0.2 }
  const trim = mix(color === white ? kit.palette.product : color, [0, 0, 0], 0.35)
  const art = text ? inkTexture(labelPrint(text, 6.5, 0.8), area, trim, quilted(cloth.texture)) : quilted(cloth.texture)
  const lift = (mesh: Mesh): Mesh => placeMesh(mesh, [0, block.half[1], 0])
  return {
    pieces: [
      { geometry: { kind: "mesh", mesh: lift(puff(block)) }, material: { ...cloth, texture: art } },
      {
        geometry: {
          kind: "mesh",
          mesh: joinMeshes(lift(piping(block, 1, 1, 0.015)), lift(piping(block, 1, -1, 0.015))),
        },
        material: finish("fabric", trim),
      },
    ],
    yaw: 0.5,
    sway: 0.12,
    needsNoStand: true,
    isLarge: true,
    isLow: true,
    elevation: 0.26,
  }
}
