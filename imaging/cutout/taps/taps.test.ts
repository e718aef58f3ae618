import { describe, expect, test } from "vitest"
import { drawBagPhoto, withCoverage } from "#imaging/cutout/testing/bag-photo.ts"
import { type Picture, PictureError } from "#imaging/pixels/picture.ts"
import { openForTaps } from "./mend-by-taps.ts"
import type { Tap } from "./tap.ts"

const { photo, truth, strap, shadow } = drawBagPhoto()
const { width, height } = photo
const whole = withCoverage(photo, truth)
const withoutStrap = withCoverage(
  photo,
  truth.map((value, p) => value - (strap[p] ?? 0)),
)
const withShadow = withCoverage(
  photo,
  truth.map((value, p) => Math.max(value, shadow[p] ?? 0)),
)
const onStrap: Tap = { kind: "belongs", x: 225.5, y: 77.5 }
const onShadow: Tap = { kind: "foreign", x: 352.5, y: 300.5 }
const onBag: Tap = { kind: "foreign", x: 235.5, y: 255.5 }

const alphaAt = ({ data }: Picture, x: number, y: number): number =>
  data[(Math.floor(y) * width + Math.floor(x)) * 4 + 3] ?? 0
const mendedBy = (cut: Picture, ...taps: Tap[]): Picture => openForTaps(photo, cut).after(taps)

function overlap({ data }: Picture): number {
  let [both, either] = [0, 0]
  for (const [p, meant] of truth.entries()) {
    const isSeen = (data[p * 4 + 3] ?? 0) > 127
    if (isSeen && meant > 0.5) both++
    if (isSeen || meant > 0.5) either++
  }
  return both / either
}

describe("a tap", () => {
  test("brings the whole strap back that was left out, and nothing else", () => {
    expect(overlap(withoutStrap)).toBeLessThan(0.88)
    expect(overlap(mendedBy(withoutStrap, onStrap))).toBeGreaterThan(0.96)
  })

  test("brings a second thing as large as the first, which was left out", () => {
    const side = 160
    const inside = (x: number, y: number, left: number): boolean => x >= left && x < left + 45 && y >= 50 && y < 120
    const data = new Uint8Array(side * side * 3)
    const first = new Float64Array(side * side)
    for (let p = 0; p < side * side; p++) {
      const [x, y] = [p % side, Math.floor(p / side)]
      if (inside(x, y, 95)) first[p] = 1
      const colour = inside(x, y, 95) ? [163, 36, 28] : inside(x, y, 20) ? [43, 74, 107] : [217, 201, 168]
      data.set(colour, p * 3)
    }
    const tins: Picture = { width: side, height: side, channels: 3, data }
    const { data: mended } = openForTaps(tins, withCoverage(tins, first)).after([{ kind: "belongs", x: 42, y: 85 }])
    const seen = (left: number): number =>
      Array.from(first.keys()).filter(
        (p) => inside(p % side, Math.floor(p / side), left) && (mended[p * 4 + 3] ?? 0) > 127,
      ).length
    expect(seen(20) / (45 * 70)).toBeGreaterThan(0.95)
    expect(seen(95) / (45 * 70)).toBeGreaterThan(0.95)
  })

  test("takes a shadow away and leaves the bag", () => {
    expect(overlap(withShadow)).toBeLessThan(0.88)
    const mended = mendedBy(withShadow, onShadow)
    expect(overlap(mended)).toBeGreaterThan(0.96)
    expect(alphaAt(mended, 235, 255)).toBe(255)
  })

  test("on what is as it says changes nothing", () => {
    for (const tap of [
      { kind: "belongs", x: 235, y: 255 },
      { kind: "foreign", x: 20, y: 20 },
    ] as const) {
      expect(mendedBy(whole, tap).data).toEqual(new Uint8ClampedArray(whole.data))
    }
  })

  test("changes not a byte far from its region", () => {
    const { data } = mendedBy(withShadow, onShadow)
    for (let p = 0; p < truth.length; p++) {
      // The strap lies above the bag, the shadow at its foot.
      if (Math.floor(p / width) > 160) continue
      for (let c = 0; c < 4; c++) expect(data[p * 4 + c]).toBe(withShadow.data[p * 4 + c])
    }
  })

  test("after its opposite at the same place counts, and the earlier ones stay true elsewhere", () => {
    const there = onBag.kind === "foreign" ? { x: onBag.x, y: onBag.y } : { x: 0, y: 0 }
    expect(alphaAt(mendedBy(whole, onBag), there.x, there.y)).toBe(0)
    expect(alphaAt(mendedBy(whole, onBag, { kind: "belongs", ...there }), there.x, there.y)).toBe(255)
    const mended = mendedBy(withShadow, onShadow, onBag)
    expect([alphaAt(mended, 352, 300), alphaAt(mended, 235, 255)]).toEqual([0, 0])
  })

  test("outside the picture changes nothing", () => {
    for (const [x, y] of [
      [-1, 40],
      [40, height],
      [width + 1e6, -1e6],
    ] as const) {
      expect(mendedBy(withShadow, { kind: "foreign", x, y }).data).toEqual(new Uint8ClampedArray(withShadow.data))
    }
  })

  test("taken back leaves what was there before it, worked out anew or not", () => {
    const open = openForTaps(photo, withShadow)
    const one = open.after([onShadow])
    const two = open.after([onShadow, onBag])
    expect(open.after([onShadow]).data).toEqual(one.data)
    expect(open.after([]).data).toEqual(new Uint8ClampedArray(withShadow.data))
    expect(open.after([onShadow, onBag]).data).toEqual(two.data)
    expect(mendedBy(withShadow, onShadow, onBag).data).toEqual(two.data)
  })
})

describe("openings", () => {
  // The strap leaves one between itself and the bag.
  const between = { x: 230, y: 140 } as const

  test("are all filled, opened again where the ground shows through, and each by a tap", () => {
    expect(alphaAt(whole, between.x, between.y)).toBe(0)
    const filled = mendedBy(whole, { kind: "openings", are: "filled" })
    expect(alphaAt(filled, between.x, between.y)).toBe(255)
    const tapped = mendedBy(whole, { kind: "openings", are: "filled" }, { kind: "foreign", ...between })
    expect(alphaAt(tapped, between.x, between.y)).toBe(0)
    const opened = mendedBy(whole, { kind: "openings", are: "filled" }, { kind: "openings", are: "open" })
    expect(alphaAt(opened, between.x, between.y)).toBe(0)
    expect(alphaAt(opened, 235, 255)).toBe(255)
  })
})

describe("a box", () => {
  test("leaves nothing outside and keeps what is in it", () => {
    const boxed = mendedBy(withShadow, { kind: "box", left: 0, top: 0, right: width / 2, bottom: height })
    expect([alphaAt(boxed, 200, 255), alphaAt(boxed, 300, 255)]).toEqual([255, 0])
  })

  test("finds the product in a cut-out that lost it", () => {
    const nothing = withCoverage(photo, new Float32Array(truth.length))
    const around = bounds(truth)
    expect(overlap(mendedBy(nothing, { kind: "box", ...around }))).toBeGreaterThan(0.8)
  })

  test("all around the picture of bare ground finds no more than that", () => {
    const bare: Picture = { width: 64, height: 48, channels: 3, data: new Uint8Array(64 * 48 * 3).fill(200) }
    const cut: Picture = { width: 64, height: 48, channels: 4, data: new Uint8Array(64 * 48 * 4).fill(255) }
    const taps: Tap[] = [
      { kind: "box", left: 0, top: 0, right: 64, bottom: 48 },
      { kind: "foreign", x: 30, y: 20 },
    ]
    expect(openForTaps(bare, cut).after(taps).data).toHaveLength(64 * 48 * 4)
  })
})

test("a cut-out of another photo is refused", () => {
  const small: Picture = { width: 2, height: 2, channels: 4, data: new Uint8Array(16) }
  expect(() => openForTaps(photo, small)).toThrow(PictureError)
})

function bounds(mask: ArrayLike<number>): { left: number; top: number; right: number; bottom: number } {
  const box = { left: width, top: height, right: 0, bottom: 0 }
  for (let p = 0; p < mask.length; p++) {
    if ((mask[p] ?? 0) < 0.5) continue
    const [x, y] = [p % width, Math.floor(p / width)]
    box.left = Math.min(box.left, x - 4)
    box.right = Math.max(box.right, x + 5)
    box.top = Math.min(box.top, y - 4)
    box.bottom = Math.max(box.bottom, y + 5)
  }
  return box
}
