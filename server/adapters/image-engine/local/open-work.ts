import { prepareShot } from "#imaging/compose/shot.ts"
import { lookAtPhoto } from "#imaging/inspect/inspect-photos.ts"
import { preparePicture } from "#imaging/render/draw.ts"
import type { Phase } from "#imaging/render/post/phase.ts"
import { addGrain } from "#imaging/upscale/grain.ts"
import { resample } from "#imaging/upscale/resample.ts"
import { prepareUpscale } from "#imaging/upscale/upscale.ts"
import { loadOutlineNetwork } from "./models/outline-network.ts"

import { loadDoubler } from "./models/stored-doubler.ts"

import type { CutOutFacts, RefinementWork, Work, WorkFacts } from "./work.ts"

/** A step whose parts may answer; work of a single part may wait for a model. */
export type WorkPhase = Omit<Phase, "run"> & { run(part: number): unknown }

/** Work that this thread is ready to take part in. */
export interface OpenWork {
  phases: readonly WorkPhase[]
  grain: number
}

/**
 * Gets a piece of work ready on this thread; `memory` is that of its film.
 * @throws PictureError, UnknownTemplate: what was handed in cannot be worked on
 */
export function openWork(work: Work, memory: object | undefined): OpenWork {
  const silent = (phases: readonly WorkPhase[]): OpenWork => ({ phases, grain: 0 })
  switch (work.kind) {
    case "picture":
      return preparePicture(work.request, memory)
    case "shot":
      return prepareShot(work.order, memory)
    case "cut-out":
      return silent([inOnePart("cut out", () => cutOut(work))])
    case "cut-along":
      return silent([inOnePart("cut along", () => followMask(work))])
    case "refinement":
      return silent([inOnePart("refine", () => refine(work))])
    case "enlargement":
      return silent([
        prepareUpscale(work.picture, work.factor, work.result, { quality: work.quality, network: loadDoubler() }),
      ])
    case "fitting":
      return silent([inOnePart("fit", () => sizePicture(work))])
    case "look":
      return silent([inOnePart("look", () => look(work.photo))])
  }
}

function inOnePart(name: string, run: () => unknown): WorkPhase {
  return { name, weight: 1, isOptional: false, parts: () => 1, run }
}

/** Loaded only when needed: it is some hundred kilobytes. */
async function cutOut({ photo, cover, result }: Extract<Work, { kind: "cut-out" }>): Promise<CutOutFacts> {
  const { removeBackground } = await import("#imaging/cutout/remove-background.ts")
  const network = await loadOutlineNetwork()
  const out = result.data
  const found = removeBackground(photo, network, cover === null ? { out } : { cover, out })
  const { confidence, isSure, alternatives } = found
  return { confidence, isSure, other: isSure ? undefined : alternatives[0] }
}

async function look(photo: Extract<Work, { kind: "look" }>["photo"]): Promise<WorkFacts["look"]> {
  return lookAtPhoto(photo, await loadOutlineNetwork())
}

/** Loaded when needed, as the cut-out is. */
async function followMask({ photo, mask, result }: Extract<Work, { kind: "cut-along" }>): Promise<void> {
  const { cutAlong } = await import("#imaging/cutout/matting/cut-along.ts")
  cutAlong(photo, mask, result.data)
}

/** Loaded when needed, as the cut-out is. */
async function refine({ photo, cut, taps, strokes, edge, result }: RefinementWork): Promise<void> {
  const { refineCutout } = await import("#imaging/cutout/refine.ts")
  const { adjustEdge } = await import("#imaging/cutout/adjust-edge.ts")
  const { openForTaps } = await import("#imaging/cutout/taps/mend-by-taps.ts")
  const tapped = taps.length > 0 ? openForTaps(photo, cut).after(taps) : cut
  const mended = refineCutout(photo, tapped, strokes)
  result.data.set((edge ? adjustEdge(photo, mended, edge) : mended).data)
}

function sizePicture({ picture, grain, seed, result }: Extract<Work, { kind: "fitting" }>): void {
  result.data.set(resample(picture, result.width, result.height).data)
  addGrain(result, grain, seed)
}
