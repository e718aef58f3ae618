import { Readable, type Writable } from "node:stream"
import type { FastifyReply, FastifyRequest } from "fastify"
import parseRange from "range-parser"
import type { ByteRange, StoredObject } from "#server/adapters/storage/port.ts"
import { AppError } from "#server/platform/errors.ts"
import { dispositionOf } from "#server/platform/text/download-name.ts"

/** How long copies are good without asking again. See docs/decisions/011-copies-of-pictures.md. */
export type CachePolicy = "never" | { who: "anyone" | "person"; seconds: number }

/** Bytes to send: at hand, or in storage. */
export type Bytes =
  | Buffer
  | {
      /** Of the whole, in bytes. @throws AppError `not_found` */
      size(): Promise<number>
      /** @throws AppError `not_found` */
      open(range?: ByteRange): Promise<StoredObject>
      /** Where a browser may read the whole by itself; absent where it may not. */
      signRead?: ((file: { type: string; disposition: string }) => Promise<string>) | undefined
    }

/** A file that the caller may see, as a feature found out. */
export interface Sending {
  bytes: Bytes
  type: string
  name: string
  /** For saving instead of showing. */
  isAttachment?: boolean
  /** Changes with the content; null where nobody is to ask again for it. */
  etag: string | null
  cache: CachePolicy
  /** Whether everybody may see it, so that other sites may show it. */
  isForAll?: boolean
}

/**
 * Answers with a person's bytes: a part of them, or 304, when that is asked for.
 * @throws AppError `storage_invalid_range`
 */
export async function sendMedia(request: FastifyRequest, reply: FastifyReply, file: Sending): Promise<FastifyReply> {
  const { bytes, cache } = file
  const etag = file.etag === null ? null : `"${file.etag}"`
  reply
    .header("cache-control", cacheControl(cache))
    .header("accept-ranges", "bytes")
    .header("x-content-type-options", "nosniff")
    // Another site may show what everybody may see, and nothing that a cookie opens.
    .header("cross-origin-resource-policy", file.isForAll ? "cross-origin" : "same-site")
    .header("content-security-policy", "default-src 'none'; script-src 'none'; sandbox")
    .header("content-disposition", disposition(file))
  if (etag !== null) {
    reply.header("etag", etag)
    if (isKnown(request.headers["if-none-match"], etag)) return reply.code(304).send()
  }
  if (file.isAttachment && !Buffer.isBuffer(bytes) && bytes.signRead && request.headers.range === undefined) {
    const address = await bytes.signRead({ type: file.type, disposition: shortDisposition(file) })
    return reply.header("cache-control", "no-store").redirect(address, 302)
  }
  const isPart = request.headers.range !== undefined && isSame(request.headers["if-range"], etag)
  const range = isPart ? readRange(request, reply, Buffer.isBuffer(bytes) ? bytes.length : await bytes.size()) : null
  const stored = Buffer.isBuffer(bytes) ? atHand(bytes, range) : await bytes.open(range ?? undefined)
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${stored.size}`)
  reply.type(file.type).header("content-length", range ? range.end - range.start + 1 : stored.size)
  return pass(request, reply, stored)
}

/** Whether the part that is asked for is one of what is here now. */
function isSame(ifRange: string | string[] | undefined, etag: string | null): boolean {
  return ifRange === undefined || ifRange === etag
}

function disposition({ name, isAttachment }: Sending): string {
  return dispositionOf(name, isAttachment ? "attachment" : "inline")
}

/** The same for a signed address: names of plain letters need no second form, whose marks services sign differently. */
function shortDisposition(file: Sending): string {
  return /^[\x20-\x7e]*$/.test(file.name) ? disposition(file).replace(/; filename\*=.*$/, "") : disposition(file)
}

function cacheControl(cache: CachePolicy): string {
  if (cache === "never") return "no-store"
  return `${cache.who === "anyone" ? "public" : "private"}, max-age=${cache.seconds}`
}

function isKnown(header: string | undefined, etag: string): boolean {
  return header?.split(",").some((one) => [etag, "*"].includes(one.trim().replace(/^W\//, ""))) ?? false
}

/** One range is served; several are answered with the whole, as the standard allows. */
function readRange(request: FastifyRequest, reply: FastifyReply, size: number): ByteRange | null {
  const ranges = parseRange(size, request.headers.range ?? "")
  if (ranges === -1) {
    reply.header("content-range", `bytes */${size}`)
    throw new AppError("storage_invalid_range", "The range lies outside the file.")
  }
  const [range, ...more] = ranges === -2 || ranges.type !== "bytes" ? [] : ranges
  return range && more.length === 0 ? range : null
}

function atHand(bytes: Buffer, range: ByteRange | null): StoredObject {
  const part = range ? bytes.subarray(range.start, range.end + 1) : bytes
  return {
    size: bytes.length,
    get body() {
      return Readable.from([part])
    },
    async sendTo(target: Writable) {
      target.write(part)
    },
  }
}

/** Status and headers, with the length, are set by then. */
async function pass(request: FastifyRequest, reply: FastifyReply, stored: StoredObject): Promise<FastifyReply> {
  // A reply that waits behind others on its connection has no socket yet, and one to HEAD has no bytes.
  if (request.method === "HEAD" || !reply.raw.socket) return reply.send(stored.body)
  reply.hijack()
  try {
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    reply.raw.statusCode = reply.statusCode
    await stored.sendTo(reply.raw)
    reply.raw.end()
  } catch (error) {
    if (!request.raw.destroyed) request.log.warn({ err: error }, "a file broke off")
    reply.raw.destroy()
  }
  return reply
}
