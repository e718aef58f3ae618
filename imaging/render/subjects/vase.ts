import { linear, mix, type Rgb } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { displace, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { angleOf, multiply, sine } from "#imaging/render/sdf/expression.ts"
import { polygon, revolve, smoothCurve, type Vector2 } from "#imaging/render/sdf/profiles.ts"
import { rotateX, rotateY, rotateZ, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { capsule, ellipsoid, sphere } from "#imaging/render/sdf/solids.ts"
import { vessel } from "./kit/forms.ts"
import { type Kit, type Model, namedColour, solid } from "./kit/kit.ts"

const outlines: readonly (readonly Vector2[])[] = [
  [
    [0.24, 0],
    [0.5, 0.34],
    [0.54, 0.62],
    [0.34, 1.0],
    [0.15, 1.22],
    [0.2, 1.42],
  ],
  [
    [0.3, 0],
    [0.36, 0.3],
    [0.46, 0.8],
    [0.42, 1.1],
    [0.2, 1.3],
    [0.24, 1.4],
  ],
  [
    [0.2, 0],
    [0.4, 0.2],
    [0.46, 0.52],
    [0.22, 0.86],
    [0.16, 1.16],
    [0.26, 1.46],
  ],
]

/** A thrown vase with flowers or dried stems. */
export function vase(kit: Kit): Model {
  const { random } = kit
  const outline = outlines[Math.floor(random() * outlines.length)] ?? []
  const curve = smoothCurve(outline, 3)
  const mouth = curve.at(-1) ?? [0.2, 1.4]
  const inner: Vector2[] = [
    [mouth[0] - 0.05, mouth[1]],
    [mouth[0] - 0.07, mouth[1] - 0.3],
  ]
  const material = kit.body({ kind: "clay", color: kit.palette.product }, { roundness: 0.5, depth: 0.5 })
  // Solid glass would be a lens that shows the lamps.
  let shape = material.glass
    ? vessel(outline, 0.045)
    : revolve(polygon([[0, 0], ...curve, ...inner, [0, mouth[1] - 0.3]], 0.012))
  if (kit.look.pattern === "ribbed") {
    shape = displace(shape, 0.02, ([x, , z]) => multiply(sine(multiply(angleOf(x, z), 22)), 0.016))
  }
  const pieces = [solid(shape, material)]
  if (!kit.without("filling")) pieces.push(...bouquet(kit, mouth[1], material.glass !== undefined))
  return { pieces, elevation: 0.12 }
}

/** What stands in the vase: named flowers, else dried pampas-like stems. */
function bouquet(kit: Kit, mouth: number, isSeenThrough: boolean): SceneObject[] {
  const named = kit.part("filling")
  const { random } = kit
  const isLeaf = named !== null && /lea(f|ves)|eucalyptus|foliage|greenery|fern|plants/.test(named.word)
  const isFlower = named !== null && !isLeaf && !/pampas|dr(ied|y)|wheat|reed|branch|stem/.test(named.word)
  const color = (named && namedColour(named.look)) ?? (isFlower ? flowerColour(named?.word ?? "") : linear("#e2cda6"))
  const stem = isFlower || isLeaf ? linear("#5b7042") : linear("#a88c5c")
  const pieces: SceneObject[] = []
  const count = isFlower ? 6 : 7
  for (let i = 0; i < count; i += 1) {
    const angle = (i / count) * Math.PI * 2 + random() * 0.6
    const lean = i === 0 ? 0.06 : 0.24 + random() * 0.26
    const high = mouth + (isFlower ? 0.5 : 0.62) + random() * 0.38 - lean * 0.3
    const end = [Math.sin(angle) * lean, high, Math.cos(angle) * lean] as const
    const tone = mix(color, [0.95, 0.92, 0.86], random() * 0.25)
    const neck = [0, mouth - 0.28, 0] as const
    pieces.push(solid(capsule(neck, end, 0.013), { color: stem, roughness: 0.7 }))
    if (isSeenThrough) {
      const foot = [-Math.sin(angle) * 0.13, 0.07, -Math.cos(angle) * 0.13] as const
      pieces.push(solid(capsule(foot, neck, 0.013), { color: stem, roughness: 0.7 }))
    }
    const head = isFlower ? blossom(random) : isLeaf ? sprig(random) : plume()
    const turned = rotateY(rotateX(head, lean * 1.1), angle)
    pieces.push(
      solid(translate(turned, end), {
        color: isLeaf ? mix(stem, tone, 0.25) : tone,
        roughness: 0.85,
        texture: soften(tone),
      }),
    )
  }
  return pieces
}

function soften(color: Rgb): NonNullable<SceneObject["material"]["texture"]> {
  const deep = mix(color, [color[0] * 0.35, color[1] * 0.2, color[2] * 0.2], 0.55)
  return (s, _x, _y, _z, _nx, ny) => {
    const share = Math.max(0, -ny) * 0.8
    for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 - share) + (deep[i] ?? 0) * share
  }
}

function flowerColour(word: string): Rgb {
  if (/sunflower/.test(word)) return linear("#eab02a")
  if (/tulip/.test(word)) return linear("#dd5a6a")
  if (/dais/.test(word) || /lil/.test(word)) return linear("#f2ece0")
  if (/hibiscus|rose/.test(word)) return linear("#b82a3c")
  return linear("#e0a0a6")
}

/** A layered round flower: petals as tilted flat ellipsoids around a bud. */
export function blossom(random: () => number): Shape {
  const petals: Shape[] = [sphere(0.075)]
  for (const [count, tilt, size, low] of [
    [5, 0.35, 0.1, 0.02],
    [6, 0.85, 0.13, -0.02],
  ] as const) {
    const start = random() * 6
    for (let i = 0; i < count; i += 1) {
      const petal = translate(ellipsoid([size * 0.72, size, 0.022]), [0, size * 0.72, 0])
      petals.push(rotateY(translate(rotateX(petal, tilt), [0, low, 0.035]), start + (i / count) * Math.PI * 2))
    }
  }
  return union(...petals)
}

function plume(): Shape {
  return smoothUnion(0.05, ellipsoid([0.055, 0.2, 0.055]), translate(ellipsoid([0.04, 0.15, 0.04]), [0.02, 0.16, 0]))
}

function sprig(random: () => number): Shape {
  const leaves: Shape[] = []
  for (let i = 0; i < 5; i += 1) {
    const leaf = translate(ellipsoid([0.06, 0.1, 0.012]), [0, 0.1, 0])
    leaves.push(translate(rotateY(rotateZ(leaf, i % 2 ? 0.9 : -0.9), random() * 2), [0, -0.4 + i * 0.1, 0]))
  }
  return union(...leaves)
}
