import { linear, mix } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { smoothCut, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { extrude, rectangle, smoothCurve, type Vector2 } from "#imaging/render/sdf/profiles.ts"
import {
  repeatAround,
  rotateX,
  rotateY,
  rotateZ,
  type Shape,
  stretch,
  translate,
  type Vector3,
} from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, sphere, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { plasterTexture } from "#imaging/render/settings/textures.ts"
import { turned } from "./kit/forms.ts"
import { type Kit, type Model, namedColour, solid } from "./kit/kit.ts"
import { brilliant, gemColour, gemMaterial, jewelMetal } from "./ring.ts"

/** Material of beads and pearls by the words of the prompt. */
function beadMaterial(kit: Kit) {
  const words = [...kit.look.words, kit.word].join(" ")
  const color = namedColour(kit.look)
  if (/pearl/.test(`${words} ${kit.part("gem")?.word ?? ""}`))
    return { color: linear("#efe6da"), roughness: 0.14, specular: 0.08 }
  if (/coral/.test(words)) return finish("glossy", linear("#c8402e"))
  return finish("glossy", color ?? linear("#b8303a"))
}

const bustOutline: readonly Vector2[] = [
  [0.6, 0],
  [0.72, 0.12],
  [0.74, 0.4],
  [0.62, 0.74],
  [0.4, 1.02],
  [0.28, 1.3],
  [0.27, 1.66],
  [0.29, 1.82],
]
const bustDepth = 0.66

/** Radius of the bust across, at a height. */
function bustRadius(y: number): number {
  const curve = smoothCurve(bustOutline, 6)
  const at = curve.findIndex(([, high]) => high >= y)
  const [r1, y1] = curve[Math.max(1, at)] ?? [0.3, 1]
  const [r0, y0] = curve[Math.max(0, at - 1)] ?? [0.3, 0]
  return r0 + ((r1 - r0) * (y - y0)) / Math.max(1e-6, y1 - y0)
}

/** A place on the bust's skin, `out` above it; `t` 0 is the lowest front point, 0.5 the nape. */
function onBust(t: number, low: number, out: number): Vector3 {
  const a = t * Math.PI * 2
  const front = (1 + Math.cos(a)) / 2
  const y = 1.5 - (1.5 - low) * front ** 1.6
  const r = bustRadius(y) + out
  const angle = Math.atan2(Math.sin(a) * (0.35 + 0.65 * (1 - front)), Math.cos(a) * 0.6 + 0.4 * front)
  return [Math.sin(angle) * r, y, Math.cos(angle) * (r - out) * bustDepth + Math.cos(angle) * out]
}

/** A necklace on a jeweller's bust: beads, or a chain with a pendant. */
export function necklace(kit: Kit): Model {
  const bust = stretch(turned(bustOutline, 3, 0.01), [1, 1, bustDepth])
  const metal = jewelMetal(kit)
  const isBeads = /bead|pearl|coral/.test([...kit.look.words, kit.word].join(" "))
  const velvet = { color: kit.palette.deep, roughness: 0.8, texture: plasterTexture }
  const pieces: SceneObject[] = [solid(bust, velvet)]
  if (isBeads) {
    const beads: Shape[] = []
    for (let i = 0; i < 44; i += 1)
      beads.push(
        translate(sphere(0.06 + 0.02 * Math.max(0, Math.cos((i / 44) * Math.PI * 2))), onBust(i / 44, 0.72, 0.055)),
      )
    pieces.push(solid(union(...beads), beadMaterial(kit)))
    return { pieces, yaw: 0.12, sway: 0.15, elevation: 0.08 }
  }
  const links: Shape[] = []
  for (let i = 0; i < 48; i += 1)
    links.push(capsule(onBust(i / 48, 0.82, 0.02), onBust((i + 0.8) / 48, 0.82, 0.02), 0.022))
  const low = onBust(0, 0.82, 0.03)
  const drop: Vector3 = [low[0], low[1] - 0.2, bustRadius(low[1] - 0.2) * bustDepth + 0.05]
  pieces.push(
    solid(
      union(...links, translate(rotateX(torus(0.05, 0.016), Math.PI / 2), [low[0], low[1] - 0.03, low[2] + 0.02])),
      metal,
    ),
  )
  const color = gemColour(kit)
  if (color) {
    pieces.push(
      solid(
        translate(rotateX(brilliant(0.16), Math.PI / 2), [drop[0], drop[1], drop[2] + 0.03]),
        gemMaterial(color, 0.16),
      ),
    )
    pieces.push(solid(translate(rotateX(torus(0.165, 0.024), Math.PI / 2), drop), metal))
  } else pieces.push(solid(translate(rotateX(cylinder(0.16, 0.03, 0.025), Math.PI / 2), drop), metal))
  return { pieces, yaw: 0.12, sway: 0.15, elevation: 0.08 }
}

/** A pair of earrings on a small T-shaped stand. */
export function earrings(kit: Kit): Model {
  const metal = jewelMetal(kit)
  const isPearl = /pearl/.test([...kit.look.words, kit.word, kit.part("gem")?.word ?? ""].join(" "))
  const isHoop = /hoop/.test(kit.word) || (!kit.part("gem") && gemColour(kit) === null)
  const stand = union(
    translate(cylinder(0.42, 0.05, 0.03), [0, 0.05, 0]),
    translate(cylinder(0.035, 0.8), [0, 0.85, 0]),
    capsule([-0.62, 1.66, 0], [0.62, 1.66, 0], 0.04),
  )
  const pieces: SceneObject[] = [solid(stand, finish("wood", linear("#a87a4e"), { grain: 0 }))]
  const hooks: Shape[] = []
  for (const x of [-0.42, 0.42]) {
    hooks.push(translate(rotateZ(rotateX(torus(0.075, 0.014), Math.PI / 2), 0), [x, 1.66, 0]))
    if (isHoop)
      hooks.push(translate(rotateY(rotateX(torus(0.34, 0.042), Math.PI / 2), 0.35 * Math.sign(x)), [x, 1.24, 0]))
    else {
      hooks.push(
        capsule([x, 1.58, 0], [x, 1.36, 0], 0.016),
        translate(rotateX(torus(0.2, 0.03), Math.PI / 2), [x, 1.12, 0]),
      )
      pieces.push(
        isPearl
          ? solid(translate(sphere(0.19), [x, 1.12, 0]), beadMaterial(kit))
          : solid(
              translate(rotateX(brilliant(0.19), Math.PI / 2), [x, 1.12, 0.02]),
              gemMaterial(gemColour(kit) ?? [0.9, 0.9, 0.95], 0.19),
            ),
      )
    }
  }
  pieces.push(solid(union(...hooks), metal))
  return { pieces, yaw: 0.2, sway: 0.15, elevation: 0.1 }
}

/** Bangles, or strings of beads, stacked and leaning on each other. */
export function bracelet(kit: Kit): Model {
  const isBeads = /bead/.test(kit.word) || kit.look.words.some((word) => /pearl|coral|bead/.test(word))
  const metal = jewelMetal(kit)
  const one: Shape = isBeads ? repeatAround(translate(sphere(0.115), [0.75, 0, 0]), 20) : torus(0.71, 0.058)
  const material = isBeads ? beadMaterial(kit) : metal
  // Worn by a jeweller's roll, as in shop windows.
  const radius = 0.66
  const around = (x: number, lean: number): Shape => translate(rotateY(rotateZ(one, Math.PI / 2), lean), [x, radius, 0])
  const roll = translate(rotateZ(cylinder(radius, 1.02, 0.16), Math.PI / 2), [0, radius, 0])
  const bands = isBeads
    ? [around(-0.34, 0.05), around(0, -0.03), around(0.34, 0.06)]
    : [around(-0.3, 0.06), around(-0.08, -0.02), around(0.34, 0.1)]
  const pieces: SceneObject[] = [
    solid(union(...bands), material),
    solid(roll, finish("velvet", mix(kit.palette.pale, [0.9, 0.87, 0.82], 0.4))),
  ]
  const color = gemColour(kit)
  if (color && !isBeads)
    pieces.push(solid(translate(rotateX(brilliant(0.17), 1), [-0.08, radius + 0.42, 0.62]), gemMaterial(color, 0.17)))
  return { pieces, yaw: 0.42, sway: 0.12, elevation: 0.24 }
}

/** A wristwatch closed around its stand, dial to the front. */
export function watch(kit: Kit): Model {
  const isSmart = /smart/.test(kit.word)
  const metal = kit.body({ kind: "steel", color: [0.62, 0.62, 0.63] })
  const caseMetal = metal.metalness
    ? metal
    : kit.look.colours.length > 0
      ? finish("matte", namedColour(kit.look) ?? [0.1, 0.1, 0.1])
      : metal
  const strap = kit.of("strap", { kind: "leather", color: linear("#4a2c1c") }, { isSoft: false })
  const loopY = 0.77
  const band = translate(rotateZ(strapLoop(), Math.PI / 2), [0, loopY, -0.1])
  const face: Vector3 = [0, loopY + 0.12, 0.62]
  const tilt = -0.16
  const dialColor = kit.part("dial")
    ? (namedColour(kit.part("dial")?.look ?? kit.look) ?? linear("#f2efe8"))
    : isSmart
      ? linear("#08080a")
      : linear("#f2efe8")
  const turn = (shape: Shape): Shape => translate(rotateX(shape, Math.PI / 2 + tilt), face)
  const body = isSmart
    ? box([0.44, 0.1, 0.52], 0.1)
    : smoothCut(0.02, cylinder(0.56, 0.11, 0.05), translate(cylinder(0.47, 0.06), [0, 0.11, 0]))
  const dial = isSmart
    ? translate(box([0.37, 0.012, 0.45], 0.01), [0, 0.1, 0])
    : translate(cylinder(0.475, 0.012), [0, 0.055, 0])
  const dark = dialColor[0] + dialColor[1] + dialColor[2] < 0.6
  const hand = dark ? linear("#e9e4d8") : linear("#1c1c1e")
  const pieces: SceneObject[] = [
    solid(band, strap),
    solid(turn(body), caseMetal),
    solid(turn(dial), {
      color: dialColor,
      roughness: 0.3,
      emission: isSmart ? [0.02, 0.02, 0.03] : [0, 0, 0],
      texture: dialTexture(face, tilt, isSmart, hand),
    }),
    solid(turn(translate(rotateZ(cylinder(0.06, 0.07, 0.02), Math.PI / 2), [0.63, 0, 0])), caseMetal),
  ]
  return { pieces, yaw: 0.32, sway: 0.12, elevation: 0.14 }
}

/** A strap as an open cylinder around the x axis once turned. */
function strapLoop(): Shape {
  const outer = cylinder(0.76, 0.29, 0.03)
  const inner = cylinder(0.69, 0.4, 0.01)
  return smoothCut(0.03, outer, inner)
}

/** Hour marks and hands at ten past ten, or rings and the time on a smart watch. */
function dialTexture(
  face: Vector3,
  tilt: number,
  isSmart: boolean,
  ink: readonly [number, number, number],
): NonNullable<SceneObject["material"]["texture"]> {
  return (s, x, y, z) => {
    const u = x - face[0]
    const v = (y - face[1]) / Math.cos(tilt) + (z - face[2]) * 0
    const r = Math.hypot(u, v)
    const angle = Math.atan2(u, v)
    const stroke = (direction: number, long: number, wide: number): boolean => {
      const along = u * Math.sin(direction) + v * Math.cos(direction)
      const across = Math.abs(u * Math.cos(direction) - v * Math.sin(direction))
      return along > -0.04 && along < long && across < wide
    }
    if (isSmart) {
      const rings = [
        [0.3, 0.95, 0.12, 0.3],
        [0.23, 0.7, 0.9, 0.25],
        [0.16, 0.2, 0.75, 0.9],
      ] as const
      for (const [radius, red, green, blue] of rings) {
        if (Math.abs(r - radius) < 0.026 && angle > -2.4) s.emission = [red * 0.9, green * 0.9, blue * 0.9]
      }
      return
    }
    const twelfth = Math.abs(((angle / (Math.PI / 6) + 12.5) % 1) - 0.5) * (Math.PI / 6) * r
    const isMark = r > 0.37 && r < 0.445 && twelfth < 0.014
    if (isMark || stroke(-1.02, 0.25, 0.02) || stroke(1.08, 0.36, 0.014) || r < 0.03) s.color = [ink[0], ink[1], ink[2]]
  }
}

/** Sunglasses standing on their lenses and temple tips, or spectacles with clear lenses. */
export function sunglasses(kit: Kit): Model {
  const isClear = /reading|spectacle|eyeglass/.test(kit.word)
  const frame = kit.body({ kind: "glossy", color: namedColour(kit.look) ?? linear("#1a1716") })
  const isRound = kit.look.outline === "round"
  const wide = isRound ? 0.44 : 0.5
  const tall = isRound ? 0.44 : 0.41
  const outer = isRound
    ? rotateX(cylinder(wide, 0.045, 0.03), Math.PI / 2)
    : extrude(rectangle(wide, tall, 0.24), 0.05, 0.025)
  const hole = isRound
    ? rotateX(cylinder(wide - 0.055, 0.2), Math.PI / 2)
    : extrude(rectangle(wide - 0.06, tall - 0.06, 0.19), 0.2)
  const rim = smoothCut(0.015, outer, hole)
  const lens = isRound
    ? rotateX(cylinder(wide - 0.05, 0.014), Math.PI / 2)
    : extrude(rectangle(wide - 0.05, tall - 0.05, 0.19), 0.014)
  const high = tall + 0.01
  const x = wide + 0.1
  const temple = (side: number): Shape =>
    smoothUnion(
      0.05,
      capsule([side * (x + wide - 0.02), high + 0.2, 0], [side * (x + wide), high + 0.16, -1.25], 0.035),
      capsule([side * (x + wide), high + 0.16, -1.25], [side * (x + wide - 0.02), 0.06, -1.62], 0.04),
    )
  const bridge = union(
    capsule([-0.13, high + 0.1, 0], [0, high + 0.17, 0.01], 0.035),
    capsule([0, high + 0.17, 0.01], [0.13, high + 0.1, 0], 0.035),
  )
  const tint = kit.part("dial")
    ? (namedColour(kit.part("dial")?.look ?? kit.look) ?? linear("#3a2a20"))
    : linear("#241a16")
  const glass = isClear
    ? finish("glass", [0.95, 0.97, 0.97], { depth: 0.5 })
    : {
        color: tint,
        roughness: 0.05,
        specular: 0.09,
        texture: ((s, _x, y) => {
          const k = 0.65 + 0.9 * Math.max(0, 0.5 - y)
          for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * k
        }) as NonNullable<SceneObject["material"]["texture"]>,
      }
  return {
    pieces: [
      solid(smoothUnion(0.02, translate(rim, [x, high, 0]), translate(rim, [-x, high, 0]), bridge), frame),
      solid(union(temple(1), temple(-1)), frame),
      solid(union(translate(lens, [x, high, 0]), translate(lens, [-x, high, 0])), glass),
    ],
    yaw: 0.42,
    sway: 0.12,
    elevation: 0.22,
  }
}
