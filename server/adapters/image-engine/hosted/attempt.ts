import type { EngineWatch } from "#server/adapters/image-engine/port.ts"
import { AppError } from "#server/platform/errors.ts"
import { type FailureKind, ProviderFailure } from "#server/platform/providers/provider-fetch.ts"
import type { ProviderPauses } from "#server/platform/providers/provider-pauses.ts"
import { pausedWords, toPersonError } from "./person-words.ts"
import { UnfinishedRun } from "./unfinished.ts"

/**
 * Lets an order at a part of a provider, and tells the pauses what came of it.
 * @param work hands over a failure that left something to deliver
 * @throws AppError for the person, the signal's reason, or what a later attempt may mend
 */
export async function attempt<T>(
  pauses: ProviderPauses,
  part: string,
  watch: EngineWatch,
  work: (onFailure: (failure: ProviderFailure) => void) => Promise<T>,
): Promise<T> {
  // What an earlier attempt began is made or being made already, so it is only asked for.
  const visit = await pauses.enter(part, watch.providerJobId === null ? "begin" : "go on")
  if ("reason" in visit) throw new AppError("engine_unavailable", `${pausedWords(visit.reason)} Your credits are back.`)
  let failed: FailureKind | null = null
  try {
    const result = await work(({ kind }) => {
      failed = kind
    })
    await (failed === null ? visit.succeeded() : visit.failed(failed))
    watch.signal.throwIfAborted()
    watch.onProgress(1)
    return result
  } catch (error) {
    if (watch.signal.aborted) {
      await visit.left()
      throw watch.signal.reason
    }
    if (error instanceof ProviderFailure || error instanceof UnfinishedRun) await visit.failed(error.kind)
    else await visit.left()
    throw toPersonError(error)
  }
}
