import { buffer } from "node:stream/consumers"
import type { ByteRange } from "#server/adapters/storage/port.ts"
import { createS3Storage } from "./s3.ts"
import type { S3Settings } from "./settings.ts"

const text = "0123456789"

/**
 * Keeps an object, finds it in the list, reads it whole, in part and by a signed address, and removes it.
 * @returns what is different from what the product expects, null when nothing is
 */
export async function tryS3(settings: S3Settings): Promise<string | null> {
  const storage = createS3Storage({ ...settings, hasSignedDownloads: true })
  const key = `contract/${Date.now()}`
  await storage.put(key, Buffer.from(text), "text/plain")
  try {
    if ((await storage.size(key)) !== text.length) return "an object has another size"
    const read = async (range?: ByteRange): Promise<string | null> => {
      const stored = await storage.get(key, range)
      return stored && String(await buffer(stored.body))
    }
    if ((await read()) !== text) return "an object comes back otherwise"
    if ((await read({ start: 3, end: 5 })) !== "345") return "a part of an object is another one"
    let isListed = false
    for await (const object of storage.list()) isListed ||= object.key === key && object.size === text.length
    if (!isListed) return "the list leaves an object out"
    const address = (await storage.signRead?.(key, { type: "text/plain", disposition: "attachment" })) ?? ""
    const reply = await fetch(address)
    return reply.ok && (await reply.text()) === text ? null : `a signed address answers ${reply.status}`
  } finally {
    await storage.remove(key)
  }
}
