import { linear } from "#imaging/render/language/colours.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { rotateX, rotateY, translate } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, solid } from "#imaging/render/subjects/kit/kit.ts"

/** A ring light that is on, with a phone holder in its middle, on a tripod. */
export function ringLight(kit: Kit): Model {
  const shell = kit.body({ kind: "matte", color: linear("#1b1b1d") })
  const legs = kit.of("legs", { kind: "matte", color: linear("#222224") })
  const high = 1.56
  const leg = (turn: number) => rotateY(capsule([0.03, 0.52, 0], [0.5, 0.02, 0], 0.022), turn)
  const facing = rotateX(torus(0.42, 0.062), Math.PI / 2)
  return {
    pieces: [
      solid(translate(facing, [0, high, 0]), {
        color: [0.95, 0.93, 0.9],
        roughness: 0.5,
        texture: (s, _x, _y, _z, _nx, _ny, nz) => {
          const glow = Math.max(0, nz) ** 0.5 * 1.5
          s.emission[0] = glow
          s.emission[1] = glow * 0.94
          s.emission[2] = glow * 0.86
        },
      }),
      solid(translate(rotateX(torus(0.42, 0.07), Math.PI / 2), [0, high, -0.035]), shell),
      solid(
        union(
          capsule([0, 0.5, 0], [0, high - 0.48, 0], 0.028),
          translate(cylinder(0.045, 0.07, 0.02), [0, 0.54, 0]),
          translate(cylinder(0.04, 0.05, 0.015), [0, high - 0.5, 0]),
          capsule([0, high - 0.46, -0.02], [0, high - 0.04, -0.02], 0.014),
          leg(0.5),
          leg(0.5 + (Math.PI * 2) / 3),
          leg(0.5 + (Math.PI * 4) / 3),
        ),
        legs,
      ),
      solid(translate(box([0.15, 0.27, 0.016], 0.014), [0, high, 0.02]), finish("glossy", linear("#101114"))),
      solid(
        union(
          translate(box([0.06, 0.02, 0.035], 0.012), [0, high + 0.28, 0.01]),
          translate(box([0.06, 0.02, 0.035], 0.012), [0, high - 0.28, 0.01]),
        ),
        shell,
      ),
    ],
    yaw: 0.28,
    sway: 0.14,
    elevation: 0.08,
    needsNoStand: true,
  }
}
