/** Where the worker's file is, and the only pages it answers for: the learner portal's. */
const worker = { path: "/offline-worker.js", scope: "/learn" } as const

let isAsked = false

/** Lets the portal's pages open without a network, from now on; once a page. Development has no such file. */
export function registerOfflineWorker(): void {
  if (isAsked || !import.meta.env.PROD || !("serviceWorker" in navigator)) return
  isAsked = true
  // A browser that forbids it opens these pages with a network only.
  navigator.serviceWorker.register(worker.path, { scope: worker.scope }).catch(() => undefined)
}
