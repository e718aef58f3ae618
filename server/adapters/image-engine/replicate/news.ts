import { createHmac } from "node:crypto"
import { z } from "zod"
import type { EngineNews } from "#server/adapters/image-engine/declaration.ts"
import { isEqual } from "#server/platform/security/signature.ts"

/** How far the provider's clock may be from ours, in seconds. */
const windowSeconds = 300

/** What is read of a message: a prediction or a training. */
export const NewsBody = z.object({ id: z.string().regex(/^[a-z0-9]{1,64}$/i) })

/** Reads a signed message. @returns null when it is old or not the provider's, "nothing" when it names no work */
export function readNews(
  secret: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Buffer,
): EngineNews | "nothing" | null {
  const [id, timestamp, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => {
    const value = headers[name]
    return typeof value === "string" ? value : ""
  })
  if (!id || !timestamp || !signature || id.length > 200) return null
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= windowSeconds)) return null
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  const right = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")
  // During a change of keys the provider signs with both.
  if (!signature.split(" ").some((one) => isEqual(one, `v1,${right}`))) return null
  const told = NewsBody.safeParse(readJson(body))
  return told.success ? { eventId: id, externalId: told.data.id } : "nothing"
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"))
  } catch {
    return null
  }
}
