import type { FastifyRequest } from "fastify"
import { AppError } from "#server/platform/errors.ts"
import { createFairQueue, type FairQueue } from "#server/platform/limits/fair-queue.ts"
import { networkOf } from "#server/platform/limits/rate-limit.ts"

/** For whom pictures are worked on, and until when somebody waits for it. */
export interface PictureWorker {
  share: string
  signal?: AbortSignal | undefined
}

const busyMessage = "Many pictures are being worked on right now. Please try again in a moment."

/**
 * The places for work on pictures in one process. Together no more than the four threads of the process's pool are decoding,
 * and what looks into uploads takes a moment of one only.
 */
const queues = {
  /** Looking into what is uploaded; nothing else comes here. */
  upload: createFairQueue({ places: 2, placesOfShare: 1, waiting: 400, waitingOfShare: 60, busyMessage }),
  /** Previews and shared copies: one at a time for their memory (docs/security.md#memory-of-previews). */
  preview: createFairQueue({ places: 1, placesOfShare: 1, waiting: 400, waitingOfShare: 60, busyMessage }),
  /** Everything else that decodes: exports, scenes, batches, photos of trainings. One place is always free for another share. */
  work: createFairQueue({ places: 2, placesOfShare: 1, waiting: 200, waitingOfShare: 20, busyMessage }),
  /** Free orders of the engine while a call waits: changed cut-outs, looks at a training's photos. */
  engine: createFairQueue({ places: 1, placesOfShare: 1, waiting: 60, waitingOfShare: 12, busyMessage }),
} satisfies Record<string, FairQueue>

export type PictureQueue = keyof typeof queues

/** What looking at a file or a photo counts, where nothing is drawn. */
export const smallCost = 1

/**
 * The one scheduler of work on pictures: shares take turns, by the pixels that come out of their work.
 * @param pixels of what is made
 * @throws AppError `general_rate_limit_exceeded` for a share with too much waiting, `service_unavailable` when all have, and
 * what `work` throws
 */
export function inTurn<T>(
  queue: PictureQueue,
  { share, signal }: PictureWorker,
  pixels: number,
  work: () => Promise<T>,
  step: "first" | "next" = "first",
): Promise<T> {
  return queues[queue]({ share, signal, cost: pixels, isBegun: step === "next" }, work)
}

/**
 * Work that somebody waits for, ended when its time is over or nobody waits any more. Begin it in its turn: waiting for one is not work.
 * @throws AppError `request_timeout` with the sentence when its time is over, and what `work` throws
 */
export async function inTime<T>(
  { signal }: PictureWorker,
  longestMs: number,
  sentence: string,
  work: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(longestMs)])
  try {
    return await work(ended)
  } catch (cause) {
    if (!ended.aborted) throw cause
    throw new AppError("request_timeout", sentence, { cause })
  }
}

/** Whoever sends a request: people who confirmed an address for themselves, all others with their network. */
export function workerOf({
  caller,
  ip,
  left,
}: Pick<FastifyRequest, "caller" | "ip"> & { left?: AbortSignal }): PictureWorker {
  if (caller.kind === "key") return { share: "key", signal: left }
  const isKnown = caller.kind === "person" && caller.isVerified
  return { share: isKnown ? `account:${caller.accountId}` : `network:${networkOf(ip)}`, signal: left }
}

/** Work that stands in the line of jobs, which has shares and limits of its own before it comes here. */
export function jobWorker(accountId: string, signal?: AbortSignal): PictureWorker {
  return { share: `job of ${accountId}`, signal }
}
