import type { Scene } from "#imaging/render/scene.ts"
import { clearPlane, type Film, planeCount } from "#imaging/render/trace/film.ts"
import { buildStage } from "#imaging/render/trace/stage.ts"
import { createTracer } from "#imaging/render/trace/tracer.ts"
import { createDenoiser, denoiseLevels } from "./denoise.ts"
import { gradeRows, outputRows } from "./grade.ts"
import { measure } from "./measure.ts"
import { mapNoise } from "./noise-map.ts"
import { paintPhases } from "./paint.ts"
import { overRows, type Phase } from "./phase.ts"
import { averageRows, fenceMargins, separateRows, unaverageRows } from "./resolve.ts"

/** Samples per pixel. */
export interface Effort {
  /** Everywhere, in rounds of four. */
  base: number
  /** On top where the picture is still noisy. */
  extra: number
}

const tileWidth = 64
const tileHeight = 32
const roundSamples = 4
const extraPixels = 1024

const once = (name: string, weight: number, run: () => void): Phase => ({
  name,
  weight,
  isOptional: false,
  parts: () => 1,
  run,
})

/** Calls `make` when it is first needed: a thread that never traces compiles no scene. */
function lazily<T>(make: () => T): () => T {
  let value: { made: T } | undefined
  return () => {
    value ??= { made: make() }
    return value.made
  }
}

/** Rounds of samples everywhere, and rounds for the pixels that `film.noisy` lists. */
function tracePhases(scene: Scene, film: Film, effort: Effort): { base: Phase[]; extra: Phase } {
  const tracer = lazily(() => createTracer(buildStage(scene), film))
  const across = Math.ceil(film.width / tileWidth)
  const down = Math.ceil(film.height / tileHeight)
  const tile = new Int32Array(tileWidth * tileHeight)
  const round = (first: number, count: number): Phase => ({
    name: "base",
    weight: count,
    isOptional: first > 0,
    parts: () => across * down,
    run: (part) => {
      const x0 = (part % across) * tileWidth
      const y0 = Math.floor(part / across) * tileHeight
      let n = 0
      for (let y = y0; y < Math.min(film.height, y0 + tileHeight); y++) {
        for (let x = x0; x < Math.min(film.width, x0 + tileWidth); x++) tile[n++] = y * film.width + x
      }
      tracer().add(tile, 0, n, first, count)
    },
  })
  const base: Phase[] = []
  for (let first = 0; first < effort.base; first += roundSamples) {
    base.push(round(first, Math.min(roundSamples, effort.base - first)))
  }
  const extra: Phase = {
    name: "extra",
    weight: effort.extra * 0.3,
    isOptional: true,
    parts: () => Math.ceil((film.noisy[0] ?? 0) / extraPixels),
    run: (part) => {
      const from = 1 + part * extraPixels
      const to = Math.min(1 + (film.noisy[0] ?? 0), from + extraPixels)
      tracer().add(film.noisy, from, to, effort.base, effort.extra)
    },
  }
  return { base, extra }
}

/** All steps from an empty film to its output. */
export function phasesOf(scene: Scene, film: Film, effort: Effort): Phase[] {
  const denoiser = lazily(() => createDenoiser(film))
  const levels = Array.from({ length: denoiseLevels }, (_, level) =>
    overRows(film, "denoise", 0.15, (from, to) => {
      for (let y = from; y < to; y++) denoiser()(level, y)
    }),
  )
  const smooth = [
    overRows(film, "average", 0.1, (from, to) => averageRows(film, from, to)),
    overRows(film, "separate", 0.2, (from, to) => separateRows(film, from, to)),
    ...levels,
  ]
  const { base, extra } = tracePhases(scene, film, effort)
  const findNoise = [
    ...smooth,
    once("noise map", 0.1, () => mapNoise(film)),
    overRows(film, "unaverage", 0.05, (from, to) => unaverageRows(film, from, to)),
  ]
  const clear: Phase = {
    name: "clear",
    weight: 0.1,
    isOptional: false,
    parts: () => planeCount,
    run: (part) => clearPlane(film, part),
  }
  return [
    clear,
    ...base,
    once("fence", 0.02, () => fenceMargins(film)),
    ...(effort.extra > 0 ? [...findNoise, extra] : []),
    ...smooth,
    once("measure", 0.2, () => measure(film, scene)),
    overRows(film, "grade", 0.4, (from, to) => gradeRows(film, scene, from, to)),
    ...paintPhases(scene, film),
    overRows(film, "output", 0.1, (from, to) => outputRows(film, from, to)),
  ]
}
