import { linear } from "#imaging/render/language/colours.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { mirrorX, translate } from "#imaging/render/sdf/shape.ts"
import { box, capsule } from "#imaging/render/sdf/solids.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { screenTexture } from "#imaging/render/subjects/kit/screen.ts"

const graphite = linear("#1a1b1d")

/** A wide flat television on two splayed feet, its edge hardly there. */
export function television(kit: Kit): Model {
  const shell = kit.body({ kind: "matte", color: namedColour(kit.look) ?? graphite })
  const [wide, tall, middle] = [1.3, 0.745, 0.9]
  const [w, h] = [wide - 0.022, tall - 0.026]
  const place = (x: number, y: number): [number, number] => [x / (2 * w) + 0.5, (y - middle - 0.008) / (2 * h) + 0.5]
  const feet = mirrorX(
    union(
      capsule([0.86, 0.2, -0.02], [0.9, 0.022, 0.32], 0.022),
      capsule([0.86, 0.2, -0.02], [0.9, 0.022, -0.32], 0.022),
    ),
  )
  return {
    pieces: [
      solid(
        union(
          translate(box([wide, tall, 0.022], 0.014), [0, middle, 0]),
          translate(box([0.9, 0.42, 0.07], 0.05), [0, 0.72, -0.06]),
        ),
        shell,
      ),
      solid(feet, kit.of("legs", { kind: "matte", color: graphite })),
      solid(translate(box([w, h, 0.006], 0.004), [0, middle + 0.008, 0.022]), {
        color: linear("#0c0c0d"),
        roughness: 0.06,
        texture: screenTexture(kit, place, w / h),
      }),
    ],
    yaw: 0.26,
    sway: 0.14,
    elevation: 0.1,
  }
}
