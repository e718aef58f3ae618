import { createHash, createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"

/** An S3 service that finds the bucket in the host's name, and keeps single objects in memory. */
export interface S3ByHost {
  port: number
  close(): Promise<void>
}

interface S3ByHostOptions {
  /** Host of the bucket, without a port. */
  host: string
  region: string
  secretAccessKey: string
}

/** The test double that we have signs the bucket's name into the path also where it stands in the host, as S3 does not. */
export async function openS3ByHost(options: S3ByHostOptions): Promise<S3ByHost> {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { pathname } = new URL(request.url ?? "", "http://s3")
      const object = objects.get(pathname)
      if (!isSigned(request, options)) response.writeHead(403).end()
      else if (request.method === "PUT") {
        objects.set(pathname, body)
        response.end()
      } else if (request.method === "DELETE") response.writeHead(objects.delete(pathname) ? 204 : 404).end()
      else if (pathname === "/") response.end()
      else if (object) response.writeHead(200, { "content-length": object.length }).end(object)
      else response.writeHead(404).end()
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

const hmac = (key: Buffer | string, text: string): Buffer => createHmac("sha256", key).update(text).digest()

/** Signature version 4, as its documentation describes it: in the headers, or in the address. */
function isSigned(request: IncomingMessage, { host, region, secretAccessKey }: S3ByHostOptions): boolean {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://s3")
  if (request.headers.host?.split(":")[0] !== host) return false
  const given = Object.fromEntries(
    [...(request.headers.authorization ?? "").matchAll(/(\w+)=([^,\s]+)/g)].map(([, name, value]) => [name, value]),
  )
  const signature = searchParams.get("X-Amz-Signature") ?? given.Signature
  const names = (searchParams.get("X-Amz-SignedHeaders") ?? given.SignedHeaders ?? "").split(";")
  const time = searchParams.get("X-Amz-Date") ?? String(request.headers["x-amz-date"])
  searchParams.delete("X-Amz-Signature")
  const encode = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const headers = names.map((name: string) => `${name}:${request.headers[name]}\n`).join("")
  const hash = request.headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD"
  const asked = [request.method, pathname, query.join("&"), headers, names.join(";"), hash].join("\n")
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const digest = createHash("sha256").update(asked).digest("hex")
  const key = scope.split("/").reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`)
  return hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${digest}`).toString("hex") === signature
}
