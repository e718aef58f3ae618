import { setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import { UnknownTemplate } from "#imaging/compose/shot.ts"
import { PictureError } from "#imaging/pixels/picture.ts"
import { freeMemoryAfter } from "./free-memory.ts"
import { control, signals, type ThreadCommand, type ThreadData, type ThreadReport } from "./messages.ts"
import { type OpenWork, openWork } from "./open-work.ts"
import type { Work } from "./work.ts"

/** Steps below the web part: enough to let a request through at once, not so low that a busy machine starves it. */
const niceness = 6
/** How often a thread that waits for a model shows that it lives. */
const heartbeatMs = 500

const { signals: memory } = workerData as ThreadData
const nothing = { width: 0, height: 0 }
const jobs = new Map<number, { work: OpenWork; control: Int32Array; size: typeof nothing }>()

const report = (message: ThreadReport): void => parentPort?.postMessage(message)
const countHeartbeat = (): void => {
  Atomics.add(memory, signals.heartbeat, 1)
}

// On Linux the priority is the thread's own; elsewhere it would slow the web part of this process down.
if (process.platform === "linux") setPriority(niceness)

async function run(jobId: number, phaseNumber: number): Promise<void> {
  const job = jobs.get(jobId)
  const phase = job?.work.phases[phaseNumber]
  if (!job || !phase) throw new Error(`phase ${phaseNumber} of job ${jobId} is not open`)
  const parts = phase.parts()
  Atomics.store(job.control, control.parts, parts)
  let isStopped = false
  let answer: unknown
  while (!isStopped) {
    if (phase.isOptional && Atomics.load(job.control, control.isLate) === 1) break
    const part = Atomics.add(job.control, control.next, 1)
    if (part >= parts) break
    const found = phase.run(part)
    if (found !== undefined) answer = found instanceof Promise ? await withHeartbeat(found) : found
    countHeartbeat()
    isStopped = Atomics.load(memory, signals.stop) === 1
  }
  report({ kind: "ran", job: jobId, phase: phaseNumber, isStopped, answer })
}

/** Of what a piece of work is done on, in pixels. */
function sizeOf(work: Work): typeof nothing {
  return "result" in work ? { width: work.result.width, height: work.result.height } : nothing
}

async function withHeartbeat<T>(promise: Promise<T>): Promise<T> {
  const timer = setInterval(countHeartbeat, heartbeatMs)
  try {
    return await promise
  } finally {
    clearInterval(timer)
  }
}

async function handle(command: ThreadCommand): Promise<void> {
  countHeartbeat()
  switch (command.kind) {
    case "open": {
      const work = openWork(command.work, command.memory)
      jobs.set(command.job, { work, control: command.control, size: sizeOf(command.work) })
      const phases = work.phases.map(({ name, weight, isOptional }) => ({ name, weight, isOptional }))
      report({ kind: "opened", job: command.job, facts: { phases, grain: work.grain } })
      break
    }
    case "run":
      await run(command.job, command.phase)
      break
    case "close": {
      const { size = nothing } = jobs.get(command.job) ?? {}
      jobs.delete(command.job)
      freeMemoryAfter(size)
    }
  }
}

parentPort?.on("message", (command: ThreadCommand) => {
  handle(command).catch((error: unknown) => {
    const isInput = error instanceof PictureError || error instanceof UnknownTemplate
    const message = error instanceof Error ? error.message : String(error)
    report({ kind: "failed", job: command.job, message, isInput })
  })
})

report({ kind: "ready" })
