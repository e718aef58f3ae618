import { linear, luminance, mix, type Rgb } from "#imaging/render/language/colours.ts"
import { lathe } from "#imaging/render/mesh/lathe.ts"
import type { Material, SceneObject, Texture } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { smoothCurve, type Vector2 } from "#imaging/render/sdf/profiles.ts"
import { type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { cylinder } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { blackInk, inkTexture, labelPrint, paper } from "#imaging/render/subjects/kit/label.ts"
import { lazyMesh } from "#imaging/render/subjects/kit/lazy-mesh.ts"

/** A drink or an oil as it looks in a clear bottle. */
interface Liquid {
  words: RegExp
  color: string
  /** Light passes through it. */
  isClear: boolean
  cap: string
}

const liquids: readonly Liquid[] = [
  { words: /zobo/, color: "#8a0f2a", isClear: true, cap: "#b3122c" },
  { words: /kunu|tiger ?nut|milk|yog|palm wine|fura/, color: "#e9dcc0", isClear: false, cap: "#f0ede4" },
  { words: /palm oil/, color: "#c2410c", isClear: false, cap: "#b3122c" },
  { words: /oil/, color: "#e0a020", isClear: true, cap: "#e2b31c" },
  { words: /pineapple/, color: "#e6c23c", isClear: false, cap: "#3f7d2c" },
  { words: /juice|smoothie/, color: "#ea8a12", isClear: false, cap: "#e2761c" },
  { words: /water/, color: "#fafdfe", isClear: true, cap: "#2f6fc0" },
]

const wall = 0.036
const side: readonly Vector2[] = [
  [0.27, 0.02],
  [0.35, 0.09],
  [0.36, 0.3],
  [0.36, 0.62],
  [0.36, 1.06],
  [0.345, 1.24],
  [0.25, 1.5],
  [0.15, 1.66],
  [0.135, 1.78],
]
const fill = 1.5
const facesAround = 96

/** What the words say that the bottle holds; null where it is no drink and no cooking oil. */
export function drinkIn(kit: Kit): Liquid | null {
  const words = `${kit.word} ${kit.part("filling")?.word ?? ""}`
  if (/water bottle|wine bottle|olive/.test(words)) return null
  return liquids.find((liquid) => liquid.words.test(words)) ?? null
}

/** A clear plastic bottle with a drink in it, a label around it and a ribbed screw cap. */
export function drinkBottle(kit: Kit, liquid: Liquid): Model {
  const filling = kit.part("filling")
  const color = (filling && namedColour(filling.look)) ?? namedColour(kit.look) ?? linear(liquid.color)
  const outer = smoothCurve(side, 5)
  const inner = outer.map(([r, y]): Vector2 => [r - wall, Math.max(y, wall + 0.02)])
  const level = inner.filter(([, y]) => y <= fill).map(([r, y]): Vector2 => [r + wall * 0.5, y - wall * 0.3])
  const shell = lazyMesh(() => lathe([...outer, ...inner.toReversed()], facesAround))
  const drink = lazyMesh(() => lathe(level, facesAround))
  return {
    pieces: [
      { geometry: shell, material: finish("glass", [0.985, 0.99, 0.99], { depth: 1.5 }) },
      { geometry: drink, material: juice(color, liquid.isClear) },
      ...screwCap(kit, 1.76, linear(liquid.cap)),
      ...wrap(kit, color),
    ],
    yaw: 0,
    sway: 0.1,
    elevation: 0.12,
  }
}

const juice = (color: Rgb, isClear: boolean): Material =>
  isClear ? finish("glass", color, { depth: 0.8, priority: 1 }) : { color, roughness: 0.22, specular: 0.03 }

/** A ribbed cap over its ring, its foot at this height. */
function screwCap(kit: Kit, y: number, color: Rgb): SceneObject[] {
  const at = (radius: number, half: number, up: number): Shape =>
    translate(cylinder(radius, half, Math.min(half, 0.018)), [0, y + up, 0])
  const ribs: Texture = (s, x, up, z, _nx, ny) => {
    if (Math.abs(ny) > 0.5 || up < y - 0.06) return
    const turn = Math.atan2(x, z)
    const slope = 0.7 * Math.sin(turn * 40)
    s.bump[0] += slope * Math.cos(turn)
    s.bump[2] -= slope * Math.sin(turn)
  }
  return [
    solid(union(at(0.175, 0.085, 0.02), at(0.177, 0.016, -0.095)), {
      ...kit.of("cap", { kind: "plastic", color }),
      texture: ribs,
    }),
    solid(at(0.19, 0.012, -0.14), finish("plastic", linear("#eef2f3"))),
  ]
}

/** The label around the body: the person's text, else a band of the drink's colour with a rule. */
function wrap(kit: Kit, color: Rgb): SceneObject[] {
  if (kit.without("label")) return []
  const named = kit.part("label")
  const text = kit.text()
  const ground = (named && namedColour(named.look)) ?? paper
  const edge = mix(color, [0.05, 0.04, 0.04], luminance(color) > 0.5 ? 0.45 : 0.1)
  const [radius, half, middle] = [0.365, 0.25, 0.76]
  const area = { width: 0.76, height: 0.36, middle, radius }
  const ink = inkTexture(labelPrint(text, area.width / area.height), area, luminance(ground) > 0.35 ? blackInk : paper)
  return [
    solid(translate(cylinder(radius, half, 0.002), [0, middle, 0]), {
      color: ground,
      roughness: 0.45,
      texture: (s, x, y, z, nx, ny, nz) => {
        if (Math.abs(y - middle) > half - 0.045) for (let i = 0; i < 3; i += 1) s.color[i] = edge[i] ?? 0
        else ink(s, x, y, z, nx, ny, nz)
      },
    }),
  ]
}
