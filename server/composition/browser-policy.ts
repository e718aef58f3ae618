import type { FastifyInstance, FastifyRequest } from "fastify"
import { apiBase, projectId } from "#contract/project.ts"
import type { BrowserHosts } from "#server/adapters/provider.ts"
import { AppError } from "#server/platform/errors.ts"
import { isSameHost, type TrustsOrigin, trustedOrigins } from "#server/platform/http/origins.ts"
import type { Config } from "#server/settings/config.ts"

declare module "fastify" {
  interface FastifyContextConfig {
    /** A form on another site leads to this route on purpose. */
    takesForeignForms?: boolean
  }
}

const changing = new Set(["POST", "PUT", "PATCH", "DELETE"])

const allowedHeaders = [
  "Accept",
  "Content-Type",
  "Content-Range",
  "Range",
  "Cache-Control",
  "Idempotency-Key",
  "X-Appwrite-Project",
  "X-Appwrite-Key",
  "X-Appwrite-JWT",
  "X-Appwrite-Session",
  "X-Appwrite-Locale",
  "X-Appwrite-Response-Format",
  "X-Appwrite-ID",
  "X-Appwrite-Timestamp",
  "X-Appwrite-Dev-Key",
  "X-Fallback-Cookies",
  "X-SDK-Name",
  "X-SDK-Platform",
  "X-SDK-Language",
  "X-SDK-Version",
  "X-Requested-With",
].join(", ")

const exposedHeaders =
  "X-Fallback-Cookies, X-Appwrite-Session, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset"

/** Headers that every page of ours carries (docs/security.md#browser-policy). */
export function pageHeaders(config: Pick<Config, "publicUrl" | "providers">): Record<string, string> {
  const isSecure = config.publicUrl.startsWith("https:")
  const theirs = (use: keyof BrowserHosts): string =>
    config.providers.flatMap(({ browserHosts }) => (browserHosts?.[use] ?? []).map((host) => ` ${host}`)).join("")
  const frames = theirs("frame")
  return {
    "content-security-policy": [
      "default-src 'self'",
      `script-src 'self'${theirs("script")}`,
      "style-src 'self'",
      // A provider's script places its frame with a style attribute.
      ...(frames === "" ? [] : ["style-src-attr 'unsafe-inline'", `frame-src${frames}`]),
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "media-src 'self' blob:",
      `connect-src 'self'${theirs("connect")}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "worker-src 'self'",
      "form-action 'self'",
    ].join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    ...(isSecure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  }
}

/**
 * Lets browsers call from our own pages and from trusted ones, and nobody else: the defence that goes with cookies
 * (docs/hosted-backend.md#other-origins, docs/security.md#browser-policy). Also refuses an unknown project.
 */
export function applyBrowserPolicy(app: FastifyInstance, config: Config): void {
  const trusts = trustedOrigins(config)
  const headers = pageHeaders(config)

  app.addHook("onRequest", async (request, reply) => {
    for (const [name, value] of Object.entries(headers)) reply.header(name, value)
    const origin = originOf(request)
    const isTrusted = origin !== null && isOwnOrTrusted(request, origin, trusts, config.publicUrl)
    if (origin !== null && isTrusted && request.headers.origin) {
      reply
        .header("access-control-allow-origin", request.headers.origin)
        .header("access-control-allow-credentials", "true")
        .header("access-control-expose-headers", exposedHeaders)
    }
    reply.header("vary", "Origin")
    if (request.method === "OPTIONS") {
      return reply
        .header("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE")
        .header("access-control-allow-headers", allowedHeaders)
        .header("access-control-max-age", "86400")
        .code(204)
        .send()
    }
    const isWelcome = isTrusted || request.routeOptions.config.takesForeignForms === true
    if (changing.has(request.method) && isForeign(request, origin, isWelcome)) {
      throw new AppError("general_unknown_origin", "This page may not call: its host is not trusted.")
    }
    checkProject(request)
    return undefined
  })
}

function originOf(request: FastifyRequest): URL | "null" | null {
  const text = request.headers.origin ?? request.headers.referer
  if (!text) return null
  return URL.canParse(text) ? new URL(text) : "null"
}

function isOwnOrTrusted(
  request: FastifyRequest,
  origin: URL | "null",
  trusts: TrustsOrigin,
  publicUrl: string,
): boolean {
  if (origin === "null") return false
  return trusts(origin) || isSameHost(origin, request.headers.host, publicUrl)
}

function isForeign(request: FastifyRequest, origin: URL | "null" | null, isWelcome: boolean): boolean {
  if (isWelcome || request.headers["x-appwrite-key"] !== undefined) return false
  if (origin !== null) return true
  return request.headers["sec-fetch-site"] === "cross-site"
}

function checkProject(request: FastifyRequest): void {
  // A realtime connection is told in its own words after the upgrade (docs/hosted-backend.md#frames).
  if (!request.url.startsWith(`${apiBase}/`) || request.headers.upgrade === "websocket") return
  const query = (request.query ?? {}) as Record<string, unknown>
  const named = request.headers["x-appwrite-project"] ?? query.project
  if (named !== undefined && named !== projectId) {
    throw new AppError("project_not_found", "There is no such project.")
  }
}
