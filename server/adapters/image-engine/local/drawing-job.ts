import type { PictureRequest, Reading } from "#imaging/render/draw.ts"
import { type Film, openFilm } from "#imaging/render/trace/film.ts"
import { control, type PhaseFacts } from "./messages.ts"

/** A drawn picture: sRGB bytes, three per pixel. */
export interface DrawnPixels {
  pixels: Uint8Array
  width: number
  height: number
  reading: Reading
}

export interface DrawingOptions {
  signal: AbortSignal
  /** @param fraction 0 to 1 */
  onProgress?: (fraction: number) => void
  /** Milliseconds of drawing, waiting for a thread not counted, after which optional samples are left out. */
  budgetMs: number
  /** Goes before the others that wait. */
  isUrgent?: boolean
}

/** One picture that threads of type `T` draw together, phase by phase. */
export interface DrawingJob<T> {
  readonly id: number
  readonly request: PictureRequest
  readonly options: DrawingOptions
  readonly film: Film
  readonly control: Int32Array
  phases: PhaseFacts[]
  reading: Reading
  /** Number of the phase that runs. */
  phase: number
  /** Threads that work on the phase now. */
  readonly busy: Set<T>
  readonly attempt: number
  isOver: boolean
  /** When a thread first took it up, also in an earlier attempt. */
  startedAt: number | undefined
  readonly settle: { resolve(result: DrawnPixels): void; reject(error: unknown): void }
}

type Origin<T> = Pick<DrawingJob<T>, "id" | "request" | "options" | "attempt" | "startedAt" | "settle">

export function createJob<T>(origin: Origin<T>, memory: object): DrawingJob<T> {
  const job: DrawingJob<T> = {
    ...origin,
    film: openFilm(origin.request.width, origin.request.height, memory),
    control: new Int32Array(new SharedArrayBuffer(control.size * 4)),
    phases: [],
    reading: { understood: [], ignored: [] },
    phase: 0,
    busy: new Set(),
    isOver: false,
  }
  Atomics.store(job.control, control.parts, -1)
  return job
}

/** Lets the threads know when time is up. */
export function checkTime<T>(job: DrawingJob<T>): void {
  if (performance.now() - (job.startedAt ?? Number.POSITIVE_INFINITY) > job.options.budgetMs)
    Atomics.store(job.control, control.isLate, 1)
}

/** Whether the running phase is one that there is no time for any more. */
const isDropped = <T>(job: DrawingJob<T>): boolean =>
  Atomics.load(job.control, control.isLate) === 1 && job.phases[job.phase]?.isOptional === true

/** Whether one more thread may find a part to do. */
export function hasParts<T>(job: DrawingJob<T>): boolean {
  if (isDropped(job)) return false
  const parts = Atomics.load(job.control, control.parts)
  return parts < 0 || Atomics.load(job.control, control.next) < parts
}

/** Share of the work that is done, 0 to 1. */
export function progressOf<T>(job: DrawingJob<T>): number {
  const whole = job.phases.reduce((sum, p) => sum + p.weight, 0)
  if (whole === 0) return 0
  const before = job.phases.slice(0, job.phase).reduce((sum, p) => sum + p.weight, 0)
  const parts = Atomics.load(job.control, control.parts)
  const part = parts > 0 ? Math.min(1, Atomics.load(job.control, control.next) / parts) : 0
  return (before + (job.phases[job.phase]?.weight ?? 0) * part) / whole
}

/**
 * After the last thread has left a phase: on to the next one if all its parts are done, past the optional
 * ones if it is late.
 * @returns true when no phase is left
 */
export function stepOn<T>(job: DrawingJob<T>): boolean {
  checkTime(job)
  if (hasParts(job)) return false
  job.phase++
  while (isDropped(job)) job.phase++
  if (job.phase >= job.phases.length) return true
  Atomics.store(job.control, control.next, 0)
  Atomics.store(job.control, control.parts, -1)
  return false
}
