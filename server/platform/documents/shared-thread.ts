import { Worker } from "node:worker_threads"

/** What a thread is and may use. */
interface ThreadLimits {
  /** Its module: posts one empty string when it is ready, then answers each message with one. */
  module: URL
  name: string
  heapMb: number
  stackMb: number
  /** How long one answer may take, in milliseconds. */
  longestMs: number
}

/**
 * One thread that answers one message after the other, begun with the first. One that a message was too much for is
 * ended, and the next message begins another.
 * @returns asks the thread, one question at a time; null when it cannot be answered within the limits
 */
export function shareThread<Question, Answer extends object | string>({
  module,
  name,
  heapMb,
  stackMb,
  longestMs,
}: ThreadLimits): (question: Question) => Promise<Answer | null> {
  let thread: Worker | null = null

  function open(): Worker {
    const limits = { maxOldGenerationSizeMb: heapMb, stackSizeMb: stackMb }
    const worker = new Worker(module, { name, resourceLimits: limits })
    // Also while it has nothing to do: a failure that nobody hears would end the process.
    const forget = (): void => {
      if (thread === worker) thread = null
    }
    return worker.on("error", forget).on("exit", forget)
  }

  return (question) => {
    const isNew = thread === null
    thread ??= open()
    const worker = thread
    worker.ref()
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined
      const end = (answer: Answer | null): void => {
        clearTimeout(timer)
        worker.off("message", hear).off("error", fail).off("exit", fail)
        worker.unref()
        if (answer === null) {
          thread = null
          void worker.terminate()
        }
        resolve(answer)
      }
      const fail = (): void => end(null)
      const ask = (): void => {
        timer = setTimeout(fail, longestMs)
        worker.postMessage(question)
      }
      // Its own start does not count: a busy machine is not the question's fault.
      const hear = (answer: Answer): void => (answer === "" ? ask() : end(answer))
      worker.on("message", hear).on("error", fail).on("exit", fail)
      if (!isNew) ask()
    })
  }
}
