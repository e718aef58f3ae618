import { addPushDevice, type NoticeSettings, removePushDevice } from "#contract/identity/notices.ts"
import { call } from "#web/lib/calls/call.ts"
import { registerAppWorker } from "./app-worker.ts"
import { pushSubscription } from "./push-subscription.ts"

/** Whether this browser is told by push. */
export async function isPushOn(): Promise<boolean> {
  return (await pushSubscription()) !== null
}

/**
 * Has this browser told by push, once its person allowed it.
 * @param key of the installation
 * @throws Error with words for the person when they, or the browser, did not
 */
export async function askForPush(key: string): Promise<NoticeSettings> {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new Error(
      "Your browser does not allow notices of this page. Change it in the browser's settings for this site.",
    )
  }
  const registration = await registerAppWorker()
  if (!registration) throw new Error("This browser cannot be told by push.")
  await untilActive(registration)
  const made = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch(() => {
      throw new Error("This browser could not reach its push service. Please try again later.")
    })
  const { endpoint = "", keys = {} } = made.toJSON()
  const body = { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } }
  return (await call(addPushDevice, { body })).data
}

/** Ends it for this browser, here and on the server. */
export async function endPush(): Promise<NoticeSettings | null> {
  const found = await pushSubscription()
  if (!found) return null
  await found.unsubscribe()
  return (await call(removePushDevice, { body: { endpoint: found.endpoint } })).data
}

/** A worker that was just registered is not ready for a subscription at once. */
async function untilActive(registration: ServiceWorkerRegistration): Promise<void> {
  const coming = registration.installing ?? registration.waiting
  if (registration.active || !coming) return
  const { promise, resolve } = Promise.withResolvers<void>()
  coming.addEventListener("statechange", () => {
    if (coming.state === "activated" || coming.state === "redundant") resolve()
  })
  await promise
}
