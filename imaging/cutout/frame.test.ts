import { describe, expect, test } from "vitest"
import type { Picture } from "#imaging/pixels/picture.ts"
import { cropTo, findFrame } from "./frame.ts"
import { removeBackground } from "./remove-background.ts"
import { drawBagPhoto } from "./testing/bag-photo.ts"
import { outlineNetwork } from "./testing/outline-network.ts"

type Rgb = readonly [number, number, number]
interface Band {
  colour: Rgb
  lines: number
}

/** The photo with bands of one colour each around it, the outermost first. */
function framed(photo: Picture, bands: readonly Band[], ends: { sides: boolean } = { sides: true }): Picture {
  const depth = bands.reduce((sum, { lines }) => sum + lines, 0)
  const across = ends.sides ? depth : 0
  const width = photo.width + 2 * across
  const height = photo.height + 2 * depth
  const data = new Uint8Array(width * height * 3)
  const bandAt = (from: number): Band | undefined => {
    let begin = 0
    return bands.find(({ lines }) => {
      begin += lines
      return from < begin
    })
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fromEnd = Math.min(y, height - 1 - y)
      const band = bandAt(ends.sides ? Math.min(fromEnd, x, width - 1 - x) : fromEnd)
      const from = ((y - depth) * photo.width + x - across) * 3
      const colour = band === undefined ? photo.data.subarray(from, from + 3) : band.colour
      data.set(colour, (y * width + x) * 3)
    }
  }
  return { width, height, channels: 3, data }
}

const bag = drawBagPhoto()
const black: Rgb = [6, 4, 8]
const white: Rgb = [250, 250, 248]

describe("a photo in a frame", () => {
  const passepartout: Band[] = [
    { colour: [90, 60, 30], lines: 10 },
    { colour: white, lines: 30 },
  ]

  test.each<[string, Band[]]>([
    [
      "a broad black one that ends with a white line",
      [
        { colour: black, lines: 14 },
        { colour: white, lines: 2 },
      ],
    ],
    ["a yellow one", [{ colour: [240, 220, 60], lines: 6 }]],
    ["a passe-partout", passepartout],
  ])("is found inside %s", (_, bands) => {
    const picture = framed(bag.photo, bands)
    const depth = bands.reduce((sum, { lines }) => sum + lines, 0)
    const inside = findFrame(picture)
    expect(inside?.left).toBeGreaterThanOrEqual(depth)
    expect(inside?.left).toBeLessThanOrEqual(depth + 3)
    expect(inside?.bottom).toBeLessThanOrEqual(picture.height - depth)
    expect(inside?.bottom).toBeGreaterThanOrEqual(picture.height - depth - 3)
  })

  test("is cut out as it is without, and what is in the frame is offered as the thing", () => {
    const picture = framed(bag.photo, passepartout)
    const { picture: cut, isSure, alternatives, mask } = removeBackground(picture, outlineNetwork)
    let wrong = 0
    for (let y = 0; y < bag.photo.height; y++) {
      for (let x = 0; x < bag.photo.width; x++) {
        const found = (cut.data[((y + 40) * picture.width + x + 40) * 4 + 3] ?? 0) / 255
        if (Math.abs(found - (bag.truth[y * bag.photo.width + x] ?? 0)) > 0.5) wrong++
      }
    }
    expect(wrong / bag.truth.length).toBeLessThan(0.02)
    expect(cut.data[3]).toBe(0)
    expect(isSure).toBe(false)
    const shares = alternatives.map(({ data }) => data.reduce((sum, value) => sum + value, 0) / data.length)
    expect(Math.max(...shares)).toBeGreaterThan(0.5)
    expect(mask.width / mask.height).toBeCloseTo(picture.width / picture.height, 1)
  })

  test.each([
    ["a film's", 40],
    ["those of a phone that is held upright", Math.round(bag.photo.height * 0.9)],
  ])("and one between black bars, such as %s, loses the bars alone", (_, lines) => {
    const picture = framed(bag.photo, [{ colour: [0, 0, 0], lines }], { sides: false })
    const inside = findFrame(picture)
    expect(inside).toMatchObject({ left: 0, right: picture.width })
    expect(inside?.top).toBeGreaterThanOrEqual(lines)
    expect(inside && cropTo(picture, inside).height).toBeLessThanOrEqual(bag.photo.height)
  })
})

describe("no frame", () => {
  test("is the ground of a photo, plain or not", () => {
    expect(findFrame(bag.photo)).toBeUndefined()
    const plain = new Uint8Array(300 * 300 * 3).fill(240)
    for (let y = 90; y < 200; y++) plain.fill(40, (y * 300 + 100) * 3, (y * 300 + 220) * 3)
    expect(findFrame({ width: 300, height: 300, channels: 3, data: plain })).toBeUndefined()
  })

  test("are pale bands above and below, such as wall and floor, nor a picture of a few pixels", () => {
    expect(findFrame(framed(bag.photo, [{ colour: white, lines: 40 }], { sides: false }))).toBeUndefined()
    const small = framed({ width: 8, height: 8, channels: 3, data: new Uint8Array(192) }, [{ colour: white, lines: 4 }])
    expect(findFrame(small)).toBeUndefined()
  })
})
