import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import type { FastifyReply, FastifyRequest } from "fastify"
import { z } from "zod"
import { formatNumber } from "#server/platform/text/format-number.ts"

const Hash = z.string().startsWith("sha256-")

/** What the build writes about the pages it drew (`scripts/prerender/write-pages.ts`). */
const PageList = z.object({
  /** Of the script every page and the shell begin with. */
  scriptHash: Hash,
  pages: z.array(
    z.object({ addresses: z.array(z.string()).min(1), file: z.string(), styleHash: Hash, isListed: z.boolean() }),
  ),
})

/** Stands in the pages for the installation's own address, which the build does not know. */
const urlMark = "%PUBLIC_URL%"

/** What an installation puts into the documents of a build, which knows none of it. */
export interface Installation {
  publicUrl: string
  welcomeCredits: number
  /** Number for help on WhatsApp, in digits; null for none. */
  whatsAppNumber: string | null
}

/** The document as this installation says it: its own address, its number of free credits, and where it is asked for help. */
export function fitDocument(html: string, { publicUrl, welcomeCredits, whatsAppNumber }: Installation): string {
  const shown = formatNumber(welcomeCredits)
  const whatsApp = whatsAppNumber === null ? "" : `data-whats-app="${whatsAppNumber}" `
  return html
    .replaceAll(urlMark, publicUrl)
    .replace("<html ", `<html data-welcome-credits="${welcomeCredits}" ${whatsApp}`)
    .replaceAll(
      /<data value="\d+" data-credits="welcome">[^<]*<\/data>/g,
      `<data value="${welcomeCredits}" data-credits="welcome">${shown}</data>`,
    )
}

/** Hashes of what stands inside a document, for the content policy; null when there is none. */
interface Inside {
  styleHash: string | null
  scriptHash: string | null
}

/** One HTML document in the forms a browser may take it in. */
export interface Document extends Inside {
  plain: Buffer
  brotli: Buffer
  gzip: Buffer
  etag: string
}

/** The pages that were built ahead. */
export interface ReadyPages {
  /** Addresses for search engines, one per page. */
  addresses: readonly string[]
  /** Hash of the script the shell begins with; null when it begins with none. */
  scriptHash: string | null
  /** The page of an address with its query; null when the shell should answer. */
  find(url: string): Document | null
}

/** Makes a document of HTML; quick, so that it can be done when the page is first asked for. */
export function openDocument(html: string, inside: Inside): Document {
  const plain = Buffer.from(html)
  return {
    plain,
    brotli: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: gzipSync(plain, { level: 9 }),
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    ...inside,
  }
}

/**
 * Reads the list of pages in a built app; no pages when it was built without.
 * @throws Error when another version built it
 */
export function openReadyPages(dir: string, installation: Installation): ReadyPages {
  const folder = join(dir, ".pages")
  const listFile = join(folder, "pages.json")
  if (!existsSync(listFile)) return { addresses: [], scriptHash: null, find: () => null }
  const list = PageList.safeParse(JSON.parse(readFileSync(listFile, "utf8")))
  if (!list.success) throw new Error(`${dir} was built by another version: build it anew, as \`npm start\` does.`)
  const { pages, scriptHash } = list.data
  const byAddress = new Map(pages.flatMap((page) => page.addresses.map((address) => [address, page] as const)))
  const opened = new Map<string, Document>()
  return {
    addresses: pages.filter(({ isListed }) => isListed).map(({ addresses: [first = ""] }) => first),
    scriptHash,
    find(url) {
      const page = keysOf(url)
        .map((key) => byAddress.get(key))
        .find((found) => found !== undefined)
      if (!page) return null
      const known = opened.get(page.file)
      if (known) return known
      const html = fitDocument(readFileSync(join(folder, page.file), "utf8"), installation)
      const document = openDocument(html, { styleHash: page.styleHash, scriptHash })
      opened.set(page.file, document)
      return document
    },
  }
}

/** Addresses under which a page may be listed: its path with one parameter of the query, then the path alone. */
function keysOf(url: string): string[] {
  // Not by URL: a path such as `//` would be read as the name of a host.
  const [pathname = "", query = ""] = url.split(/\?(.*)/s)
  const searchParams = new URLSearchParams(query)
  const names = [...new Set(searchParams.keys())]
  return [...names.map((name) => `${pathname}?${name}=${searchParams.get(name)}`), pathname]
}

/** Answers with a document in the form the browser takes, or with 304 when it has it already. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply {
  const { styleHash, scriptHash } = document
  const policy = String(reply.getHeader("content-security-policy") ?? "")
    .replace("style-src 'self'", (part) => (styleHash === null ? part : `${part} '${styleHash}'`))
    .replace("script-src 'self'", (part) => (scriptHash === null ? part : `${part} '${scriptHash}'`))
  reply.header("content-security-policy", policy)
  reply.header("cache-control", "no-cache").header("etag", document.etag).header("vary", "Origin, Accept-Encoding")
  if (request.headers["if-none-match"]?.includes(document.etag)) return reply.code(304).send()
  reply.type("text/html; charset=utf-8")
  const accepted = String(request.headers["accept-encoding"] ?? "")
  if (/\bbr\b/.test(accepted)) return reply.header("content-encoding", "br").send(document.brotli)
  if (/\bgzip\b/.test(accepted)) return reply.header("content-encoding", "gzip").send(document.gzip)
  return reply.send(document.plain)
}
