import { maxOpenRuns } from "#contract/catalogue/credits.ts"
import type { Run } from "#contract/studio/runs.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { RunKind, RunRow } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { balanceOf, hasPriority, hold, release } from "#server/features/money/credits/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId, sha256 } from "#server/platform/ids.ts"
import { formatNumber } from "#server/platform/text/format-number.ts"
import { runWaiter as waiter } from "./answer.ts"
import { endWithout, purposeOf } from "./end.ts"
import * as queries from "./queries.ts"
import { jobOfQueue } from "./queues.ts"
import { toRun } from "./serialise.ts"
import { tellOfFailure as tellOfPart } from "./tell-of-end.ts"

/** What a person asks for. */
export interface RunRequest {
  accountId: string
  /** As the kind's schema gives it. */
  input: object
  /** Same key, same run: a repeated request joins the first one. */
  idempotencyKey: string | null
  /** Credits that the person agreed to; null or absent: whatever it costs. */
  agreedCredits?: number | null
  /** What makes two requests the same one, whatever the server added. */
  body: unknown
  /** The batch or shoot it is part of; parts do not count against the limit of open runs. */
  parentRunId?: string
  /** The own album that what comes of it is put into. */
  album?: string | undefined
  /** Stores what the work will need; done last, when nothing that can be known beforehand refuses the run. */
  keep?: () => Promise<void>
  /** True: it costs nothing, because an operator orders it again for the person. */
  isFree?: true
}

/** The waiting of calls that place runs. */
export const runWaiter = waiter

/**
 * Holds an open run fast, its account first, so that what its work writes on the way never comes after its end.
 * @returns false when it has ended
 */
export async function holdOpenRun(tx: Tx, id: string): Promise<boolean> {
  return (await queries.lockOpenRun(tx, id)) !== undefined
}

/** A person's run. @returns undefined for another person's */
export const findOwnRun = queries.findOwnRun

/** Tells a person of a part of other work that has no result, where nobody waits for the whole any more. */
export const tellOfFailure = tellOfPart

/**
 * Holds the fee, records the run and queues its work in one commit.
 * @throws AppError `engine_unavailable`, `not_enough_credits`, `price_changed`, `too_many_running`, `idempotency_key_reused` when the key came with another
 * body before
 */
export async function placeRun(s: Services, kind: RunKind, request: RunRequest): Promise<RunRow> {
  const known = await findRepeated(s.db, request)
  if (known) return known
  await checkOffer(s, kind, request.input)
  if (request.keep) {
    const other = await orRepeated(s, request, checkBefore(s, kind, request))
    if (other) return other
    await request.keep()
  }
  const placed = await transact(s.db, (tx) => addRun(s, tx, kind, request)).catch((error) =>
    explainShortage(s, kind, request, error),
  )
  if (placed) return placed
  const first = await findRepeated(s.db, request)
  if (!first) throw new AppError("idempotency_key_busy", "The same request is being taken right now. Please try again.")
  return first
}

/**
 * What is known of an order before its words or its photo are looked at, which costs more.
 * @param order as `placeRun` will have it; its price must follow from this much of the input
 * @returns the run that the person's key came with before
 * @throws AppError `too_many_running`, `not_enough_credits`, `price_changed`, `idempotency_key_reused`
 */
export async function checkFirst(s: Services, kind: RunKind, order: RunRequest): Promise<RunRow | undefined> {
  return (await findRepeated(s.db, order)) ?? orRepeated(s, order, checkBefore(s, kind, order))
}

/**
 * Waits for a check, which fails too when the very same order was taken meanwhile, and its price with it.
 * @returns that order
 */
export async function orRepeated(
  s: Pick<Services, "db">,
  order: Pick<RunRequest, "accountId" | "idempotencyKey" | "body">,
  check: Promise<void>,
): Promise<RunRow | undefined> {
  try {
    await check
    return undefined
  } catch (error) {
    const first = await findRepeated(s.db, order)
    if (first) return first
    throw error
  }
}

/** @throws AppError `engine_unavailable` when no engine carries this out now */
export async function checkOffer(s: Services, kind: RunKind, input: object): Promise<void> {
  for (const needed of [(await kind.needs?.(input, s.db)) ?? []].flat()) {
    const { refusal } = await s.engine.offer(needed.kind, needed)
    if (refusal !== null) throw new AppError("engine_unavailable", refusal)
  }
}

/**
 * The same inside a transaction, for work that comes in several runs.
 * @returns undefined when the person used the idempotency key before
 */
export async function addRun(
  s: Pick<Services, "config" | "queue">,
  tx: Tx,
  kind: RunKind,
  request: RunRequest,
): Promise<RunRow | undefined> {
  const { accountId, parentRunId = null } = request
  await queries.lockPerson(tx, accountId)
  const usual = kind.price(s, request.input)
  const title = kind.title(request.input)
  const row = await queries.insertRun(tx, {
    ...usual,
    albumId: await requireAlbum(tx, request),
    id: newId(),
    kind: kind.name,
    title,
    accountId,
    input: JSON.stringify(request.input),
    failure: null,
    engine: null,
    engineTicket: null,
    jobId: null,
    parentRunId,
    idempotencyKey: request.idempotencyKey,
    bodyHash: hashBody(request),
    startedAt: null,
    finishedAt: null,
  })
  if (!row) return undefined
  if (parentRunId === null && (await queries.countOpenRuns(tx, accountId)) > maxOpenRuns) throw tooManyOpen()
  const isFree = usual.feeCredits > 0 && (request.isFree ?? (await kind.waive?.(tx, accountId))) === true
  if (isFree) await queries.waiveFee(tx, row.id)
  const amount = isFree ? 0 : usual.feeCredits * usual.count
  if (amount > (request.agreedCredits ?? amount)) throw priceChanged(amount)
  await hold(tx, {
    accountId,
    amount,
    purpose: purposeOf(row.id),
    note: title,
  })
  const isPriority = await hasPriority(tx, accountId)
  const payload = { runId: row.id, kind: kind.name }
  const jobId = await s.queue.enqueue(tx, jobOfQueue(kind.queue), payload, { person: accountId, isPriority })
  await queries.setJob(tx, row.id, jobId)
  return { ...row, jobId, ...(isFree ? { feeCredits: 0 } : {}) }
}

/**
 * Gives back what a run that is just ending has set aside, before it is settled: what it orders may then set the same credits
 * aside. No more of the run than is kept may be charged any more.
 * @param kept credits that stay set aside
 */
export async function releaseEarly(
  tx: Tx,
  { id, accountId, feeCredits, count }: Pick<RunRow, "id" | "accountId" | "feeCredits" | "count">,
  note: string,
  kept = 0,
): Promise<void> {
  await release(tx, { accountId, amount: Math.max(0, feeCredits * count - kept), purpose: purposeOf(id), note })
}

/** @throws AppError `general_argument_invalid` for an album that is not there any more, before anything is paid */
async function requireAlbum(
  tx: Tx,
  { accountId, album }: Pick<RunRequest, "accountId" | "album">,
): Promise<string | null> {
  if (album === undefined || (await queries.hasAlbum(tx, accountId, album))) return album ?? null
  const message = "This album does not exist any more. Please choose another one. Nothing was paid."
  throw new AppError("general_argument_invalid", message, { fields: { album: message } })
}

function priceChanged(credits: number): AppError {
  const words = `The price has changed: it costs ${credits} ${credits === 1 ? "credit" : "credits"} now.`
  return new AppError("price_changed", words, { fields: { credits: String(credits) } })
}

function tooManyOpen(): AppError {
  return new AppError("too_many_running", `You have ${maxOpenRuns} pictures under way. Please wait for one to finish.`)
}

/** Refuses early what placing the run would refuse, so that nothing is stored for it. */
async function checkBefore(s: Services, kind: RunKind, request: RunRequest): Promise<void> {
  const { accountId, input } = request
  if ((await queries.countOpenRuns(s.db, accountId)) >= maxOpenRuns) throw tooManyOpen()
  const { feeCredits, count } = kind.price(s, input)
  const amount = feeCredits * count
  const isAgreed = amount <= (request.agreedCredits ?? amount)
  const { credits } = await balanceOf(s.db, accountId)
  if ((isAgreed && credits >= amount) || (await kind.isWaived?.(s.db, accountId))) return
  throw isAgreed ? shortOf(amount, credits) : priceChanged(amount)
}

function shortOf(cost: number, credits: number): AppError {
  return new AppError(
    "not_enough_credits",
    `This costs ${formatNumber(cost)} credits and you have ${formatNumber(credits)}.`,
  )
}

/** Work that was done outside of any order. */
export interface EndedRun extends Pick<RunRequest, "accountId" | "input" | "idempotencyKey" | "body"> {
  kind: RunKind
  /** A new one when absent. */
  id?: string
  /** How many pieces it made, 1 when absent. */
  count?: number
  /** When that was, now when absent. */
  endedAt?: Date
}

/** Writes down work that cost nothing. @returns those whose idempotency key the person did not use before */
export function recordEndedRuns(tx: Tx, ended: readonly EndedRun[]): Promise<RunRow[]> {
  return queries.insertRuns(
    tx,
    ended.map((run) => {
      const { id = newId(), kind, accountId, input, idempotencyKey, count = 1, endedAt = new Date() } = run
      return {
        id,
        kind: kind.name,
        title: kind.title(input),
        accountId,
        count,
        feeCredits: 0,
        input: JSON.stringify(input),
        status: "ready",
        progress: 1,
        failure: null,
        engine: "local",
        engineTicket: null,
        jobId: null,
        parentRunId: null,
        idempotencyKey,
        bodyHash: hashBody(run),
        createdAt: endedAt,
        startedAt: endedAt,
        finishedAt: endedAt,
      }
    }),
  )
}

/** Most open runs of a person, parts of batches included. */
const maxOpenParts = 200

/**
 * Opens a run that holds others together and has no work or fee of its own; it ends with the last of its parts.
 * @returns undefined when the person used the idempotency key before
 */
export async function openGroup(
  tx: Tx,
  group: { kind: string; title: string; accountId: string; input: object; count: number } & Pick<
    RunRequest,
    "idempotencyKey" | "body" | "album"
  >,
): Promise<RunRow | undefined> {
  const { accountId, kind, title, count, input, idempotencyKey, body } = group
  await queries.lockPerson(tx, accountId)
  await checkParts(tx, accountId, count)
  return queries.insertRun(tx, {
    id: newId(),
    kind,
    title,
    accountId,
    albumId: await requireAlbum(tx, group),
    count,
    feeCredits: 0,
    input: JSON.stringify(input),
    status: "running",
    failure: null,
    engine: null,
    engineTicket: null,
    jobId: null,
    parentRunId: null,
    ...{ idempotencyKey, bodyHash: hashBody({ body }), startedAt: new Date(), finishedAt: null },
  })
}

/** The parts of an own run, oldest first. */
export function listParts(s: Pick<Services, "db">, accountId: string, id: string): Promise<RunRow[]> {
  return queries.listParts(s.db, accountId, id)
}

/**
 * Opens a run that had ended, because parts of it were ordered again in this transaction.
 * @throws AppError `too_many_running`
 */
export async function reopenGroup(tx: Tx, accountId: string, id: string): Promise<void> {
  await checkParts(tx, accountId, 0)
  await queries.reopenRun(tx, id)
}

async function checkParts(tx: Tx, accountId: string, more: number): Promise<void> {
  if ((await queries.countOpenParts(tx, accountId)) + more > maxOpenParts) {
    throw new AppError("too_many_running", "You have many photos under way. Please wait for some to finish.")
  }
}

/** Ends every part that has not ended; their credits return in the same commit. */
export async function stopParts(s: Services, tx: Tx, kinds: ReadonlyMap<string, RunKind>, id: string): Promise<void> {
  for (const row of await queries.lockOpenParts(tx, id)) {
    const kind = kinds.get(row.kind)
    if (kind) await endWithout(s, tx, kind, row, { status: "cancelled" }, cancelNote(row))
  }
}

function hashBody({ body }: Pick<RunRequest, "body">): string {
  return sha256(JSON.stringify(body)).toString("hex")
}

/** The run or group that the person's key came with before. @throws AppError `idempotency_key_reused` */
export async function findRepeated(
  db: Db,
  request: Pick<RunRequest, "accountId" | "idempotencyKey" | "body">,
): Promise<RunRow | undefined> {
  if (request.idempotencyKey === null) return undefined
  const run = await queries.findRunByKey(db, request.accountId, request.idempotencyKey)
  if (run && run.bodyHash !== hashBody(request)) {
    throw new AppError("idempotency_key_reused", "This Idempotency-Key came with another request before.")
  }
  return run
}

async function explainShortage(s: Services, kind: RunKind, request: RunRequest, error: unknown): Promise<never> {
  if (!(error instanceof AppError) || error.type !== "not_enough_credits") throw error
  const { feeCredits, count } = kind.price(s, request.input)
  const { credits } = await balanceOf(s.db, request.accountId)
  throw shortOf(feeCredits * count, credits)
}

/** A run as its owner sees it. */
export function showRun(s: Services, kind: RunKind, row: RunRow): Promise<Run> {
  return toRun(s, s.db, kind, row)
}

function missing(): AppError {
  return new AppError("not_found", "This order does not exist.")
}

/** @throws AppError `not_found`, also for another person's run */
export async function getRun(
  s: Services,
  kinds: ReadonlyMap<string, RunKind>,
  accountId: string,
  id: string,
): Promise<Run> {
  const row = await queries.findOwnRun(s.db, accountId, id)
  const kind = row && kinds.get(row.kind)
  if (!kind) throw missing()
  return toRun(s, s.db, kind, row)
}

/** Own runs that have not ended, as the person sees them, newest first. */
export async function showOpenRuns(
  s: Services,
  kinds: ReadonlyMap<string, RunKind>,
  accountId: string,
): Promise<Run[]> {
  return showRuns(s, kinds, await listOpenRuns(s, accountId))
}

/** Runs as their owner sees them; those of a kind that is no longer known are left out. */
export async function showRuns(
  s: Services,
  kinds: ReadonlyMap<string, RunKind>,
  rows: readonly RunRow[],
): Promise<Run[]> {
  const shown: Run[] = []
  for (const row of rows) {
    const kind = kinds.get(row.kind)
    if (kind) shown.push(await toRun(s, s.db, kind, row))
  }
  return shown
}

/** Own runs that have not ended, newest first, without those that are part of another. */
export async function listOpenRuns(s: Services, accountId: string): Promise<RunRow[]> {
  return queries.listOpenRuns(s.db, accountId)
}

/**
 * Ends a run that has not started, or that its kind allows to stop at work; its credits return in the same commit.
 * @throws AppError `not_found`, `already_started`
 */
export async function cancelRun(s: Services, kind: RunKind, accountId: string, id: string): Promise<RunRow> {
  return transact(s.db, async (tx) => {
    const own = await queries.findOwnRun(tx, accountId, id)
    if (!own || own.kind !== kind.name) throw missing()
    const row = await queries.lockOpenRun(tx, id)
    if (!row || (row.status === "running" && !kind.canStopAtWork)) {
      throw new AppError("already_started", kind.words.started)
    }
    return endWithout(s, tx, kind, row, { status: "cancelled" }, cancelNote(row))
  })
}

/** Ends an open run inside a transaction, its credits returned; nothing happens when it has ended. */
export async function endRunIn(s: Services, tx: Tx, kind: RunKind, id: string): Promise<void> {
  const row = await queries.lockOpenRun(tx, id)
  if (row) await endWithout(s, tx, kind, row, { status: "cancelled" }, cancelNote(row))
}

function cancelNote({ status }: RunRow): string {
  return status === "waiting" ? "Cancelled before the start" : "Cancelled at work"
}
