import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs"
import { join } from "node:path"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance } from "fastify"
import { AppError } from "#server/platform/errors.ts"
import {
  fitDocument,
  type Installation,
  openDocument,
  openReadyPages,
  type ReadyPages,
  sendDocument,
} from "./ready-pages.ts"

/**
 * Files that can answer every page address without a ready page; the browser's router takes it from there. The second
 * is what a build without ready pages leaves.
 */
const shellNames = ["spa.html", "index.html"]

/** Also said in development, where Vite serves the app. */
const notBuilt = "the browser app is not built, so pages are answered 404: `npm run build` makes it"

/**
 * Serves the built browser app: hashed files for ever, ready pages with their own style hash, the shell for every other
 * page address, 404 in our shape for the rest.
 */
export async function serveWeb(app: FastifyInstance, webDir: string | null, installation: Installation): Promise<void> {
  // A later build may take the link's place: this process goes on with the files that it began with.
  const dir = webDir !== null && existsSync(webDir) ? realpathSync(webDir) : null
  const shellName = shellNames.find((name) => dir !== null && existsSync(join(dir, name)))
  if (dir === null || shellName === undefined) {
    if (webDir !== null) app.log.warn({ dir: webDir }, notBuilt)
    app.setNotFoundHandler(() => {
      throw new AppError("general_route_not_found", "There is no such address.")
    })
    return
  }
  await app.register(fastifyStatic, {
    root: dir,
    // Each file is a route of its own, so that every other address is left to the pages.
    wildcard: false,
    globIgnore: ["assets/**"],
    index: false,
    preCompressed: true,
    dotfiles: "ignore",
    setHeaders: (response, path) => {
      const isHashed = path.includes("/assets/")
      response.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache")
    },
  })
  serveAssets(app, dir)
  const pages = openReadyPages(dir, installation)
  const inside = { styleHash: null, scriptHash: pages.scriptHash }
  const shell = openDocument(fitDocument(readFileSync(join(dir, shellName), "utf8"), installation), inside)
  serveMaps(app, pages, installation.publicUrl)
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request.method, request.url, request.headers.accept)) {
      throw new AppError("general_route_not_found", "There is no such address.")
    }
    // A link in a mail carries a secret that no other site is told by mistake (docs/security.md#secrets-and-tokens). Not
    // "no-referrer": a form of such a page would then name no origin, and be refused like one of another site.
    if (secretInQuery.test(request.url)) reply.header("referrer-policy", "same-origin")
    return sendDocument(request, reply, pages.find(request.url) ?? shell)
  })
}

/** Hashed files share one route: making one for each of the thousand takes longer than all other routes. */
function serveAssets(app: FastifyInstance, dir: string): void {
  const folder = join(dir, "assets")
  const names = new Set(existsSync(folder) ? readdirSync(folder) : [])
  app.get<{ Params: { name: string } }>("/assets/:name", { schema: { hide: true } }, (request, reply) => {
    const { name } = request.params
    return names.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound()
  })
}

/** Names of secrets in our addresses: links in mails, the first operator's, and what a sign-in provider brings. */
const secretInQuery = /[?&](?:secret|token|code)=/

/** What search engines ask for first: which addresses there are, and which to leave alone. */
function serveMaps(app: FastifyInstance, pages: ReadyPages, publicUrl: string): void {
  const hide = { schema: { hide: true } } as const
  const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const entries = pages.addresses.map((address) => `<url><loc>${escapeXml(`${publicUrl}${address}`)}</loc></url>`)
  const siteMap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>\n`
  const robots = [
    "User-agent: *",
    "Disallow: /v1/",
    "Disallow: /app",
    "Disallow: /operator",
    `Sitemap: ${publicUrl}/sitemap.xml`,
    // The shops of people who sell here, which change while the product runs.
    `Sitemap: ${publicUrl}/sitemap-shops.xml`,
    "",
  ].join("\n")
  app.get("/sitemap.xml", hide, async (_request, reply) => reply.type("application/xml; charset=utf-8").send(siteMap))
  app.get("/robots.txt", hide, async (_request, reply) => reply.type("text/plain; charset=utf-8").send(robots))
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
