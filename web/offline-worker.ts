/**
 * Opens the studio's and the learner portal's pages without a network, shows what is pushed, and takes what other apps share
 * (docs/decisions/021-reading-offline.md). Its cache has the product's own files and nothing of a person; what is theirs lies in
 * the page's store (`lib/stored/browser-store.ts`), into which this puts small pictures. With a network the server's answer
 * always goes first. It imports nothing, as workers of older browsers cannot.
 */

/** What the build writes before this file (`scripts/prerender/write-offline.ts`). */
declare const offlineBuild: {
  version: string
  files: readonly string[]
  /** Paths that open without a network; one that ends with a star stands for all that begin so. */
  pages: readonly string[]
}

/** The parts of a service worker that are used; the library's types cannot stand beside those of pages. */
interface AppWorker {
  clients: { claim: () => Promise<void>; openWindow: (path: string) => Promise<unknown> }
  registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: {
    (
      type: "push",
      listen: (event: { data: { json: () => unknown } | null; waitUntil: (work: Promise<unknown>) => void }) => void,
    ): void
    (
      type: "notificationclick",
      listen: (event: { notification: Notification; waitUntil: (work: Promise<unknown>) => void }) => void,
    ): void
    (type: "install" | "activate", listen: (event: { waitUntil: (work: Promise<unknown>) => void }) => void): void
    (type: "fetch", listen: (event: Fetching) => void): void
  }
}

interface Fetching {
  request: Request
  respondWith: (answer: Promise<Response>) => void
  /** Keeps the worker alive for work that goes on after the answer. */
  waitUntil: (work: Promise<unknown>) => void
}

const worker = globalThis as unknown as AppWorker

/** Begins the names of the caches with files, of which there is one for each build. */
const cacheStart = "learner-portal-"
const cacheName = cacheStart + offlineBuild.version

/** Address under which the empty page is kept that fills itself for every address. */
const shellPath = "/learn"

/** Longest wait for a page before its kept form is shown, in ms. */
const pageWaitMs = 4_000

/** Small pictures that galleries and shelf show. */
const previewPaths =
  /^\/(?:pictures|photoshoots)\/[^/]+\/(?:320|640)$|^\/v1\/storage\/buckets\/images\/files\/[^/]+\/preview$/

/** Small pictures that are kept: the last ones that were shown. */
const mostPreviews = 200

/** Photos that are taken at once from another app; a batch has no more (`contract/studio/batches.ts`). */
const mostPhotos = 50

/** Letters of shared words that are kept; a prompt has no more. */
const mostLetters = 2_000

/** Whether servers answer with another build. Its pages are waited for then, so that nobody is held with this one. */
let isOutdated = false

worker.addEventListener("install", (event) => event.waitUntil(keepBuild().then(() => worker.skipWaiting())))
worker.addEventListener("activate", (event) => event.waitUntil(dropOldBuilds().then(() => worker.clients.claim())))
worker.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === "POST" && pathname === "/share") event.respondWith(takeShare(request))
  if (request.method !== "GET") return
  if (request.mode === "navigate") {
    if (opensOffline(pathname)) event.respondWith(openPage(event))
  } else if (pathname.startsWith("/assets/")) event.respondWith(openFile(request))
  else if (previewPaths.test(pathname)) event.respondWith(openPreview(event))
})

worker.addEventListener("push", (event) => event.waitUntil(showNotice(event.data?.json())))
worker.addEventListener("notificationclick", (event) => {
  event.notification.close()
  const { path } = event.notification.data as { path: string }
  event.waitUntil(worker.clients.openWindow(path))
})

/** Shows what the server pushed. One that comes twice takes the place of the first. */
async function showNotice(pushed: unknown): Promise<void> {
  const { id, title, text, path } = pushed as { id: string; title: string; text: string; path: string }
  await worker.registration.showNotification(title, {
    body: text,
    tag: `notice-${id}`,
    icon: "/icon-192.png",
    data: { path },
  })
}

/** Keeps all files of this build, or none: a half-kept build would open a broken page. */
async function keepBuild(): Promise<void> {
  try {
    const cache = await caches.open(cacheName)
    const shell = await fetch(shellPath, { cache: "no-cache", headers: { accept: "text/html" } })
    if (!(await isOfThisBuild(shell))) throw new Error("The page belongs to another build.")
    await cache.addAll(offlineBuild.files)
    await cache.put(shellPath, shell)
  } catch (error) {
    await caches.delete(cacheName)
    throw error
  }
}

/** Leaves the build before: tabs that show it go on with its files, which servers may no longer have. */
async function dropOldBuilds(): Promise<void> {
  // In the order in which they were made.
  const old = (await caches.keys()).filter((name) => name.startsWith(cacheStart) && name !== cacheName)
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)))
}

function opensOffline(pathname: string): boolean {
  return offlineBuild.pages.some((page) =>
    page.endsWith("*") ? pathname.startsWith(page.slice(0, -1)) : pathname === page,
  )
}

/** Whether a page asks only for files of this build. While a new version is rolled out, servers answer with both. */
async function isOfThisBuild(page: Response): Promise<boolean> {
  if (!page.ok || page.redirected) return false
  const html = await page.clone().text()
  const wanted = [...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([path]) => path)
  return wanted.length > 0 && wanted.every((path) => offlineBuild.files.includes(path))
}

/** The server's page; the kept one when there is no answer in time, or only that the server is in trouble. */
async function openPage(event: Fetching): Promise<Response> {
  const kept = await (await caches.open(cacheName)).match(shellPath, { ignoreVary: true })
  const asked = fetch(event.request)
  if (!kept) {
    // The browser needed the room.
    event.waitUntil(asked.then(keepBuild).catch(() => undefined))
    return asked
  }
  event.waitUntil(asked.then(noteBuild).catch(() => undefined))
  const answered = asked.catch(() => null)
  const answer = await (isOutdated ? answered : Promise.race([answered, wait(pageWaitMs)]))
  return answer && answer.status < 500 ? answer : kept
}

async function noteBuild(page: Response): Promise<void> {
  if (page.ok && !page.redirected) isOutdated = !(await isOfThisBuild(page.clone()))
}

function wait(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null))
}

/** Files are named by their content, so a kept one, of whichever build, is the same as the server's. */
async function openFile(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** A small picture: the server's, and without it the one that was kept of it. */
async function openPreview(event: Fetching): Promise<Response> {
  const { pathname, search } = new URL(event.request.url)
  const address = pathname + search
  try {
    const answer = await fetch(event.request)
    if (answer.ok) event.waitUntil(keepPreview(address, answer.clone()).catch(() => undefined))
    return answer
  } catch (error) {
    const kept = await findPreview(address).catch(() => undefined)
    if (kept) return new Response(kept)
    throw error
  }
}

/** The page's store of what is kept of a person; it is the page that makes it. @throws where there is none */
function openStore(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("kept-for-offline")
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => reject(opening.error ?? new Error("No store"))
    opening.onsuccess = () => resolve(opening.result)
  })
}

/**
 * Works on the things of whoever is signed in, in one transaction with the question who that is: what comes after signing out
 * is neither kept nor shown.
 */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (things: IDBObjectStore) => Promise<T>,
): Promise<T | undefined> {
  const store = await openStore()
  try {
    const things = store.transaction("things", mode).objectStore("things")
    const owner = (await resultOf(things.get("owner"))) as { isOpen: boolean } | undefined
    return owner?.isOpen ? await work(things) : undefined
  } finally {
    store.close()
  }
}

function resultOf<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new Error("No answer"))
  })
}

async function findPreview(address: string): Promise<Blob | undefined> {
  return inStore("readonly", (things) => resultOf(things.get(`preview:${address}`) as IDBRequest<Blob | undefined>))
}

/** Keeps a small picture in the place of the one that was shown longest ago. */
async function keepPreview(address: string, answer: Response): Promise<void> {
  const picture = await answer.blob()
  await inStore("readwrite", async (things) => {
    const shown = ((await resultOf(things.get("previews-shown"))) as string[] | undefined) ?? []
    const others = shown.filter((known) => known !== address)
    const newest = [...others, address].slice(-mostPreviews)
    for (const known of shown) if (!newest.includes(known)) things.delete(`preview:${known}`)
    if (others.length === shown.length) things.put(picture, `preview:${address}`)
    await resultOf(things.put(newest, "previews-shown"))
  })
}

/**
 * Keeps what another app shares, in place of what was shared before, and opens the page that takes it
 * (`lib/stored/shared-things.ts`). A share is a form that is sent to a page.
 */
async function takeShare(request: Request): Promise<Response> {
  const form = await request.formData()
  await caches.delete("shared-with-us")
  const cache = await caches.open("shared-with-us")
  const photos = form.getAll("photos").filter((part) => part instanceof File)
  for (const [number, photo] of photos.slice(0, mostPhotos).entries()) {
    const headers = { "content-type": photo.type, "x-name": encodeURIComponent(photo.name) }
    await cache.put(`/share/photos/${number}`, new Response(await photo.arrayBuffer(), { headers }))
  }
  const words = ["title", "text", "url"].flatMap((name) => form.get(name) || []).join(" ")
  const headers = { "x-owner": await ownerHere().catch(() => ""), "x-at": String(Date.now()) }
  await cache.put("/share/words", new Response(words.slice(0, mostLetters), { headers }))
  return Response.redirect("/share", 303)
}

/** Whose things this browser keeps, be they signed in or not; "" for nobody's. @throws where there is no store */
async function ownerHere(): Promise<string> {
  const store = await openStore()
  try {
    const things = store.transaction("things", "readonly").objectStore("things")
    return ((await resultOf(things.get("owner"))) as { id: string } | undefined)?.id ?? ""
  } finally {
    store.close()
  }
}

// Nothing of this file is anybody else's name.
export {}
