import { linear, mix } from "#imaging/render/language/colours.ts"
import { smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { mirrorX, rotateX, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { box, capsule } from "#imaging/render/sdf/solids.ts"
import { type Kit, type Model, namedColour, solid } from "./kit/kit.ts"

const white = linear("#f0ece5")

/** A double bed: frame and headboard, a mattress, a duvet that hangs over its sides, and two pillows. */
export function bed(kit: Kit): Model {
  const frame = kit.body({ kind: "wood", color: linear("#8a5a34") }, { grain: 1 })
  const cover = namedColour(kit.look)
    ? mix(kit.palette.pale, [1, 1, 1], 0.4)
    : mix(kit.palette.product, [1, 1, 1], 0.35)
  const linen = kit.of("filling", { kind: "linen", color: cover }, { isSoft: true })
  const posts = mirrorX(
    union(
      translate(box([0.06, 0.12, 0.06], 0.02), [0.98, 0.12, 1.3]),
      translate(box([0.06, 0.12, 0.06], 0.02), [0.98, 0.12, -1.3]),
    ),
  )
  const rails = translate(box([1.06, 0.12, 1.42], 0.03), [0, 0.33, 0])
  const board = translate(rotateX(box([1.1, 0.62, 0.06], 0.05), -0.06), [0, 0.86, -1.46])
  const mattress = translate(box([1, 0.16, 1.36], 0.1), [0, 0.58, 0.02])
  // Lies on the mattress, hangs over both sides and the foot, and is turned back below the pillows.
  const duvet = smoothUnion(
    0.06,
    translate(box([1.04, 0.07, 0.98], 0.065), [0, 0.78, 0.46]),
    translate(box([0.045, 0.2, 0.96], 0.04), [1.05, 0.6, 0.46]),
    translate(box([0.045, 0.2, 0.96], 0.04), [-1.05, 0.6, 0.46]),
    translate(box([1.04, 0.2, 0.045], 0.04), [0, 0.6, 1.43]),
    capsule([-1, 0.83, -0.5], [1, 0.83, -0.5], 0.09),
  )
  const cushion = (x: number, tilt: number): Shape =>
    translate(rotateX(box([0.44, 0.13, 0.27], 0.125), tilt), [x, 0.92, -1.12])
  return {
    pieces: [
      solid(union(posts, rails, board), frame),
      solid(mattress, { color: white, roughness: 0.9 }),
      solid(duvet, linen),
      solid(union(cushion(-0.49, 0.62), cushion(0.49, 0.62)), { color: white, roughness: 0.92 }),
    ],
    yaw: 0.62,
    sway: 0.12,
    elevation: 0.3,
    isLarge: true,
  }
}
