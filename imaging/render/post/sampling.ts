import type { Scene } from "#imaging/render/scene/scene.ts"
import { type Film, planeIndex } from "#imaging/render/trace/film.ts"
import { buildStage } from "#imaging/render/trace/stage.ts"
import { createTracer } from "#imaging/render/trace/tracer.ts"
import { isNearEdge } from "./edges.ts"
import { fillGaps } from "./fill-gaps.ts"
import { lazily } from "./lazily.ts"
import { overRows, type Phase } from "./phase.ts"

/** Samples per pixel. */
export interface Effort {
  /** Everywhere, in rounds of four. */
  base: number
  /** On top where the picture is still noisy. */
  extra: number
  /** A byte per pixel, 1 where something opaque will cover the picture: the coarsest grid is enough there. */
  hidden?: Uint8Array
}

const tileWidth = 64
const tileHeight = 32
const roundSamples = 4
/** A stepped edge is seen before a rough surface. */
const edgeSamples = 8
const extraPixels = 1024
/** Every fourth pixel in both directions gets its samples whatever the time: one in sixteen. */
const coarsest = 4

/** One round of samples for some of the pixels. */
interface Round {
  /** Every `step`th pixel in both directions. */
  step: number
  /** Only near edges that the grid twice as coarse shows. */
  atEdges?: true
  /** Samples that these pixels already have; those with more are left out. */
  first: number
  count: number
}

/**
 * The first round goes over ever finer grids, so that a picture without time is coarse, not half empty. Edges come first:
 * what is filled in from neighbours looks smooth inside things and stepped where they end.
 */
function roundsOf(base: number): Round[] {
  const count = Math.min(roundSamples, base)
  const edges = { atEdges: true, first: 0, count: Math.min(edgeSamples, base) } as const
  const rounds: Round[] = [
    { step: coarsest, first: 0, count },
    { step: 2, ...edges },
    { step: 1, ...edges },
    { step: 2, first: 0, count },
    // Thin things that only the finer grid has met.
    { step: 1, ...edges },
    { step: 1, first: 0, count },
  ]
  for (let first = count; first < base; first += roundSamples) {
    rounds.push({ step: 1, first, count: Math.min(roundSamples, base - first) })
  }
  return rounds
}

/** Expected share of pixels that lie near an edge. */
const edgeShare = 0.1

/**
 * Steps that put samples into an empty film: those everywhere, after which no pixel is empty, and those for the pixels
 * that `film.noisy` lists. Only the very first, a sixteenth of a round, cannot be cut short.
 */
export function samplingPhases(scene: Scene, film: Film, effort: Effort): { everywhere: Phase[]; extra: Phase } {
  const tracer = lazily(() => createTracer(buildStage(scene), film))
  const tile = new Int32Array(tileWidth * tileHeight)
  const { hidden } = effort

  const phaseOf = ({ step, atEdges, first, count }: Round): Phase => {
    const across = Math.ceil(film.width / (tileWidth * step))
    const down = Math.ceil(film.height / (tileHeight * step))
    return {
      name: "base",
      weight: (count / step ** 2) * (atEdges ? edgeShare : 1),
      isOptional: step < coarsest,
      parts: () => across * down,
      run: (part) => {
        const x0 = (part % across) * tileWidth * step
        const y0 = Math.floor(part / across) * tileHeight * step
        const [x1, y1] = [Math.min(film.width, x0 + tileWidth * step), Math.min(film.height, y0 + tileHeight * step)]
        let n = 0
        for (let y = y0; y < y1; y += step) {
          for (let x = x0; x < x1; x += step) {
            if ((film.planes.samples[planeIndex(film, x, y)] ?? 0) > first) continue
            if (atEdges && !isNearEdge(film, step, x, y)) continue
            if (step < coarsest && hidden?.[y * film.width + x] === 1) continue
            tile[n++] = y * film.width + x
          }
        }
        tracer().add(tile, 0, n, first, count)
      },
    }
  }

  const fill = (step: number): Phase => overRows(film, "fill gaps", 0.02, (from, to) => fillGaps(film, step, from, to))

  const extra: Phase = {
    name: "extra",
    weight: effort.extra * 0.3,
    isOptional: true,
    parts: () => Math.ceil((film.noisy[0] ?? 0) / extraPixels),
    run: (part) => {
      const from = 1 + part * extraPixels
      const to = Math.min(1 + (film.noisy[0] ?? 0), from + extraPixels)
      if (!hidden) tracer().add(film.noisy, from, to, effort.base, effort.extra)
      else {
        let n = 0
        for (const pixel of film.noisy.subarray(from, to)) if (hidden[pixel] === 0) tile[n++] = pixel
        tracer().add(tile, 0, n, effort.base, effort.extra)
      }
    },
  }
  return { everywhere: [...roundsOf(effort.base).map(phaseOf), fill(2), fill(1)], extra }
}
