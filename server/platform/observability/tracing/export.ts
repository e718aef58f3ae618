import { setTimeout as sleep } from "node:timers/promises"
import type { FastifyBaseLogger } from "fastify"
import type { Attributes, EndedSpan, SpanKind } from "./span.ts"

export interface ExportOptions {
  /** Where a collector takes traces, by OTLP over HTTP. */
  url: string
  headers: Record<string, string>
  /** Whose spans they are. */
  resource: Attributes
  /** Pause between two sendings, in milliseconds. */
  everyMs: number
  log: Pick<FastifyBaseLogger, "warn">
  count: (outcome: "sent" | "dropped", spans: number) => void
}

export interface SpanExporter {
  /** Never waits and never fails: what finds no room is dropped and counted. */
  keep(span: EndedSpan): void
  /** Sends what is left, once. */
  close(): Promise<void>
}

/** As OpenTelemetry's own exporters do by default. */
const maxStored = 2_048
const maxAtOnce = 512
const sendMs = 10_000

/** A stop does not wait longer for a collector, in milliseconds. */
const closeMs = 1_000

/** Answers after which the same may be sent again. */
const passing = [429, 502, 503, 504]

/** Sends spans to a collector as JSON, some at a time and away from the work itself. */
export function createExporter(options: ExportOptions): SpanExporter {
  let kept: EndedSpan[] = []
  let isFailing = false

  const drop = (spans: number, reason: string): void => {
    options.count("dropped", spans)
    // One line when it begins: a collector that is away for a night must not fill the log.
    if (!isFailing) options.log.warn({ reason }, "traces do not arrive at the collector")
    isFailing = true
  }

  /** @returns whether more can be sent now */
  const sendSome = async (isLast: boolean): Promise<boolean> => {
    const some = kept.slice(0, maxAtOnce)
    kept = kept.slice(maxAtOnce)
    const { isTaken, mayRepeat, reason } = await post(options, some)
    if (isTaken) {
      options.count("sent", some.length)
      isFailing = false
      return true
    }
    if (mayRepeat && !isLast && kept.length + some.length <= maxStored) kept = [...some, ...kept]
    else drop(some.length, reason)
    return false
  }

  const sendAll = async (isLast = false): Promise<void> => {
    while (kept.length > 0 && (await sendSome(isLast))) {}
  }

  let sending: Promise<void> | null = null
  const tick = setInterval(() => {
    sending ??= sendAll().finally(() => {
      sending = null
    })
  }, options.everyMs)
  tick.unref()

  return {
    keep(span) {
      if (kept.length < maxStored) kept.push(span)
      else drop(1, "more spans than can be sent")
    },
    async close() {
      clearInterval(tick)
      const rest = async (): Promise<void> => {
        await sending
        await sendAll(true)
      }
      await Promise.race([rest(), sleep(closeMs, undefined, { ref: false })])
    },
  }
}

async function post(
  { url, headers, resource }: ExportOptions,
  spans: readonly EndedSpan[],
): Promise<{ isTaken: boolean; mayRepeat: boolean; reason: string }> {
  try {
    const reply = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(toOtlp(resource, spans)),
      redirect: "error",
      signal: AbortSignal.timeout(sendMs),
    })
    await reply.body?.cancel()
    return { isTaken: reply.ok, mayRepeat: passing.includes(reply.status), reason: `answered with ${reply.status}` }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return { isTaken: false, mayRepeat: true, reason: cause }
  }
}

const kinds: Record<SpanKind, number> = { server: 2, client: 3, consumer: 5 }
const failed = 2

/** The JSON of OTLP: ids in hexadecimal, 64-bit numbers as text. */
function toOtlp(resource: Attributes, spans: readonly EndedSpan[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: toKeyValues(resource) },
        scopeSpans: [{ scope: { name: "aworan" }, spans: spans.map(toOtlpSpan) }],
      },
    ],
  }
}

function toOtlpSpan({ parentId, kind, startedAt, endedAt, attributes, failure, ...span }: EndedSpan): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(parentId === null ? {} : { parentSpanId: parentId }),
    name: span.name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: toKeyValues(attributes),
    ...(failure === null ? {} : { status: { code: failed, message: failure } }),
  }
}

function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`
}

function toKeyValues(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toValue(value) }))
}

function toValue(value: string | number | boolean): object {
  if (typeof value === "string") return { stringValue: value }
  if (typeof value === "boolean") return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
