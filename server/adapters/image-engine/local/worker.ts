import { setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import { drawPicture, type Picture, preparePicture } from "#imaging/render/draw.ts"
import { control, type Order, pulse, type Report, type ThreadData } from "./messages.ts"

/** Steps below the web part: enough to let a request through at once, not so low that a busy machine starves it. */
const niceness = 6

const { pulse: memory } = workerData as ThreadData
const jobs = new Map<number, { picture: Picture; control: Int32Array }>()

const report = (message: Report): void => parentPort?.postMessage(message)
const beat = (): void => {
  Atomics.add(memory, pulse.beats, 1)
}

// On Linux the priority is the thread's own; elsewhere it would slow the web part of this process down.
if (process.platform === "linux") setPriority(niceness)

function run(jobId: number, phaseNumber: number): void {
  const job = jobs.get(jobId)
  const phase = job?.picture.phases[phaseNumber]
  if (!job || !phase) throw new Error(`phase ${phaseNumber} of job ${jobId} is not open`)
  const parts = phase.parts()
  Atomics.store(job.control, control.parts, parts)
  let isStopped = false
  while (!isStopped) {
    if (phase.isOptional && Atomics.load(job.control, control.isLate) === 1) break
    const part = Atomics.add(job.control, control.next, 1)
    if (part >= parts) break
    phase.run(part)
    beat()
    isStopped = Atomics.load(memory, pulse.stop) === 1
  }
  report({ kind: "ran", job: jobId, phase: phaseNumber, isStopped })
}

function obey(order: Order): void {
  beat()
  switch (order.kind) {
    case "open": {
      const picture = preparePicture(order.request, order.memory)
      jobs.set(order.job, { picture, control: order.control })
      const phases = picture.phases.map(({ name, weight, isOptional }) => ({ name, weight, isOptional }))
      report({ kind: "opened", job: order.job, reading: picture.reading, phases })
      break
    }
    case "run":
      run(order.job, order.phase)
      break
    case "close":
      jobs.delete(order.job)
  }
}

parentPort?.on("message", (order: Order) => {
  try {
    obey(order)
  } catch (error) {
    report({ kind: "failed", job: order.job, message: error instanceof Error ? error.message : String(error) })
  }
})

// The first picture pays for compiling; let it be one that nobody waits for.
drawPicture(
  {
    prompt: "glass perfume bottle on a marble podium",
    style: "plain",
    seed: 1,
    width: 96,
    height: 96,
    quality: "preview",
  },
  { onProgress: beat },
)
report({ kind: "ready" })
