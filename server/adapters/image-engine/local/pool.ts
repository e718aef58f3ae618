import { Worker } from "node:worker_threads"
import { createFilmPool } from "./film-pool.ts"
import { freeMemory } from "./free-memory.ts"
import { signals, type ThreadCommand, type ThreadData, type ThreadReport } from "./messages.ts"
import {
  checkTime,
  createJob,
  givesWay,
  hasParts,
  type PoolJob,
  progressOf,
  resultOf,
  stepOn,
  WorkFailed,
  type WorkOptions,
  type WorkResult,
} from "./pool-job.ts"
import { createWatchdog, type Watchdog } from "./watchdog.ts"
import { filmSizeOf, type Work } from "./work.ts"

/** Threads that do all heavy work. One piece of work uses all that are idle; two pieces share them. */
export interface WorkerPool {
  /** @throws WorkFailed when a thread dies twice or the work cannot be done; the signal's reason when aborted */
  run(work: Work, options: WorkOptions): Promise<WorkResult>
  /** Starts the threads; resolves when every one listens, or none can start. */
  ready(): Promise<void>
  /** For tests that end one. */
  threads(): readonly Worker[]
  stop(): Promise<void>
}

type Job = PoolJob<Thread>

interface Thread {
  worker: Worker
  signals: Int32Array
  watchdog: Watchdog
  isReady: boolean
  job: Job | undefined
  opened: Set<number>
}

/** A thread whose objects grow beyond this is ended and replaced; films and pictures live in memory of their own. */
const usualHeapMb = 320
const progressEveryMs = 120
/** After so many deaths in a row before the first picture, no more threads are started. */
const maxFailedStarts = 4

/** A drawing thread that says nothing for so long hangs. Even on a starved machine a part takes a second or two. */
const longestIdleTimeoutMs = 30_000
/** Starting, and work done in one piece (a cut-out: three seconds of a free core), may be silent this many times as long. */
const slowStartFactor = 6
/** Threads without work for so long are ended: starting them again takes less than a second, and each holds some 100 MB. */
const usualKeepMs = 120_000

export interface PoolOptions {
  threads: number
  /** Hears of threads that died. */
  log: (message: string) => void
  /** What a thread runs, how long it may be silent and how large it may grow; tests have threads that misbehave. */
  threadFile?: URL
  idleTimeoutMs?: number
  heapMb?: number
  /** How long threads without work are kept. */
  keepMs?: number
}

/** Threads start with work, or with `ready`, and end when there was none for a while: a process that does not draw has none. */
export function createPool(options: PoolOptions): WorkerPool {
  const { threads, log, idleTimeoutMs = longestIdleTimeoutMs, heapMb = usualHeapMb, keepMs = usualKeepMs } = options
  const threadFile = options.threadFile ?? new URL("./worker.ts", import.meta.url)
  const running: Thread[] = []
  const jobs: Job[] = []
  const readyWaiters: (() => void)[] = []
  const films = createFilmPool(threads + 1)
  let nextId = 1
  let isStopping = false
  /** When there was work last. */
  let busyAt = performance.now()
  /** Threads that died before they were ready, one after the other. */
  let failedStarts = 0

  function spawn(): void {
    const memory = new Int32Array(new SharedArrayBuffer(signals.size * 4))
    const worker = new Worker(threadFile, {
      workerData: { signals: memory } satisfies ThreadData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      name: "imaging",
    })
    const watchdog = createWatchdog(memory)
    const thread: Thread = { worker, signals: memory, watchdog, isReady: false, job: undefined, opened: new Set() }
    running.push(thread)
    worker.on("message", (report: ThreadReport) => onMessage(thread, report))
    worker.on("error", (error) => log(`a thread failed: ${error.message}`))
    worker.on("exit", () => onExit(thread))
  }

  const send = (thread: Thread, command: ThreadCommand): void => thread.worker.postMessage(command)

  /** Asks a thread to come back after the part at hand, or takes that back. */
  const requestStop = (thread: Thread, isToStop: boolean): void => {
    Atomics.store(thread.signals, signals.stop, isToStop ? 1 : 0)
  }

  /** Ends threads that have hung, starting or working; `onExit` then replaces them. */
  function terminateHung(): void {
    for (const thread of running) {
      if (thread.isReady && !thread.job) continue
      const isInPieces = thread.isReady && thread.job?.memory !== undefined
      const limitMs = isInPieces ? idleTimeoutMs : idleTimeoutMs * slowStartFactor
      if (thread.watchdog.silentForMs() < limitMs) continue
      log(`a thread hung for ${limitMs / 1000} s`)
      thread.watchdog.reset()
      void thread.worker.terminate()
    }
  }

  /** Ends threads that nobody needed for a while. */
  function endIdle(): void {
    if (jobs.length > 0 || running.some((t) => !t.isReady || t.job)) busyAt = performance.now()
    if (performance.now() - busyAt < keepMs) return
    if (running.length === 0) return
    for (const thread of running.splice(0)) void thread.worker.terminate()
    // Films and pictures are shared with this thread, which makes little else and so would collect late.
    freeMemory()
  }

  /** A thread is gone without having been told to go: its work starts again, once. */
  function onExit(thread: Thread): void {
    const place = running.indexOf(thread)
    if (isStopping || place < 0) return
    running.splice(place, 1)
    if (!thread.isReady && ++failedStarts > maxFailedStarts) {
      log("threads cannot start")
      for (const resolveReady of readyWaiters.splice(0)) resolveReady()
      if (running.length === 0) for (const job of [...jobs]) end(job, new WorkFailed("threads cannot start"))
      return
    }
    log("a thread ended and is replaced")
    spawn()
    const { job } = thread
    if (!job) return
    job.busy.delete(thread)
    if (job.isOver) return
    if (job.attempt > 1) end(job, new WorkFailed("threads ended twice"))
    else restart(job)
  }

  function restart(job: Job): void {
    end(job)
    begin(job.work, job.options, job.settle, job.attempt + 1, job.startedAt)
  }

  function begin(
    work: Work,
    options: WorkOptions,
    settle: Job["settle"],
    attempt: number,
    startedAt: number | undefined,
  ): void {
    const film = filmSizeOf(work)
    const memory = film && films.acquire(film.width, film.height)
    const job: Job = createJob({ id: nextId++, work, options, memory, attempt, startedAt, settle })
    if (options.isUrgent) jobs.unshift(job)
    else jobs.push(job)
    assign()
  }

  /** Takes a job off the list, with an error or without; its threads come back after their part. */
  function end(job: Job, error?: unknown): void {
    if (job.isOver) return
    job.isOver = true
    jobs.splice(jobs.indexOf(job), 1)
    for (const thread of job.busy) requestStop(thread, true)
    for (const thread of running) {
      if (thread.opened.delete(job.id)) send(thread, { kind: "close", job: job.id })
    }
    if (job.busy.size === 0) releaseFilm(job)
    if (error !== undefined) job.settle.reject(error)
    assign()
  }

  function releaseFilm({ memory }: Job): void {
    if (memory) films.release(memory)
  }

  function finish(job: Job): void {
    job.settle.resolve(resultOf(job))
    end(job)
  }

  /** Threads that a running job may have: an even share. */
  const share = (): number => {
    const sharing = jobs.filter((job) => !givesWay(job)).length
    return Math.max(1, Math.floor(threads / Math.max(1, Math.min(threads, sharing))))
  }

  /** Gives idle threads work, and asks for threads back where one job holds too many. */
  function assign(): void {
    if (isStopping) return
    const started = jobs.toSorted((a, b) => Number(givesWay(a)) - Number(givesWay(b))).slice(0, threads)
    for (const thread of running) {
      if (!thread.isReady || thread.job) continue
      // The job with the fewest threads first, in order of arrival; small looks get what nobody else can use.
      const [neediest] = started
        .filter(hasParts)
        .sort((a, b) => Number(givesWay(a)) - Number(givesWay(b)) || a.busy.size - b.busy.size)
      if (neediest) give(thread, neediest)
    }
    const starved = started.find((job) => job.busy.size === 0 && !givesWay(job))
    const rich = jobs.find((job) => job.busy.size > (givesWay(job) ? 0 : share()))
    const [lent] = starved && rich ? [...rich.busy].slice(-1) : []
    if (lent) requestStop(lent, true)
  }

  function give(thread: Thread, job: Job): void {
    thread.job = job
    thread.worker.ref()
    job.busy.add(thread)
    requestStop(thread, false)
    thread.watchdog.reset()
    job.startedAt ??= performance.now()
    if (thread.opened.has(job.id)) send(thread, { kind: "run", job: job.id, phase: job.phase })
    else {
      thread.opened.add(job.id)
      send(thread, { kind: "open", job: job.id, work: job.work, memory: job.memory, control: job.control })
    }
  }

  function onMessage(thread: Thread, report: ThreadReport): void {
    // A thread that is being ended must keep the process alive until it has.
    if (isStopping) return
    if (report.kind === "ready") {
      thread.isReady = true
      // Idle threads do not keep a process alive, working ones do.
      thread.worker.unref()
      failedStarts = 0
      if (running.every((t) => t.isReady)) for (const resolveReady of readyWaiters.splice(0)) resolveReady()
      assign()
      return
    }
    const { job } = thread
    if (!job || job.id !== report.job) return
    if (report.kind === "opened" && !job.isOver) {
      job.facts = report.facts
      send(thread, { kind: "run", job: job.id, phase: job.phase })
      return
    }
    thread.job = undefined
    thread.worker.unref()
    job.busy.delete(thread)
    if (job.isOver) {
      // Only now does nobody write into its film any more.
      if (job.busy.size === 0) releaseFilm(job)
      assign()
    } else if (report.kind === "failed") end(job, new WorkFailed(report.message, report.isInput))
    else {
      if (report.kind === "ran" && report.answer !== undefined) job.answer = report.answer
      if (job.busy.size === 0 && stepOn(job)) finish(job)
      else assign()
    }
  }

  const watch = setInterval(() => {
    terminateHung()
    for (const job of jobs) {
      checkTime(job)
      job.options.onProgress?.(progressOf(job))
    }
    // A small look may have waited long enough by now.
    assign()
    endIdle()
  }, progressEveryMs)
  watch.unref()

  function startThreads(): void {
    if (running.length > 0 || isStopping || failedStarts > maxFailedStarts) return
    for (let i = 0; i < threads; i++) spawn()
  }

  return {
    threads: () => running.map((t) => t.worker),
    ready() {
      startThreads()
      return running.every((t) => t.isReady) ? Promise.resolve() : new Promise((resolve) => readyWaiters.push(resolve))
    },
    run(work, options) {
      const { signal } = options
      if (!signal.aborted) startThreads()
      return new Promise((resolve, reject) => {
        if (signal.aborted || isStopping || running.length === 0) {
          reject(signal.reason ?? new WorkFailed("there are no threads"))
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
        begin(work, options, settle, 1, undefined)
      })
    },
    async stop() {
      isStopping = true
      clearInterval(watch)
      films.clear()
      for (const job of [...jobs]) end(job, new WorkFailed("the engine is stopping"))
      await Promise.all(running.map((t) => t.worker.terminate()))
    },
  }
}
