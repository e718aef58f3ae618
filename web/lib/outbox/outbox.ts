import { type QueryClient, queryOptions } from "@tanstack/react-query"
import type { HandedInFile } from "#contract/academy/learning.ts"
import type { PhotoToolSlug } from "#contract/catalogue/photo-tools.ts"
import type { GenerateBody } from "#contract/studio/generations.ts"
import type { CutOutBody, UpscaleBody } from "#contract/studio/photos.ts"
import type { Product, ProductFields, ShelfPicture } from "#contract/studio/shelf.ts"
import { freshKey } from "#web/lib/calls/fresh-key.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { changeStored, listStoredKeys, outboxStart, readStored } from "#web/lib/stored/browser-store.ts"

/** What somebody ordered or changed without a connection. */
export type Waiting =
  | {
      kind: "picture"
      /** Of the mode; of the model where there is a training. */
      mode: string
      trainingId?: string | undefined
      body: GenerateBody
      /** Credits that the screen named. */
      credits: number
    }
  | {
      kind: "photo"
      tool: PhotoToolSlug
      /** Its image is empty until the server has the photo. */
      order: UpscaleBody | CutOutBody
      photo: File | undefined
      credits: number
    }
  | {
      kind: "product"
      /** As it was when it was changed. */
      product: Product
      fields: ProductFields
    }
  | {
      kind: "new-product"
      /** Those of the fields, as they are shown. */
      pictures: readonly ShelfPicture[]
      fields: ProductFields
    }
  | {
      kind: "hand-in"
      lessonId: string
      title: string
      /** By whose words the task was done. */
      edition: number
      text: string
      link: string
      /** Each as the server knows it, once it has it. */
      files: readonly (File | HandedInFile)[]
    }

/** One line of the outbox. */
export interface OutboxEntry {
  /** The key with which it is sent, so that it counts once. */
  id: string
  what: Waiting
  /** "sending": it may have arrived. "stopped": the person has to look at it. */
  state: "waiting" | "sending" | "stopped"
  /** Why it stopped, in words for the person. */
  reason?: string | undefined
  /** The same at the fields that it is about. */
  problems?: Readonly<Record<string, string>> | undefined
  /** What it would cost now, where that is why. */
  creditsNow?: number | undefined
}

/** Every tab hears of a change of any. */
const channelName = "outbox"

/** Longest number of the time in a name, so that names sort by time. */
const timeDigits = 15

/** What waits to be sent of this person, in the order in which it was done. */
export function outboxQuery(userId: string) {
  return queryOptions({
    queryKey: [...queryKeys.outbox, userId],
    queryFn: () => listOutbox(userId),
    enabled: userId !== "",
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
  })
}

async function listOutbox(userId: string): Promise<OutboxEntry[]> {
  const entries: OutboxEntry[] = []
  for (const key of await listStoredKeys(userId, outboxStart)) {
    const entry = (await readStored(userId, key)) as OutboxEntry | undefined
    if (entry) entries.push(entry)
  }
  return entries
}

/** Name in the store. */
async function findKey(userId: string, id: string): Promise<string | undefined> {
  return (await listStoredKeys(userId, outboxStart)).find((key) => key.endsWith(`:${id}`))
}

/**
 * Puts something in line for when the connection is back. A product's newer change and a task's newer hand-in take the place of one that waits.
 * @param id of the line; one that waits under it makes room
 * @returns false where this browser has no room for it, or where what has this id may have arrived: nothing was ordered then
 */
export async function addToOutbox(
  queries: QueryClient,
  userId: string,
  what: Waiting,
  id = freshKey(),
): Promise<boolean> {
  const before = await listOutbox(userId)
  const former = before.find((entry) => {
    if (what.kind === "product") return isOfProduct(entry, what.product.id)
    return what.kind === "hand-in" ? isOfLesson(entry, what.lessonId) : entry.id === id
  })
  if (former?.id === id && former.state === "sending") return false
  // What may have arrived already stays as it is; the server then tells that there are two.
  const takesPlace = former !== undefined && former.state !== "sending"
  const entry: OutboxEntry = { id: takesPlace ? former.id : id, what, state: "waiting" }
  const key = takesPlace
    ? await findKey(userId, former.id)
    : `${outboxStart}${String(Date.now()).padStart(timeDigits, "0")}:${entry.id}`
  const isKept = key !== undefined && (await changeStored(userId, key, () => entry))
  // Asked to, the browser removes this later than what other pages leave behind; it may say no.
  await navigator.storage?.persist?.().catch(() => false)
  await tellOutbox(queries, userId)
  return isKept
}

/** Whether it is a change of this product. */
export function isOfProduct({ what }: OutboxEntry, productId: string): boolean {
  return what.kind === "product" && what.product.id === productId
}

/** Whether it is what was done for the task of this lesson. */
export function isOfLesson({ what }: OutboxEntry, lessonId: string): boolean {
  return what.kind === "hand-in" && what.lessonId === lessonId
}

/**
 * Changes one line, if it is still there.
 * @param change gets what is in line now; undefined takes it out
 * @returns whether it was there and `change` made another of it
 */
export async function changeEntry(
  queries: QueryClient,
  userId: string,
  id: string,
  change: (entry: OutboxEntry) => OutboxEntry | undefined,
): Promise<boolean> {
  const key = await findKey(userId, id)
  if (key === undefined) return false
  let isChanged = false
  await changeStored(userId, key, (kept) => {
    if (kept === undefined) return undefined
    const entry = kept as OutboxEntry
    const changed = change(entry)
    isChanged = changed !== entry
    return changed
  })
  void tellOutbox(queries, userId)
  return isChanged
}

/** Takes something back before it is sent. @returns false when it may have arrived already */
export function withdraw(queries: QueryClient, userId: string, id: string): Promise<boolean> {
  return changeEntry(queries, userId, id, (entry) => (entry.state === "sending" ? entry : undefined))
}

/** @returns when this tab shows it */
function tellOutbox(queries: QueryClient, userId: string): Promise<void> {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
  return queries.invalidateQueries(outboxQuery(userId))
}

/** Calls back when another tab changed the outbox. @returns what ends it */
export function watchOutbox(hear: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener("message", hear)
  return () => channel.close()
}
