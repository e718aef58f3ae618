/**
 * Takes what a phone shares with the installed app. A share is a form that is sent to a page: this keeps it until the page that
 * opens then takes it (`lib/stored/shared-things.ts`). Its scope is that page alone, and it imports nothing, as workers of older
 * browsers cannot.
 */

/** The parts of a service worker that are used; the library's types cannot stand beside those of pages. */
interface ShareWorker {
  clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: {
    (type: "install" | "activate", listen: (event: { waitUntil: (work: Promise<unknown>) => void }) => void): void
    (
      type: "fetch",
      listen: (event: { request: Request; respondWith: (answer: Promise<Response>) => void }) => void,
    ): void
  }
}

const worker = globalThis as unknown as ShareWorker

/** Photos that are taken at once; a batch has no more (`contract/studio/batches.ts`). */
const mostPhotos = 50

/** Letters of shared words that are kept; a prompt has no more. */
const mostLetters = 2_000

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method === "POST" && origin === location.origin && pathname === "/share") event.respondWith(take(request))
})

/** Keeps what is shared in place of what was shared before, and opens its page. */
async function take(request: Request): Promise<Response> {
  const form = await request.formData()
  await caches.delete("shared-with-us")
  const cache = await caches.open("shared-with-us")
  const photos = form.getAll("photos").filter((part) => part instanceof File)
  for (const [number, photo] of photos.slice(0, mostPhotos).entries()) {
    const headers = { "content-type": photo.type, "x-name": encodeURIComponent(photo.name) }
    await cache.put(`/share/photos/${number}`, new Response(await photo.arrayBuffer(), { headers }))
  }
  const words = ["title", "text", "url"].flatMap((name) => form.get(name) || []).join(" ")
  await cache.put("/share/words", new Response(words.slice(0, mostLetters)))
  return Response.redirect("/share", 303)
}

// Nothing of this file is anybody else's name.
export {}
