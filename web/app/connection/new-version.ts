import { appWorker } from "#web/lib/session/app-worker.ts"

/** Begins the names of the worker's caches, of which there is one for each build, and where the page of a build lies in it. */
const cacheStart = "learner-portal-"
const shellPath = "/learn"

/** Shortest time between two looks for a new version, in ms. */
const lookEveryMs = 3_600_000

/**
 * Calls back when a newer version of the product took the place of the one that this page shows, and looks for one whenever
 * somebody comes back to the page.
 * @returns what ends it
 */
export function watchNewVersion(hear: () => void): () => void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers) return () => undefined
  let lookedAt = Date.now()
  const compare = async (): Promise<void> => {
    if (await isReplaced()) hear()
  }
  const look = (): void => {
    if (document.visibilityState !== "visible" || Date.now() - lookedAt < lookEveryMs) return
    lookedAt = Date.now()
    void appWorker().then((registration) => registration?.update().catch(() => undefined))
  }
  workers.addEventListener("controllerchange", compare)
  document.addEventListener("visibilitychange", look)
  return () => {
    workers.removeEventListener("controllerchange", compare)
    document.removeEventListener("visibilitychange", look)
  }
}

/** Whether the build that the worker opens pages with is another one than this page's. */
async function isReplaced(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>("script[type=module]")?.getAttribute("src")
  const newest = (await caches.keys()).findLast((name) => name.startsWith(cacheStart))
  const page = newest && (await caches.match(shellPath, { cacheName: newest, ignoreVary: true }))
  return Boolean(own && page && !(await page.text()).includes(own))
}
