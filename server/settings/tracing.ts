import { randomUUID } from "node:crypto"
import type { Sampler, TracingConfig } from "#server/platform/observability/tracing/tracing.ts"
import type { ReadText, Setting } from "#server/platform/settings/setting.ts"

const usualSampler = "parentbased_always_on"

/** OpenTelemetry's own variables, as far as traces need them. */
export const tracingSettings: readonly Setting[] = [
  {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    what: "Collector that takes traces by OTLP over HTTP, as `http://collector:4318`; with it they are sent to `/v1/traces` there.",
    default: "none",
  },
  {
    name: "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    what: "The whole address, where it ends otherwise.",
    default: "none",
  },
  {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    what: "Headers for the collector, as `name=value` with commas between; values percent-encoded.",
    default: "none",
  },
  {
    name: "OTEL_EXPORTER_OTLP_PROTOCOL",
    what: "Only `http/json` is spoken.",
    default: "http/json",
  },
  { name: "OTEL_SERVICE_NAME", what: "What this process is called in traces.", default: "aworan" },
  {
    name: "OTEL_RESOURCE_ATTRIBUTES",
    what: "More that is said of this process, as `key=value` with commas between.",
    default: "none",
  },
  {
    name: "OTEL_TRACES_SAMPLER",
    what: "Which traces are sent: `always_on`, `always_off`, `traceidratio`, or with `parentbased_` before it, which goes by the `traceparent` of a caller from inside first.",
    default: usualSampler,
  },
  { name: "OTEL_TRACES_SAMPLER_ARG", what: "Share of traces with `traceidratio`, from 0 to 1.", default: "1" },
  { name: "OTEL_TRACES_EXPORTER", what: "`otlp`, or `none` to send nothing.", default: "otlp" },
  { name: "OTEL_SDK_DISABLED", what: "`true` sends nothing.", default: "false" },
  { name: "OTEL_BSP_SCHEDULE_DELAY", what: "Milliseconds between two sendings.", default: "5000" },
]

/** Reads where traces go; null for nowhere. What is wrong is added to `problems`. */
export function readTracing(text: ReadText, problems: string[]): TracingConfig | null {
  const base = text("OTEL_EXPORTER_OTLP_ENDPOINT")
  const whole = text("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
  const url = whole ?? (base && `${base.replace(/\/+$/, "")}/v1/traces`)
  const isOff = text("OTEL_TRACES_EXPORTER") === "none" || text("OTEL_SDK_DISABLED")?.toLowerCase() === "true"
  if (!url || isOff) return null
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    problems.push(
      `${whole ? "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" : "OTEL_EXPORTER_OTLP_ENDPOINT"} must be an http:// or https:// address.`,
    )
  }
  const protocol = text("OTEL_EXPORTER_OTLP_PROTOCOL") ?? "http/json"
  if (protocol !== "http/json") {
    problems.push(`OTEL_EXPORTER_OTLP_PROTOCOL is "${protocol}"; only http/json is spoken here.`)
  }
  const exporter = text("OTEL_TRACES_EXPORTER") ?? "otlp"
  if (exporter !== "otlp") problems.push(`OTEL_TRACES_EXPORTER is "${exporter}"; it must be otlp or none.`)
  const everyMs = Number(text("OTEL_BSP_SCHEDULE_DELAY") ?? 5_000)
  if (!(everyMs >= 10 && everyMs <= 600_000)) {
    problems.push("OTEL_BSP_SCHEDULE_DELAY must be a number of milliseconds from 10 to 600000.")
  }
  return {
    url,
    headers: readPairs(text, "OTEL_EXPORTER_OTLP_HEADERS", problems),
    resource: {
      ...readPairs(text, "OTEL_RESOURCE_ATTRIBUTES", problems),
      "service.name": text("OTEL_SERVICE_NAME") ?? "aworan",
      "service.instance.id": randomUUID(),
      "process.pid": process.pid,
    },
    sampler: readSampler(text, problems),
    everyMs,
  }
}

function readSampler(text: ReadText, problems: string[]): Sampler {
  const name = text("OTEL_TRACES_SAMPLER") ?? usualSampler
  const plain = name.replace(/^parentbased_/, "")
  const given = Number(text("OTEL_TRACES_SAMPLER_ARG") ?? 1)
  if (plain === "traceidratio" && !(given >= 0 && given <= 1)) {
    problems.push("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.")
  }
  const ratios: Record<string, number> = { always_on: 1, always_off: 0, traceidratio: given }
  const ratio = ratios[plain]
  if (ratio === undefined) {
    const known = Object.keys(ratios).flatMap((one) => [one, `parentbased_${one}`])
    problems.push(`OTEL_TRACES_SAMPLER is "${name}"; it must be one of ${known.join(", ")}.`)
  }
  return { ratio: ratio ?? 0, followsParent: name !== plain }
}

/** `key=value,key=value`, as W3C Baggage writes it. */
function readPairs(text: ReadText, name: string, problems: string[]): Record<string, string> {
  const pairs = (text(name) ?? "").split(",").filter((pair) => pair.trim() !== "")
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const [, key, value] = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
      const decoded = decode(value)
      if (key !== undefined && decoded !== null) return [[key, decoded]]
      problems.push(`${name} must be key=value with commas between, values percent-encoded.`)
      return []
    }),
  )
}

function decode(value: string | undefined): string | null {
  try {
    return value === undefined ? null : decodeURIComponent(value)
  } catch {
    return null
  }
}
