import { openFilm } from "#imaging/render/trace/film.ts"
import { control, type OpenFacts } from "./messages.ts"
import { type DrawnPixels, filmSizeOf, type Work } from "./work.ts"

export interface WorkOptions {
  signal: AbortSignal
  /** @param fraction 0 to 1 */
  onProgress?: (fraction: number) => void
  /** Milliseconds of drawing, waiting for a thread not counted, after which optional samples are left out; none: never. */
  budgetMs?: number
  /** Goes before the others that wait. */
  isUrgent?: boolean
}

/** A piece of work could not be done. */
export class WorkFailed extends Error {
  override readonly name = "WorkFailed"
  /** True when what was handed in is the reason: then the message is for the person, else for the log. */
  readonly isInput: boolean

  constructor(message: string, isInput = false) {
    super(message)
    this.isInput = isInput
  }
}

/** What comes of a piece of work. */
export interface WorkResult {
  /** What was drawn, when the work needs a film. */
  drawn: DrawnPixels | undefined
  /** What its parts found out, when they say something. */
  answer: unknown
}

/** One piece of work that threads of type `T` do together, phase by phase. */
export interface PoolJob<T> {
  readonly id: number
  readonly work: Work
  readonly options: WorkOptions
  /** Memory of its film, when it needs one. */
  readonly memory: object | undefined
  readonly control: Int32Array
  facts: OpenFacts
  answer: unknown
  /** Number of the phase that runs. */
  phase: number
  /** Threads that work on the phase now. */
  readonly busy: Set<T>
  readonly attempt: number
  /** When it was handed in, as `performance.now` tells. */
  readonly madeAt: number
  isOver: boolean
  /** When a thread first took it up, also in an earlier attempt. */
  startedAt: number | undefined
  readonly settle: { resolve(result: WorkResult): void; reject(error: unknown): void }
}

type Origin<T> = Pick<PoolJob<T>, "id" | "work" | "options" | "memory" | "attempt" | "startedAt" | "settle">

export function createJob<T>(origin: Origin<T>): PoolJob<T> {
  const job: PoolJob<T> = {
    ...origin,
    control: new Int32Array(new SharedArrayBuffer(control.size * 4)),
    facts: { phases: [], grain: 0 },
    answer: undefined,
    phase: 0,
    busy: new Set(),
    madeAt: performance.now(),
    isOver: false,
  }
  Atomics.store(job.control, control.parts, -1)
  return job
}

/** How long a small look lets other work go first, in ms: somebody waits for it too. */
const givesWayMs = 10_000

/** Whether it is a small look that is not paid, and lets other work go first. */
export function givesWay<T>({ work, madeAt }: PoolJob<T>): boolean {
  return work.kind === "shot" && work.order.quality === "preview" && performance.now() - madeAt < givesWayMs
}

/** Lets the threads know when time is up. */
export function checkTime<T>(job: PoolJob<T>): void {
  if (
    performance.now() - (job.startedAt ?? Number.POSITIVE_INFINITY) >
    (job.options.budgetMs ?? Number.POSITIVE_INFINITY)
  )
    Atomics.store(job.control, control.isLate, 1)
}

/** Whether the running phase is one that there is no time for any more. */
const isDropped = <T>(job: PoolJob<T>): boolean =>
  Atomics.load(job.control, control.isLate) === 1 && job.facts.phases[job.phase]?.isOptional === true

/** Whether one more thread may find a part to do. */
export function hasParts<T>(job: PoolJob<T>): boolean {
  if (isDropped(job)) return false
  const parts = Atomics.load(job.control, control.parts)
  return parts < 0 || Atomics.load(job.control, control.next) < parts
}

/** Share of the work that is done, 0 to 1. */
export function progressOf<T>(job: PoolJob<T>): number {
  const whole = job.facts.phases.reduce((sum, p) => sum + p.weight, 0)
  if (whole === 0) return 0
  const before = job.facts.phases.slice(0, job.phase).reduce((sum, p) => sum + p.weight, 0)
  const parts = Atomics.load(job.control, control.parts)
  // Every busy thread has taken a part that it has not finished.
  const done = Math.max(0, Math.min(parts, Atomics.load(job.control, control.next) - job.busy.size))
  const part = parts > 0 ? done / parts : 0
  return (before + (job.facts.phases[job.phase]?.weight ?? 0) * part) / whole
}

/**
 * After the last thread has left a phase: on to the next one if all its parts are done, past the optional
 * ones if it is late.
 * @returns true when no phase is left
 */
export function stepOn<T>(job: PoolJob<T>): boolean {
  checkTime(job)
  if (hasParts(job)) return false
  job.phase++
  while (isDropped(job)) job.phase++
  if (job.phase >= job.facts.phases.length) return true
  Atomics.store(job.control, control.next, 0)
  Atomics.store(job.control, control.parts, -1)
  return false
}

/** What has become of a job that is done. */
export function resultOf<T>({ work, memory, facts, answer }: PoolJob<T>): WorkResult {
  const size = filmSizeOf(work)
  if (!size || !memory) return { drawn: undefined, answer }
  const { width, height } = size
  const { output } = openFilm(width, height, memory)
  // The film is used again, so its picture is copied.
  return { drawn: { pixels: output.slice(), width, height, grain: facts.grain }, answer }
}
