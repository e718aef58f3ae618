/** The worker that shows what is pushed; it is the one of the learner portal. */
export const pushWorker = { path: "/offline-worker.js", scope: "/learn" } as const

/** What this browser asked its push service for; null for nothing. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration(pushWorker.scope)
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** Ends it for this browser alone, as signing out does: what is pushed to it next tells the server that it is gone. */
export async function dropPush(): Promise<void> {
  const found = await pushSubscription().catch(() => null)
  await found?.unsubscribe().catch(() => false)
}
