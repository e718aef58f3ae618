import { createHash } from "node:crypto"
import { gzipSync } from "node:zlib"
import type { FastifyReply, FastifyRequest } from "fastify"

/** A page that is whole in one answer and needs no scripts, with the hash of the style that stands in it. */
export interface StandalonePage {
  html: string
  styleHash: string
}

/** What such pages look alike in: colours by theme, type, width, foot and the way past the head. */
export const standaloneStyle = `
:root{color-scheme:light dark;--ground:light-dark(#fbfaf7,#14131c);--ink:light-dark(#1b1640,#f1eff8);--soft:light-dark(#5b567a,#b7b3cc);--line:light-dark(#dcd7cc,#35324a);--raised:light-dark(#fff,#1f1d2b)}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:inherit}
.in{max-width:66rem;margin:0 auto;padding:1rem}
.soft{color:var(--soft)}
footer{border-top:1px solid var(--line);margin-top:2rem;color:var(--soft);font-size:.9rem}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:#fff;color:#000;padding:.5rem}
`

/** Sends a page, or 304 to whoever has it as it is now. */
export function sendStandalonePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, styleHash }: StandalonePage,
): FastifyReply {
  const etag = `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`
  const policy = [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  reply
    .header("content-security-policy", policy.join("; "))
    .header("cache-control", "no-cache")
    .header("etag", etag)
    .header("vary", "Accept-Encoding")
    .type("text/html; charset=utf-8")
  if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send()
  if (!/\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""))) return reply.send(html)
  return reply.header("content-encoding", "gzip").send(gzipSync(html))
}

/** Programs that look at pages for others; they are no visitors. */
const bots = /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|curl|wget|python|headless/i

/** Whether a request is a person's look at a page: only that it was looked at is kept. */
export function isLookOfVisitor({ method, headers }: FastifyRequest): boolean {
  const isAhead = /prefetch|preview/.test(String(headers["sec-purpose"] ?? headers.purpose ?? ""))
  return method === "GET" && !isAhead && !bots.test(headers["user-agent"] ?? "bot")
}
