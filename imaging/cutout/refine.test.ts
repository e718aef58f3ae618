import { describe, expect, test } from "vitest"
import { PictureError } from "#imaging/pixels/picture.ts"
import { reachOf, type Stroke } from "./hints.ts"
import { bandOf } from "./matting/matte.ts"
import { refineCutout } from "./refine.ts"
import { drawBagPhoto, withCoverage } from "./testing/bag-photo.ts"

const { photo, truth, strap, shadow } = drawBagPhoto()
const { width, height } = photo
const withoutStrap = withCoverage(
  photo,
  truth.map((value, p) => value - (strap[p] ?? 0) * (p / width < 180 ? 1 : 0)),
)
const withShadow = withCoverage(
  photo,
  truth.map((value, p) => Math.max(value, shadow[p] ?? 0)),
)

/** Along the strap as a hand draws it: some pixels beside it all the way. */
const alongStrap: Stroke = {
  kind: "keep",
  radius: 9,
  points: Array.from({ length: 25 }, (_, i) => {
    const angle = Math.PI * (1 + i / 24)
    const off = 75 + 3 * Math.sin(i * 1.7)
    return [235 + 1.05 * off * Math.cos(angle), 185 + 1.5 * off * Math.sin(angle)]
  }).flat(),
}
/** Over the shadow, and a little over the bag's edge. */
const overShadow: Stroke[] = [
  { kind: "erase", radius: 22, points: [352, 225, 352, 300, 345, 318] },
  { kind: "erase", radius: 12, points: [362, 330, 300, 338, 190, 340] },
]

function error(alpha: Uint8Array | Uint8ClampedArray, isMeant: (p: number) => boolean): number {
  let sum = 0
  let count = 0
  for (let p = 0; p < truth.length; p++) {
    if (!isMeant(p)) continue
    sum += Math.abs((alpha[p * 4 + 3] ?? 0) / 255 - (truth[p] ?? 0))
    count++
  }
  return sum / count
}

function distanceToStrokes(strokes: readonly Stroke[], p: number): number {
  const [x, y] = [(p % width) + 0.5, Math.floor(p / width) + 0.5]
  let least = Number.POSITIVE_INFINITY
  for (const { radius, points } of strokes) {
    for (let i = 2; i < points.length; i += 2) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(i - 2, i + 2)
      const share = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2)
      const t = Math.min(1, Math.max(0, share))
      const away = Math.hypot(x - x0 - t * (x1 - x0), y - y0 - t * (y1 - y0))
      least = Math.min(least, away - reachOf(radius, bandOf(width, height)))
    }
  }
  return least
}

describe("a refined cut-out", () => {
  test("gets back a thin strap that was left out, to the strap's own edges", () => {
    const isNear = (p: number): boolean => distanceToStrokes([alongStrap], p) < 0
    const before = error(withoutStrap.data, isNear)
    const { data } = refineCutout(photo, withoutStrap, [alongStrap])
    expect(before).toBeGreaterThan(0.25)
    expect(error(data, isNear)).toBeLessThan(0.05)
  })

  test("loses a shadow that was kept, and not the bag beside it", () => {
    const isNear = (p: number): boolean => distanceToStrokes(overShadow, p) < 0
    const before = error(withShadow.data, isNear)
    const { data } = refineCutout(photo, withShadow, overShadow)
    expect(before).toBeGreaterThan(0.2)
    expect(error(data, isNear)).toBeLessThan(0.05)
  })

  test("is the same byte for byte out of the strokes' reach, whatever was drawn", () => {
    for (const strokes of [[alongStrap], overShadow]) {
      const { data } = refineCutout(photo, withShadow, strokes)
      let changed = 0
      for (let p = 0; p < truth.length; p++) {
        const isSame = [0, 1, 2, 3].every((c) => data[p * 4 + c] === withShadow.data[p * 4 + c])
        if (isSame) continue
        changed++
        expect(distanceToStrokes(strokes, p)).toBeLessThan(1)
      }
      expect(changed).toBeGreaterThan(500)
    }
  })

  test("is covered in the middle of a keep stroke and empty in that of an erase stroke; the last one counts", () => {
    const at = (x: number, y: number): number => 4 * (y * width + x) + 3
    const dot = (kind: Stroke["kind"], radius: number): Stroke => ({ kind, radius, points: [60, 60] })
    const cut = withCoverage(photo, truth)
    expect(refineCutout(photo, cut, [dot("keep", 20)]).data[at(60, 60)]).toBe(255)
    expect(refineCutout(photo, cut, [dot("keep", 20), dot("erase", 20)]).data[at(60, 60)]).toBe(0)
    const { data } = refineCutout(photo, cut, [{ kind: "erase", radius: 20, points: [235, 255] }])
    expect(data[at(235, 255)]).toBe(0)
    expect(data[at(180, 300)]).toBe(255)
    let erased = 0
    for (let p = 0; p < truth.length; p++) if ((truth[p] ?? 0) > 0.9 && (data[p * 4 + 3] ?? 0) < 128) erased++
    // Where the product has one colour, no edge is nearer than the brush's own.
    expect(erased / (Math.PI * 20 ** 2)).toBeGreaterThan(0.9)
    expect(erased / (Math.PI * 20 ** 2)).toBeLessThan(1.2)
  })

  test("stays as it is without strokes, and when they lie outside the picture", () => {
    for (const strokes of [[], [{ kind: "keep", radius: 5, points: [-400, -400] } as const]]) {
      expect(refineCutout(photo, withShadow, strokes).data).toEqual(withShadow.data)
    }
  })

  test("is refused when it does not fit its photo", () => {
    const small = { width: 2, height: 2, channels: 4, data: new Uint8Array(16) } as const
    expect(() => refineCutout(photo, small, [alongStrap])).toThrow(PictureError)
  })
})
