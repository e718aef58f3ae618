import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import type { ReadableStream } from "node:stream/web"
import { AwsClient } from "aws4fetch"
import { bounded, checkKey, type Storage, type StoredObject } from "#server/adapters/storage/port.ts"
import { sendStream } from "#server/adapters/storage/sink.ts"
import type { S3Settings } from "./settings.ts"

/** Longest silence of the service, in milliseconds. A transfer may take as long as it likes while bytes flow. */
const usualIdleTimeoutMs = 30_000

/** Slowest line on which an object is sent, in bytes a second: the sender sees no progress of what it sent. */
const slowestRate = 32 * 1024

/** How long a signed address works, in seconds: until the browser has begun to read. */
const signedSeconds = 60

/** @returns the bucket's address at the service, without a slash at the end */
export function bucketUrl({
  endpoint,
  bucket,
  addressing,
}: Pick<S3Settings, "endpoint" | "bucket" | "addressing">): string {
  const plain = endpoint.replace(/\/+$/, "")
  return addressing === "virtual" ? plain.replace("://", `://${bucket}.`) : `${plain}/${bucket}`
}

/** Any S3-compatible service. */
export function createS3Storage(options: S3Settings, idleTimeoutMs: number = usualIdleTimeoutMs): Storage {
  const client = new AwsClient({
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    region: options.region,
    service: "s3",
    retries: 2,
  })
  const base = bucketUrl(options)
  const request = async (
    key: string,
    init: RequestInit,
    { abort = new AbortController(), bytes = 0 } = {},
  ): Promise<Response> => {
    const url = `${base}/${checkKey(key)}`
    const timer = setTimeout(() => abort.abort(silent()), idleTimeoutMs + (bytes / slowestRate) * 1_000)
    const send = (): Promise<Response> => client.fetch(url, { ...init, signal: abort.signal })
    try {
      // A service closes idle connections, also the moment one is used. Every call of ours may be made twice.
      return await send().catch((error: unknown) => {
        if (abort.signal.aborted) throw error
        return send()
      })
    } catch (error) {
      throw new Error(`S3 at ${options.endpoint} cannot be reached.`, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
  const refuse = async (response: Response, what: string): Promise<never> => {
    throw new Error(`S3 ${what} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
  }
  const check = async (): Promise<void> => {
    const response = await client.fetch(base, { method: "HEAD", signal: AbortSignal.timeout(idleTimeoutMs) })
    if (!response.ok) await refuse(response, "bucket")
  }
  /** @throws Error when the bucket is not there: that is a 404 as well, often without words */
  const isMissing = async (response: Response): Promise<boolean> => {
    if (response.status !== 404) return false
    await response.body?.cancel()
    await check()
    return true
  }
  const size = async (key: string): Promise<number | null> => {
    const response = await request(key, { method: "HEAD" })
    if (await isMissing(response)) return null
    return response.ok ? Number(response.headers.get("content-length")) : refuse(response, "head")
  }
  const put = async (key: string, bytes: Uint8Array, mimeType: string): Promise<void> => {
    const init = { method: "PUT", body: Uint8Array.from(bytes), headers: { "content-type": mimeType } }
    const response = await request(key, init, { bytes: bytes.length })
    if (!response.ok) await refuse(response, "put")
  }
  return {
    kind: "s3",
    put,
    size,
    check,
    async putStream(key, body, mimeType) {
      checkKey(key)
      const bytes = await buffer(bounded(body))
      await put(key, bytes, mimeType)
      return bytes.length
    },
    async get(key, range) {
      const abort = new AbortController()
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const response = await request(key, { method: "GET", headers }, { abort })
      if (await isMissing(response)) return null
      if (response.status === 416) {
        await response.body?.cancel()
        return stored((await size(key)) ?? 0, Readable.from([]))
      }
      if (!response.ok || !response.body) return refuse(response, "get")
      const whole = response.headers.get("content-range")?.split("/")[1] ?? response.headers.get("content-length")
      return stored(
        Number(whole),
        Readable.from(whileBytesFlow(response.body, abort, idleTimeoutMs), { objectMode: false }),
      )
    },
    async *list() {
      for (let token = ""; ; ) {
        const query = new URLSearchParams({ "list-type": "2", ...(token ? { "continuation-token": token } : {}) })
        const response = await client.fetch(`${base}?${query}`, { signal: AbortSignal.timeout(idleTimeoutMs) })
        if (!response.ok) await refuse(response, "list")
        const page = await response.text()
        for (const [, object = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          yield { key: elementOf(object, "Key"), size: Number(elementOf(object, "Size")) }
        }
        token = elementOf(page, "NextContinuationToken")
        if (elementOf(page, "IsTruncated") !== "true" || !token) return
      }
    },
    ...(options.hasSignedDownloads && {
      async signRead(key, { type, disposition }) {
        const url = new URL(`${base}/${checkKey(key)}`)
        url.searchParams.set("X-Amz-Expires", String(signedSeconds))
        url.searchParams.set("response-content-type", type)
        url.searchParams.set("response-content-disposition", disposition)
        const signed = await client.sign(url.href, { method: "GET", aws: { signQuery: true } })
        // The signature is over blanks as %20, and some services look at them as they stand.
        return signed.url.replaceAll("+", "%20")
      },
    }),
    async remove(key) {
      const response = await request(key, { method: "DELETE" })
      if (!response.ok && !(await isMissing(response))) await refuse(response, "delete")
    },
  }
}

/** Text of the first element of that name; keys of ours need no other entities undone. */
function elementOf(xml: string, name: string): string {
  return xml.match(new RegExp(`<${name}>([^<]*)</${name}>`))?.[1]?.replaceAll("&amp;", "&") ?? ""
}

function silent(): Error {
  return new Error("The service went silent.")
}

/** @throws Error once nothing came for `idleTimeoutMs` while somebody waited for it */
async function* whileBytesFlow(
  body: ReadableStream<Uint8Array>,
  abort: AbortController,
  idleTimeoutMs: number,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const timer = setTimeout(() => abort.abort(silent()), idleTimeoutMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function stored(size: number, body: Readable): StoredObject {
  return { size, body, sendTo: (target) => sendStream(body, target) }
}
