import { beforeAll, describe, expect, test } from "vitest"
import { type Picture, PictureError } from "#imaging/pixels/picture.ts"
import { cutAlong } from "./matting/cut-along.ts"
import { type Cutout, type CutoutOptions, removeBackground as removeBackgroundBy } from "./remove-background.ts"
import { outlineNetwork } from "./testing/outline-network.ts"

const removeBackground = (photo: Picture, options?: CutoutOptions): Cutout =>
  removeBackgroundBy(photo, outlineNetwork, options)

type Rgb = [number, number, number]
type Paint = (x: number, y: number) => Rgb

/** A picture painted by a function, with a little repeatable noise so that it is not unnaturally flat. */
function buildPhoto(width: number, height: number, paint: Paint, noise = 2): Picture {
  const data = new Uint8Array(width * height * 3)
  let state = 7
  for (let p = 0; p < width * height; p++) {
    const colour = paint(p % width, Math.floor(p / width))
    for (let c = 0; c < 3; c++) {
      state = (state * 1664525 + 1013904223) >>> 0
      data[p * 3 + c] = Math.min(255, Math.max(0, (colour[c] ?? 0) + (state / 4294967296 - 0.5) * 2 * noise))
    }
  }
  return { width, height, channels: 3, data }
}

const side = 240
const away = (x: number, y: number): number => Math.hypot(x - 120, y - 110)
const isDisc = (x: number, y: number): boolean => away(x, y) < 60
const isRing = (x: number, y: number): boolean => away(x, y) < 70 && away(x, y) > 42

/** Pale grey ground with a red disc and a soft shadow to its lower right. */
const discWithShadow: Paint = (x, y) => {
  const shade = 1 - 0.45 * Math.max(0, 1 - Math.hypot((x - 150) / 80, (y - 165) / 28)) ** 0.7
  const cover = Math.min(1, Math.max(0, (60 - away(x, y)) / 2 + 0.5))
  const mix = (product: number, ground: number): number => product * cover + ground * shade * (1 - cover)
  return [mix(190, 215), mix(40, 215), mix(35, 218)]
}

function alphaOf({ picture: { data } }: Cutout): Uint8Array {
  return Uint8Array.from({ length: data.length / 4 }, (_, p) => data[p * 4 + 3] ?? 0)
}

function shareWrong(cutout: Cutout, isProduct: (x: number, y: number) => boolean): number {
  let wrong = 0
  const coverage = alphaOf(cutout)
  coverage.forEach((alpha, p) => {
    if (alpha > 127 !== isProduct(p % cutout.picture.width, Math.floor(p / cutout.picture.width))) wrong++
  })
  return wrong / coverage.length
}

describe("a product on a plain ground", () => {
  let cutout: Cutout
  beforeAll(() => {
    cutout = removeBackground(buildPhoto(side, side, discWithShadow))
  })

  test("comes out without its shadow, and it is sure of that", () => {
    expect(shareWrong(cutout, isDisc)).toBeLessThan(0.01)
    expect(cutout.isSure).toBe(true)
  })

  test("has soft edges of the product's colour, not of the ground's", () => {
    const { data } = cutout.picture
    let checked = 0
    for (let p = 0; p < side * side; p++) {
      const alpha = data[p * 4 + 3] ?? 0
      if (alpha < 40 || alpha > 215) continue
      checked++
      expect((data[p * 4] ?? 0) - (data[p * 4 + 1] ?? 0)).toBeGreaterThan(90)
    }
    expect(checked).toBeGreaterThan(20)
  })

  test("is the same to the byte every time", () => {
    expect(removeBackground(buildPhoto(side, side, discWithShadow)).picture.data).toEqual(cutout.picture.data)
  })

  test("can be cut again along any mask", () => {
    const photo = buildPhoto(side, side, discWithShadow)
    const data = Uint8Array.from({ length: 120 * 120 }, (_, p) => (p % 120 < 60 ? 1 : 0))
    const half = cutAlong(photo, { width: 120, height: 120, data })
    expect(half.data[(100 * side + 20) * 4 + 3]).toBe(255)
    expect(half.data[(100 * side + 220) * 4 + 3]).toBe(0)
  })
})

describe("a photo with transparency", () => {
  const withAlpha = (isOpaque: (x: number, y: number) => boolean): Picture => {
    const { data } = buildPhoto(side, side, discWithShadow)
    const out = new Uint8Array(side * side * 4)
    for (let p = 0; p < side * side; p++) {
      // What is transparent is black below.
      if (isOpaque(p % side, Math.floor(p / side))) out.set([...data.subarray(p * 3, p * 3 + 3), 255], p * 4)
    }
    return { width: side, height: side, channels: 4, data: out }
  }

  test("in its round corners alone is cut out like any other", () => {
    const inset = (at: number): number => Math.max(0, 40 - at, at - (side - 1 - 40))
    const cutout = removeBackground(withAlpha((x, y) => Math.hypot(inset(x), inset(y)) <= 40))
    expect(cutout.confidence).toBeLessThan(1)
    expect(cutout.isSure).toBe(true)
    expect(shareWrong(cutout, isDisc)).toBeLessThan(0.01)
  })

  test("around its product is cut out already", () => {
    const photo = withAlpha(isDisc)
    const { confidence, picture } = removeBackground(photo)
    expect(confidence).toBe(1)
    expect(picture.data).toEqual(photo.data)
    // One side without it is enough.
    expect(removeBackground(withAlpha((x) => x > 20)).confidence).toBe(1)
  })
})

test("opens the hole of a ring", () => {
  const photo = buildPhoto(side, side, (x, y) => (isRing(x, y) ? [40, 60, 150] : [225, 222, 216]))
  const cutout = removeBackground(photo)
  expect(alphaOf(cutout)[110 * side + 120]).toBeLessThan(10)
  expect(shareWrong(cutout, isRing)).toBeLessThan(0.02)
})

test("keeps a label that is enclosed by the product and reaches its outline", () => {
  const isBottle = (x: number, y: number): boolean => x > 80 && x < 160 && y > 30 && y < 210
  const paint: Paint = (x, y) => {
    if (!isBottle(x, y)) return [235, 235, 235]
    return y > 100 && y < 160 ? [226, 224, 214] : [150, 80, 20]
  }
  expect(shareWrong(removeBackground(buildPhoto(side, side, paint)), isBottle)).toBeLessThan(0.02)
})

test("takes the product out of a checked cloth", () => {
  const paint: Paint = (x, y) => {
    if (isDisc(x, y)) return [210, 160, 20]
    return (Math.floor(x / 12) + Math.floor(y / 12)) % 2 === 0 ? [120, 125, 135] : [90, 92, 100]
  }
  expect(shareWrong(removeBackground(buildPhoto(side, side, paint)), isDisc)).toBeLessThan(0.02)
})

test("a box outside decides which of two products is meant", () => {
  const isLeft = (x: number, y: number): boolean => Math.hypot(x - 70, y - 120) < 40
  const isRight = (x: number, y: number): boolean => Math.hypot(x - 175, y - 120) < 40
  const photo = buildPhoto(side, side, (x, y) => (isLeft(x, y) || isRight(x, y) ? [30, 110, 60] : [220, 215, 205]))
  const cutout = removeBackground(photo, { box: { left: 0.55, top: 0.2, right: 0.95, bottom: 0.8 } })
  expect(shareWrong(cutout, isRight)).toBeLessThan(0.02)
})

test("is not sure about a product of the ground's own colour, and offers another answer when there is one", () => {
  const paint: Paint = (x, y) => {
    const d = away(x, y)
    if (d < 60) return y > 110 ? [231, 231, 231] : [120, 122, 130]
    return [234, 234, 234]
  }
  const cutout = removeBackground(buildPhoto(side, side, paint, 6))
  const certain = removeBackground(buildPhoto(side, side, discWithShadow))
  expect(cutout.confidence).toBeLessThan(certain.confidence)
  for (const { width, height, data } of cutout.alternatives) expect(data.length).toBe(width * height)
})

describe("pictures that are not product photos", () => {
  const flat = (width: number, height: number, channels: 3 | 4 = 3, value = 128): Picture => ({
    width,
    height,
    channels,
    data: new Uint8Array(width * height * channels).fill(value),
  })

  test.each([
    ["one pixel", flat(1, 1), "too_small"],
    ["seven pixels", flat(7, 300), "too_small"],
    ["a hair's width", flat(4000, 20), "too_small"],
    ["wholly transparent", flat(60, 60, 4, 0), "nothing_visible"],
    ["data of the wrong length", { ...flat(60, 60), data: new Uint8Array(5) }, "wrong_length"],
    ["an impossible size", { ...flat(60, 60), width: -3 }, "bad_dimensions"],
    ["too many pixels", { ...flat(60, 60), width: 60_000, height: 60_000 }, "too_large"],
  ] as const)("%s is refused with a reason", (_, picture, fault) => {
    let found: unknown
    try {
      removeBackground(picture)
    } catch (error) {
      found = error
    }
    expect(found).toBeInstanceOf(PictureError)
    expect((found as PictureError).fault).toBe(fault)
  })

  test.each([
    ["black", 0],
    ["grey", 128],
    ["white", 255],
  ])("a %s sheet comes back whole, with no confidence", (_, value) => {
    const cutout = removeBackground(flat(120, 90, 3, value))
    expect(cutout.confidence).toBe(0)
    expect(cutout.isSure).toBe(false)
    expect(new Set(alphaOf(cutout))).toEqual(new Set([255]))
  })

  test("one that is cut out already stays as it is", () => {
    const picture = flat(64, 64, 4, 200)
    for (let p = 0; p < 64 * 20; p++) picture.data[p * 4 + 3] = 0
    const cutout = removeBackground(picture)
    expect([...cutout.picture.data]).toEqual([...picture.data])
    expect(cutout.isSure).toBe(true)
  })

  test.each([8, 9, 15, 31])("survives a photo of %i pixels a side", (small) => {
    const photo = buildPhoto(small, small, (x, y) =>
      Math.hypot(x - small / 2, y - small / 2) < small / 4 ? [200, 30, 30] : [230, 230, 230],
    )
    expect(alphaOf(removeBackground(photo)).length).toBe(small * small)
  })

  test("pure noise gives an answer without confidence in it", () => {
    const cutout = removeBackground(buildPhoto(160, 160, () => [128, 128, 128], 120))
    expect(alphaOf(cutout).length).toBe(160 * 160)
    expect(cutout.isSure).toBe(false)
  })

  test("a collage of four things on four grounds is not called sure", () => {
    const grounds: Rgb[] = [
      [210, 205, 196],
      [60, 90, 130],
      [200, 170, 60],
      [40, 42, 46],
    ]
    const things: Rgb[] = [
      [150, 30, 40],
      [230, 220, 190],
      [40, 70, 60],
      [220, 120, 40],
    ]
    const collage = buildPhoto(side, side, (x, y) => {
      if (Math.min(x % 120, y % 120) < 4) return [250, 250, 250]
      const isThing = Math.hypot((x % 120) - 62, (y % 120) - 62) < 34
      return (isThing ? things : grounds)[Math.floor(y / 120) * 2 + Math.floor(x / 120)] ?? [0, 0, 0]
    })
    expect(removeBackground(collage).isSure).toBe(false)
  })

  test("of a thing before a mirror its image is a second thing, and nothing of the mirror is taken", () => {
    const isThing = (x: number, y: number): boolean => Math.hypot(x - 80, y - 150) < 46
    const isImage = (x: number, y: number): boolean => Math.hypot(x - 165, y - 120) < 38
    const mirror = buildPhoto(side, side, (x, y) => {
      if (isThing(x, y)) return [180, 40, 50]
      if (isImage(x, y)) return [150, 48, 54]
      return x > 112 ? [182, 188, 194] : [214, 208, 198]
    })
    expect(shareWrong(removeBackground(mirror), (x, y) => isThing(x, y) || isImage(x, y))).toBeLessThan(0.02)
  })
})
