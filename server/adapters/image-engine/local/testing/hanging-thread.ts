/**
 * A thread for tests of the pool. It speaks like a drawing thread and draws nothing, so every answer is immediate; at
 * "hang" in a prompt it never answers again, at "hang in job 1" only in that job.
 */
import { parentPort } from "node:worker_threads"
import { control, type Order, type Report } from "#server/adapters/image-engine/local/messages.ts"

const jobs = new Map<number, Int32Array>()

const report = (message: Report): void => parentPort?.postMessage(message)

function open({ job, request, control: memory }: Extract<Order, { kind: "open" }>): void {
  const [, , only] = request.prompt.match(/^hang( in job (\d+))?$/) ?? [undefined, undefined, "none"]
  while (only === undefined || Number(only) === job);
  jobs.set(job, memory)
  const phases = [{ name: "nothing", weight: 1, isOptional: false }]
  report({ kind: "opened", job, reading: { understood: [], ignored: [] }, phases })
}

function run(job: number, phase: number): void {
  const memory = jobs.get(job)
  if (!memory) throw new Error(`job ${job} is not open`)
  Atomics.store(memory, control.parts, 1)
  Atomics.add(memory, control.next, 1)
  report({ kind: "ran", job, phase, isStopped: false })
}

parentPort?.on("message", (order: Order) => {
  if (order.kind === "open") open(order)
  else if (order.kind === "run") run(order.job, order.phase)
  else jobs.delete(order.job)
})
report({ kind: "ready" })
