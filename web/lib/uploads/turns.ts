/** Files on their way at a time: phones have narrow lines. */
const atOnce = 2

let running = 0
let ended = Promise.withResolvers<void>()

/** Waits for its turn, then does the work. @throws the signal's reason when it ends the wait */
export async function inTurn<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
  while (running >= atOnce) {
    await orAborted(ended.promise, signal)
  }
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    ended.resolve()
    ended = Promise.withResolvers()
  }
}

/** Shortest and longest pause between two tries, in ms. */
const pause = { least: 500, most: 30_000 }

/**
 * Waits until the next try makes sense: twice as long each time, no longer than until the line comes back.
 * @param tries how many brought nothing
 * @param seconds what the server asks to wait for
 */
export async function untilNextTry(tries: number, seconds: number | null, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const usual = Math.min(pause.most, pause.least * 2 ** Math.max(0, tries - 1))
  // Without a line there is nothing to try, however long it takes.
  const timer = navigator.onLine ? setTimeout(resolve, seconds === null ? usual : seconds * 1_000) : undefined
  const isBack = (): void => resolve()
  addEventListener("online", isBack)
  try {
    await orAborted(promise, signal)
  } finally {
    clearTimeout(timer)
    removeEventListener("online", isBack)
  }
}

async function orAborted(wait: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const end = (): void => reject(signal?.reason)
  signal?.addEventListener("abort", end)
  try {
    await Promise.race([wait, promise])
  } finally {
    signal?.removeEventListener("abort", end)
  }
}
