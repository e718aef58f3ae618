import { AsyncLocalStorage } from "node:async_hooks"
import { randomBytes } from "node:crypto"

/** What is written down beside a span; names as OpenTelemetry's conventions have them. */
export type Attributes = Record<string, string | number | boolean>

/** Who began the work: a request that came in, a call that goes out, or a job that waited in line. */
export type SpanKind = "server" | "client" | "consumer"

/** A piece of work as it is told to a collector. */
export interface EndedSpan {
  traceId: string
  spanId: string
  /** Null at the beginning of a trace. */
  parentId: string | null
  name: string
  kind: SpanKind
  /** Milliseconds since 1970, with fractions. */
  startedAt: number
  endedAt: number
  attributes: Attributes
  /** Why it failed, in a few words; null when it did not. */
  failure: string | null
}

/** Where a span stands, as the header `traceparent` tells it (W3C Trace Context). */
export interface TraceContext {
  traceId: string
  spanId: string
  isSampled: boolean
}

/** A piece of work under way. */
export interface Span extends TraceContext {
  rename(name: string): void
  set(attributes: Attributes): void
  /** Only the first end counts. @param failure why it failed */
  end(failure?: string | null): void
  /** Begins a call to somebody else within this work. */
  begin(name: string, attributes: Attributes): Span
}

const current = new AsyncLocalStorage<Span>()

/** Does this as part of a span's work: calls that it makes belong to the span. */
export function within<T>(span: Span, work: () => T): T {
  return current.run(span, work)
}

/** Value of `traceparent` for work under way, to be handed on; null when nothing is traced. */
export function traceParent(): string | null {
  const span = current.getStore()
  return span ? writeTraceParent(span) : null
}

/** Does a call to somebody else. Beneath a traced request or job it is a span of its own; else nothing is added. */
export async function traceCall<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  const span = current.getStore()?.begin(name, attributes)
  if (!span) return work(null)
  try {
    const result = await within(span, () => work(span))
    span.end()
    return result
  } catch (error) {
    span.end(failureOf(error))
    throw error
  }
}

/** What went wrong without its details, which may hold a person's words. */
export function failureOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown"
}

export function writeTraceParent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`
}

/** @returns null for what is no `traceparent`; whoever sent it then begins no trace of ours */
export function readTraceParent(text: unknown): TraceContext | null {
  const [, version, traceId, spanId, flags] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(typeof text === "string" ? text : "") ??
    []
  if (!version || !traceId || !spanId || !flags || version === "ff") return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  if (version === "00" && String(text).length !== 55) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Begins spans that are handed to `keep` when they end, unless their trace is not sampled. */
export function spanMaker(
  sample: (parent: TraceContext | null, traceId: string) => boolean,
  keep: (span: EndedSpan) => void,
) {
  const begin = (name: string, kind: SpanKind, parent: TraceContext | null, attributes: Attributes): Span => {
    const traceId = parent?.traceId ?? randomBytes(16).toString("hex")
    const context = { traceId, spanId: randomBytes(8).toString("hex"), isSampled: sample(parent, traceId) }
    const [startedAt, clock] = [Date.now(), performance.now()]
    const told = { name, attributes, isEnded: false }
    return {
      ...context,
      rename(next) {
        told.name = next
      },
      set(more) {
        told.attributes = { ...told.attributes, ...more }
      },
      begin: (child, more) => begin(child, "client", context, more),
      end(failure = null) {
        if (told.isEnded || !context.isSampled) return
        told.isEnded = true
        const endedAt = startedAt + performance.now() - clock
        const { name: called, attributes: kept } = told
        keep({
          ...context,
          parentId: parent?.spanId ?? null,
          name: called,
          kind,
          startedAt,
          endedAt,
          attributes: kept,
          failure,
        })
      },
    }
  }
  return begin
}
