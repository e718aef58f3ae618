// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { View } from "#imaging/pixels/view.ts"

/** Chroma counts so much more than lightness, as in the cuts. */
const chroma = 2.2
/** What a step costs besides its change of colour: keeps the way short where there are no edges. */
const stepCost = 0.3
/** Distances are sorted to this share of a unit; finer changes no cut. */
const resolution = 0.25

/**
 * How far every pixel is from a place along the way that changes colour least, never leaving `isOpen`: small within one
 * thing, large behind an edge. Infinite where no way leads.
 * Criminisi, Sharp and Blake, "GeoS: Geodesic Image Segmentation", 2008.
 */
export function colourDistance(view: View, from: number, isOpen: (p: number) => boolean): Float64Array {
  const { width, height } = view
  const [lightness, a, b] = view.channels
  const distance = new Float64Array(width * height).fill(Number.POSITIVE_INFINITY)
  const buckets: number[][] = []
  const reach = (p: number, far: number): void => {
    distance[p] = far
    const bucket = Math.floor(far / resolution)
    buckets[bucket] ??= []
    buckets[bucket].push(p)
  }
  reach(from, 0)
  for (let number = 0; number < buckets.length; number++) {
    const bucket = buckets[number]
    if (bucket === undefined) continue
    // A bucket grows while it is walked over.
    for (let i = 0; i < bucket.length; i++) {
      const p = bucket[i]!
      const own = distance[p]!
      if (Math.floor(own / resolution) !== number) continue
      const x = p % width
      const [x0, x1] = [x > 0 ? -1 : 0, x < width - 1 ? 1 : 0]
      const [y0, y1] = [p >= width ? -1 : 0, p < width * (height - 1) ? 1 : 0]
      for (let dy = y0; dy <= y1; dy++) {
        for (let dx = x0; dx <= x1; dx++) {
          const q = p + dy * width + dx
          if (q === p || distance[q]! <= own || !isOpen(q)) continue
          const dl = lightness[p]! - lightness[q]!
          const da = chroma * (a[p]! - a[q]!)
          const db = chroma * (b[p]! - b[q]!)
          const length = dx !== 0 && dy !== 0 ? Math.SQRT2 : 1
          const far = own + stepCost * length + Math.sqrt(dl * dl + da * da + db * db)
          if (far < distance[q]!) reach(q, far)
        }
      }
    }
    delete buckets[number]
  }
  return distance
}
