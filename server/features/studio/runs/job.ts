import { setTimeout as sleep } from "node:timers/promises"
import { runProgressed } from "#contract/studio/runs.ts"
import type { EngineWatch } from "#server/adapters/image-engine/port.ts"
import { type Tx, transact } from "#server/db/open.ts"
import { type Job, job } from "#server/declarations/job.ts"
import { type RunKind, type RunOf, type RunQueue, type RunRow, readRun } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { release, settle } from "#server/features/money/credits/service.ts"
import { AppError, OrderEnded } from "#server/platform/errors.ts"
import { createBatch } from "#server/platform/limits/batch.ts"
import { publishEvent } from "#server/platform/realtime/realtime.ts"
import { runsChannel } from "./channel.ts"
import { announce, endWithout, purposeOf } from "./end.ts"
import * as queries from "./queries.ts"
import { jobOfQueue } from "./queues.ts"

type AnyRun = RunOf<RunKind["input"]>

/** Progress is told at most this often, in milliseconds. */
const publishEveryMs = 400

/** Pauses between attempts to store what was drawn, in milliseconds; the last one is repeated. */
const storePausesMs = [250, 1_000, 3_000, 10_000]

/** How long storing is tried before the run is given up, in milliseconds: drawing it again would not help. */
const storeForMs = 180_000

/** One job for each queue that the kinds name. */
export function runJobs(kinds: ReadonlyMap<string, RunKind>): Job[] {
  const queues = new Map<string, RunQueue>()
  for (const { queue } of kinds.values()) queues.set(queue.name, queue)
  return [...queues.values()].map((queue) =>
    job({
      ...jobOfQueue(queue),
      concurrency: queue.concurrency,
      run: (s, { runId, kind }, signal) => carryOut(s, kindOf(kinds, kind), runId, signal),
      giveUp: (s, { runId, kind }, failure) => giveUp(s, kindOf(kinds, kind), runId, failure),
    }),
  )
}

function kindOf(kinds: ReadonlyMap<string, RunKind>, name: string): RunKind {
  const kind = kinds.get(name)
  if (!kind) throw new Error(`There is no kind of run named ${name}.`)
  return kind
}

/** Does a run's work and ends it; only the first outcome counts. */
async function carryOut(s: Services, kind: RunKind, runId: string, signal: AbortSignal): Promise<void> {
  const row = await queries.startRun(s.db, runId, s.engine.name)
  if (!row) return
  const run = readRun(kind, row)
  const ended = new AbortController()
  const endedElsewhere = (): void => ended.abort(new OrderEnded())
  const limitMs = Math.min(kind.queue.timeLimitSeconds, kind.queue.pieceSeconds * run.count) * 1_000
  const endsAt = Date.now() + limitMs
  const either = AbortSignal.any([signal, ended.signal, AbortSignal.timeout(limitMs)])
  const stopHearing = s.notifications.on(runsChannel, (id) => {
    if (id === runId) endedElsewhere()
  })
  let noted: Promise<unknown> = Promise.resolve()
  try {
    const onEngine = (name: string): void => {
      if (name === run.engine) return
      run.engine = name
      // Whoever gives the run up, perhaps elsewhere, says of which engine.
      noted = noted
        .then(() => queries.noteEngine(s.db, run.id, name))
        .catch((error) => s.log.warn({ err: error }, "an engine was not noted"))
    }
    const drawn = await kind.work(s, run, { ...watch(s, kind, run, either, endedElsewhere), endsAt, onEngine })
    either.throwIfAborted()
    const kept = await keepPatiently(s, kind, run, drawn, either)
    await transact(s.db, (tx) => finish(s, tx, kind, run, kept))
    s.metrics.runs.inc({ kind: kind.name, engine: run.engine ?? s.engine.name, outcome: "ready" })
  } catch (error) {
    // Whoever ended it has written down how.
    if (!ended.signal.aborted) throw error
  } finally {
    stopHearing()
    await noted
  }
}

/** Storing may break for a while: what was drawn is kept in memory and not drawn again. */
async function keepPatiently(
  s: Services,
  kind: RunKind,
  run: AnyRun,
  drawn: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const until = Date.now() + storeForMs
  for (let attempt = 0; ; attempt++) {
    try {
      return await kind.keep(s, run, drawn)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof AppError) throw error
      if (Date.now() > until)
        throw new AppError("service_unavailable", "The result could not be stored.", { cause: error })
      s.log.warn({ err: error, runId: run.id, attempt }, "a result was not stored yet")
      await sleep(storePausesMs[Math.min(attempt, storePausesMs.length - 1)], undefined, { signal })
    }
  }
}

async function finish(s: Services, tx: Tx, kind: RunKind, run: AnyRun, kept: unknown): Promise<void> {
  if (!(await queries.lockOpenRun(tx, run.id))) return
  const { pieces, credits, result } = await kind.finish(s, tx, run, kept)
  const held = run.feeCredits * run.count
  const paid = Math.min(credits ?? run.feeCredits * pieces, held)
  const ended = await queries.endRun(tx, run.id, {
    status: "ready",
    progress: 1,
    engine: run.engine,
    result: result ? JSON.stringify(result) : null,
    ...(credits !== undefined && { feeCredits: paid }),
  })
  const movement = { accountId: run.accountId, purpose: purposeOf(run.id) }
  await settle(tx, { ...movement, amount: paid, note: kind.words.made })
  // An engine may withhold pieces; nobody pays for what did not come.
  await release(tx, { ...movement, amount: held - paid, note: kind.words.fewer })
  await announce(s, tx, kind, ended)
}

async function giveUp(s: Services, kind: RunKind, runId: string, failure: Error): Promise<void> {
  s.log.warn({ err: failure, runId }, `a run of the kind ${kind.name} failed`)
  const ended = await transact(s.db, (tx) => failRun(s, tx, kind, runId, failure))
  if (ended) s.metrics.runs.inc({ kind: kind.name, engine: ended.engine ?? s.engine.name, outcome: "failed" })
}

/** Ends an open run as failed, its credits returned. @returns undefined when it had ended */
export async function failRun(
  s: Services,
  tx: Tx,
  kind: RunKind,
  runId: string,
  failure: Error,
): Promise<RunRow | undefined> {
  const row = await queries.lockOpenRun(tx, runId)
  if (!row) return undefined
  return endWithout(s, tx, kind, row, { status: "failed", failure: kind.failure(failure) }, kind.words.notMade)
}

/** Passes what the engine tells on to the person's screens, at a bearable pace. */
function watch(s: Services, kind: RunKind, run: AnyRun, signal: AbortSignal, onGone: () => void): EngineWatch {
  let lastToldAt = 0
  let progress = 0
  let previewCount = 0
  const pass = async (): Promise<void> => {
    lastToldAt = Date.now()
    if (!(await queries.updateProgress(s.db, run.id, progress, previewCount))) return onGone()
    const previews = kind.previews?.(s, run.id, previewCount) ?? []
    if (kind.publishProgress) await kind.publishProgress(s, s.db, run, { progress, previews })
    else {
      const { id, parentRunId } = run
      await publishEvent(s.db, run.accountId, runProgressed, { id, kind: kind.name, parentRunId, progress, previews })
    }
  }
  // One after the other: on connections of their own older news could come last, and take a preview back.
  const passInOrder = createBatch<void, void>((asked) => pass().then(() => asked), { isInOrder: true })
  const passSafely = (): void =>
    void passInOrder().catch((error) => s.log.warn({ err: error }, "progress was not told"))
  return {
    signal,
    providerJobId: run.engineTicket,
    async saveProviderJobId(providerJobId) {
      if (await queries.saveProviderJobId(s.db, run.id, providerJobId)) return
      onGone()
      throw new OrderEnded()
    },
    onProgress(fraction) {
      progress = Math.max(progress, Math.min(1, fraction))
      if (Date.now() - lastToldAt >= publishEveryMs) passSafely()
    },
    onPreview(index, preview) {
      if (!kind.keepPreview) return
      kind.keepPreview(s, run, index, preview).then(
        () => {
          previewCount = Math.max(previewCount, index + 1)
          passSafely()
        },
        (error) => s.log.warn({ err: error }, "a preview was not kept"),
      )
    },
  }
}
