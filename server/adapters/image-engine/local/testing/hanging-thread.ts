/**
 * A thread for tests of the pool. It speaks like a working thread and does nothing, so every answer is immediate. At
 * "hang" in a prompt it never answers again, at "hang in job 1" only in that job; at "grow" it fills its memory.
 */
import { parentPort } from "node:worker_threads"
import { control, type ThreadCommand, type ThreadReport } from "#server/adapters/image-engine/local/messages.ts"

const jobs = new Map<number, Int32Array>()

const report = (message: ThreadReport): void => parentPort?.postMessage(message)

function open({ job, work, control: memory }: Extract<ThreadCommand, { kind: "open" }>): void {
  const prompt = work.kind === "picture" ? work.request.prompt : ""
  const [, fault, , only] = prompt.match(/^(hang|grow)( in job (\d+))?$/) ?? []
  const isMeant = fault !== undefined && (only === undefined || Number(only) === job)
  while (isMeant && fault === "hang");
  const kept: object[] = []
  while (isMeant && fault === "grow") kept.push({ at: kept.length })
  jobs.set(job, memory)
  const phases = [{ name: "nothing", weight: 1, isOptional: false }]
  report({ kind: "opened", job, facts: { phases, grain: 0 } })
}

function run(job: number, phase: number): void {
  const memory = jobs.get(job)
  if (!memory) throw new Error(`job ${job} is not open`)
  Atomics.store(memory, control.parts, 1)
  Atomics.add(memory, control.next, 1)
  report({ kind: "ran", job, phase, isStopped: false, answer: undefined })
}

parentPort?.on("message", (order: ThreadCommand) => {
  if (order.kind === "open") open(order)
  else if (order.kind === "run") run(order.job, order.phase)
  else jobs.delete(order.job)
})
report({ kind: "ready" })
