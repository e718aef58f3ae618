import { once } from "node:events"
import { connect } from "node:net"
import { percentile } from "./figures.ts"

/** One request of a load. */
export interface Call {
  method: "GET" | "POST"
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
}

export interface LoadResult {
  perSecond: number
  medianMs: number
  p99Ms: number
  /** Replies by status. */
  statuses: Map<number, number>
}

/** Sends `count` requests over `connections` kept connections, each as soon as its last one is answered. */
export async function load(
  url: string,
  options: { count: number; connections: number; call: (n: number) => Call },
): Promise<LoadResult> {
  const times: number[] = []
  const statuses = new Map<number, number>()
  const lines = await Promise.all(Array.from({ length: options.connections }, () => openLine(url)))
  let sent = 0
  const began = performance.now()
  await Promise.all(
    lines.map(async (line) => {
      while (sent < options.count) {
        const call = options.call(sent++)
        const head = headOf(url, call)
        const start = performance.now()
        const status = await line.send(head, call.body)
        times.push(performance.now() - start)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  for (const line of lines) line.close()
  return {
    perSecond: options.count / seconds,
    medianMs: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    statuses,
  }
}

function headOf(url: string, { method, path, headers = {}, body = "" }: Call): string {
  const fields = Object.entries({
    host: new URL(url).host,
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  })
  return `${method} ${path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`
}

interface Line {
  /** @returns the reply's status, once its last byte is here */
  send(head: string, body?: string | Buffer): Promise<number>
  close(): void
}

/** Takes in what one read gives; longer replies come in several. */
const readBytes = 256 * 1024

/**
 * A kept connection that does no more than a load needs: client and servers share the machine's cores, so every
 * moment of the client's would hide a part of what is measured.
 */
async function openLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url)
  let resolve: (status: number) => void = () => {}
  let reject: (error: Error) => void = () => {}
  let head = ""
  /** Bytes of the body that are still to come; null while the head is read. */
  let missing: number | null = null
  let status = 0
  const take = (bytes: Buffer): void => {
    let size = bytes.length
    if (missing === null) {
      const before = head.length
      head += bytes.toString("latin1")
      const end = head.indexOf("\r\n\r\n")
      if (end < 0) return
      status = Number(head.slice(9, 12))
      const length = head.slice(0, end).match(/\r\ncontent-length: *(\d+)/i)?.[1]
      if (length === undefined && status !== 204) {
        reject(new Error(`A reply without a length: ${head}`))
        return
      }
      missing = Number(length ?? 0)
      size -= end + 4 - before
    }
    missing -= size
    if (missing > 0) return
    head = ""
    missing = null
    resolve(status)
  }
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(readBytes),
      callback(count, buffer) {
        take(Buffer.from(buffer.buffer, buffer.byteOffset, count))
        return true
      },
    },
  })
  await once(socket, "connect")
  socket.on("error", (error) => reject(error))
  socket.on("close", () => reject(new Error("The server closed a connection of the load.")))
  return {
    send: (head, body) =>
      new Promise((done, fail) => {
        resolve = done
        reject = fail
        if (!Buffer.isBuffer(body)) return socket.write(head + (body ?? ""))
        // Both leave in one call of the system, and a large body is not copied first.
        socket.cork()
        socket.write(head)
        socket.write(body)
        socket.uncork()
      }),
    close: () => socket.destroy(),
  }
}
