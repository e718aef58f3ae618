import { bytesToOklab } from "#imaging/colour/oklab.ts"
import type { Picture } from "#imaging/pixels/picture.ts"

/** Colours nearer than this are one, as Oklab distance: shades of the same thing in light and shadow. */
const nearest = 0.12

/** Colours on less of the product than this are details. */
const leastShare = 0.04

interface Group {
  sum: [number, number, number]
  count: number
}

/**
 * The colours of a cut-out product, the most of it first.
 * @param picture RGBA; only what is solid counts
 * @param most how many are wanted
 * @returns as `#rrggbb`
 */
export function ownColours({ data, width, height }: Picture, most: number): string[] {
  const groups = new Map<number, Group>()
  const stride = Math.max(1, Math.floor(Math.sqrt((width * height) / 40_000)))
  let all = 0
  for (let y = 0; y < height; y += stride) {
    for (let x = 0; x < width; x += stride) {
      const at = (y * width + x) * 4
      if ((data[at + 3] ?? 0) < 250) continue
      const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
      const key = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4)
      const group = groups.get(key) ?? { sum: [0, 0, 0], count: 0 }
      group.sum[0] += r
      group.sum[1] += g
      group.sum[2] += b
      group.count++
      groups.set(key, group)
      all++
    }
  }
  const found: Group[] = []
  for (const group of [...groups.values()].sort((a, b) => b.count - a.count)) {
    const same = found.find((other) => distance(meanOf(other), meanOf(group)) < nearest)
    if (!same) found.push({ sum: [...group.sum], count: group.count })
    else {
      for (const channel of [0, 1, 2] as const) same.sum[channel] += group.sum[channel]
      same.count += group.count
    }
  }
  return found
    .filter(({ count }) => count >= leastShare * all)
    .sort((a, b) => b.count - a.count)
    .slice(0, most)
    .map(
      (group) =>
        `#${meanOf(group)
          .map((value) => value.toString(16).padStart(2, "0"))
          .join("")}`,
    )
}

function meanOf({ sum, count }: Group): [number, number, number] {
  return [Math.round(sum[0] / count), Math.round(sum[1] / count), Math.round(sum[2] / count)]
}

function distance(a: [number, number, number], b: [number, number, number]): number {
  const [one, other] = [bytesToOklab(...a), bytesToOklab(...b)]
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])
}
