// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Film } from "./film.ts"
import { planeIndex } from "./film.ts"
import { createHits, createIntersector } from "./intersect.ts"
import { createLens } from "./lens.ts"
import { createPaths } from "./paths.ts"
import { mixBits } from "./sampler.ts"
import { createShader } from "./shade.ts"
import { createShadowQueue } from "./shadow.ts"
import type { Stage } from "./stage.ts"
import { createWave } from "./wave.ts"

/** Samples that travel together. */
const waveSize = 4096
/** No sample is brighter than this: beyond it is only noise. */
const brightest = 12

/** Adds samples to pixels of a film. */
export interface Tracer {
  /**
   * @param pixels pixel numbers y × width + x, between `from` and `to`
   * @param first number of samples that these pixels already have
   * @param count samples to add to each
   */
  add(pixels: Int32Array, from: number, to: number, first: number, count: number): void
}

/** A tracer for one scene and one film; other threads may have theirs for the same film. */
export function createTracer(stage: Stage, film: Film): Tracer {
  // The first boundary of glass sends two paths per sample.
  const capacity = waveSize * 2
  let paths = createPaths(capacity)
  let next = createPaths(capacity)
  const hits = createHits(capacity)
  const wave = createWave(waveSize)
  const queue = createShadowQueue(stage, capacity * Math.max(1, stage.scene.lights.length))
  const intersect = createIntersector(stage)
  const shade = createShader(stage, film, queue)
  const start = createLens(stage.scene.camera, film.width, film.height)
  const seed = mixBits(stage.scene.seed + 0x51ed27)
  const { planes } = film

  function follow(): void {
    wave.gathered.fill(0, 0, wave.count * 3)
    let isFirst = true
    while (paths.count > 0) {
      intersect(paths, hits, isFirst)
      shade(paths, hits, next, wave)
      queue.settle(wave.gathered)
      const done = paths
      paths = next
      next = done
      isFirst = false
    }
  }

  function develop(): void {
    for (let i = 0; i < wave.count; i++) {
      let red = wave.gathered[i * 3]!
      let green = wave.gathered[i * 3 + 1]!
      let blue = wave.gathered[i * 3 + 2]!
      const peak = Math.max(red, green, blue)
      if (!(peak >= 0)) continue
      if (peak > brightest) {
        const scale = brightest / peak
        red *= scale
        green *= scale
        blue *= scale
      }
      const pixel = wave.pixel[i]!
      planes.red[pixel]! += red
      planes.green[pixel]! += green
      planes.blue[pixel]! += blue
      const luminance = Math.min(4, 0.3 * red + 0.6 * green + 0.1 * blue)
      planes.luminance[pixel]! += luminance
      planes.luminanceSquared[pixel]! += luminance * luminance
      planes.samples[pixel]! += 1
    }
  }

  return {
    add(pixels, from, to, first, count) {
      let queued = 0
      const finish = (): void => {
        paths.count = queued
        wave.count = queued
        follow()
        develop()
        queued = 0
      }
      for (let p = from; p < to; p++) {
        const number = pixels[p]!
        const x = number % film.width
        const y = (number / film.width) | 0
        const hash = mixBits(number ^ seed)
        for (let s = first; s < first + count; s++) {
          start(paths, queued, x, y, hash, s)
          paths.sample[queued] = queued
          wave.pixel[queued] = planeIndex(film, x, y)
          wave.hash[queued] = hash
          wave.number[queued] = s
          if (++queued === waveSize) finish()
        }
      }
      if (queued > 0) finish()
    },
  }
}
