import { type ChildProcess, fork } from "node:child_process"
import { stat } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { BytePlanes, ModelFacts, ModelProcessData, ModelReply, ModelRequest } from "./messages.ts"
import { ModelProblem } from "./problem.ts"

/** Largest file of a model, in bytes: reading it takes twice as much memory and more. */
const maxModelBytes = 600 * 1024 * 1024
/** Longest time for one answer, in ms; a photo takes two to five seconds of two quiet cores. */
const usualAnswerMs = 120_000
/** The process ends when it was idle for so long, in ms: it holds some 280 MB, and starting anew takes a second. */
const usualIdleMs = 30_000

/**
 * Blocks from 128 kB on go back to the system as soon as they are free. By itself glibc raises that limit to 32 MB, and
 * the process then holds what its largest moment took.
 */
const leanMemory = { MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_ARENA_MAX: "2" }

const script = fileURLToPath(new URL("./process-main.ts", import.meta.url))

export interface ModelProcessOptions {
  /** Folder with the runtime in its `node_modules`; null: what is installed beside the product. Asked at each start. */
  runtimeDir: () => string | null
  threads: number
  idleMs?: number
  answerMs?: number
}

type RunRequest = Omit<Extract<ModelRequest, { kind: "run" }>, "id" | "kind">

/** A process of its own that runs models one after the other; it starts with the first and ends when idle. */
export interface ModelProcess {
  /** @throws ModelProblem */
  describe(file: string): Promise<ModelFacts>
  /** Writes a copy that is lighter to run. @throws ModelProblem */
  prepare(file: string, to: string, output: string | null): Promise<void>
  /** @returns the answer, and the most memory that the process ever took. @throws ModelProblem */
  run(request: RunRequest): Promise<{ planes: BytePlanes; memoryMb: number }>
  /** Ends it; the next question starts it anew. */
  stop(): void
}

interface Waiting {
  id: number
  resolve(reply: ModelReply): void
  reject(error: Error): void
}

export function createModelProcess(options: ModelProcessOptions): ModelProcess {
  const { threads, idleMs = usualIdleMs, answerMs = usualAnswerMs } = options
  let child: ChildProcess | undefined
  let waiting: Waiting | undefined
  let idle: NodeJS.Timeout | undefined
  let nextId = 1
  /** Models run one after the other: two at once would take twice the memory and no less time. */
  let line: Promise<unknown> = Promise.resolve()

  function start(): ChildProcess {
    const data: ModelProcessData = { runtimeDir: options.runtimeDir(), threads }
    const started = fork(script, [JSON.stringify(data)], {
      serialization: "advanced",
      // What the parent was started with (loaders of a test runner, say) is not for this script.
      execArgv: [],
      // Settings, secrets among them, are nothing for code that is not ours.
      env: leanMemory,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    })
    const gone = (why: string): void => {
      if (child !== started) return
      child = undefined
      waiting?.reject(new ModelProblem(why))
    }
    started.on("message", (reply: ModelReply) => {
      if (reply.id === waiting?.id) waiting.resolve(reply)
    })
    started.on("error", (error) => gone(`The process for models could not be started: ${error.message}`))
    started.on("exit", (code, signal) =>
      gone(`The process for models ended (${signal ?? `code ${code}`}); there may be too little memory.`),
    )
    // Only a question under way keeps our own process alive.
    started.unref()
    started.channel?.unref()
    return started
  }

  function end(): void {
    clearTimeout(idle)
    const ended = child
    child = undefined
    ended?.kill("SIGKILL")
    waiting?.reject(new ModelProblem("The process for models was ended."))
  }

  async function ask(question: DistributiveOmit<ModelRequest, "id">): Promise<ModelReply> {
    const { size } = await stat(question.file).catch(() => {
      throw new ModelProblem("The model's file is gone.")
    })
    if (size > maxModelBytes) {
      throw new ModelProblem(`The model's file is larger than ${maxModelBytes / 1024 ** 2} MiB.`)
    }
    clearTimeout(idle)
    child ??= start()
    const asked = child
    const id = nextId++
    const limit = setTimeout(() => {
      waiting?.reject(new ModelProblem(`The model gave no answer within ${answerMs / 1000} s.`))
      end()
    }, answerMs)
    try {
      return await new Promise<ModelReply>((resolve, reject) => {
        waiting = { id, resolve, reject }
        asked.send({ ...question, id }, (error) => {
          if (error) reject(new ModelProblem(`The process for models does not listen: ${error.message}`))
        })
      })
    } finally {
      clearTimeout(limit)
      waiting = undefined
      idle = setTimeout(end, idleMs)
      idle.unref()
    }
  }

  function inLine(question: DistributiveOmit<ModelRequest, "id">): Promise<ModelReply> {
    const asked = line.then(() => ask(question))
    line = asked.catch(() => {})
    return asked
  }

  return {
    async describe(file) {
      const reply = await inLine({ kind: "describe", file })
      if ("facts" in reply) return reply.facts
      throw new ModelProblem("problem" in reply ? reply.problem : "The process for models answered something else.")
    },
    async prepare(file, to, output) {
      const reply = await inLine({ kind: "prepare", file, to, output })
      if ("problem" in reply) throw new ModelProblem(reply.problem)
    },
    async run(request) {
      const reply = await inLine({ ...request, kind: "run" })
      if ("planes" in reply) return reply
      throw new ModelProblem("problem" in reply ? reply.problem : "The process for models answered something else.")
    },
    stop: end,
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
