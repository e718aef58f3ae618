import type { FastifyBaseLogger } from "fastify"
import type { Metrics } from "#server/platform/observability/metrics.ts"
import { createExporter } from "./export.ts"
import {
  type Attributes,
  failureOf,
  readTraceParent,
  type Span,
  type SpanKind,
  spanMaker,
  type TraceContext,
  within,
} from "./span.ts"

/** Which traces are told, as OTEL_TRACES_SAMPLER names it; `ratio` from 0 to 1 of those that begin here. */
export interface Sampler {
  ratio: number
  /** Whether the caller's decision counts where there is a caller. */
  followsParent: boolean
}

export interface TracingConfig {
  /** Where a collector takes traces. */
  url: string
  headers: Record<string, string>
  resource: Attributes
  sampler: Sampler
  /** Pause between two sendings, in milliseconds. */
  everyMs: number
}

export interface Tracing {
  begin(name: string, kind: SpanKind, parent: TraceContext | null, attributes: Attributes): Span
  /** Sends what is left. */
  close(): Promise<void>
}

/** @returns null, and so does nothing anywhere, where no collector is set */
export function openTracing(config: TracingConfig | null, metrics: Metrics, log: FastifyBaseLogger): Tracing | null {
  if (config === null) return null
  const exporter = createExporter({
    ...config,
    log,
    count: (outcome, spans) => metrics.spans.inc({ outcome }, spans),
  })
  const { ratio, followsParent } = config.sampler
  const begin = spanMaker(
    (parent, traceId) => (parent && followsParent ? parent.isSampled : isWithin(traceId, ratio)),
    exporter.keep,
  )
  return { begin, close: exporter.close }
}

/** The same for all who see the trace, since it goes by its id. */
function isWithin(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-13), 16) < ratio * 16 ** 13
}

/** Does one attempt of a job as a span of the trace that put it in line. */
export async function traceJob(
  tracing: Tracing | null,
  { name, data, tried }: { name: string; data: object; tried: number },
  work: () => Promise<void>,
): Promise<void> {
  if (tracing === null) return work()
  const parent = readTraceParent((data as { traceparent?: unknown }).traceparent)
  const span = tracing.begin(`job ${name}`, "consumer", parent, { "aworan.job": name, "aworan.job.retries": tried })
  try {
    await within(span, work)
    span.end()
  } catch (error) {
    span.end(failureOf(error))
    throw error
  }
}
