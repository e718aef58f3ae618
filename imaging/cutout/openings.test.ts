import { describe, expect, test } from "vitest"
import type { Picture } from "#imaging/pixels/picture.ts"
import { viewOf } from "#imaging/pixels/view.ts"
import { fillOpenings, mendOpenings } from "./openings.ts"

const side = 96
type Colour = readonly [red: number, green: number, blue: number]
const cloth: Colour = [190, 182, 170]
const stripe: Colour = [96, 110, 140]
const glass: Colour = [40, 120, 90]
const enamel: Colour = [20, 40, 210]

const distance = (p: number, x: number, y: number): number => Math.hypot((p % side) - x, Math.floor(p / side) - y)

/** A red plate with two openings on striped cloth: what lies in the left one and in the right one. */
function plate(left: Colour | "ground", right: Colour | "ground"): { picture: Picture; mask: Uint8Array } {
  const data = new Uint8Array(side * side * 3)
  const mask = new Uint8Array(side * side)
  for (let p = 0; p < side * side; p++) {
    const ground = Math.floor((p % side) / 6) % 2 === 0 ? cloth : stripe
    const isInLeft = distance(p, 34, 48) < 9
    const isInRight = distance(p, 62, 48) < 9
    const isPlate = distance(p, 48, 48) < 34
    const inside = isInLeft ? left : isInRight ? right : ([170, 50, 40] as const)
    data.set(isPlate && inside !== "ground" ? inside : ground, p * 3)
    mask[p] = isPlate && !isInLeft && !isInRight ? 1 : 0
  }
  return { picture: { width: side, height: side, channels: 3, data }, mask }
}

/** Odds of a network that sees ground everywhere. */
const ground = new Float32Array(side * side).fill(-4)
const at = (mask: Uint8Array, x: number, y: number): number => mask[y * side + x] ?? 0
const openings = (mask: Uint8Array): number[] => [at(mask, 34, 48), at(mask, 62, 48)]

describe("the openings of a mask", () => {
  test("are filled where another colour than the ground's shows, and stay where the ground does", () => {
    const { picture, mask } = plate(glass, "ground")
    const { mask: filled, whole } = mendOpenings(mask, viewOf(picture), ground)
    expect(openings(filled)).toEqual([1, 0])
    expect(at(filled, 2, 2)).toBe(0)
    expect(whole).toBeUndefined()
  })

  test("are filled where the network takes them for product, whatever colour they have", () => {
    const { picture, mask } = plate("ground", "ground")
    const odds = ground.map((_, p) => (distance(p, 62, 48) < 9 ? 3 : -3))
    expect(openings(mendOpenings(mask, viewOf(picture), odds).mask)).toEqual([0, 1])
  })

  test("are a doubt where they have the ground's colour and the network does not see ground: a label, or a hole", () => {
    const { picture, mask } = plate("ground", "ground")
    const odds = ground.map((sure, p) => (distance(p, 62, 48) < 9 ? -1 : sure))
    const { mask: kept, whole } = mendOpenings(mask, viewOf(picture), odds)
    expect(openings(kept)).toEqual([0, 0])
    expect(whole && openings(whole)).toEqual([0, 1])
  })

  test("are none of its business when they reach the border, and a mask without any is the same one", () => {
    const { picture, mask } = plate(glass, enamel)
    const notch = mask.map((value, p) => (Math.floor(p / side) === 48 && p % side < 34 ? 0 : value))
    expect(openings(mendOpenings(notch, viewOf(picture), ground).mask)).toEqual([0, 1])
    const closed = fillOpenings(mask, picture)
    expect(openings(closed)).toEqual([1, 1])
    expect(mendOpenings(closed, viewOf(picture), ground).mask).toBe(closed)
  })
})
