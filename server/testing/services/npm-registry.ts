import { createHash } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import type { PublishedPackage } from "#server/adapters/image-engine/local/models/store/published.ts"

/** How the registry misbehaves from now on. */
export interface RegistryFaults {
  /** Sends nothing more after so many bytes of each answer that is longer. */
  hangAfter?: number
  /** Whether what comes after these bytes never comes, not even to who asks for it. */
  hangsForGood?: boolean
  status?: number
  /** Gives something else than was published, as long as it. */
  isFalsified?: boolean
  /** Answers from the beginning, whatever part is asked for. */
  ignoresRange?: boolean
}

/** A registry of npm packages on loopback. */
export interface TestRegistry {
  address: string
  faults: RegistryFaults
  /** Where each request began to read, in bytes, by package. */
  requests: { name: string; from: number }[]
  /** @param files by their paths in the archive, as they are written there */
  publish(name: string, version: string, files: Readonly<Record<string, Uint8Array | string>>): PublishedPackage
  close(): Promise<void>
}

export async function startRegistry(): Promise<TestRegistry> {
  const packed = new Map<string, { name: string; bytes: Buffer }>()
  const requests: TestRegistry["requests"] = []
  const registry: TestRegistry = {
    address: "",
    faults: {},
    requests,
    publish(name, version, files) {
      const bytes = gzipSync(Buffer.concat([...Object.entries(files).map(writeEntry), Buffer.alloc(1024)]))
      packed.set(`/${name}/-/${name.split("/").at(-1)}-${version}.tgz`, { name, bytes })
      const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`
      return { name, version, integrity, bytes: bytes.length }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
  const server = createServer((request, reply) => {
    const found = packed.get(request.url ?? "")
    const { status, isFalsified, ignoresRange, hangAfter, hangsForGood } = registry.faults
    if (!found || status) return reply.writeHead(status ?? 404).end()
    const asked = ignoresRange ? undefined : /^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1]
    const from = Number(asked ?? 0)
    requests.push({ name: found.name, from })
    const whole = isFalsified ? Buffer.alloc(found.bytes.length, 7) : found.bytes
    const rest = whole.subarray(from)
    reply.writeHead(asked === undefined ? 200 : 206, {
      "content-length": rest.length,
      ...(asked === undefined ? {} : { "content-range": `bytes ${from}-${whole.length - 1}/${whole.length}` }),
    })
    if (hangAfter === undefined || rest.length <= hangAfter) return reply.end(rest)
    return reply.write(whole.subarray(from, hangsForGood ? Math.max(from, hangAfter) : from + hangAfter))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  registry.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return registry
}

/** A plain file as ustar has it: header, content, and zeros up to a whole block. */
function writeEntry([path, content]: [string, Uint8Array | string]): Buffer {
  const bytes = Buffer.from(content)
  const header = Buffer.alloc(512)
  const octal = (at: number, length: number, value: number): void => {
    header.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at)
  }
  header.write(path, 0)
  octal(100, 8, 0o644)
  octal(124, 12, bytes.length)
  header.write("        0", 148)
  header.write("ustar\x0000", 257)
  octal(
    148,
    7,
    header.reduce((sum, byte) => sum + byte, 0),
  )
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}
