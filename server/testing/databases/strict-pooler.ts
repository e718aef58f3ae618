import { once } from "node:events"
import { createConnection, createServer, type Socket } from "node:net"

/** What PgBouncer takes of a client that connects, without being told to take or leave out more. */
const taken = new Set([
  ...["user", "database", "application_name", "client_encoding", "datestyle", "timezone"],
  ...["standard_conforming_strings", "intervalstyle"],
])

/** A pooler in session mode, as strict as PgBouncer about what clients ask for when they connect. */
export interface StrictPooler {
  port: number
  close(): Promise<void>
}

/** @param target port of PostgreSQL on this machine */
export async function startStrictPooler(target: number): Promise<StrictPooler> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("close", () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    keep(client)
    client.once("data", (packet) => {
      const unknown = namesIn(packet).find((name) => !taken.has(name.toLowerCase()))
      if (unknown !== undefined) return void client.end(refusal(`unsupported startup parameter: ${unknown}`))
      const upstream = createConnection(target, "127.0.0.1")
      keep(upstream)
      upstream.write(packet)
      upstream.pipe(client)
      client.pipe(upstream)
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The pooler has no port.")
  return {
    port: address.port,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, "close")
    },
  }
}

/** Names of what a startup packet asks for: length, version, then names and values in turn, each ended by a NUL. */
function namesIn(packet: Buffer): string[] {
  const words = packet.subarray(8).toString().split("\0")
  return words.filter((word, index) => index % 2 === 0 && word !== "")
}

function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write("E")
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
