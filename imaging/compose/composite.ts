// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { byteOfLinear, linearOfByte } from "#imaging/colour/srgb.ts"
import { gainAt, type ProductLight } from "#imaging/compose/set/product-light.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import type { Card } from "./card.ts"

/** Darkening where the product meets its floor, and the share of its height over which it fades. */
const contact = { depth: 0.24, reach: 0.035 }

/** Dark line where product and floor meet: strength at the edge, and its fall-off as a share of the product's height. */
const line = { depth: 0.42, reach: 0.009 }

/**
 * Darkens the floor just before the feet. The drawn shadow is true for a solid that stands perfectly flat; real bottoms
 * have rims and rounded edges that keep the last millimetres dark. Changes the plate in place.
 */
export function drawContact(plate: Picture, card: Card, feet: readonly [number, number][]): void {
  const { picture, left, top } = card
  const reach = Math.max(1, line.reach * picture.height)
  const edge = calmEdge(picture, Math.ceil(picture.width / 80))
  for (const [first, last] of feet) {
    const [from, to] = [Math.ceil(card.columnOf(first)), Math.floor(card.columnOf(last))]
    for (let x = from; x <= to; x++) {
      const column = left + x
      if (column < 0 || column >= plate.width) continue
      const share = (x - from + 1) / (to - from + 2)
      const strength = line.depth * Math.min(1, 12 * share, 12 * (1 - share))
      const lowest = edge[x]!
      if (lowest < 0) continue
      for (let d = 0; d < 5 * reach && top + lowest + d < plate.height; d++) {
        if (top + lowest + d < 0) continue
        const keep = 1 - strength * Math.exp(-d / reach)
        const at = ((top + lowest + d) * plate.width + column) * plate.channels
        for (let c = 0; c < 3; c++) plate.data[at + c] = Math.round(plate.data[at + c]! * keep)
      }
    }
  }
}

/** Lowest solid row of every column, the median of its neighbourhood: ragged edges would throw a comb of streaks. */
function calmEdge(picture: Picture, reach: number): number[] {
  const rows = Array.from({ length: picture.width }, (_, x) => lowestSolid(picture, x))
  return rows.map((own, x) => {
    if (own < 0) return own
    const near = rows.slice(Math.max(0, x - reach), x + reach + 1).filter((y) => y >= 0)
    return near.sort((a, b) => a - b)[near.length >> 1]!
  })
}

function lowestSolid({ data, width, height }: Picture, x: number): number {
  for (let y = height - 1; y >= 0; y--) if (data[(y * width + x) * 4 + 3]! >= 128) return y
  return -1
}

/** Pure white where the frame's border is typically as bright or brighter; shadows keep their depth. In place. */
export function whiten(plate: Picture): void {
  const { width, height, channels, data } = plate
  for (let c = 0; c < 3; c++) {
    const border: number[] = []
    for (let x = 0; x < width; x++)
      border.push(data[x * channels + c]!, data[((height - 1) * width + x) * channels + c]!)
    for (let y = 0; y < height; y++) border.push(data[y * width * channels + c]!)
    border.sort((a, b) => a - b)
    const gain = 255 / Math.max(128, border[Math.floor(border.length * whitePoint)]!)
    for (let at = c; at < data.length; at += channels) data[at] = Math.min(255, Math.round(data[at]! * gain))
  }
}

/** Share of the frame's border that may stay below pure white. */
const whitePoint = 0.12

/**
 * Lays the product over the finished plate. The plate is already toned, so the product's colours only change by the
 * gains of the set's light. Changes the plate in place.
 */
export function layCard(plate: Picture, card: Card, light: ProductLight): void {
  const { picture } = card
  const gain: [number, number, number] = [0, 0, 0]
  for (let y = 0; y < picture.height; y++) {
    const row = card.top + y
    if (row < 0 || row >= plate.height) continue
    const above = (picture.height - y) / picture.height
    const dim = 1 - contact.depth * Math.exp(-above / contact.reach)
    for (let x = 0; x < picture.width; x++) {
      const column = card.left + x
      const from = (y * picture.width + x) * 4
      const alpha = picture.data[from + 3]! / 255
      if (alpha === 0 || column < 0 || column >= plate.width) continue
      gainAt(light, x / picture.width, above, gain)
      const to = (row * plate.width + column) * plate.channels
      for (let c = 0; c < 3; c++) {
        const lit = byteOfLinear(linearOfByte[picture.data[from + c]!]! * gain[c]! * dim)
        plate.data[to + c] = Math.round(plate.data[to + c]! * (1 - alpha) + lit * alpha)
      }
    }
  }
}
