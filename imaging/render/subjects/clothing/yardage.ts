import { linear, mix, type Rgb, scale } from "#imaging/render/language/colours.ts"
import type { PatternWord } from "#imaging/render/language/vocabulary.ts"
import type { Material } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { rotateZ, translate } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder } from "#imaging/render/sdf/solids.ts"
import { finish, type Layout } from "#imaging/render/settings/finishes.ts"
import { lace } from "#imaging/render/settings/lace.ts"
import { asoOke, printOf } from "#imaging/render/settings/patterns.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { meshPiece } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { clothMesh, type Drape, fallingFolds } from "./drape.ts"

/** Half the width of the cloth, height of the roll's middle, and its radius. */
const half = 0.78
const rollAt = 1.86
const radius = 0.17
const hem = 0.05

/** How far the falling cloth stands out at a place, and how much of its width is left there. */
interface Fall {
  out(x: number, y: number): number
  wide(y: number): number
}

function fallOf(random: () => number): Fall {
  const folds = fallingFolds(random, { from: rollAt, to: hem, depth: 0.12, count: 7 })
  const down = (y: number): number => Math.max(0, (rollAt - y) / (rollAt - hem))
  return {
    out: (x, y) => folds((x / half) * 2.3, y) + 0.16 * down(y) ** 2,
    wide: (y) => 1 - 0.1 * down(y) ** 1.3,
  }
}

/** The outer turn of the roll, from behind over its top, and the length that falls from its front. */
function sheet({ out, wide }: Fall): Drape {
  const around = 1.5 * Math.PI * radius
  const long = around + rollAt - hem
  return (u, v) => {
    const x = (u * 2 - 1) * half
    const way = (1 - v) * long
    if (way < around) {
      const a = -Math.PI * 1.5 + way / radius
      return [x, rollAt - Math.sin(a) * radius, Math.cos(a) * radius]
    }
    const y = rollAt - (way - around)
    return [x * wide(y), y, radius + out(x, y)]
  }
}

/** How a print lies on it: along the cloth as it is woven, folds and all. */
function layOnFall({ out, wide }: Fall, by: number): Layout {
  const [columns, rows] = [160, 24]
  let table: Float32Array | undefined
  const fill = (): Float32Array => {
    const made = new Float32Array((rows + 1) * (columns + 1))
    for (let j = 0; j <= rows; j += 1) {
      const y = hem + ((rollAt - hem) * j) / rows
      let length = 0
      for (let i = 0; i <= columns; i += 1) {
        const x = ((i / columns) * 2 - 1) * half
        const before = x - (2 * half) / columns
        if (i > 0) length += Math.hypot((x - before) * wide(y), out(x, y) - out(before, y))
        made[j * (columns + 1) + i] = length
      }
      const middle = made[j * (columns + 1) + columns / 2] ?? 0
      for (let i = 0; i <= columns; i += 1) made[j * (columns + 1) + i] = (made[j * (columns + 1) + i] ?? 0) - middle
    }
    return made
  }
  return (x, y, z, place) => {
    if (y >= rollAt || z < radius * 0.5) {
      place[0] = x * by
      place[1] = (rollAt + Math.atan2(y - rollAt, z) * radius) * by
      return
    }
    table ??= fill()
    const i = Math.max(0, Math.min(columns - 1e-3, ((x / wide(y) / half + 1) / 2) * columns))
    const j = Math.max(0, Math.min(rows - 1e-3, ((y - hem) / (rollAt - hem)) * rows))
    const [i0, j0] = [Math.floor(i), Math.floor(j)]
    const at = (dj: number): number => {
      const k = (j0 + dj) * (columns + 1) + i0
      return (table?.[k] ?? 0) + ((table?.[k + 1] ?? 0) - (table?.[k] ?? 0)) * (i - i0)
    }
    place[0] = (at(0) + (at(1) - at(0)) * (j - j0)) * by
    place[1] = y * by
  }
}

/** Cloth by the yard: a roll on a rack, its end falling to the floor in folds. Lace has real holes and a scalloped edge. */
export function yardage(kit: Kit): Model {
  const isLace = kit.look.pattern === "lace" || /lace/.test(kit.word)
  const fall = fallOf(kit.random)
  const by = 2.2
  const layout = layOnFall(fall, by)
  const cloth = clothOf(kit, layout)
  const shown = isLace ? laced(kit, cloth, layout, by) : cloth
  const under: Material = { color: scale(cloth.color, 0.5), roughness: 0.95, specular: 0.02 }
  const core = translate(rotateZ(cylinder(radius - 0.012, half, 0.01), Math.PI / 2), [0, rollAt, 0])
  const tube = translate(rotateZ(cylinder(0.05, half + 0.03, 0.006), Math.PI / 2), [0, rollAt, 0])
  const post = half + 0.12
  return {
    pieces: [
      meshPiece(() => clothMesh(sheet(fall), { across: 220, along: 150, isRing: false }), shown),
      solid(core, isLace ? under : cloth),
      solid(tube, finish("paper", linear("#b89468"))),
      solid(
        union(
          ...[-post, post].flatMap((x) => [
            translate(cylinder(0.022, (rollAt + 0.06) / 2), [x, (rollAt + 0.06) / 2, 0]),
            translate(box([0.032, 0.018, 0.36], 0.015), [x, 0.018, 0]),
          ]),
          capsule([-post - 0.03, rollAt, 0], [post + 0.03, rollAt, 0], 0.018),
        ),
        finish("matte", linear("#1c1c1d")),
      ),
    ],
    yaw: 0.22,
    sway: 0.12,
    needsNoStand: true,
    isLarge: true,
    elevation: 0.08,
  }
}

/** The cloth that the prompt names: a print, a weave, or plain. */
function clothOf({ look, word, body, palette }: Kit, layout: Layout): Material {
  const color = namedColour(look) ?? palette.product
  const options = { isSoft: true, fineness: 2, layout }
  if (/aso oke/.test(word)) return finish("fabric", color, { ...options, print: asoOke(look.colours) })
  const printed = /ankara|adire/.exec(word)?.[0] ?? (/wax/.test(word) ? "ankara" : null)
  if (printed && look.pattern === null)
    return finish("linen", color, { ...options, print: printOf(printed as PatternWord, look.colours) })
  return body({ kind: /velvet/.test(word) ? "velvet" : /silk/.test(word) ? "silk" : "fabric", color }, options)
}

function laced(kit: Kit, cloth: Material, layout: Layout, by: number): Material {
  const cord: Rgb | undefined = kit.look.colours[1]
  return lace(cloth, { layout, cord: cord ? mix(cord, [1, 1, 1], 0.04) : null, hem: hem * by, repeats: 0.8 })
}
