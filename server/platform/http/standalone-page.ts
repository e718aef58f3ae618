import { createHash } from "node:crypto"
import { gzipSync } from "node:zlib"
import type { FastifyReply, FastifyRequest } from "fastify"

/** A page that is whole in one answer and needs no scripts, with the hash of the style that stands in it. */
export interface StandalonePage {
  html: string
  styleHash: string
}

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
