/** The worker that opens pages without a network, shows what is pushed and takes what is shared (`web/offline-worker.ts`). */
const worker = { path: "/offline-worker.js", scope: "/" } as const

/** Pages that had one of their own before it answered for others too. */
const formerScope = "/learn"

let asked: Promise<ServiceWorkerRegistration | null> | undefined

/** Starts the worker, once a page; null where the browser has or allows none, and in development, which has no such file. */
export function registerAppWorker(): Promise<ServiceWorkerRegistration | null> {
  asked ??= register().catch(() => null)
  return asked
}

function isOffered(): boolean {
  return import.meta.env.PROD && "serviceWorker" in navigator
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  if (!isOffered()) return null
  const registration = await navigator.serviceWorker.register(worker.path, { scope: worker.scope })
  const former = await navigator.serviceWorker.getRegistration(formerScope)
  if (former && new URL(former.scope).pathname === formerScope) await former.unregister()
  return registration
}

/** The worker that is there already. */
export async function appWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration(worker.scope)
}
