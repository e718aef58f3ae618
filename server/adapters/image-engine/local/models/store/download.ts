import { createHash } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { mkdir, rename, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { ModelRefused } from "#server/adapters/image-engine/port.ts"
import type { PublishedPackage } from "./published.ts"

/** How long is waited; tests are in a hurry. */
export interface DownloadPace {
  /** Nothing came for so long: the connection is given up. */
  silentMs: number
  /** Pauses before the line is tried again, when nothing more came; begun anew when something did. */
  pausesMs: readonly number[]
  /** For one file in all. */
  totalMs: number
}

/** A line of 20 kB/s brings the larger package within the two hours. */
export const usualPace: DownloadPace = {
  silentMs: 30_000,
  pausesMs: [1_000, 5_000, 15_000, 30_000],
  totalMs: 2 * 3_600_000,
}

/** Where a package's packed file lies in a registry. */
function addressOf(registry: string, { name, version }: PublishedPackage): string {
  return `${registry}/${name}/-/${name.split("/").at(-1)}-${version}.tgz`
}

/** The registry will not give it, however often it is asked. */
class Final extends Error {}

/**
 * Fetches a package into `file`, going on with what an earlier attempt left beside it, and compares it with its digest.
 * @throws ModelRefused; the signal's reason
 */
export async function downloadPackage(
  registry: string,
  wanted: PublishedPackage,
  file: string,
  { signal, onBytes, pace }: { signal: AbortSignal; onBytes(done: number): void; pace: DownloadPace },
): Promise<void> {
  if ((await sizeOf(file)) === wanted.bytes && (await integrityOf(file)) === wanted.integrity)
    return onBytes(wanted.bytes)
  await mkdir(dirname(file), { recursive: true })
  const part = `${file}.part`
  const name = `${wanted.name} ${wanted.version}`
  const until = performance.now() + pace.totalMs
  let failures = 0
  for (;;) {
    const had = await sizeOf(part)
    if (had === wanted.bytes) break
    try {
      const limits = [signal, AbortSignal.timeout(Math.max(1, Math.ceil(until - performance.now())))]
      await goOn(addressOf(registry, wanted), part, wanted.bytes, had, {
        signal: AbortSignal.any(limits),
        onBytes,
        silentMs: pace.silentMs,
      })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Error && "code" in error && error.code === "ENOSPC") {
        await rm(part, { force: true })
        throw new ModelRefused("The disk of the data folder is full. Make room there and add it again.", {
          cause: error,
        })
      }
      if (error instanceof Final) throw new ModelRefused(`${registry} does not give ${name}: ${error.message}`)
      const has = await sizeOf(part)
      if (has > had) failures = 0
      const pause = pace.pausesMs[failures++]
      if (pause === undefined || performance.now() >= until) {
        const share = `${megabytes(has)} of ${megabytes(wanted.bytes)} MB of ${name} came`
        throw new ModelRefused(`${registry} stopped answering: ${share}. They are kept: add it again to go on.`, {
          cause: error,
        })
      }
      await sleep(pause, undefined, { signal })
    }
  }
  if ((await integrityOf(part)) !== wanted.integrity) {
    await rm(part, { force: true })
    throw new ModelRefused(
      `What ${registry} gave as ${name} is not what was published: its digest differs. It was thrown away.`,
    )
  }
  await rename(part, file)
}

async function goOn(
  url: string,
  part: string,
  bytes: number,
  had: number,
  { signal, onBytes, silentMs }: { signal: AbortSignal; onBytes(done: number): void; silentMs: number },
): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(new Error("nothing came")), silentMs)
  try {
    const reply = await fetch(url, {
      headers: { "accept-encoding": "identity", ...(had > 0 ? { range: `bytes=${had}-` } : {}) },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    const isRest = reply.status === 206 && reply.headers.get("content-range")?.startsWith(`bytes ${had}-`) === true
    if (reply.status === 416 || (reply.status === 206 && !isRest)) {
      await rm(part, { force: true })
      throw new Error("the registry gives another part than asked for")
    }
    if (reply.status >= 400 && reply.status < 500 && reply.status !== 429 && reply.status !== 408) {
      throw new Final(`it answers ${reply.status}.`)
    }
    if (!reply.ok || reply.body === null) throw new Error(`it answers ${reply.status}`)
    let done = isRest ? had : 0
    const counted = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        done += chunk.length
        if (done > bytes) throw new Final(`it is longer than the ${bytes} bytes that were published.`)
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(new Error("nothing came")), silentMs)
        onBytes(done)
        yield chunk
      }
    }
    await pipeline(Readable.fromWeb(reply.body), counted, createWriteStream(part, { flags: isRest ? "a" : "w" }))
    if (done < bytes) throw new Error("the registry ended early")
  } catch (error) {
    if (error instanceof Final) await rm(part, { force: true })
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0
}

async function integrityOf(file: string): Promise<string> {
  const hash = createHash("sha512")
  await pipeline(createReadStream(file), hash)
  return `sha512-${hash.digest("base64")}`
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}
