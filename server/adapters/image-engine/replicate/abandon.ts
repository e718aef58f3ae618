import { ProviderFailure } from "#server/platform/providers/provider-fetch.ts"
import { cancel, lookForCall, type ReplicateClient } from "./predictions.ts"
import { trainingPlace } from "./training.ts"

/** Longest time in which one call is found and ended, in milliseconds. */
const totalMs = 60_000

/**
 * Ends every call of an order that may still be running.
 * @throws ProviderFailure when one cannot be ended now, or may be on its way and is not known yet
 */
export async function abandon(client: ReplicateClient, providerJobId: string): Promise<void> {
  const failures: unknown[] = []
  for (const call of await client.calls.list(`${providerJobId}-`)) {
    const resource = call.key === `${providerJobId}-${trainingPlace}` ? "trainings" : "predictions"
    try {
      const id = call.externalId ?? (await lookForCall(client, resource, call, AbortSignal.timeout(totalMs)))
      if (id !== null) await cancel(client, `/${resource}/${id}`)
      else if (mayBeOnItsWay(client, call.openedAt))
        throw new ProviderFailure("unknown_outcome", "A call is not found.")
    } catch (error) {
      // The others are ended all the same.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** One that was refused never shows; one whose answer is awaited will. */
function mayBeOnItsWay({ times }: ReplicateClient, openedAt: Date): boolean {
  return Date.now() - openedAt.getTime() < times.answer + times.lost
}
