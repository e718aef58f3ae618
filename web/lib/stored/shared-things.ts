/** Where the worker (`web/offline-worker.ts`) keeps what was shared; it imports nothing, so it says the same once more. */
const sharedCache = "shared-with-us"

/** Where one shared photo lies, from 0 on, and the words that came along. */
const sharedAddress = { photo: (number: number) => `/share/photos/${number}`, words: "/share/words" } as const

/** Header with a photo's name, encoded. */
const nameHeader = "x-name"

/** What somebody shared with the product from another app of their phone. */
export interface SharedThings {
  photos: readonly File[]
  words: string
}

/** Takes what was shared, once: it lies nowhere any more then. Nothing where the browser keeps nothing. */
export async function takeShared(): Promise<SharedThings> {
  if (!("caches" in globalThis) || !(await caches.has(sharedCache))) return { photos: [], words: "" }
  const cache = await caches.open(sharedCache)
  const photos: File[] = []
  for (;;) {
    const answer = await cache.match(sharedAddress.photo(photos.length))
    if (!answer) break
    const name = decodeURIComponent(answer.headers.get(nameHeader) ?? "photo")
    photos.push(new File([await answer.arrayBuffer()], name, { type: answer.headers.get("content-type") ?? "" }))
  }
  const words = (await (await cache.match(sharedAddress.words))?.text()) ?? ""
  await caches.delete(sharedCache)
  return { photos, words }
}

/** Removes what was shared and not looked at, as signing out does. */
export async function dropShared(): Promise<void> {
  if ("caches" in globalThis) await caches.delete(sharedCache).catch(() => false)
}
