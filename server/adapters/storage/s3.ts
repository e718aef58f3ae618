import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import type { ReadableStream } from "node:stream/web"
import { AwsClient } from "aws4fetch"
import type { S3Storage } from "#server/config.ts"
import { bounded, checkKey, type Storage, type StoredObject } from "./port.ts"
import { sendStream } from "./sink.ts"

const timeoutMs = 60_000

/** Any S3-compatible service, addressed as `endpoint/bucket/key`. */
export function createS3Storage(options: Omit<S3Storage, "kind">): Storage {
  const client = new AwsClient({
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    region: options.region,
    service: "s3",
    retries: 2,
  })
  const base = `${options.endpoint.replace(/\/+$/, "")}/${options.bucket}`
  const request = (key: string, init: RequestInit): Promise<Response> =>
    client.fetch(`${base}/${checkKey(key)}`, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  const refuse = async (response: Response, what: string): Promise<never> => {
    throw new Error(`S3 ${what} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
  }
  const size = async (key: string): Promise<number | null> => {
    const response = await request(key, { method: "HEAD" })
    if (response.status === 404) return null
    return response.ok ? Number(response.headers.get("content-length")) : refuse(response, "head")
  }
  const put = async (key: string, bytes: Uint8Array, mimeType: string): Promise<void> => {
    const response = await request(key, {
      method: "PUT",
      body: Uint8Array.from(bytes),
      headers: { "content-type": mimeType },
    })
    if (!response.ok) await refuse(response, "put")
  }
  return {
    kind: "s3",
    put,
    size,
    async putStream(key, body, mimeType) {
      checkKey(key)
      const bytes = await buffer(bounded(body))
      await put(key, bytes, mimeType)
      return bytes.length
    },
    async get(key, range) {
      const response = await request(key, {
        method: "GET",
        headers: range ? { range: `bytes=${range.start}-${range.end}` } : {},
      })
      if (response.status === 404) return null
      if (response.status === 416) {
        await response.body?.cancel()
        return stored((await size(key)) ?? 0, Readable.from([]))
      }
      if (!response.ok || !response.body) return refuse(response, "get")
      const whole = response.headers.get("content-range")?.split("/")[1] ?? response.headers.get("content-length")
      return stored(Number(whole), Readable.fromWeb(response.body as ReadableStream))
    },
    async remove(key) {
      const response = await request(key, { method: "DELETE" })
      if (!response.ok && response.status !== 404) await refuse(response, "delete")
    },
  }
}

function stored(size: number, body: Readable): StoredObject {
  return { size, body, sendTo: (target) => sendStream(body, target) }
}
