import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { pieceBytesFor } from "#contract/hosted/files.ts"
import { cancelled, type SentFile, sendFile } from "./send-file.ts"

/** A server that keeps pieces, and a line that is cut where the test says. */
function openServer() {
  const files = new Map<string, { pieces: string[]; total: number }>()
  const seen = { bytes: 0, calls: [] as string[], now: 0, mostAtOnce: 0 }
  let cut: ((call: number) => "before" | "after" | number | null) | null = null
  const describe = (id: string) => {
    const file = files.get(id)
    if (!file) return null
    const chunksTotal = Math.ceil(file.total / pieceBytesFor(file.total))
    const texts = ["bucketId", "name", "folder", "key", "signature", "mimeType", "compression"]
    return {
      ...Object.fromEntries(texts.map((name) => [name, ""])),
      $id: id,
      $createdAt: "2026-01-01T00:00:00.000+00:00",
      $updatedAt: "2026-01-01T00:00:00.000+00:00",
      $permissions: [],
      sizeOriginal: file.total,
      sizeActual: file.total,
      chunksTotal,
      chunksUploaded: file.pieces.length,
      encryption: false,
      width: null,
      height: null,
    }
  }
  vi.stubGlobal("fetch", async (address: URL, { method = "GET" }: RequestInit) => {
    const id = String(address).split("/").at(-1) ?? ""
    seen.calls.push(`${method} ${files.has(id) ? "known" : "unknown"}`)
    if (method === "DELETE") files.delete(id)
    const body = describe(id)
    if (!body) return Response.json({ message: "Gone.", type: "storage_file_not_found", code: 404 }, { status: 404 })
    return Response.json(body, { headers: { "content-location": `http://localhost/${id}` } })
  })
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload = {}
      status = 0
      response: unknown = null
      onload?: () => void
      onerror?: () => void
      onabort?: () => void
      range = ""
      isAborted = false
      open(): void {}
      setRequestHeader(name: string, value: string): void {
        if (name === "content-range") this.range = value
      }
      getResponseHeader(): string {
        return "http://localhost/a"
      }
      abort(): void {
        this.isAborted = true
        this.onabort?.()
      }
      async send(form: FormData): Promise<void> {
        const piece = form.get("file") as File
        const id = String(form.get("fileId"))
        seen.now += 1
        seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.now)
        await new Promise((resolve) => setTimeout(resolve, 1))
        const text = await piece.text()
        seen.now -= 1
        if (this.isAborted) return
        const [, start = "0", total = String(piece.size)] = /^bytes (\d+)-\d+\/(\d+)$/.exec(this.range) ?? []
        seen.calls.push(`piece ${Number(start) / pieceBytesFor(Number(total))}`)
        seen.bytes += piece.size
        const trouble = cut?.(seen.calls.filter((one) => one.startsWith("piece")).length) ?? null
        if (trouble === "before") return this.onerror?.()
        if (typeof trouble === "number") {
          this.status = trouble
          this.response = { message: "Not now.", code: trouble, retryAfter: 0 }
          return this.onload?.()
        }
        const file = files.get(id) ?? { pieces: [], total: Number(total) }
        file.pieces[Number(start) / pieceBytesFor(Number(total))] = text
        files.set(id, file)
        if (trouble === "after") return this.onerror?.()
        this.status = 201
        this.response = describe(id)
        this.onload?.()
      }
    },
  )
  return {
    seen,
    cutAt: (decide: NonNullable<typeof cut>) => {
      cut = decide
    },
    textOf: ({ file }: SentFile) => files.get(file.$id)?.pieces.join(""),
  }
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 })
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const words = Array.from({ length: 60_000 }, (_, n) => `word ${n}`).join(" ")
const file = new File([words], "work.txt", { type: "text/plain" })
const pieces = Math.ceil(file.size / pieceBytesFor(file.size))

test("a file goes up in order, each piece once, and is all there", async () => {
  const server = openServer()
  const shares: number[] = []
  const sent = await sendFile("documents", file, { onShare: (share) => shares.push(share) })
  expect(server.textOf(sent)).toBe(words)
  expect(server.seen.calls).toEqual(Array.from({ length: pieces }, (_, n) => `piece ${n}`))
  expect(pieces).toBeGreaterThan(3)
  expect(localStorage).toHaveLength(0)
})

test.each(["before", "after", 502, 429] as const)(
  "a line that fails at the second piece (%s) is waited for, and only what is missing is sent again",
  async (trouble) => {
    const server = openServer()
    server.cutAt((call) => (call === 2 ? trouble : null))
    const waits: boolean[] = []
    const sent = await sendFile("documents", file, { onWaiting: (isWaiting) => waits.push(isWaiting) })
    expect(server.textOf(sent)).toBe(words)
    const again = trouble === "after" ? [] : ["piece 1"]
    const rest = Array.from({ length: pieces - 2 }, (_, n) => `piece ${n + 2}`)
    expect(server.seen.calls).toEqual(["piece 0", "piece 1", "GET known", ...again, ...rest])
    expect([waits[0], waits.includes(true), waits.at(-1)]).toEqual([false, true, false])
  },
)

test("what an earlier visit began is gone on with, under whatever name the file comes back", async () => {
  const server = openServer()
  const tab = new AbortController()
  server.cutAt((call) => {
    if (call === 3) tab.abort()
    return null
  })
  await expect(sendFile("documents", file, { signal: tab.signal })).rejects.toThrow()
  const before = server.seen.calls.length
  const sent = await sendFile("documents", new File([words], "renamed.txt"))
  expect(server.textOf(sent)).toBe(words)
  expect(server.seen.calls.slice(before, before + 2)).toEqual(["GET known", "piece 3"])
})

test("what was cancelled is forgotten here and on the server", async () => {
  const server = openServer()
  const stop = new AbortController()
  server.cutAt((call) => {
    if (call === 2) stop.abort(cancelled)
    return null
  })
  await expect(sendFile("documents", file, { signal: stop.signal })).rejects.toBe(cancelled)
  expect(server.seen.calls.at(-1)).toBe("DELETE known")
  expect(localStorage).toHaveLength(0)
})

test("a refusal is told at once; a line that stays away is told after a while", async () => {
  const server = openServer()
  server.cutAt(() => 400)
  await expect(sendFile("documents", file)).rejects.toThrow("Not now.")
  expect(server.seen.calls).toEqual(["piece 0"])
  server.cutAt(() => "before")
  let hasEnded = false
  const ended = expect(sendFile("documents", file)).rejects.toThrow("The upload broke off.")
  const after = ended.finally(() => {
    hasEnded = true
  })
  while (!hasEnded) await vi.advanceTimersByTimeAsync(10_000)
  await after
})

test("of five files two are on their way at a time", async () => {
  const server = openServer()
  const files = Array.from({ length: 5 }, (_, n) => new File([`${n} ${words}`], `${n}.txt`))
  const sent = await Promise.all(files.map((one) => sendFile("documents", one)))
  expect(sent.map(server.textOf)).toEqual(await Promise.all(files.map((one) => one.text())))
  expect(server.seen.mostAtOnce).toBe(2)
})
