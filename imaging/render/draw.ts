import { buildScene, type SceneReading } from "./compose-scene.ts"
import type { Phase } from "./post/phase.ts"
import { phasesOf } from "./post/phases.ts"
import type { Effort } from "./post/sampling.ts"
import { facetScene } from "./scene/facet.ts"
import type { Scene } from "./scene/scene.ts"
import { createFilm, type Film, openFilm } from "./trace/film.ts"

/** How a picture is to look. */
export type PictureStyle =
  | "plain"
  | "realism"
  | "ultra"
  | "half-illustration"
  | "ghibsky"
  | "cinestill"
  | "video-game"
  | "embedded-text"

export interface PictureRequest {
  prompt: string
  style: PictureStyle
  seed: number
  /** Number of the picture in its order, 0 when absent; see `SceneRequest`. */
  take?: number
  /** Pixels. */
  width: number
  /** Pixels. */
  height: number
  /** "preview" is rough and fast; "fine" takes about twice as long as "standard". */
  quality: "preview" | "standard" | "fine"
  /** Less processed: no glow, no vignette, no grain, flat curve. */
  isRaw?: boolean
  /** False leaves the grain out, for pictures that are enlarged afterwards; `Picture.grain` says how much is missing. */
  hasGrain?: boolean
  /** A poster of the words is wanted, whatever they name. */
  isPoster?: boolean
}

/** A picture being drawn: any number of threads may hold the same one over shared memory. */
export interface Picture {
  readonly reading: SceneReading
  readonly film: Film
  readonly phases: readonly Phase[]
  /** Strength of the grain that was left out; 0 when it is in the picture. */
  readonly grain: number
}

const efforts: Readonly<Record<PictureRequest["quality"], Effort>> = {
  preview: { base: 4, extra: 0 },
  standard: { base: 6, extra: 18 },
  fine: { base: 16, extra: 32 },
}

/** Gets a scene ready to be drawn. `memory` is that of a film another thread created, absent on the first. */
export function prepareScene(
  scene: Scene,
  width: number,
  height: number,
  effort: Effort,
  memory?: object,
): Pick<Picture, "film" | "phases"> {
  const film = memory === undefined ? createFilm(width, height) : openFilm(width, height, memory)
  return { film, phases: phasesOf(scene.look === "video-game" ? facetScene(scene) : scene, film, effort) }
}

/**
 * Reads the prompt and gets its picture ready. The same request gives the same scene on every thread, so
 * only the request and the film's memory travel between threads.
 */
export function preparePicture(request: PictureRequest, memory?: object): Picture {
  const { width, height, quality, isRaw, hasGrain = true } = request
  const { scene, reading } = buildScene(request)
  const look = isRaw ? { ...scene.grading, bloom: 0.01, vignette: 0, grain: 0, contrast: 0 } : scene.grading
  const grading = hasGrain ? look : { ...look, grain: 0 }
  return {
    reading,
    grain: look.grain - grading.grain,
    ...prepareScene({ ...scene, grading }, width, height, efforts[quality], memory),
  }
}

export interface DrawOptions {
  /** Asked between parts (some milliseconds); true stops. */
  isCancelled?: () => boolean
  /** @param fraction 0 to 1 */
  onProgress?: (fraction: number) => void
  /** Milliseconds since the epoch after which optional samples are dropped. */
  deadline?: number
}

/** Stopped by `isCancelled`. */
export class DrawCancelled extends Error {
  override readonly name = "DrawCancelled"
}

/** Runs all phases on this thread. @throws DrawCancelled */
export function drawPhases(picture: Pick<Picture, "phases">, options: DrawOptions = {}): void {
  const { isCancelled, onProgress, deadline = Number.POSITIVE_INFINITY } = options
  const whole = picture.phases.reduce((sum, phase) => sum + phase.weight, 0)
  let done = 0
  for (const phase of picture.phases) {
    const parts = phase.parts()
    for (let part = 0; part < parts; part++) {
      if (isCancelled?.()) throw new DrawCancelled("cancelled")
      if (phase.isOptional && Date.now() > deadline) break
      phase.run(part)
      onProgress?.((done + (phase.weight * (part + 1)) / parts) / whole)
    }
    done += phase.weight
  }
}

/** Draws one picture on this thread. @returns sRGB bytes, three per pixel @throws DrawCancelled */
export function drawPicture(
  request: PictureRequest,
  options: DrawOptions = {},
): { pixels: Uint8Array; reading: SceneReading } {
  const picture = preparePicture(request)
  drawPhases(picture, options)
  return { pixels: picture.film.output.slice(), reading: picture.reading }
}
