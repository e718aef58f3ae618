// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { byteOfLinear, linearOfByte } from "#imaging/colour/srgb.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import type { Card } from "./card.ts"
import type { SideGains } from "./light-meter.ts"

/** Darkening where the product meets its floor, and the share of its height over which it fades. */
const contact = { depth: 0.24, reach: 0.035 }

/**
 * Lays the product over the finished plate. The plate is already toned, so the product's colours only change by the
 * gains: left to right as the set is lit. Changes the plate in place.
 */
export function layCard(plate: Picture, card: Card, gains: SideGains): void {
  const { picture } = card
  const gain = [0, 0, 0]
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
      const across = x / picture.width
      const ramp = across * across * (3 - 2 * across)
      for (let c = 0; c < 3; c++) gain[c] = (gains.left[c]! + (gains.right[c]! - gains.left[c]!) * ramp) * dim
      const to = (row * plate.width + column) * plate.channels
      for (let c = 0; c < 3; c++) {
        const lit = byteOfLinear(linearOfByte[picture.data[from + c]!]! * gain[c]!)
        plate.data[to + c] = Math.round(plate.data[to + c]! * (1 - alpha) + lit * alpha)
      }
    }
  }
}
