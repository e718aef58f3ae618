import { z } from "zod"
import { FakeRefusal, type FakeServer } from "./fake-http.ts"

const Value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
  z.strictObject({ doubleValue: z.number() }),
])
const Attributes = z.array(z.strictObject({ key: z.string().min(1), value: Value }))
const Nanoseconds = z.string().regex(/^\d{19}$/)
const Span = z
  .strictObject({
    traceId: z.string().regex(/^(?!0+$)[0-9a-f]{32}$/),
    spanId: z.string().regex(/^(?!0+$)[0-9a-f]{16}$/),
    parentSpanId: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .optional(),
    name: z.string().min(1),
    kind: z.literal([2, 3, 5]),
    startTimeUnixNano: Nanoseconds,
    endTimeUnixNano: Nanoseconds,
    attributes: Attributes,
    status: z.strictObject({ code: z.literal(2), message: z.string() }).optional(),
  })
  .refine((span) => BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano), "ends before it starts")
const Request = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: Attributes }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string() }), spans: z.array(Span).min(1).max(512) }),
      ),
    }),
  ),
})

/** A span as a collector got it. */
export type CollectedSpan = z.output<typeof Span> & { resource: Record<string, string> }

/** An OpenTelemetry collector that refuses whatever is not JSON of OTLP by the letter. */
export interface FakeCollector {
  settings: Record<string, string>
  spans(): readonly CollectedSpan[]
  /** Forgets them. */
  reset(): void
}

export function playCollector(server: FakeServer): FakeCollector {
  const spans: CollectedSpan[] = []
  server.mount("/otlp", (request, url) => {
    const isRight = request.method === "POST" && url.pathname === "/v1/traces"
    if (!isRight || request.headers["content-type"] !== "application/json") throw refusal(404)
    if (request.headers.authorization !== "Bearer of traces") throw refusal(401)
    const body = Request.safeParse(JSON.parse(request.body.toString()))
    if (!body.success) throw refusal(400)
    for (const { resource, scopeSpans } of body.data.resourceSpans) {
      const texts = resource.attributes.map(({ key, value }) => [key, String(Object.values(value)[0])] as const)
      spans.push(
        ...scopeSpans.flatMap((one) => one.spans.map((span) => ({ ...span, resource: Object.fromEntries(texts) }))),
      )
    }
    return { status: 200, body: {} }
  })
  return {
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${server.origin}/otlp/`,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of%20traces",
      OTEL_BSP_SCHEDULE_DELAY: "20",
    },
    spans: () => spans,
    reset: () => void spans.splice(0),
  }
}

function refusal(status: number): FakeRefusal {
  return new FakeRefusal({ status, body: {} })
}
