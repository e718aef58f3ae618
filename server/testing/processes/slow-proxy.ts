import { once } from "node:events"
import { createConnection, createServer, type Socket } from "node:net"

/** A network in between that can be cut or go silent. */
export interface SlowProxy {
  port: number
  /** Passes nothing on, in either direction, and closes nothing: new connections are taken and never answered. */
  freeze(): void
  thaw(): void
  /** Breaks every connection, and refuses new ones until `restore`. */
  cut(): void
  restore(): void
  /** Breaks the connection that sends these words next, once. */
  cutAt(words: string): void
  /** Connections that are open now. */
  open(): number
  /** How many connections it took so far. */
  taken(): number
  close(): Promise<void>
}

/** @param target port on this machine */
export async function startSlowProxy(target: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  let isCut = false
  let taken = 0
  let lastWords: string | null = null
  const join = (from: Socket, to: Socket): void => {
    sockets.add(from)
    from.on("data", (bytes) => {
      if (lastWords && bytes.includes(lastWords)) {
        lastWords = null
        return from.destroy()
      }
      const pass = (): void => {
        if (isFrozen) return void setTimeout(pass, 20).unref()
        if (!to.destroyed) to.write(bytes)
      }
      pass()
    })
    from.on("error", () => {})
    from.on("close", () => {
      sockets.delete(from)
      if (!isFrozen) to.destroy()
    })
  }
  const server = createServer((socket) => {
    if (isCut) return socket.destroy()
    taken++
    const upstream = createConnection(target, "127.0.0.1")
    join(socket, upstream)
    join(upstream, socket)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.")
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    freeze() {
      isFrozen = true
    },
    thaw() {
      isFrozen = false
    },
    cut() {
      isCut = true
      cutAll()
    },
    restore() {
      isCut = false
    },
    cutAt(words) {
      lastWords = words
    },
    open: () => sockets.size / 2,
    taken: () => taken,
    async close() {
      isFrozen = false
      server.close()
      cutAll()
      await once(server, "close")
    },
  }
}
