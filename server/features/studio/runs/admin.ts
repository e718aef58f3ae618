import { modes } from "#contract/catalogue/modes.ts"
import type { OperatorAction } from "#contract/identity/operator-actions.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { AdminRun, RunState } from "#contract/studio/runs-admin.ts"
import type { EngineOrderKind } from "#server/adapters/image-engine/port.ts"
import type { Tx } from "#server/db/open.ts"
import type { RunKind } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import {
  actOnEach,
  type Operator,
  type Outcomes,
  refuseForOneself,
} from "#server/features/identity/operators/service.ts"
import { giveBack } from "#server/features/money/credits/service.ts"
import { csvPageRows, csvPages } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import * as office from "./admin-queries.ts"
import { endWithout, purposeOf } from "./end.ts"
import { findRun, lockPerson } from "./queries.ts"
import { addRun } from "./service.ts"

type Kinds = ReadonlyMap<string, RunKind>

/** Rows of a page. */
const pageRows = 50

type Row = Awaited<ReturnType<typeof office.listByState>>[number]

function toAdminRun({ accountId, name, engine, failure, createdAt, finishedAt, ...row }: Row): AdminRun {
  return {
    ...row,
    status: row.status satisfies RunState,
    engine: engine ?? "",
    failure: failure ?? "",
    person: { id: accountId, name },
    createdAt: serialiseDate(createdAt),
    finishedAt: serialiseDate(finishedAt),
  }
}

/** The same runs, all of them, as lines of a table. */
export function runLines(s: Pick<Services, "db">, filter: Omit<office.RunFilter, "before">): AsyncGenerator<string> {
  return csvPages<Row>(
    ["id", "begun", "ended", "state", "kind", "title", "engine", "failure", "credits", "person", "name"],
    csvPageRows,
    (last) => office.listByState(s.db, { ...filter, before: last?.id }, csvPageRows),
    (row) => {
      const { id, createdAt, finishedAt, status, kind, title, engine, failure, credits, person } = toAdminRun(row)
      return [id, createdAt, finishedAt, status, kind, title, engine, failure, credits, person.id, person.name]
    },
  )
}

/** One page of runs in a state, with what they can be narrowed down by. */
export async function listRuns(s: Pick<Services, "db">, filter: office.RunFilter) {
  const rows = await office.listByState(s.db, filter, pageRows)
  return {
    data: rows.map(toAdminRun),
    failures: await office.countFailures(s.db, filter.status),
    engines: await office.listEngines(s.db, filter.status),
  }
}

function refuse(why: string): AppError {
  return new AppError("step_not_allowed", why)
}

function onEachRun(
  s: Services,
  operator: Operator,
  request: { ids: readonly string[]; reason: string; action: OperatorAction },
  act: (tx: Tx, id: string) => Promise<object>,
): Promise<Outcomes> {
  return actOnEach(s, operator, request, async (tx, id) => ({ detail: { run: id, ...(await act(tx, id)) } }))
}

/** Ends open runs with their credits back, and returns what was paid for finished ones. Each once. */
export function refundRuns(
  s: Services,
  operator: Operator,
  kinds: Kinds,
  request: { ids: readonly string[]; reason: string },
): Promise<Outcomes> {
  return onEachRun(s, operator, { ...request, action: "runs.refund" }, async (tx, id) => {
    const row = await office.lockRun(tx, id)
    const kind = row && kinds.get(row.kind)
    if (!row || !kind) throw refuse("This run does not exist.")
    if (row.accountId === operator.accountId) await refuseForOneself(tx, row.accountId, "runs.refund")
    const about = { prompt: row.title, person: row.accountId }
    if (row.status === "failed" || row.status === "cancelled") throw refuse("Its credits are back already.")
    if (row.jobId === null) throw refuse("It only holds others together; refund its parts.")
    if (row.status !== "ready") {
      await endWithout(s, tx, kind, row, { status: "cancelled" }, "Ended by our team, credits returned")
      return { ...about, credits: row.feeCredits * row.count, before: row.status, after: "cancelled" }
    }
    const credits = await giveBack(tx, row.accountId, purposeOf(id), `${row.title}: credits returned`)
    if (credits === 0) throw refuse("It cost nothing, or its credits were returned before.")
    return { ...about, credits, before: row.status, after: "credits returned" }
  })
}

/** Orders failed runs again, once each and at no cost: what was paid for them is back already. */
export function retryRuns(
  s: Services,
  operator: Operator,
  kinds: Kinds,
  request: { ids: readonly string[]; reason: string },
): Promise<Outcomes> {
  return onEachRun(s, operator, { ...request, action: "runs.retry" }, async (tx, id) => {
    const found = await findRun(tx, id)
    if (found) await lockPerson(tx, found.accountId)
    const row = await office.lockRun(tx, id)
    const kind = row && kinds.get(row.kind)
    if (!row || !kind) throw refuse("This run does not exist.")
    if (row.status !== "failed") throw refuse("Only failed runs can be tried again.")
    // Parts and trainings have rows of their own that ended with the run.
    if (row.parentRunId !== null || row.jobId === null || kind.undo) {
      throw refuse("The person has to order this one again.")
    }
    const input = kind.input.parse(row.input) as object
    const again = await addRun(s, tx, kind, {
      accountId: row.accountId,
      input,
      album: row.albumId ?? undefined,
      isFree: true,
      ...{ idempotencyKey: `again-${id}`, body: { again: id } },
    })
    if (!again) throw refuse("It was tried again before.")
    return { prompt: row.title, person: row.accountId, again: again.id, before: row.status, after: "ordered again" }
  })
}

const kindsOfWork: readonly EngineOrderKind[] = [
  "cut-out",
  "enlargement",
  "inspection",
  "shoot",
  "description",
  "training",
  "model-picture",
]

/** Who carries out what, what is switched off, and how the last day went. */
export async function showEngines(s: Pick<Services, "db" | "engine">) {
  const asked: [string, EngineOrderKind, string | undefined][] = [
    ...modes.map(({ title, slug }): [string, EngineOrderKind, string] => [title, "picture", slug]),
    ...kindsOfWork.map((kind): [string, EngineOrderKind, undefined] => [kind, kind, undefined]),
  ]
  const routes = asked.map(async ([what, kind, mode]) => {
    const { engine, refusal } = await s.engine.offer(kind, { mode })
    return { what, engine, refusal: refusal ?? "" }
  })
  const pauses = await office.listPauses(s.db)
  return {
    routes: await Promise.all(routes),
    pauses: pauses.map(({ until, ...pause }) => ({ ...pause, until: serialiseDate(until) })),
    lastDay: await office.countLastDay(s.db),
  }
}
