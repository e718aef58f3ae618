import { describe, expect, test } from "vitest"
import { type Picture, PictureError } from "#imaging/pixels/picture.ts"
import { adjustEdge, type EdgeChange } from "./adjust-edge.ts"

const side = 120
const radius = 40
const asItIs: EdgeChange = { shift: 0, feather: 0, isClean: false }

/** A red disc on blue: its edge a pixel soft, the ground's blue still in it as a bad cut-out has it. */
function discOn(): { photo: Picture; cut: Picture } {
  const photo = new Uint8Array(side * side * 3)
  const cut = new Uint8Array(side * side * 4)
  for (let p = 0; p < side * side; p++) {
    const cover = Math.min(1, Math.max(0, radius + 0.5 - distance(p)))
    const colour = [200 * cover, 0, 200 * (1 - cover)].map(Math.round)
    photo.set(colour, p * 3)
    cut.set([...colour, Math.round(255 * cover)], p * 4)
  }
  return {
    photo: { width: side, height: side, channels: 3, data: photo },
    cut: { width: side, height: side, channels: 4, data: cut },
  }
}

function distance(p: number): number {
  return Math.hypot((p % side) - side / 2, Math.floor(p / side) - side / 2)
}

const { photo, cut } = discOn()
const adjust = (change: Partial<EdgeChange>): Picture => adjustEdge(photo, cut, { ...asItIs, ...change })
const coverOf = ({ data }: Picture): number => {
  let sum = 0
  for (let i = 3; i < data.length; i += 4) sum += (data[i] ?? 0) / 255
  return sum
}
/** Radius of the disc that covers as much. */
const radiusOf = (picture: Picture): number => Math.sqrt(coverOf(picture) / Math.PI)
const at = ({ data }: Picture, x: number, y: number): number[] => [
  ...data.subarray((y * side + x) * 4, (y * side + x) * 4 + 4),
]

describe("the edge of a cut-out", () => {
  test.each([-8, -3, -1.5, -0.5, 0.5, 1.5, 3, 8])("moves by %f px, as far in every direction", (shift) => {
    const moved = adjust({ shift })
    expect(Math.abs(radiusOf(moved) - radiusOf(cut) - shift)).toBeLessThan(0.1 + 0.1 * Math.abs(shift))
    const reachOf = (dx: number, dy: number): number => {
      let far = 0
      for (let r = 0; r < 59; r++) {
        const [x, y] = [Math.round(side / 2 + dx * r), Math.round(side / 2 + dy * r)]
        if ((at(moved, x, y)[3] ?? 0) > 127) far = r
      }
      return far
    }
    const slant = Math.SQRT1_2
    expect(Math.abs(reachOf(1, 0) - reachOf(slant, slant))).toBeLessThanOrEqual(2)
  })

  test("shows the photo again where it moves outwards", () => {
    expect(at(adjust({ shift: 6 }), 60 + radius + 4, 60)).toEqual([0, 0, 200, 255])
  })

  test("becomes as soft as wanted to both sides, in the product's colours, and covers as much", () => {
    const soft = adjust({ feather: 10 })
    expect(Math.abs(coverOf(soft) - coverOf(cut)) / coverOf(cut)).toBeLessThan(0.03)
    const cover = (r: number): number => at(soft, 60 + r, 60)[3] ?? 0
    expect([cover(radius - 12), cover(radius + 13)]).toEqual([255, 0])
    expect(cover(radius - 5)).toBeLessThan(250)
    expect(cover(radius + 5)).toBeGreaterThan(5)
    const [red = 0, , blue = 255] = at(soft, 60 + radius + 6, 60)
    expect(red).toBeGreaterThan(150)
    expect(blue).toBeLessThan(50)
  })

  test("loses the old background's colour when it is cleaned, and keeps its shape", () => {
    const clean = adjust({ isClean: true })
    for (let p = 0; p < side * side; p++) {
      const [red = 0, , blue = 0, cover] = at(clean, p % side, Math.floor(p / side))
      expect(cover).toBe(cut.data[p * 4 + 3])
      if ((cover ?? 0) > 0) expect(red - blue).toBeGreaterThan(180)
    }
  })

  test("changes nothing away from it, and nothing at all when nothing is asked", () => {
    expect([...adjust({}).data]).toEqual([...cut.data])
    const changed = adjust({ shift: -3, feather: 4, isClean: true })
    for (let p = 0; p < side * side; p++) {
      if (Math.abs(distance(p) - radius) < 16) continue
      expect(changed.data.subarray(p * 4, p * 4 + 4).join()).toBe(cut.data.subarray(p * 4, p * 4 + 4).join())
    }
  })

  test("keeps a product that runs out of the photo at the photo's border", () => {
    const whole: Picture = { width: 20, height: 20, channels: 4, data: new Uint8Array(1_600).fill(255) }
    const ground: Picture = { width: 20, height: 20, channels: 3, data: new Uint8Array(1_200) }
    for (let y = 0; y < 20; y++) whole.data[(y * 20 + 19) * 4 + 3] = 0
    const { data } = adjustEdge(ground, whole, { ...asItIs, shift: -4 })
    expect([data[3], data[(19 * 20 + 5) * 4 + 3], data[(10 * 20 + 17) * 4 + 3]]).toEqual([255, 255, 0])
  })

  test("is refused when there is edge everywhere, before it costs much", () => {
    const size = { width: 3_000, height: 3_000 }
    const noise: Picture = { ...size, channels: 4, data: new Uint8Array(36_000_000).fill(100) }
    const ground: Picture = { ...size, channels: 3, data: new Uint8Array(27_000_000) }
    expect(() => adjustEdge(ground, noise, { ...asItIs, shift: 1 })).toThrow("too much edge")
  })

  test("is refused when the cut-out does not fit its photo", () => {
    const small: Picture = { width: 2, height: 2, channels: 4, data: new Uint8Array(16) }
    expect(() => adjustEdge(photo, small, { ...asItIs, shift: 1 })).toThrow(PictureError)
  })
})
