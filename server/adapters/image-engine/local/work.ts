import type { ShotOrder } from "#imaging/compose/shot.ts"
import type { EdgeChange } from "#imaging/cutout/adjust-edge.ts"
import type { Stroke } from "#imaging/cutout/hints.ts"
import type { Cover, Mask } from "#imaging/cutout/matting/cut-along.ts"
import type { Tap } from "#imaging/cutout/taps/tap.ts"
import type { Photo, PhotoLook } from "#imaging/inspect/inspect-photos.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import type { PictureRequest } from "#imaging/render/draw.ts"
import type { UpscaleFactor } from "#imaging/upscale/upscale.ts"

/**
 * One piece of work for the threads. Pixels and results lie in shared memory: all threads see the same ones, and
 * nothing is copied on the way.
 */
export type Work =
  | { kind: "picture"; request: PictureRequest }
  | { kind: "shot"; order: ShotOrder }
  | { kind: "cut-out"; photo: Picture; cover: Cover | null; result: SharedPicture }
  | { kind: "cut-along"; photo: Picture; mask: Mask; result: SharedPicture }
  | RefinementWork
  | { kind: "enlargement"; picture: Picture; factor: UpscaleFactor; quality: number | undefined; result: SharedPicture }
  | { kind: "fitting"; picture: Picture; grain: number; seed: number; result: SharedPicture }
  | { kind: "look"; photo: Photo }

/** A cut-out to be mended. */
export interface RefinementWork {
  kind: "refinement"
  photo: Picture
  cut: Picture
  taps: readonly Tap[]
  strokes: readonly Stroke[]
  edge: EdgeChange | undefined
  result: SharedPicture
}

/** What a cut-out tells beside its pixels. */
export interface CutOutFacts {
  confidence: number
  isSure: boolean
  /** A mask that may be the better one; only where it is not sure. */
  other: Mask | undefined
}

/** What comes back beside the pixels, by kind of work. */
export interface WorkFacts {
  picture: undefined
  shot: undefined
  "cut-out": CutOutFacts
  "cut-along": undefined
  refinement: undefined
  enlargement: undefined
  fitting: undefined
  look: PhotoLook
}

/** A drawn picture: sRGB bytes, three per pixel. */
export interface DrawnPixels {
  pixels: Uint8Array
  width: number
  height: number
  /** Strength of the grain that was left out, for whoever enlarges the picture. */
  grain: number
}

/** Size of the film that a piece of work is drawn on; undefined when it needs none. */
export function filmSizeOf(work: Work): { width: number; height: number } | undefined {
  if (work.kind === "picture") return work.request
  return work.kind === "shot" ? work.order : undefined
}

/** A picture in memory that threads share. */
export type SharedPicture = Picture & { data: Uint8ClampedArray }

/** A picture to be filled. */
export function createShared(width: number, height: number, channels: 3 | 4): SharedPicture {
  return { width, height, channels, data: new Uint8ClampedArray(new SharedArrayBuffer(width * height * channels)) }
}

/** A copy that threads share. */
export function share({ width, height, channels, data }: Picture): SharedPicture {
  const shared = createShared(width, height, channels)
  shared.data.set(data)
  return shared
}
