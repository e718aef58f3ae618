import { linear, luminance } from "#imaging/render/language/colours.ts"
import { loft, smoothSections } from "#imaging/render/mesh/loft.ts"
import { smoothMesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { rotateX, rotateZ, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box, cylinder, ellipsoid, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { print } from "#imaging/render/text/print.ts"
import { type Kit, type Model, namedColour, solid } from "./kit/kit.ts"
import { blackInk, inkTexture, labelPrint, paper } from "./kit/label.ts"

/** Height of sill, belt line and roof, and half widths, by length from tail (-2) to nose (+2). */
interface Station {
  x: number
  low: number
  belt: number
  top: number
  wide: number
  cabin: number
}

const saloon: readonly Station[] = [
  { x: -2.02, low: 0.36, belt: 0.74, top: 0.78, wide: 0.6, cabin: 0.5 },
  { x: -1.94, low: 0.27, belt: 0.86, top: 0.9, wide: 0.76, cabin: 0.6 },
  { x: -1.5, low: 0.24, belt: 0.93, top: 1.0, wide: 0.85, cabin: 0.66 },
  { x: -1.2, low: 0.22, belt: 0.94, top: 1.12, wide: 0.87, cabin: 0.65 },
  { x: -0.75, low: 0.2, belt: 0.93, top: 1.36, wide: 0.88, cabin: 0.62 },
  { x: -0.2, low: 0.2, belt: 0.92, top: 1.42, wide: 0.88, cabin: 0.61 },
  { x: 0.3, low: 0.2, belt: 0.91, top: 1.34, wide: 0.88, cabin: 0.61 },
  { x: 0.75, low: 0.2, belt: 0.9, top: 1.1, wide: 0.87, cabin: 0.64 },
  { x: 1.05, low: 0.21, belt: 0.88, top: 0.93, wide: 0.86, cabin: 0.68 },
  { x: 1.55, low: 0.23, belt: 0.8, top: 0.84, wide: 0.83, cabin: 0.64 },
  { x: 1.92, low: 0.26, belt: 0.66, top: 0.7, wide: 0.74, cabin: 0.56 },
  { x: 2.04, low: 0.34, belt: 0.54, top: 0.57, wide: 0.6, cabin: 0.45 },
]

function ringOf(s: Station): Vector3[] {
  const half: [number, number][] = [
    [0, s.low],
    [s.wide * 0.82, s.low],
    [s.wide * 0.97, s.low + 0.1],
    [s.wide, s.low + (s.belt - s.low) * 0.45],
    [s.wide * 0.985, s.low + (s.belt - s.low) * 0.75],
    [s.wide * 0.94, s.belt - 0.02],
    [s.wide * 0.9, s.belt + 0.02],
    [s.cabin + (s.wide * 0.88 - s.cabin) * 0.45, s.belt + (s.top - s.belt) * 0.5],
    [s.cabin + 0.02, s.top - Math.min(0.06, (s.top - s.belt) * 0.3)],
    [s.cabin * 0.8, s.top - 0.005],
    [s.cabin * 0.4, s.top + 0.01],
    [0, s.top + 0.015],
  ]
  const right = half.map(([z, y]): Vector3 => [s.x, y, z])
  const left = half
    .slice(1, -1)
    .reverse()
    .map(([z, y]): Vector3 => [s.x, y, -z])
  return [...right, ...left].reverse()
}

/** A saloon car; taxis are yellow with a roof sign. */
export function car(kit: Kit): Model {
  const isTaxi = /taxi/.test(kit.word)
  const isSporty = /sports|coupe/.test(kit.word)
  const stations = isSporty
    ? saloon.map((s) => ({ ...s, belt: s.belt * 0.9, top: s.belt * 0.9 + (s.top - s.belt) * 0.8, low: s.low * 0.85 }))
    : saloon
  const color = namedColour(kit.look) ?? (isTaxi ? linear("#eab020") : kit.palette.product)
  const metal = kit.look.materials.find((m) => m === "silver" || m === "gold" || m === "bronze" || m === "copper")
  const paint: SceneObject["material"] = metal
    ? { ...finish(metal, color), roughness: 0.22 }
    : { color, roughness: 0.1, specular: 0.06 }
  const mesh = smoothMesh(loft(smoothSections(stations.map(ringOf), 4)), 38)
  const gap = 0.006
  const text = kit.text()
  const area = { width: 1.5, height: 0.42, middle: 0.6, across: -0.02 }
  const art = text ? labelPrint(text, area.width / area.height, 0.8) : null
  const ink = inkTexture(art ?? print(1, []), area, luminance(color) > 0.3 ? blackInk : paper)
  const texture: SceneObject["material"]["texture"] = (s, x, y, z, _nx, ny, nz) => {
    const belt = beltAt(stations, x) + 0.035
    const roof = roofAt(stations, x)
    const isSide = y > belt && y < roof - 0.07 && Math.abs(nz) > 0.35 && x > -1.25 && x < 0.86
    const isFront = x > 0.36 && x < 1.0 && y > belt && ny > 0.3 && ny < 0.93 && Math.abs(z) < 0.56
    const isRear = x < -0.8 && x > -1.46 && y > belt + 0.02 && ny > 0.3 && ny < 0.96 && Math.abs(z) < 0.52
    const pillar = Math.abs(x + 0.24) < 0.035 || Math.abs(x + 0.95) < 0.03 || Math.abs(x - 0.62) < 0.02
    const wheel = Math.min(Math.hypot(x - 1.26, y - 0.33), Math.hypot(x + 1.24, y - 0.33))
    const put = (r: number, g: number, b: number, rough: number): void => {
      s.color = [r, g, b]
      s.roughness = rough
      s.metalness = 0
    }
    if ((isSide && !pillar) || isFront || isRear) put(0.012, 0.014, 0.018, 0.1)
    else if (wheel < 0.4 && Math.abs(nz) > 0.3) put(0.006, 0.006, 0.007, 0.9)
    else if (y < 0.3) put(0.015, 0.015, 0.017, 0.6)
    else if (
      Math.abs(nz) > 0.5 &&
      y < belt &&
      (Math.abs(x + 0.24) < gap || Math.abs(x - 0.66) < gap || Math.abs(x + 1.02) < gap)
    )
      put(0.01, 0.01, 0.012, 0.6)
    else if (Math.abs(z) < 0.8 && x > 1.5 && ny > 0.5 && Math.abs(x - 1.52) < gap * 1.5) put(0.01, 0.01, 0.012, 0.6)
    else if (x > 1.93 && y < 0.5 && y > 0.38 && Math.abs(z) < 0.4) put(0.01, 0.01, 0.012, 0.4)
    // On both sides, to be read from each: the far one is seen mirrored otherwise.
    if (art && Math.abs(nz) > 0.6 && y < belt - 0.03) ink(s, z > 0 ? x : -x, y, z, 0, 0, 1)
    if (x > 1.74 && Math.abs(z) > 0.44 && y > 0.52 && y < 0.68) {
      const lens = 0.5 + 0.5 * Math.cos(Math.hypot((Math.abs(z) - 0.58) * 34, (y - 0.6) * 40))
      put(0.34 + 0.5 * lens, 0.36 + 0.5 * lens, 0.4 + 0.5 * lens, 0.12)
      s.emission = [0.22 * lens, 0.23 * lens, 0.24 * lens]
    }
    if (x < -1.9 && Math.abs(z) > 0.36 && y > 0.6 && y < 0.76) {
      put(0.5, 0.01, 0.01, 0.1)
      s.emission = [0.5, 0.02, 0.02]
    }
  }
  const wheels: Shape[] = []
  const rims: Shape[] = []
  for (const x of [1.26, -1.24]) {
    for (const z of [0.74, -0.74]) {
      wheels.push(translate(rotateX(cylinder(0.33, 0.11, 0.05), Math.PI / 2), [x, 0.33, z]))
      rims.push(
        translate(rotateX(cylinder(0.05, 0.118, 0.01), Math.PI / 2), [x, 0.33, z]),
        translate(rotateX(torus(0.215, 0.022), Math.PI / 2), [x, 0.33, z + Math.sign(z) * 0.1]),
      )
      for (let k = 0; k < 5; k += 1) {
        const a = (k / 5) * Math.PI * 2
        const spoke = box([0.028, 0.11, 0.02], 0.012)
        rims.push(
          translate(rotateZ(spoke, -a), [x + Math.sin(a) * 0.12, 0.33 + Math.cos(a) * 0.12, z + Math.sign(z) * 0.1]),
        )
      }
    }
  }
  const mirrors = union(
    translate(ellipsoid([0.09, 0.06, 0.08]), [0.55, 0.97, 0.92]),
    translate(ellipsoid([0.09, 0.06, 0.08]), [0.55, 0.97, -0.92]),
  )
  const pieces: SceneObject[] = [
    { geometry: { kind: "mesh", mesh }, material: { ...paint, texture } },
    solid(union(...wheels), kit.of("legs", { kind: "matte", color: linear("#141415") })),
    solid(union(...rims), finish("steel", [0.7, 0.7, 0.7])),
    solid(mirrors, paint),
  ]
  if (isTaxi)
    pieces.push(
      solid(translate(box([0.12, 0.07, 0.24], 0.03), [-0.2, 1.5, 0]), {
        color: [0.95, 0.9, 0.7],
        roughness: 0.4,
        emission: [0.9, 0.75, 0.35],
      }),
    )
  return { pieces, yaw: -0.62, sway: 0.12, isLarge: true, elevation: 0.14 }
}

function between(stations: readonly Station[], x: number, pick: (s: Station) => number): number {
  for (let i = 0; i + 1 < stations.length; i += 1) {
    const a = stations[i]
    const b = stations[i + 1]
    if (a && b && x <= b.x) return pick(a) + ((pick(b) - pick(a)) * (x - a.x)) / (b.x - a.x)
  }
  return pick(stations.at(-1) ?? { x: 0, low: 0, belt: 0, top: 0, wide: 0, cabin: 0 })
}
const beltAt = (stations: readonly Station[], x: number): number => between(stations, x, (s) => s.belt)
const roofAt = (stations: readonly Station[], x: number): number => between(stations, x, (s) => s.top)
