import { lookup } from "node:dns/promises"
import { type IncomingMessage, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { isPublicAddress } from "./public-address.ts"

export interface Fetched {
  status: number
  /** Media type without its parameters, in lower case; "" when none is told. */
  type: string
  body: Buffer
  /** Where the answer came from, after redirects. */
  url: URL
}

/** What is sent in place of a plain question; whoever gets it is asked once, and redirects are not followed. */
export interface SafePost {
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** Fetches an address that a person named. @throws FetchRefused, the same for every reason */
export type SafeFetch = (
  address: string | URL,
  options: { accept: string; maxBytes?: number; post?: SafePost },
) => Promise<Fetched>

/** The address is not to be fetched, or did not answer: which of the two is nobody's business (docs/security.md#fetching). */
export class FetchRefused extends Error {
  constructor(cause?: unknown) {
    super("The address cannot be fetched.", { cause })
    this.name = "FetchRefused"
  }
}

interface Address {
  address: string
  family: number
}

/** What tests put in place of the internet. */
export interface FetchSurroundings {
  resolve: (hostname: string) => Promise<Address[]>
  isPublic: (address: string) => boolean
  ports: readonly string[]
  timeoutMs: number
}

/** See docs/security.md#fetching. */
const maxRedirects = 3
const usualMaxBytes = 10 * 1024 * 1024

const internet: FetchSurroundings = {
  resolve: (hostname) => lookup(hostname, { all: true, verbatim: true }),
  isPublic: isPublicAddress,
  ports: ["", "80", "443"],
  timeoutMs: 5_000,
}

/**
 * The one way to fetch what a person names: http(s) on the usual ports, public addresses only, checked at every
 * redirect, bounded in time and bytes, without cookies (docs/security.md#fetching). The name is resolved once and the
 * connection goes to the addresses that were checked, so a second answer of the name service changes nothing.
 */
export function createSafeFetch(surroundings: Partial<FetchSurroundings> = {}): SafeFetch {
  const around = { ...internet, ...surroundings }
  return async (address, { accept, maxBytes = usualMaxBytes, post }) => {
    const signal = AbortSignal.timeout(around.timeoutMs)
    try {
      let url = readUrl(String(address), around)
      for (let redirects = 0; ; redirects++) {
        const reply = await ask(url, await checkedAddresses(url, around, signal), { accept, signal, post })
        const target = post ? null : redirectOf(reply)
        if (target === null) return { ...(await readReply(reply, maxBytes)), url }
        reply.destroy()
        if (redirects === maxRedirects) throw new Error("Too many redirects.")
        url = readUrl(new URL(target, url).href, around)
      }
    } catch (error) {
      throw new FetchRefused(error)
    }
  }
}

function readUrl(text: string, { ports }: FetchSurroundings): URL {
  const url = new URL(text)
  const isWeb = url.protocol === "http:" || url.protocol === "https:"
  if (!isWeb || url.username || url.password || !ports.includes(url.port)) throw new Error("Not a plain web address.")
  return url
}

async function checkedAddresses(url: URL, around: FetchSurroundings, signal: AbortSignal): Promise<Address[]> {
  const hostname = url.hostname.replace(/^\[|\]$/g, "")
  const family = isIP(hostname)
  const addresses = family ? [{ address: hostname, family }] : await within(signal, around.resolve(hostname))
  if (addresses.length === 0 || !addresses.every(({ address }) => around.isPublic(address))) {
    throw new Error("Not a public address.")
  }
  return addresses
}

/** The name service cannot be interrupted, only left alone. */
function within<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener("abort", stop, { once: true })
    answer.then(resolve, reject)
  })
}

function ask(
  url: URL,
  addresses: Address[],
  { accept, signal, post }: { accept: string; signal: AbortSignal; post: SafePost | undefined },
): Promise<IncomingMessage> {
  const lookupChecked: LookupFunction = (_hostname, options, done) => {
    const [first] = addresses
    if (options.all) done(null, addresses)
    else done(null, first?.address ?? "", first?.family)
  }
  const request = url.protocol === "https:" ? requestHttps : requestHttp
  const own = { accept, "accept-encoding": "identity", "user-agent": "Mozilla/5.0 (compatible; pictures)" }
  const headers = post ? Object.assign(own, post.headers) : own
  return new Promise((resolve, reject) => {
    request(url, {
      method: post ? "POST" : "GET",
      agent: false,
      lookup: lookupChecked,
      signal,
      headers,
      maxHeaderSize: 16_384,
    })
      .on("response", resolve)
      .on("error", reject)
      .end(post?.body)
  })
}

function redirectOf(reply: IncomingMessage): string | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(reply.statusCode ?? 0)
  return isRedirect ? (reply.headers.location ?? null) : null
}

async function readReply(reply: IncomingMessage, maxBytes: number): Promise<Omit<Fetched, "url">> {
  const encoding = reply.headers["content-encoding"]
  const isTooLong = Number(reply.headers["content-length"] ?? 0) > maxBytes
  if (isTooLong || (encoding !== undefined && encoding !== "identity")) {
    reply.destroy()
    throw new Error("Too long, or packed.")
  }
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of reply as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > maxBytes) throw new Error("Too long.")
    pieces.push(piece)
  }
  const type = (reply.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? ""
  return { status: reply.statusCode ?? 0, type, body: Buffer.concat(pieces) }
}
