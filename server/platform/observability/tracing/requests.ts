import type { FastifyInstance, FastifyRequest } from "fastify"
import { readTraceParent, type Span, within } from "./span.ts"
import type { Tracing } from "./tracing.ts"

/** What probes and Prometheus ask for all the time. */
const untraced = new Set(["/healthz", "/readyz", "/metrics"])

/**
 * Makes each request a span. It goes on with the trace that `traceparent` names only for a caller from inside: a
 * stranger would choose what is traced and put spans into somebody else's trace, so theirs begins here.
 */
export function traceRequests(
  app: FastifyInstance,
  tracing: Tracing,
  isInside: (request: FastifyRequest) => boolean,
): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook("onRequest", (request, _reply, done) => {
    const route = request.routeOptions.url
    if (route !== undefined && untraced.has(route)) return done()
    // Neither address nor query: both may hold what only the caller should know.
    const span = tracing.begin(
      route === undefined ? request.method : `${request.method} ${route}`,
      "server",
      isInside(request) ? readTraceParent(request.headers.traceparent) : null,
      {
        "http.request.method": request.method,
        ...(route === undefined ? {} : { "http.route": route }),
        "aworan.request.id": request.id,
      },
    )
    spans.set(request, span)
    within(span, done)
  })
  // Reading the body leaves what the first hook began.
  app.addHook("preValidation", (request, _reply, done) => {
    const span = spans.get(request)
    if (span) within(span, done)
    else done()
  })
  app.addHook("onResponse", async (request, { statusCode }) => {
    const span = spans.get(request)
    span?.set({ "http.response.status_code": statusCode })
    span?.end(statusCode >= 500 ? String(statusCode) : null)
  })
  app.addHook("onRequestAbort", async (request) => spans.get(request)?.end("the caller went away"))
}
