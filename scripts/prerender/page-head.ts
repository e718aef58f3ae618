import { previewSize } from "./write-previews.ts"

/** What the head of a page needs to know. */
export interface HeadFacts {
  /** Path and query that search engines are told. */
  address: string
  title: string
  description: string
  /** Name of the picture a shared link shows. */
  picture: string
  facts: readonly object[]
}

/** The server puts the installation's address in its place. */
const publicUrl = "%PUBLIC_URL%"

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** JSON that cannot end its own script element. */
function safeJson(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c")
}

/** Title, description, canonical address, link preview and structured data of one page. */
export function writeHead({ address, title, description, picture, facts }: HeadFacts): string {
  const meta = (key: "name" | "property", name: string, content: string): string =>
    `<meta ${key}="${name}" content="${escapeHtml(content)}">`
  const url = `${publicUrl}${address}`
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta("name", "description", description),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    meta("property", "og:type", "website"),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    meta("property", "og:url", url),
    meta("property", "og:image", `${publicUrl}/previews/${picture}.jpg`),
    meta("property", "og:image:width", String(previewSize.width)),
    meta("property", "og:image:height", String(previewSize.height)),
    meta("name", "twitter:card", "summary_large_image"),
    ...facts.map((fact) => `<script type="application/ld+json">${safeJson(fact)}</script>`),
  ].join("\n    ")
}
