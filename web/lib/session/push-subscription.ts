import { appWorker } from "./app-worker.ts"

/** What this browser asked its push service for; null for nothing. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  const registration = await appWorker()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** Ends it for this browser alone, as signing out does: what is pushed to it next tells the server that it is gone. */
export async function dropPush(): Promise<void> {
  const found = await pushSubscription().catch(() => null)
  await found?.unsubscribe().catch(() => false)
}
