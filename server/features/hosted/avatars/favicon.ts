import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { fetchFrom, fetchInTurn, resizePicture } from "./remote-picture.ts"

/** Side of the picture, in pixels (docs/hosted-backend.md#avatars). */
const side = 56

/** Only the head of a page is looked into, and icons are small. */
const maxPageBytes = 2 * 1024 * 1024
const maxIconBytes = 1024 * 1024

/** First bytes of an .ico file with at least one picture. */
const icoMagic = Buffer.from([0, 0, 1, 0])

export interface Favicon {
  type: "image/png" | "image/x-icon"
  bytes: Buffer
}

/**
 * The icon of a website: the largest its page names, else `/favicon.ico`, which is passed on as it is.
 * @throws AppError `avatar_remote_url_failed`, `avatar_icon_not_found`, `general_rate_limit_exceeded` when too many wait
 */
export function fetchFavicon(s: Pick<Services, "fetchSafely">, url: string): Promise<Favicon> {
  return fetchInTurn(() => findIcon(s, url))
}

async function findIcon(s: Pick<Services, "fetchSafely">, url: string): Promise<Favicon> {
  const page = await fetchFrom(s, url, "text/html", maxPageBytes)
  const named = page.status === 200 ? iconLinks(page.body.toString("utf8"), page.url) : []
  for (const address of [...named.slice(0, 2), new URL("/favicon.ico", page.url)]) {
    const icon = await fetchIcon(s, address)
    if (icon) return icon
  }
  throw new AppError("avatar_icon_not_found", "This website has no icon.")
}

async function fetchIcon(s: Pick<Services, "fetchSafely">, address: URL): Promise<Favicon | null> {
  const fetched = await fetchFrom(s, address, "image/*", maxIconBytes).catch(() => null)
  if (fetched?.status !== 200) return null
  const { body } = fetched
  if (body.subarray(0, icoMagic.length).equals(icoMagic)) return { type: "image/x-icon", bytes: body }
  const bytes = await resizePicture(body, { width: side, height: side })
  return bytes && { type: "image/png", bytes }
}

/** Addresses of the icons that a page names, the largest first; those that are no web address are left out. */
export function iconLinks(html: string, base: URL): URL[] {
  return [...html.matchAll(/<link\b[^<>]{1,1000}>/gi)]
    .map(([tag]) => readAttributes(tag))
    .filter(
      ({ rel, href }) => rel?.toLowerCase().split(/\s+/).includes("icon") && href && URL.canParse(href, base.href),
    )
    .map(({ href = "", sizes = "" }) => ({ url: new URL(href, base), size: Number.parseInt(sizes, 10) || 0 }))
    .filter(({ url }) => url.protocol === "http:" || url.protocol === "https:")
    .sort((a, b) => b.size - a.size)
    .map(({ url }) => url)
}

function readAttributes(tag: string): { rel?: string; href?: string; sizes?: string } {
  const found = [...tag.matchAll(/\b(rel|href|sizes)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)]
  return Object.fromEntries(
    found.map(([, name = "", quoted, single, bare]) => [
      name.toLowerCase(),
      (quoted ?? single ?? bare ?? "").replaceAll("&amp;", "&"),
    ]),
  )
}
