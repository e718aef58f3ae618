// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

import { distanceTo } from "#imaging/pixels/distance.ts"
import type { View } from "#imaging/pixels/view.ts"

/** The long side at which squares are compared, in pixels: a pattern's lines are wider than a pixel of it. */
const comparedSide = 144
/** Half the side of the compared squares, in compared pixels. */
const reach = 4
/** Squares whose middle is nearer to what was found than this, in compared pixels, show its own outline. */
const away = 7
/** Most places of the outline that are looked for. */
const mostPlaces = 48
/** A square is found again when the difference holds less than this share of what is in it. */
const sameFrom = 0.35
/** How far the mean colours of the same thing in other light may differ: lightness, and chroma as it is weighted here. */
const sameTone = [15, 7, 7] as const
/** Squares with less in them than noise has are no outline. */
const faintest = 1.5
/** Chroma counts as much more as in the gradient. */
const chroma = 2.2

/**
 * Share of the outline's places that look like another place of the picture, whatever the light there: the edge of a
 * plank, a stripe or a tile goes on or comes again, the outline of a product does not.
 */
export function outlineFoundAgain(mask: Uint8Array, view: View): number {
  const small = comparedView(mask, view)
  const { width, height } = small
  const toMask = distanceTo(small.mask, 1, width, height)
  const places = placesOf(small)
  if (places.length === 0) return 0
  const candidates: number[] = []
  for (let y = reach; y < height - reach; y++) {
    // every second place, as on a chessboard: a line that goes on passes through both colours
    for (let x = reach + (y % 2); x < width - reach; x += 2) {
      if (toMask[y * width + x]! > away) candidates.push(y * width + x)
    }
  }
  let again = 0
  let looked = 0
  for (const place of places) {
    const square = squareAt(place, small)
    if (square.content < faintest ** 2) continue
    looked++
    const limit = sameFrom * square.content * square.values.length
    if (candidates.some((other) => isToneSame(place, other, small) && isSame(square, other, small, limit))) again++
  }
  return looked === 0 ? 0 : again / looked
}

interface Small {
  width: number
  height: number
  mask: Uint8Array
  /** Three values per pixel, chroma weighted. */
  values: Float32Array
  /** Mean of the square around each pixel, three values per pixel. */
  means: Float32Array
}

function comparedView(mask: Uint8Array, view: View): Small {
  const step = Math.max(1, Math.round(Math.max(view.width, view.height) / comparedSide))
  const width = Math.floor(view.width / step)
  const height = Math.floor(view.height / step)
  const values = new Float32Array(width * height * 3)
  const out = new Uint8Array(width * height)
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      const from = y * step * view.width + x * step
      out[p] = mask[from]!
      for (let c = 0; c < 3; c++) {
        const plane = view.channels[c]!
        let sum = 0
        for (let dy = 0; dy < step; dy++) for (let dx = 0; dx < step; dx++) sum += plane[from + dy * view.width + dx]!
        values[p * 3 + c] = (sum / (step * step)) * (c === 0 ? 1 : chroma)
      }
    }
  }
  return { width, height, mask: out, values, means: squareMeans(values, width, height) }
}

function squareMeans(values: Float32Array, width: number, height: number): Float32Array {
  const means = new Float32Array(values.length)
  const area = (2 * reach + 1) ** 2
  for (let y = reach; y < height - reach; y++) {
    for (let x = reach; x < width - reach; x++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (let dy = -reach; dy <= reach; dy++) {
          const row = (y + dy) * width
          for (let dx = -reach; dx <= reach; dx++) sum += values[(row + x + dx) * 3 + c]!
        }
        means[(y * width + x) * 3 + c] = sum / area
      }
    }
  }
  return means
}

/** Evenly spread places on the outline, away from the picture's edge. */
function placesOf({ width, height, mask }: Small): number[] {
  const all: number[] = []
  for (let y = reach; y < height - reach; y++) {
    for (let x = reach; x < width - reach; x++) {
      const p = y * width + x
      const isInner = mask[p - 1] === 1 && mask[p + 1] === 1 && mask[p - width] === 1 && mask[p + width] === 1
      if (mask[p] === 1 && !isInner) all.push(p)
    }
  }
  const every = Math.max(1, all.length / mostPlaces)
  return Array.from({ length: Math.min(all.length, mostPlaces) }, (_, i) => all[Math.floor(i * every)]!)
}

interface Square {
  /** Values without their mean: light changes from place to place. */
  values: Float32Array
  /** Mean square of the values. */
  content: number
}

function squareAt(place: number, { width, values, means }: Small): Square {
  const out = new Float32Array((2 * reach + 1) ** 2 * 3)
  let sum = 0
  let i = 0
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const q = place + dy * width + dx
      for (let c = 0; c < 3; c++, i++) {
        const value = values[q * 3 + c]! - means[place * 3 + c]!
        out[i] = value
        sum += value * value
      }
    }
  }
  return { values: out, content: sum / out.length }
}

function isToneSame(place: number, other: number, { means }: Small): boolean {
  return sameTone.every((most, c) => Math.abs(means[place * 3 + c]! - means[other * 3 + c]!) < most)
}

function isSame({ values: wanted }: Square, place: number, { width, values, means }: Small, limit: number): boolean {
  let sum = 0
  let i = 0
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const q = place + dy * width + dx
      for (let c = 0; c < 3; c++, i++) {
        const difference = wanted[i]! - (values[q * 3 + c]! - means[place * 3 + c]!)
        sum += difference * difference
      }
    }
    if (sum > limit) return false
  }
  return true
}
