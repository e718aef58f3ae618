import webPush from "web-push"
import type { Services } from "#server/declarations/services.ts"
import { pushKeyOf, pushKeys } from "./push-keys.ts"
import { deleteDevice, listDevices } from "./queries.ts"

/** How long a push service keeps a notice for a device that is off, in seconds. */
const keptSeconds = 24 * 60 * 60

/**
 * Pushes a notice to all browsers of a person, sealed for each of them. Browsers that are gone are forgotten.
 * @returns whether any took it
 * @throws Error when none did and another time may do better
 */
export async function pushTo(
  s: Pick<Services, "db" | "config" | "tokenKey" | "fetchSafely">,
  accountId: string,
  { id, title, text, path }: { id: string; title: string; text: string; path: string },
): Promise<boolean> {
  if (pushKeyOf(s) === null) return false
  let hasArrived = false
  let trouble: unknown = null
  for (const { endpoint, publicKey, auth } of await listDevices(s.db, accountId)) {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh: publicKey, auth } },
      JSON.stringify({ id, title, text, path }),
      {
        vapidDetails: { subject: s.config.publicUrl, ...pushKeys(s) },
        TTL: keptSeconds,
        // A later one of the same notice takes the place of the earlier one.
        topic: `notice-${id}`,
      },
    )
    try {
      const post = { headers: asTexts(headers), body: body ?? Buffer.alloc(0) }
      const { status } = await s.fetchSafely(endpoint, { accept: "*/*", maxBytes: 10_000, post })
      if (status === 404 || status === 410) await deleteDevice(s.db, endpoint)
      else if (status >= 400) throw new Error(`A push service answered ${status}.`)
      else hasArrived = true
    } catch (error) {
      trouble = error
    }
  }
  if (!hasArrived && trouble !== null) throw trouble
  return hasArrived
}

function asTexts(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
