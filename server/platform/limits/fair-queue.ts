import { AppError } from "#server/platform/errors.ts"

/** A piece of work that waits for a place. */
export interface QueuedWork {
  /** For whom it is done: work of one share waits for itself, and takes turns with that of others. */
  share: string
  /** What it takes, in a unit that is the same for all of a queue. */
  cost: number
  /** Ends the waiting, with its reason. */
  signal?: AbortSignal | undefined
  /** True for a further step of what began: it goes before what else its share has waiting. */
  isBegun?: boolean | undefined
}

interface FairQueueLimits {
  /** How many pieces are done at once. */
  places: number
  /** How many of these one share may have, so that the others are always free for somebody else. */
  placesOfShare: number
  /** How many pieces of everybody may wait. */
  waiting: number
  /** How many pieces of one share may wait. */
  waitingOfShare: number
  /** What is said to whoever cannot wait either. */
  busyMessage: string
}

/** Runs work as soon as it is its turn. */
export type FairQueue = <T>(about: QueuedWork, work: () => Promise<T>) => Promise<T>

interface Share {
  /** What it was given so far, counted from where the others were when it came. */
  spent: number
  running: number
  waiting: { cost: number; start: () => void }[]
}

/**
 * Lets the share go first that was given least (start-time fair queueing): whoever asks for much waits for themselves.
 * @throws AppError `general_rate_limit_exceeded` for a share that has too much waiting, `service_unavailable` when
 * everybody together has; the signal's reason when that ends the waiting
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const shares = new Map<string, Share>()
  let running = 0
  let waiting = 0
  /** What the share had spent that was served last; a newcomer begins there. */
  let level = 0

  const mayRun = (share: Share): boolean => running < limits.places && share.running < limits.placesOfShare

  const startNext = (): void => {
    for (;;) {
      let next: Share | undefined
      for (const share of shares.values()) {
        if (share.waiting.length > 0 && mayRun(share) && (!next || share.spent < next.spent)) next = share
      }
      const piece = next?.waiting.shift()
      if (!next || !piece) return
      waiting -= 1
      running += 1
      level = next.spent
      next.spent += piece.cost
      next.running += 1
      piece.start()
    }
  }

  const end = (share: Share): void => {
    running -= 1
    share.running -= 1
    startNext()
    for (const [name, { spent, running: busy, waiting: line }] of shares) {
      if (busy === 0 && line.length === 0 && (running === 0 || spent <= level)) shares.delete(name)
    }
  }

  return async ({ share: name, cost, signal, isBegun = false }, work) => {
    signal?.throwIfAborted()
    const share = shares.get(name) ?? { spent: level, running: 0, waiting: [] }
    if (!mayRun(share)) {
      if (share.waiting.length >= limits.waitingOfShare && !isBegun)
        throw new AppError("general_rate_limit_exceeded", limits.busyMessage)
      if (waiting >= limits.waiting && !isBegun) throw new AppError("service_unavailable", limits.busyMessage)
    }
    shares.set(name, share)
    if (share.running === 0 && share.waiting.length === 0) share.spent = Math.max(share.spent, level)
    const { promise: turn, resolve, reject } = Promise.withResolvers<void>()
    const piece = { cost, start: resolve }
    if (isBegun) share.waiting.unshift(piece)
    else share.waiting.push(piece)
    waiting += 1
    const leave = (): void => {
      const place = share.waiting.indexOf(piece)
      if (place < 0) return
      share.waiting.splice(place, 1)
      waiting -= 1
      reject(signal?.reason)
    }
    signal?.addEventListener("abort", leave, { once: true })
    startNext()
    try {
      await turn
    } finally {
      signal?.removeEventListener("abort", leave)
    }
    try {
      return await work()
    } finally {
      end(share)
    }
  }
}
