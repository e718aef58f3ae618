import { Worker } from "node:worker_threads"
import type { TextBlock } from "#contract/text-blocks.ts"
import { AppError } from "#server/platform/errors.ts"
import { limitConcurrency } from "#server/platform/limits/limit-concurrency.ts"

/** How long one text may take, in milliseconds; the longest lesson takes about 30. */
const longestMs = 2_000

/** Memory of the thread and length of what it made of the text; a short text may repeat one long address many times. */
const most = { heapMb: 64, stackMb: 2, characters: 500_000 } as const

const inTurn = limitConcurrency(1, 20, "Many texts are saved at this moment. Please try again shortly.")

/**
 * Reads Markdown that somebody wrote, off the main thread: some texts take longer than anybody can wait, or more memory
 * than there is. Done once, when the text is saved.
 * @param field of the form that the text stands in
 * @throws AppError `general_argument_invalid` naming the field when it takes too long, nests too deeply or becomes too
 * large; `general_rate_limit_exceeded` when many wait
 */
export async function readWrittenText(text: string, field: string): Promise<TextBlock[]> {
  const json = await inTurn(() => readOnThread(text))
  if (json === null || json.length > most.characters) {
    const message = "This text is too complicated to show. Please write it more simply."
    throw new AppError("general_argument_invalid", message, { fields: { [field]: message } })
  }
  return JSON.parse(json)
}

/** The thread that reads, one text after the other. One that a text was too much for is ended, and the next text begins another. */
let thread: Worker | null = null

function openThread(): Worker {
  const worker = new Worker(new URL("./markdown-thread.ts", import.meta.url), {
    name: "text",
    resourceLimits: { maxOldGenerationSizeMb: most.heapMb, stackSizeMb: most.stackMb },
  })
  // Also while it has nothing to read: a failure that nobody hears would end the process.
  const forget = (): void => {
    if (thread === worker) thread = null
  }
  return worker.on("error", forget).on("exit", forget)
}

/** @returns null when the text cannot be read within the limits */
function readOnThread(text: string): Promise<string | null> {
  const isNew = thread === null
  thread ??= openThread()
  const worker = thread
  worker.ref()
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const end = (json: string | null): void => {
      clearTimeout(timer)
      worker.off("message", hear).off("error", fail).off("exit", fail)
      worker.unref()
      if (json === null) {
        thread = null
        void worker.terminate()
      }
      resolve(json)
    }
    const fail = (): void => end(null)
    const ask = (): void => {
      timer = setTimeout(fail, longestMs)
      worker.postMessage(text)
    }
    // Its own start does not count: a busy machine is not the text's fault.
    const hear = (json: string): void => (json === "" ? ask() : end(json))
    worker.on("message", hear).on("error", fail).on("exit", fail)
    if (!isNew) ask()
  })
}
