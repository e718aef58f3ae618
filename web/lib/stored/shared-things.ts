import { keptMs } from "./browser-store.ts"

/** Where the worker (`web/offline-worker.ts`) keeps what was shared; it imports nothing, so it says the same once more. */
const sharedCache = "shared-with-us"

/** Where one shared photo lies, from 0 on, and the words that came along. */
const sharedAddress = { photo: (number: number) => `/share/photos/${number}`, words: "/share/words" } as const

/** Headers with a photo's name, encoded; with whose phone it was then, and when, in ms. */
const headerNames = { name: "x-name", owner: "x-owner", at: "x-at" } as const

/** What somebody shared with the product from another app of their phone. */
export interface SharedThings {
  photos: readonly File[]
  words: string
}

/**
 * What the worker took for this person and no page has taken over yet; null for nothing. What is somebody else's, or too old,
 * is removed. Where nobody was signed in, it is for whoever does.
 */
export async function readArrived(userId: string): Promise<SharedThings | null> {
  if (!("caches" in globalThis) || !(await caches.has(sharedCache))) return null
  const cache = await caches.open(sharedCache)
  const text = await cache.match(sharedAddress.words)
  const owner = text?.headers.get(headerNames.owner)
  const age = Date.now() - Number(text?.headers.get(headerNames.at))
  if (!text || (owner && owner !== userId) || age > keptMs) {
    await dropShared()
    return null
  }
  const photos: File[] = []
  for (;;) {
    const answer = await cache.match(sharedAddress.photo(photos.length))
    if (!answer) break
    const name = decodeURIComponent(answer.headers.get(headerNames.name) ?? "photo")
    photos.push(new File([await answer.arrayBuffer()], name, { type: answer.headers.get("content-type") ?? "" }))
  }
  return { photos, words: await text.text() }
}

/** Removes what no page has taken over, as signing out does. */
export async function dropShared(): Promise<void> {
  if ("caches" in globalThis) await caches.delete(sharedCache).catch(() => false)
}
