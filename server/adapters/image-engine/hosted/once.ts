import { randomUUID } from "node:crypto"
import type { EngineWatch } from "#server/adapters/image-engine/port.ts"
import type { KnownCall, ProviderCalls } from "#server/platform/providers/provider-calls.ts"

/** A billable call of an order that is about to be sent, or was sent by an earlier attempt. */
export interface OrderCall extends KnownCall {
  key: string
}

/** Names the calls of an order so that each of them is sent once, whatever happens to the process. */
export interface CallBook {
  /** What an earlier attempt wrote down; null when the call was certainly not sent. @param place of the call in the order */
  look(place: string): Promise<OrderCall | null>
  /** Written down before anything is sent. @param inputDigests to find the call by when its answer is lost */
  open(place: string, inputDigests?: Readonly<Record<string, string>>): Promise<OrderCall>
}

/** Goes on with what an earlier attempt began, if one did. */
export function openCallBook(
  calls: ProviderCalls,
  watch: Pick<EngineWatch, "providerJobId" | "saveProviderJobId">,
): CallBook {
  let providerJobId: Promise<string> | null = watch.providerJobId === null ? null : Promise.resolve(watch.providerJobId)
  const save = async (): Promise<string> => {
    const made = randomUUID()
    await watch.saveProviderJobId(made)
    return made
  }
  return {
    async look(place) {
      if (providerJobId === null) return null
      const key = `${await providerJobId}-${place}`
      const known = await calls.look(key)
      return known && { key, ...known }
    },
    async open(place, inputDigests) {
      providerJobId ??= save()
      const key = `${await providerJobId}-${place}`
      return { key, ...(await calls.open(key, inputDigests)) }
    },
  }
}
