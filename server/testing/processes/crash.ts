import { until } from "#server/testing/wait.ts"
import type { RunningProcess, Visitor } from "./processes.ts"

/** The generation call that crashes are tried on, and its fee in credits (docs/product-rules.md#numbers). */
export const crashPath = "/image-gen-with-flux-1.1"
export const crashFee = 5

/** Whether a way is killed after each of its steps, which takes many minutes: STEPS=all. */
export const killsEachStep = process.env.STEPS === "all"

export async function creditsOf(visitor: Visitor, process: RunningProcess): Promise<{ credits: number; held: number }> {
  const reply = await visitor.send(process, "GET", "/credits")
  return ((await reply.json()) as { data: { credits: number; held: number } }).data
}

interface Pictures {
  total: number
  documents: { url: string }[]
}

/** A hundred of them, and how many there are. */
export async function picturesOf(visitor: Visitor, process: RunningProcess): Promise<Pictures> {
  const query = `queries[0]=${encodeURIComponent(`equal("creator", ["${visitor.accountId}"])`)}&queries[1]=limit(100)`
  const reply = await visitor.send(process, "GET", `/v1/databases/main/collections/generations/documents?${query}`)
  return (await reply.json()) as Pictures
}

/** What became of an order whose process was killed. */
export interface CrashOutcome {
  /** Pictures that are there because of it. */
  pictures: number
  spentCredits: number
  heldCredits: number
  /** From the kill to the end of the order, the start of the next process included. */
  recoverySeconds: number
  /** The process that took over. */
  process: RunningProcess
}

/** Kills the process while it draws, starts it again, and looks at what became of the order. */
export async function crashWhileDrawing(
  visitor: Visitor,
  process: RunningProcess,
  restart: () => Promise<RunningProcess>,
  round: number,
): Promise<CrashOutcome> {
  const before = await creditsOf(visitor, process)
  const body = { prompt: `[slow ${150 + 70 * (round % 4)}] a clay pot, round ${round}`, aspect_ratio: "1:1" }
  const call = visitor.send(process, "POST", crashPath, body).then(
    (reply) => reply.status,
    () => null,
  )
  await until(async () => ((await creditsOf(visitor, process)).credits < before.credits ? true : null))
  const pictures = (await picturesOf(visitor, process)).total
  // Each round hits another moment of the work.
  await new Promise((resolve) => setTimeout(resolve, (round * 53) % 260))
  await process.kill()
  const killedAt = performance.now()
  await call
  const next = await restart()
  await until(async () => {
    const open = (await (await visitor.send(next, "GET", "/generation-orders")).json()) as { data: unknown[] }
    return open.data.length === 0
  }, 25_000)
  const recoverySeconds = (performance.now() - killedAt) / 1_000
  const after = await creditsOf(visitor, next)
  return {
    pictures: (await picturesOf(visitor, next)).total - pictures,
    spentCredits: before.credits - after.credits,
    heldCredits: after.held,
    recoverySeconds,
    process: next,
  }
}

/** One result that was paid for, or none and the credits back. */
export function isOneOutcome({ pictures, spentCredits, heldCredits }: CrashOutcome): boolean {
  return heldCredits === 0 && (pictures === 0 || pictures === 1) && spentCredits === pictures * crashFee
}
