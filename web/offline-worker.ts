/**
 * Opens the learner portal's pages without a network. It keeps the product's own files and nothing of a person: lessons
 * lie in the page's store (`lib/stored/browser-store.ts`). With a network the server's answer always goes first. Its scope is
 * /learn, so that no other page is ever answered by it (docs/decisions/021-reading-offline.md).
 */

/** What the build writes before this file (`scripts/prerender/write-offline.ts`). */
declare const offlineBuild: { version: string; files: readonly string[] }

/** The parts of a service worker that are used; the library's types cannot stand beside those of pages. */
interface PortalWorker {
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
    (
      type: "fetch",
      listen: (event: { request: Request; respondWith: (answer: Promise<Response>) => void }) => void,
    ): void
  }
}

const worker = globalThis as unknown as PortalWorker

const cacheStart = "learner-portal-"
const cacheName = cacheStart + offlineBuild.version
const ownFiles = new Set(offlineBuild.files)

/** Address under which the empty page is kept that fills itself for every address of the portal. */
const shellPath = "/learn"

/** Longest wait for a page before its kept form is shown, in ms. */
const pageWaitMs = 10_000

worker.addEventListener("install", (event) => event.waitUntil(keepBuild().then(() => worker.skipWaiting())))
worker.addEventListener("activate", (event) => event.waitUntil(dropOldBuilds().then(() => worker.clients.claim())))
worker.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== "GET" || origin !== location.origin) return
  if (request.mode === "navigate") {
    if (pathname === shellPath || pathname.startsWith(`${shellPath}/`)) event.respondWith(openPage(request))
  } else if (ownFiles.has(pathname)) event.respondWith(openFile(request))
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

async function dropOldBuilds(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(cacheStart) && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** Whether a page asks only for files of this build. While a new version is rolled out, servers answer with both. */
async function isOfThisBuild(page: Response): Promise<boolean> {
  if (!page.ok || page.redirected) return false
  const html = await page.clone().text()
  const wanted = [...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([path]) => path)
  return wanted.length > 0 && wanted.every((path) => ownFiles.has(path))
}

/** The server's page; the kept one when there is no answer in time, or only that the server is in trouble. */
async function openPage(request: Request): Promise<Response> {
  const kept = await findStored(shellPath)
  const asked = fetch(request)
  if (!kept) return asked
  const answer = await Promise.race([asked.catch(() => null), wait(pageWaitMs)])
  return answer && answer.status < 500 ? answer : kept
}

function wait(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null))
}

/** Files are named by their content, so the kept one is the same as the server's. */
async function openFile(request: Request): Promise<Response> {
  return (await findStored(request)) ?? fetch(request)
}

/** What is kept is the same for everybody, whichever headers it was asked with. */
async function findStored(request: Request | string): Promise<Response | undefined> {
  return (await caches.open(cacheName)).match(request, { ignoreVary: true })
}

// Nothing of this file is anybody else's name.
export {}
