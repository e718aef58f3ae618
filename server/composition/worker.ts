import { setTimeout as sleep } from "node:timers/promises"
import type { Job as ClaimedJob } from "pg-boss"
import type { Job } from "#server/declarations/job.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { type Attempt, deadLetterOf, jobsChannel, usualBackOff } from "#server/platform/jobs/queue.ts"
import { traceJob } from "#server/platform/observability/tracing/tracing.ts"

type BossJob = ClaimedJob<object>

/** Looks for work this often even when nobody says there is some, in milliseconds. */
const pollMs = 2_000

/** Tells the queue this often that a job is still worked on. */
const heartbeatMs = 3_000

/** Why work is aborted that may go on elsewhere. */
const stopping = new Error("the process is stopping")

/** How long aborted work may take to let go. */
const abortMs = 1_000

/** A running worker. */
export interface Worker {
  /** Stops claiming, lets running jobs end for `graceMs`, then aborts them; an aborted job is taken up again elsewhere. */
  stop(graceMs: number): Promise<void>
}

export interface WorkerOptions {
  /** Multiplies the pauses before another attempt; tests take 0. */
  backOffFactor?: number
}

interface QueueWorker {
  wake(): void
  stop(graceMs: number): Promise<void>
}

/**
 * Runs every job. The worker of a queue is woken by notification within milliseconds of the commit, and claims one job per free place.
 * One statement asks for every queue together now and then: jobs whose pause is over tell nobody.
 */
export function startWorker(s: Services, jobs: readonly Job[], { backOffFactor = 1 }: WorkerOptions = {}): Worker {
  const workers = new Map<string, QueueWorker>()
  for (const job of jobs) {
    workers.set(
      job.name,
      startQueueWorker(s, job, job.name, {
        places: job.concurrency(s),
        backOff: (job.backOffSeconds ?? usualBackOff).map((pause) => pause * backOffFactor),
        work: (claimed, signal) =>
          traceJob(s.tracing, { name: job.name, data: claimed.data, tried: claimed.retryCount }, () =>
            attempt(s, job, claimed, signal),
          ),
      }),
    )
    const dead = deadLetterOf(job.name)
    workers.set(
      dead,
      startQueueWorker(s, job, dead, {
        places: 1,
        backOff: usualBackOff.map((pause) => pause * backOffFactor),
        work: (claimed) => giveUp(s, job, claimed.data, new Error("The work was tried or interrupted too often.")),
      }),
    )
  }
  const unsubscribe = s.notifications.on(jobsChannel, (name) => workers.get(name)?.wake())
  const stopPolling = pollForWork(s, workers)
  return {
    async stop(graceMs) {
      unsubscribe()
      await Promise.all([stopPolling(), ...[...workers.values()].map((worker) => worker.stop(graceMs))])
    },
  }
}

/** @returns what ends it, when no question is under way any more */
function pollForWork(s: Services, workers: ReadonlyMap<string, QueueWorker>): () => Promise<void> {
  let asking: Promise<void> | null = null
  const ask = async (): Promise<void> => {
    try {
      for (const name of await s.queue.listWaiting([...workers.keys()])) workers.get(name)?.wake()
    } catch (error) {
      s.log.error({ err: error }, "looking for jobs failed")
    } finally {
      asking = null
    }
  }
  const poll = (): void => {
    asking ??= ask()
  }
  const timer = setInterval(poll, pollMs)
  poll()
  return async () => {
    clearInterval(timer)
    await asking
  }
}

interface RunQueueOptions {
  /** How many jobs run at once. */
  places: number
  /** Pause before the second, third, … attempt, in seconds. */
  backOff: readonly number[]
  work: (claimed: BossJob, signal: AbortSignal) => Promise<void>
}

/** A claimed job whose work goes on. */
interface Running {
  abort: AbortController
  attempt: Attempt
}

function startQueueWorker(
  s: Services,
  job: Job,
  queueName: string,
  { places, backOff, work }: RunQueueOptions,
): QueueWorker {
  const running = new Map<Promise<void>, Running>()
  let isStopping = false
  let isClaiming = false
  let isWanted = false
  /** The last round of claims. */
  let claims = Promise.resolve()

  const claim = (): void => {
    isWanted = true
    if (isClaiming || isStopping) return
    isClaiming = true
    claims = claimFree()
  }

  const claimFree = async (): Promise<void> => {
    try {
      while (isWanted) {
        isWanted = false
        while (!isStopping && running.size < places && !s.space.isLow()) {
          const [claimed] = await s.queue.boss.fetch<object>(queueName)
          if (!claimed) break
          // What came only after the stop has not begun, and goes back as it was.
          if (isStopping) await s.queue.handBack(queueName, attemptOf(claimed))
          else start(claimed)
        }
      }
    } catch (error) {
      s.log.error({ err: error, job: job.name }, "claiming a job failed")
    } finally {
      isClaiming = false
    }
  }

  const start = (claimed: BossJob): void => {
    const abort = new AbortController()
    const limit = setTimeout(() => abort.abort(new Error("time limit")), job.timeLimitSeconds * 1000)
    const beat = setInterval(() => void s.queue.boss.touch(queueName, attemptOf(claimed)).catch(() => {}), heartbeatMs)
    const end = (failure: unknown): Promise<void> => {
      // Whoever stops hands back what it could not end; only trouble of the work itself uses up an attempt.
      if (isStopping) return s.queue.handBack(queueName, attemptOf(claimed))
      const pause = backOff[Math.min(claimed.retryCount, backOff.length - 1)] ?? 0
      return s.queue.fail(queueName, attemptOf(claimed), failure, pause)
    }
    const done = run(s, queueName, claimed, () => work(claimed, abort.signal), end).finally(() => {
      clearTimeout(limit)
      clearInterval(beat)
      running.delete(done)
      claim()
    })
    running.set(done, { abort, attempt: attemptOf(claimed) })
  }

  return {
    wake: claim,
    async stop(graceMs) {
      isStopping = true
      const all = Promise.allSettled([claims, ...running.keys()])
      await Promise.race([all, sleep(graceMs, undefined, { ref: false })])
      for (const { abort } of running.values()) abort.abort(stopping)
      await Promise.race([all, sleep(abortMs, undefined, { ref: false })])
      await Promise.allSettled([...running.values()].map(({ attempt }) => s.queue.handBack(queueName, attempt)))
    },
  }
}

function attemptOf(claimed: BossJob): Attempt {
  return { id: claimed.id, retryCount: claimed.retryCount }
}

async function run(
  s: Services,
  queueName: string,
  claimed: BossJob,
  work: () => Promise<void>,
  end: (failure: unknown) => Promise<void>,
): Promise<void> {
  const observe = s.metrics.jobSeconds.startTimer({ job: queueName })
  try {
    await work()
    await s.queue.boss.complete(queueName, attemptOf(claimed))
    observe({ outcome: "done" })
  } catch (error) {
    observe({ outcome: "failed" })
    s.log.warn({ err: error, job: queueName, id: claimed.id }, "a job's attempt failed")
    await end(error).catch((failure) => s.log.error({ err: failure }, "a failed job could not be handed back"))
  }
}

async function attempt(s: Services, job: Job, claimed: BossJob, signal: AbortSignal): Promise<void> {
  try {
    await job.run(s, job.payload.parse(claimed.data), signal)
  } catch (error) {
    if (signal.reason === stopping) throw error
    const isLast = claimed.retryCount >= job.attempts - 1
    if (!(error instanceof AppError) && !isLast) throw error
    if (isLast) s.log.warn({ err: error, job: job.name, id: claimed.id }, "a job's last attempt failed")
    await giveUp(s, job, claimed.data, error instanceof Error ? error : new Error(String(error)))
  }
}

async function giveUp(s: Services, job: Job, data: object, failure: Error): Promise<void> {
  await job.giveUp?.(s, job.payload.parse(data), failure)
}
