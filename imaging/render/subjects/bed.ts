import { linear, mix } from "#imaging/render/language/colours.ts"
import { loft } from "#imaging/render/mesh/loft.ts"
import { joinMeshes, type Mesh, mapMesh, smoothMesh } from "#imaging/render/mesh/mesh.ts"
import type { Material } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { mirrorX, rotateX, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box } from "#imaging/render/sdf/solids.ts"
import { type Kit, type Model, namedColour, solid } from "./kit/kit.ts"
import { meshed } from "./kit/lazy-mesh.ts"
import { pillow } from "./pillow.ts"

const white = linear("#f0ece5")
const walnut = linear("#8a5a34")

/** A double bed: frame and headboard, a mattress, a duvet that hangs over its sides, and two pillows. */
export function bed(kit: Kit): Model {
  const frame = kit.body({ kind: "wood", color: walnut }, { grain: 1 })
  const cover = namedColour(kit.look)
    ? mix(kit.palette.pale, [1, 1, 1], 0.4)
    : mix(kit.palette.product, [1, 1, 1], 0.35)
  const linen = kit.of("filling", { kind: "linen", color: cover }, { isSoft: true })
  return made(frame, linen, { color: white, roughness: 0.92 })
}

/** Bedding on a made bed: the duvet and its pillows carry the colours and the pattern, the bed itself is plain. */
export function bedding(kit: Kit): Model {
  const color = namedColour(kit.look) ?? mix(kit.palette.product, [1, 1, 1], 0.1)
  const linen = kit.body({ kind: "linen", color }, { isSoft: true })
  const frame = kit.of("legs", { kind: "fabric", color: linear("#b9aea0") })
  return made(frame, linen, kit.part("filling") ? kit.of("filling", { kind: "linen", color }, { isSoft: true }) : linen)
}

/** The bed of these materials: a quilt that falls over the edge in folds, turned back below the pillows. */
function made(frame: Material, linen: Material, pillows: Material): Model {
  const posts = mirrorX(
    union(
      translate(box([0.06, 0.12, 0.06], 0.02), [0.98, 0.12, 1.3]),
      translate(box([0.06, 0.12, 0.06], 0.02), [0.98, 0.12, -1.3]),
    ),
  )
  const rails = translate(box([1.06, 0.12, 1.42], 0.03), [0, 0.33, 0])
  const board = translate(rotateX(box([1.1, 0.62, 0.06], 0.05), -0.06), [0, 0.86, -1.46])
  const mattress = translate(box([1, 0.16, 1.36], 0.1), [0, 0.58, 0.02])
  const stand = (x: number): Mesh =>
    mapMesh(pillow(0.42), ([px, py, pz]) => [
      x + px * 1.1,
      0.98 + py * 0.7 * Math.cos(0.75) + pz * 0.62 * Math.sin(0.75),
      -1.13 + pz * 0.62 * Math.cos(0.75) - py * 0.7 * Math.sin(0.75),
    ])
  return {
    pieces: [
      solid(union(posts, rails, board), frame),
      solid(mattress, { color: white, roughness: 0.9 }),
      { geometry: { kind: "mesh", mesh: quilt() }, material: linen },
      meshed(joinMeshes(stand(-0.49), stand(0.49)), pillows, 70),
    ],
    yaw: 0.62,
    sway: 0.12,
    elevation: 0.3,
    isLarge: true,
  }
}

/** The quilt as one sheet: plump on top, over the sides and the foot in soft folds, its upper end rolled back. */
function quilt(): Mesh {
  const [across, along] = [72, 56]
  const [half, foot, head, top, hang] = [1.12, 1.5, -0.62, 0.81, 0.5]
  // How far a place has gone beyond an edge becomes how far it hangs.
  const over = (length: number, edge: number): [number, number] => {
    const bend = 0.12
    const beyond = length - (edge - bend)
    if (beyond <= 0) return [length, 0]
    const arc = Math.min(beyond, (bend * Math.PI) / 2) / bend
    const rest = Math.max(0, beyond - (bend * Math.PI) / 2)
    return [edge - bend + Math.sin(arc) * bend, (1 - Math.cos(arc)) * bend + rest]
  }
  const sheet = (inner: number): Vector3[][] =>
    Array.from({ length: along + 1 }, (_, j) => {
      const v = head + (j / along) * (foot - head + hang)
      return Array.from({ length: across + 1 }, (_unused, i): Vector3 => {
        const u = ((i / across) * 2 - 1) * (half + hang)
        const [x, downX] = over(Math.abs(u), half)
        const [z, downZ] = over(v, foot)
        const down = Math.max(downX, downZ)
        const fold = Math.max(0, down - 0.06) * 0.3
        const [sideX, sideZ] = [downX >= downZ && downX > 0 ? 1 : 0, downZ > downX ? 1 : 0]
        const wave = 0.5 + 0.5 * (Math.sin(v * 11 + u * 1.5) * sideX + Math.sin(u * 11 + 0.7) * sideZ)
        const crown = 0.035 * Math.sin(u * 5.2) * Math.sin(v * 4.7 + 0.5) * (down > 0 ? 0.3 : 1)
        const roll = Math.max(0, 1 - (v - head) / 0.2)
        const lift = down > 0 ? 0 : 0.07 * Math.sin(roll * Math.PI * 0.9)
        const reach = x + fold * wave * sideX + 0.03 * down - inner * 0.014
        return [
          Math.sign(u) * reach,
          Math.max(0.2, top + crown + lift - down * 0.98) - inner * 0.02,
          z + fold * wave * sideZ - inner * 0.014,
        ]
      })
    })
  const under = sheet(1)
  const sections = sheet(0).map((row, j) => [...(under[j] ?? []), ...row.toReversed()])
  return smoothMesh(loft(sections), 75)
}
