import { Worker } from "node:worker_threads"
import type { PictureRequest } from "#imaging/render/draw.ts"
import {
  checkTime,
  createJob,
  type DrawingJob,
  type DrawingOptions,
  type DrawnPixels,
  hasParts,
  progressOf,
  stepOn,
} from "./drawing-job.ts"
import { createShelf } from "./film-shelf.ts"
import { type Order, pulse, type Report, type ThreadData } from "./messages.ts"
import { measureSilence, type SilenceMeter } from "./silence.ts"

/** Threads that draw. One picture uses all that are idle; two pictures share them. */
export interface DrawingPool {
  /** @throws DrawingFailed when a thread dies twice or the picture cannot be drawn; the signal's reason when aborted */
  draw(request: PictureRequest, options: DrawingOptions): Promise<DrawnPixels>
  /** Resolves when every thread has warmed up, or none can start. */
  ready(): Promise<void>
  /** For tests that end one. */
  threads(): readonly Worker[]
  stop(): Promise<void>
}

/** A picture could not be drawn; the message is for the log. */
export class DrawingFailed extends Error {
  override readonly name = "DrawingFailed"
}

type Job = DrawingJob<Thread>

interface Thread {
  worker: Worker
  pulse: Int32Array
  silence: SilenceMeter
  isReady: boolean
  job: Job | undefined
  opened: Set<number>
}

/** A thread that grows beyond this is ended and replaced; films live in shared memory and do not count. */
const threadHeapMb = 320
const progressEveryMs = 120
/** After so many deaths in a row before the first picture, no more threads are started. */
const stillbornLimit = 4

/** A thread at work that says nothing for so long hangs. Even on a starved machine a part takes a second or two. */
const longestSilenceMs = 30_000

export interface PoolOptions {
  threads: number
  /** Hears of threads that died. */
  log: (message: string) => void
  /** What a thread runs, and how long it may be silent; tests have threads that hang. */
  threadFile?: URL
  silenceMs?: number
}

/** Starts drawing threads. */
export function createPool(options: PoolOptions): DrawingPool {
  const { threads, log, silenceMs = longestSilenceMs } = options
  const threadFile = options.threadFile ?? new URL("./worker.ts", import.meta.url)
  const crew: Thread[] = []
  const jobs: Job[] = []
  const waiters: (() => void)[] = []
  const shelf = createShelf(threads + 1)
  let nextId = 1
  let isStopping = false
  /** Threads that died before they were ready, one after the other. */
  let stillborn = 0

  function hire(): void {
    const memory = new Int32Array(new SharedArrayBuffer(pulse.size * 4))
    const worker = new Worker(threadFile, {
      workerData: { pulse: memory } satisfies ThreadData,
      resourceLimits: { maxOldGenerationSizeMb: threadHeapMb },
      name: "drawing",
    })
    const silence = measureSilence(memory)
    const thread: Thread = { worker, pulse: memory, silence, isReady: false, job: undefined, opened: new Set() }
    crew.push(thread)
    worker.on("message", (report: Report) => hear(thread, report))
    worker.on("error", (error) => log(`a drawing thread failed: ${error.message}`))
    worker.on("exit", () => lose(thread))
  }

  const tell = (thread: Thread, order: Order): void => thread.worker.postMessage(order)

  /** Asks a thread to come back after the part at hand, or takes that back. */
  const ask = (thread: Thread, isToStop: boolean): void => {
    Atomics.store(thread.pulse, pulse.stop, isToStop ? 1 : 0)
  }

  /** Ends threads that have hung, starting or working; `lose` then replaces them. */
  function endHung(): void {
    for (const thread of crew) {
      if (thread.isReady && !thread.job) continue
      if (thread.silence.look() < silenceMs) continue
      log(`a drawing thread hung for ${silenceMs / 1000} s`)
      thread.silence.restart()
      void thread.worker.terminate()
    }
  }

  /** A thread is gone: its picture starts again, once. */
  function lose(thread: Thread): void {
    crew.splice(crew.indexOf(thread), 1)
    if (isStopping) return
    if (!thread.isReady && ++stillborn > stillbornLimit) {
      log("drawing threads cannot start")
      for (const tellReady of waiters.splice(0)) tellReady()
      if (crew.length === 0) for (const job of [...jobs]) end(job, new DrawingFailed("drawing threads cannot start"))
      return
    }
    log("a drawing thread ended and is replaced")
    hire()
    const { job } = thread
    if (!job) return
    job.busy.delete(thread)
    if (job.isOver) return
    if (job.attempt > 1) end(job, new DrawingFailed("drawing threads ended twice"))
    else restart(job)
  }

  function restart(job: Job): void {
    end(job)
    begin(job.request, job.options, job.settle, job.attempt + 1, job.startedAt)
  }

  function begin(
    request: PictureRequest,
    options: DrawingOptions,
    settle: Job["settle"],
    attempt: number,
    startedAt: number | undefined,
  ): void {
    const memory = shelf.take(request.width, request.height)
    const job: Job = createJob({ id: nextId++, request, options, attempt, startedAt, settle }, memory)
    if (options.isUrgent) jobs.unshift(job)
    else jobs.push(job)
    assign()
  }

  /** Takes a job off the list, with an error or without; its threads come back after their part. */
  function end(job: Job, error?: unknown): void {
    if (job.isOver) return
    job.isOver = true
    jobs.splice(jobs.indexOf(job), 1)
    for (const thread of job.busy) ask(thread, true)
    for (const thread of crew) {
      if (thread.opened.delete(job.id)) tell(thread, { kind: "close", job: job.id })
    }
    if (job.busy.size === 0) shelf.giveBack(job.film.memory)
    if (error !== undefined) job.settle.reject(error)
    assign()
  }

  function finish(job: Job): void {
    const { film, reading } = job
    const { width, height } = film
    job.settle.resolve({ pixels: film.output.slice(), width, height, reading })
    end(job)
  }

  /** Threads that a running job may have: an even share. */
  const share = (): number => Math.max(1, Math.floor(threads / Math.max(1, Math.min(threads, jobs.length))))

  /** Gives idle threads work, and asks for threads back where one job holds too many. */
  function assign(): void {
    if (isStopping) return
    const running = jobs.slice(0, threads)
    for (const thread of crew) {
      if (!thread.isReady || thread.job) continue
      // The job with the fewest threads first, in order of arrival.
      const [needy] = running.filter(hasParts).sort((a, b) => a.busy.size - b.busy.size)
      if (needy) put(thread, needy)
    }
    const starved = running.find((job) => job.busy.size === 0)
    const rich = jobs.find((job) => job.busy.size > share())
    const [lent] = starved && rich ? [...rich.busy].slice(-1) : []
    if (lent) ask(lent, true)
  }

  function put(thread: Thread, job: Job): void {
    thread.job = job
    thread.worker.ref()
    job.busy.add(thread)
    ask(thread, false)
    thread.silence.restart()
    job.startedAt ??= performance.now()
    if (thread.opened.has(job.id)) tell(thread, { kind: "run", job: job.id, phase: job.phase })
    else {
      thread.opened.add(job.id)
      tell(thread, { kind: "open", job: job.id, request: job.request, memory: job.film.memory, control: job.control })
    }
  }

  function hear(thread: Thread, report: Report): void {
    if (report.kind === "ready") {
      thread.isReady = true
      // Idle threads do not keep a process alive, working ones do.
      thread.worker.unref()
      stillborn = 0
      if (crew.every((t) => t.isReady)) for (const tellReady of waiters.splice(0)) tellReady()
      assign()
      return
    }
    const { job } = thread
    if (!job || job.id !== report.job) return
    if (report.kind === "opened" && !job.isOver) {
      job.phases = report.phases
      job.reading = report.reading
      tell(thread, { kind: "run", job: job.id, phase: job.phase })
      return
    }
    thread.job = undefined
    thread.worker.unref()
    job.busy.delete(thread)
    if (job.isOver) {
      // Only now does nobody write into its film any more.
      if (job.busy.size === 0) shelf.giveBack(job.film.memory)
      assign()
    } else if (report.kind === "failed") end(job, new DrawingFailed(report.message))
    else {
      if (job.busy.size === 0 && stepOn(job)) finish(job)
      else assign()
    }
  }

  const watch = setInterval(() => {
    endHung()
    for (const job of jobs) {
      checkTime(job)
      job.options.onProgress?.(progressOf(job))
    }
  }, progressEveryMs)
  watch.unref()

  for (let i = 0; i < threads; i++) hire()

  return {
    threads: () => crew.map((t) => t.worker),
    ready: () => (crew.every((t) => t.isReady) ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
    draw(request, options) {
      const { signal } = options
      return new Promise((resolve, reject) => {
        if (signal.aborted || isStopping || crew.length === 0) {
          reject(signal.reason ?? new DrawingFailed("there are no drawing threads"))
          return
        }
        const cancel = (): void => {
          const job = jobs.find((j) => j.settle === settle)
          if (job) end(job, signal.reason)
        }
        const settle: Job["settle"] = {
          resolve(result) {
            signal.removeEventListener("abort", cancel)
            resolve(result)
          },
          reject(error) {
            signal.removeEventListener("abort", cancel)
            reject(error)
          },
        }
        signal.addEventListener("abort", cancel)
        begin(request, options, settle, 1, undefined)
      })
    },
    async stop() {
      isStopping = true
      clearInterval(watch)
      shelf.clear()
      for (const job of [...jobs]) end(job, new DrawingFailed("the engine is stopping"))
      await Promise.all(crew.map((t) => t.worker.terminate()))
    },
  }
}
