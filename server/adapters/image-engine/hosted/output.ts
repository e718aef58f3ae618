import { setTimeout as sleep } from "node:timers/promises"
import { isLoopbackHost } from "#server/platform/http/origins.ts"
import { ProviderFailure, type ProviderFetch } from "#server/platform/providers/provider-fetch.ts"

/** Longest result, in bytes, where the order does not ask for a larger one. */
export const usualMaxBytes = 40 * 1024 * 1024
/** Slowest line on which a result comes, in bytes a second. */
const slowestRate = 700 * 1024
/** A result may be announced before every edge server has it. */
const pausesMs = [1_000, 3_000, 9_000] as const

export interface OutputSource {
  fetch: ProviderFetch
  /** Hosts results may come from; `*.` stands for anything before. */
  hosts: readonly string[]
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Fetches a result from an allowed host, without redirects, and makes sure that it is a picture.
 * @param neededBytes what a result of the size that was ordered may take
 * @throws ProviderFailure `bad_reply` for a foreign host or for bytes that are no picture; the signal's reason
 */
export async function fetchOutput(
  source: OutputSource,
  address: string,
  signal: AbortSignal,
  neededBytes = 0,
): Promise<Uint8Array> {
  const maxBytes = Math.max(usualMaxBytes, neededBytes)
  const url = readOutputAddress(address, source.hosts)
  for (let tried = 0; ; tried++) {
    try {
      const reply = await source.fetch({
        call: "output",
        method: "GET",
        url,
        headers: { accept: "image/*" },
        maxBytes,
        totalMs: (maxBytes / slowestRate) * 1_000,
        signal,
      })
      return checkPicture(reply.body)
    } catch (error) {
      const pause = pausesMs[tried]
      const isMissing = error instanceof ProviderFailure && error.kind === "not_found"
      if (!isMissing || pause === undefined) throw isMissing ? missing(error) : error
      await (source.wait ?? usualWait)(pause, signal)
    }
  }
}

function missing(cause: unknown): ProviderFailure {
  return new ProviderFailure("bad_reply", "The result is not where the provider said.", { cause })
}

async function usualWait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw signal.reason
  })
}

function readOutputAddress(address: string, hosts: readonly string[]): string {
  const url = URL.canParse(address) ? new URL(address) : null
  const isListed = hosts.some((host) =>
    host.startsWith("*.") ? url?.host.endsWith(host.slice(1)) : url?.host === host || url?.hostname === host,
  )
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && hosts.includes(url.host))
  const isPlain = url?.username === "" && url.password === ""
  // Plain http only from an own server that the settings name with its port, or from this machine.
  if (url && isListed && isPlain && (isSafe || isLoopbackHost(url.host))) return url.href
  throw new ProviderFailure("bad_reply", `Results do not come from ${url?.host ?? "there"}.`)
}

/** First bytes of what we take: PNG, JPEG, WebP. */
function checkPicture(bytes: Buffer): Uint8Array {
  const isPng = bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  const isJpeg = bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
  const isWebp = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP"
  if (isPng || isJpeg || isWebp) return bytes
  throw new ProviderFailure("bad_reply", "The result is no picture.")
}

/** The same for bytes that came inside an answer. @throws ProviderFailure `bad_reply` */
export function readInlinePicture(base64: string): Uint8Array {
  return checkPicture(Buffer.from(base64, "base64"))
}
