import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance } from "fastify"
import { AppError } from "#server/platform/errors.ts"

/** File that answers every page address; the browser's router takes it from there. */
const shellName = "index.html"

/** Serves the built browser app: hashed files for ever, the shell for every page address, 404 in our shape for the rest. */
export async function serveWeb(app: FastifyInstance, dir: string | null): Promise<void> {
  const shell = dir !== null && existsSync(join(dir, shellName)) ? readFileSync(join(dir, shellName)) : null
  if (dir !== null && shell !== null) {
    await app.register(fastifyStatic, {
      root: dir,
      wildcard: false,
      index: false,
      preCompressed: true,
      dotfiles: "ignore",
      setHeaders: (response, path) => {
        const isHashed = path.includes("/assets/")
        response.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache")
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (shell === null || !isPage(request.method, request.url, request.headers.accept)) {
      throw new AppError("general_route_not_found", "There is no such address.")
    }
    return reply.type("text/html").header("cache-control", "no-cache").send(shell)
  })
}

/** Pages are asked for by GET, want HTML, have no ending, and do not belong to the hosted backend. */
function isPage(method: string, url: string, accept: string | undefined): boolean {
  const path = url.split("?")[0] ?? ""
  const isRead = method === "GET" || method === "HEAD"
  return (
    isRead &&
    !path.startsWith("/v1/") &&
    !/\.[a-z0-9]{1,8}$/i.test(path) &&
    (accept ?? "*/*").match(/html|\*\/\*/) !== null
  )
}
