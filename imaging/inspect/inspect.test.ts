import { describe, expect, test } from "vitest"
import { outlineNetwork } from "#imaging/cutout/testing/outline-network.ts"
import { boxMean } from "#imaging/pixels/box-mean.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import type { FindingCode } from "./findings.ts"
import { fingerprintOf, isNearDuplicate } from "./fingerprint.ts"
import { inspectPhotos, type Photo } from "./inspect-photos.ts"

interface Look {
  width?: number
  height?: number
  /** Middle and half side of a striped box, as shares of the picture. */
  x?: number
  y?: number
  half?: number
  ground?: number
  light?: number
  blur?: number
}

/** A striped red box on a plain ground. */
function buildPhoto({
  width = 420,
  height = 420,
  x = 0.5,
  y = 0.5,
  half = 0.25,
  ground = 225,
  light = 1,
  blur = 0,
}: Look): Photo {
  const planes = [0, 1, 2].map((c) => {
    const plane = Float32Array.from({ length: width * height }, (_, p) => {
      const [u, v] = [(p % width) / width - x, Math.floor(p / width) / height - y]
      if (Math.abs(u) > half || Math.abs(v) > half) return ground * light
      const stripe = Math.floor((u + 1) * 40) % 2 === 0
      return light * (c === 0 ? 200 : stripe ? 60 : 30)
    })
    return blur === 0 ? plane : boxMean(boxMean(plane, width, height, blur), width, height, blur)
  })
  const data = new Uint8Array(width * height * 3)
  for (let p = 0; p < width * height; p++) for (let c = 0; c < 3; c++) data[p * 3 + c] = planes[c]?.[p] ?? 0
  return { picture: { width, height, channels: 3, data } }
}

/** @param paint the colour at a place, in shares of the picture */
function paintPhoto(paint: (u: number, v: number) => [number, number, number]): Photo {
  const side = 420
  const data = new Uint8Array(side * side * 3)
  for (let p = 0; p < side * side; p++) data.set(paint((p % side) / side, Math.floor(p / side) / side), p * 3)
  return { picture: { width: side, height: side, channels: 3, data } }
}

function codesOf(photo: Photo): FindingCode[] {
  return inspectPhotos([photo], outlineNetwork).flatMap((verdict) => verdict.findings.map((found) => found.code))
}

describe("inspectPhotos", () => {
  test("has nothing to say about a good photo", () => {
    expect(inspectPhotos([buildPhoto({})], outlineNetwork)).toEqual([{ photo: 0, isUsable: true, findings: [] }])
  })

  test.each<[string, Look, FindingCode]>([
    ["a short side of 383", { width: 500, height: 383 }, "too_small"],
    ["a panorama", { width: 1200, height: 400 }, "odd_shape"],
    ["a blurred photo", { blur: 5 }, "blurred"],
    ["a photo in the dark", { light: 0.2 }, "too_dark"],
    ["a far product", { half: 0.07 }, "product_small"],
    ["a product that leaves the picture", { x: 0.12, y: 0.5 }, "product_cut_off"],
    ["a product in the corner", { x: 0.19, y: 0.19, half: 0.14 }, "product_off_centre"],
  ])("notices %s", (_, look, code) => {
    expect(codesOf(buildPhoto(look))).toContain(code)
  })

  test("notices that a pale tray runs out of the picture, though only its print stands out from the table", () => {
    const photo = paintPhoto((u, v) => {
      if (u < 0.6 || Math.abs(v - 0.5) > 0.2) return [225, 225, 225]
      const isPrint = u > 0.65 && u < 0.85 && Math.abs(v - 0.5) < 0.12
      return isPrint ? [60, 30, 90] : [205, 185, 185]
    })
    expect(codesOf(photo)).toContain("product_cut_off")
  })

  test("does not take a shadow that runs out of the picture for product", () => {
    const photo = paintPhoto((u, v) => {
      if (Math.abs(u - 0.5) < 0.2 && Math.abs(v - 0.5) < 0.2) return [200, 40, 40]
      const shade = 1 - 0.25 * Math.max(0, 1 - Math.abs(v - 0.6) / 0.2) * Math.min(1, Math.max(0, (u - 0.6) / 0.2))
      return [225 * shade, 225 * shade, 225 * shade]
    })
    expect(codesOf(photo)).toEqual([])
  })

  test.each<[string, (u: number, v: number) => boolean]>([
    ["stripes", (u) => Math.floor(u * 12) % 2 === 0],
    ["checks", (u, v) => (Math.floor(u * 14) + Math.floor(v * 14)) % 2 === 0],
  ])("finds no product on a cloth of %s alone", (_, isRed) => {
    const photo = paintPhoto((u, v) => (isRed(u, v) ? [150, 60, 60] : [190, 185, 175]))
    expect(codesOf(photo)).toEqual(["no_product"])
  })

  test("finds no product on planks, each of another tone", () => {
    const tones = [150, 118, 171, 132, 96, 160, 125]
    const photo = paintPhoto((u, v) => {
      const [plank, across] = [Math.floor(u * 7), (u * 7) % 1]
      const tone = across < 0.05 ? 40 : (tones[plank] ?? 140) + 6 * Math.sin(50 * u + 9 * v)
      return [tone, 0.78 * tone, 0.55 * tone]
    })
    expect(codesOf(photo)).toEqual(["no_product"])
  })

  test("finds a bag on a plaid with bars as wide as its handle", () => {
    const photo = paintPhoto((u, v) => {
      const isBag = Math.abs(u - 0.5) < 0.21 - 0.1 * (v - 0.55) && Math.abs(v - 0.55) < 0.18
      const isHandle = Math.abs(Math.hypot(u - 0.5, v - 0.38) - 0.1) < 0.016 && v < 0.4
      const isBuckle = Math.hypot(u - 0.5, v - 0.47) < 0.03
      if (isBuckle) return [212, 170, 60]
      if (isBag || isHandle) return [38, 84, 62]
      const isBar = (u * 9) % 1 < 0.3 || (v * 9) % 1 < 0.3
      return isBar ? [96, 38, 42] : [214, 204, 186]
    })
    expect(codesOf(photo)).toEqual([])
  })

  test("finds no product on an empty sheet, and does not call it blurred where there is no edge to judge", () => {
    expect(codesOf(buildPhoto({ half: -1 }))).toEqual(["no_product"])
  })

  test("looks at what is transparent as if it lay on paper, not in the dark", () => {
    const { picture } = buildPhoto({})
    const seen = (isShown: (p: number) => boolean): Photo => {
      const data = new Uint8Array(picture.width * picture.height * 4)
      for (let p = 0; p < picture.width * picture.height; p++) {
        if (isShown(p)) data.set([...picture.data.subarray(3 * p, 3 * p + 3), 255], 4 * p)
      }
      return { picture: { ...picture, channels: 4, data } }
    }
    expect(codesOf(seen((p) => picture.data[3 * p] !== 225))).toEqual([])
    expect(codesOf(seen(() => false))).toEqual(["no_product"])
  })

  test("does not call a black thing on dark cloth a photo in the dark", () => {
    const { picture } = buildPhoto({ ground: 50 })
    const { width, data } = picture
    for (let p = 0; p < data.length / 3; p++) {
      const [x, y] = [p % width, Math.floor(p / width)]
      const isProduct = (data[p * 3] ?? 0) === 200
      const isGleam = x > 150 && x < 180 && y > 130 && y < 200
      if (isProduct) data.fill(isGleam ? 120 : 22, p * 3, p * 3 + 3)
    }
    expect(codesOf({ picture })).not.toContain("too_dark")
  })

  test("says that a white thing in far too much light is washed out and cannot be told from its ground, and is not called blurred", () => {
    const { picture } = buildPhoto({ half: -1 })
    const washed = picture.data.map((_, at) => (Math.floor(at / 3 / picture.width) > 380 ? 249 : 255))
    expect(codesOf({ picture: { ...picture, data: washed } })).toEqual(["too_bright", "no_product"])
  })

  test("takes 384 pixels as enough", () => {
    expect(codesOf(buildPhoto({ width: 500, height: 384 }))).not.toContain("too_small")
  })

  test("says that a turned photo needs nothing, and still uses it", () => {
    const [verdict] = inspectPhotos([{ ...buildPhoto({}), exifOrientation: 6 }], outlineNetwork)
    expect(verdict?.findings.map((found) => [found.code, found.severity])).toEqual([["turned", "note"]])
    expect(verdict?.isUsable).toBe(true)
  })

  test("names the photo that another one repeats, whatever its size and light", () => {
    const [, other, repeat] = inspectPhotos(
      [
        buildPhoto({ x: 0.4 }),
        buildPhoto({ x: 0.62, y: 0.4, half: 0.3 }),
        buildPhoto({ x: 0.4, width: 600, height: 600, light: 0.9 }),
      ],
      outlineNetwork,
    )
    expect(other?.duplicateOf).toBeUndefined()
    expect(repeat?.duplicateOf).toBe(0)
    expect(repeat?.findings.map((found) => found.code)).toContain("near_duplicate")
  })

  test("reports a broken picture instead of failing the set", () => {
    const broken: Picture = { width: 500, height: 500, channels: 3, data: new Uint8Array(9) }
    const verdicts = inspectPhotos([{ picture: broken }, buildPhoto({})], outlineNetwork)
    expect(verdicts[0]).toMatchObject({ isUsable: false, findings: [{ code: "unreadable", severity: "stop" }] })
    expect(verdicts[1]?.findings).toEqual([])
  })

  test("tells how to retake every photo it complains about, the most serious thing first", () => {
    const [verdict] = inspectPhotos(
      [{ ...buildPhoto({ width: 900, height: 300 }), exifOrientation: 8 }],
      outlineNetwork,
    )
    expect(verdict?.findings.map((found) => found.severity)).toEqual(["stop", "warn", "note"])
    for (const found of verdict?.findings ?? []) expect(found.retake.length).toBeGreaterThan(15)
  })
})

test("a plain ground whose light wavers makes no other photo of it", () => {
  const { picture } = buildPhoto({ half: 0.12 })
  const wavering = picture.data.map((value, at) => {
    const [x, y] = [Math.floor(at / 3) % picture.width, Math.floor(at / 3 / picture.width)]
    return value + ((Math.floor((9 * x) / picture.width) + Math.floor((9 * y) / picture.height)) % 2)
  })
  const again = fingerprintOf({ ...picture, data: wavering })
  expect(isNearDuplicate(fingerprintOf(picture), again)).toBe(true)
})

test("dark photos of different scenes are as far apart as light ones", () => {
  const dark = [buildPhoto({ x: 0.3, y: 0.3, light: 0.06 }), buildPhoto({ x: 0.65, y: 0.6, light: 0.06 })]
  const [one, other] = dark.map(({ picture }) => fingerprintOf(picture))
  expect(one && other && isNearDuplicate(one, other)).toBe(false)
})

test("fingerprints of different scenes are far apart", () => {
  const a = fingerprintOf(buildPhoto({ x: 0.3, y: 0.3 }).picture)
  expect(isNearDuplicate(a, fingerprintOf(buildPhoto({ x: 0.65, y: 0.6 }).picture))).toBe(false)
  expect(isNearDuplicate(a, a)).toBe(true)
})
