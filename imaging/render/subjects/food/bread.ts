import { linear, mix, type Rgb } from "#imaging/render/language/colours.ts"
import type { Material, SceneObject } from "#imaging/render/scene/scene.ts"
import { extrude, polygon, smoothCurve, type Vector2 } from "#imaging/render/sdf/profiles.ts"
import { rotateX, rotateY, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { fractalTable, smoothStep } from "#imaging/render/trace/noise.ts"

/** Half of a slice's outline from the middle of its foot to the middle of its top. */
const half: readonly Vector2[] = [
  [0, 0],
  [0.36, 0],
  ...smoothCurve(
    [
      [0.4, 0.05],
      [0.405, 0.42],
      [0.44, 0.6],
      [0.34, 0.76],
      [0, 0.82],
    ],
    2,
  ),
]

const outline: Vector2[] = [
  ...half,
  ...half
    .slice(1, -1)
    .reverse()
    .map(([x, y]): Vector2 => [-x, y]),
]

const slab = (halfDepth: number): Shape => extrude(polygon(outline), halfDepth, 0.025)

/** A loaf of bread, its end cut off, with two slices lying before it. */
export function bread(kit: Kit): Model {
  const isBrown = /wheat|brown|whole/.test([kit.word, ...kit.look.words].join(" "))
  const crumb = isBrown ? linear("#c79a62") : linear("#f0dfb8")
  const crust = namedColour(kit.look) ?? linear("#a8642a")
  const skin: Skin = { crumb, crust, dark: mix(crust, linear("#4a2209"), 0.62) }
  const slice = (tilt: number, turn: number, at: readonly [number, number, number]): SceneObject =>
    solid(translate(rotateY(rotateX(slab(0.055), tilt), turn), [...at]), baked(skin, true))
  const loaf = slab(0.78)
  return {
    pieces: [
      solid(translate(loaf, [0, 0, -0.35]), baked(skin, false)),
      slice(-Math.PI / 2 + 0.04, 0.3, [0.2, 0.06, 1.28]),
      slice(-Math.PI / 2 + 0.1, -0.25, [-0.1, 0.17, 1.2]),
    ],
    yaw: 0.85,
    sway: 0.12,
    elevation: 0.34,
  }
}

interface Skin {
  crumb: Rgb
  crust: Rgb
  dark: Rgb
}

/** Crumb with pores where the bread is cut, crust elsewhere, darker on top of a loaf that stands. */
function baked({ crumb, crust, dark }: Skin, isLying: boolean): Material {
  const table = fractalTable(5, 1)
  return {
    color: crust,
    roughness: 0.42,
    specular: 0.045,
    texture: (s, x, y, z, _nx, ny, nz) => {
      const pore = (isLying ? table.at(x * 2.3 + y, z * 2.3) : table.at(x * 2.3 + z * 7, y * 2.3)) - 0.5
      const isCut = Math.abs(isLying ? ny : nz) > 0.72
      const rim = !isCut ? 1 : isLying ? 0 : smoothStep(0.37, 0.41, Math.abs(x) * (y > 0.5 ? 0.93 : 1))
      const top = isLying ? 0 : smoothStep(0.35, 0.8, y + pore * 0.3 + ny * 0.15)
      for (let i = 0; i < 3; i += 1) {
        const outside = (crust[i] ?? 0) * (1 - top) + (dark[i] ?? 0) * top
        s.color[i] = (crumb[i] ?? 0) * (0.98 + pore * 0.35) * (1 - rim) + outside * rim
      }
      if (rim < 0.5) s.roughness = 0.95
      if (isCut) s.bump[0] += pore * 0.8
    },
  }
}
