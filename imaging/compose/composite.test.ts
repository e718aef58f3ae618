import { describe, expect, test } from "vitest"
import { drawCutOut } from "#imaging/compose/product/sample-cut-out.ts"
import type { ProductLight } from "#imaging/compose/set/product-light.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import type { Card } from "./card.ts"
import { drawContact, layCard } from "./composite.ts"
import { gatherGlow, wrapLight } from "./light-wrap.ts"

function plateOf(value: number): Picture {
  return { width: 200, height: 200, channels: 3, data: new Uint8Array(200 * 200 * 3).fill(value) }
}

/** 100 by 100 pixels at (50, 40), ragged below by every third column. */
const card: Card = {
  picture: drawCutOut(100, 100, [90, 60, 40], (x, y) => y < (Math.floor(x) % 3 === 0 ? 99 : 95)),
  left: 50,
  top: 40,
  columnOf: (column) => column,
}

function greyAt({ data }: Picture, x: number, y: number): number {
  return data[(y * 200 + x) * 3] ?? 0
}

function evenLight(gain: number): ProductLight {
  const column = [gain, gain, gain] as const
  return { top: [column, column, column], foot: [column, column, column] }
}

describe("drawContact", () => {
  test("draws an even dark line under a ragged edge", () => {
    const plate = plateOf(200)
    drawContact(plate, card, [[0, 99]])
    const below = Array.from({ length: 60 }, (_, i) => greyAt(plate, 70 + i, 136))
    expect(Math.max(...below)).toBeLessThan(195)
    expect(Math.max(...below) - Math.min(...below)).toBeLessThan(4)
    expect(greyAt(plate, 100, 170)).toBe(200)
  })

  test("stays inside of the plate", () => {
    const plate = plateOf(200)
    drawContact(plate, { ...card, top: -120 }, [[0, 99]])
    expect(plate.data.every((value) => value === 200)).toBe(true)
  })
})

describe("wrapLight", () => {
  function shoot(behind: number, strength: number): Picture {
    const plate = plateOf(behind)
    const glow = gatherGlow(plate, card)
    layCard(plate, card, evenLight(1))
    wrapLight(plate, card, glow, strength)
    return plate
  }

  test("lets bright surroundings spill over the outline, not into the middle", () => {
    const [plain, wrapped] = [shoot(250, 0), shoot(250, 1)]
    expect(greyAt(wrapped, 50, 80)).toBeGreaterThan(greyAt(plain, 50, 80) + 10)
    expect(greyAt(wrapped, 100, 80)).toBe(greyAt(plain, 100, 80))
  })

  test("never darkens", () => {
    expect(shoot(10, 1).data).toEqual(shoot(10, 0).data)
  })
})
