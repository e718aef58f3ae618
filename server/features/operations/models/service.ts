import { z } from "zod"
import { type AddableModel, AddingState } from "#contract/operations/models.ts"
import { type AddingProgress, type ModelOffer, ModelRefused } from "#server/adapters/image-engine/port.ts"
import type { Services } from "#server/declarations/services.ts"
import { actWithLog, type Operator } from "#server/features/identity/operators/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { addModelJob } from "./job-declaration.ts"
import * as queries from "./queries.ts"

/** What the database holds of an adding; `at` is when its process last lived, in ms. */
const Kept = z.object({ adding: AddingState.nullable(), problem: z.string(), at: z.number() })
type Kept = z.infer<typeof Kept>

/** How often the process that adds a model tells how far it is, in ms. */
const tellEveryMs = 1_500
/** Nobody adds it any more when nothing was told for so long. */
const goneAfterMs = 60_000

const nothing: Kept = { adding: null, problem: "", at: 0 }

function readKept(value: string | null): Kept {
  const kept = value === null ? nothing : Kept.parse(JSON.parse(value))
  if (kept.adding === null || Date.now() - kept.at < goneAfterMs) return kept
  return { ...nothing, problem: "Adding it stopped half way. What came is kept: add it again to go on." }
}

function needOffer(s: Pick<Services, "models">, id: string): ModelOffer {
  const offer = s.models.offers.find((one) => one.id === id)
  if (!offer) throw new AppError("not_found", `There is no model ${id}.`)
  return offer
}

/** What can be added, and what became of it. */
export function listModels(s: Pick<Services, "models" | "db">): Promise<AddableModel[]> {
  return Promise.all(
    s.models.offers.map(async ({ id, title, downloadBytes, diskBytes, facts }) => {
      const { adding, problem } = readKept(await queries.readAdding(s.db, id))
      const added = (await s.models.find(id)) ?? ""
      return { id, title, downloadBytes, diskBytes, facts: [...facts], added, adding, problem }
    }),
  )
}

/** In one line, which way cut-outs are made by this process. */
export async function tellCutOuts({ engine }: Pick<Services, "engine">): Promise<string> {
  return (await engine.tellCutOut?.()) ?? `by the engine ${engine.name}`
}

/** Whether somebody agreed to a model before; the operators' log keeps it. */
export function wasAgreed(s: Pick<Services, "db">, id: string): Promise<boolean> {
  return queries.wasAgreed(s.db, id)
}

/**
 * Writes down that an operator agrees, and that the adding begins, in one commit.
 * @param isForWorker whether a worker is to carry it out; else the caller calls `carryOut`
 * @throws AppError `not_found`; `already_started` while it is being added, or when it is there
 */
export async function beginAdding(
  s: Pick<Services, "db" | "models" | "queue">,
  operator: Operator,
  id: string,
  { reason, isForWorker }: { reason: string; isForWorker: boolean },
): Promise<void> {
  const { title, facts } = needOffer(s, id)
  await actWithLog(s, operator, { action: "models.add", reason }, async (tx) => {
    const { adding } = readKept(await queries.holdAdding(tx, id))
    if (adding) throw new AppError("already_started", `${title} is being added already.`)
    if (await s.models.find(id)) throw new AppError("already_started", `${title} is there already.`)
    await queries.writeAdding(tx, id, keep({ step: "Waiting to begin", done: 0, total: 0 }))
    if (isForWorker) await s.queue.enqueue(tx, addModelJob, { id })
    // What was agreed to stands in the log as it was read.
    return { detail: { model: id, about: title, after: { agreedTo: facts.join(" ") } } }
  })
}

function keep(adding: AddingState | null, problem = ""): string {
  return JSON.stringify({ adding, problem, at: Date.now() } satisfies Kept)
}

/** Fetches a model and puts it to work, telling how far it is. @throws ModelRefused, which is written down too; the signal's reason */
export async function carryOut(
  s: Pick<Services, "db" | "models" | "log">,
  id: string,
  signal: AbortSignal,
  onProgress: (progress: AddingProgress) => void = () => {},
): Promise<void> {
  let latest: AddingProgress = { step: "Beginning", done: 0, total: 0 }
  const tell = (): Promise<void> =>
    queries.writeAdding(s.db, id, keep(latest)).catch((error: unknown) => {
      s.log.warn({ err: error }, "how far a model is could not be told")
    })
  let told = tell()
  const timer = setInterval(() => {
    told = tell()
  }, tellEveryMs)
  const end = async (value: string): Promise<void> => {
    clearInterval(timer)
    await told
    await queries.writeAdding(s.db, id, value)
  }
  try {
    await s.models.add(id, {
      signal,
      onProgress(progress) {
        latest = progress
        onProgress(progress)
      },
    })
    await end("")
  } catch (error) {
    if (error instanceof ModelRefused) await end(keep(null, error.message))
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** Says that adding a model failed for a reason that only the log tells. */
export function giveUp(s: Pick<Services, "db">, id: string): Promise<void> {
  return queries.writeAdding(s.db, id, keep(null, "It could not be added; the log of the process says why."))
}

/** Takes a model out of work and off the disk. @throws AppError `not_found`; `already_started` while it is being added */
export async function removeModel(
  s: Pick<Services, "db" | "models">,
  operator: Operator,
  id: string,
  reason: string,
): Promise<void> {
  const { title } = needOffer(s, id)
  await actWithLog(s, operator, { action: "models.remove", reason }, async (tx) => {
    const { adding } = readKept(await queries.holdAdding(tx, id))
    if (adding) throw new AppError("already_started", `${title} is being added just now. Remove it when it is there.`)
    if (!(await s.models.remove(id))) throw new AppError("not_found", `${title} was not added.`)
    await queries.writeAdding(tx, id, "")
    return { detail: { model: id, about: title } }
  })
}
