import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"

/** Figures of this process, read at /metrics. */
export interface Metrics {
  registry: Registry
  httpSeconds: Histogram<"method" | "route" | "status">
  jobSeconds: Histogram<"job" | "outcome">
  realtimeSockets: Gauge
  picturesDrawn: Counter<"engine">
  mails: Counter<"outcome">
  runs: Counter<"kind" | "engine" | "outcome">
  storageSeconds: Histogram<"call" | "outcome">
  /** One try of one call to a provider outside; its count by outcome gives calls and errors. */
  providerSeconds: Histogram<"provider" | "call" | "outcome">
  /** What providers are known to charge, in US dollars. */
  providerDollars: Counter<"provider" | "model">
  /** Parts of providers that were switched off because they did not work. */
  providerPauses: Counter<"part" | "reason">
  spans: Counter<"outcome">
  /** Pages that failed in a browser, as browsers tell. */
  clientErrors: Counter<"kind">
}

let processFigures: Registry | null = null

/** What Node tells of the process. Its observers can never be taken off again, so a process has them once. */
function figuresOfProcess(): Registry {
  if (processFigures) return processFigures
  processFigures = new Registry()
  collectDefaultMetrics({ register: processFigures })
  return processFigures
}

export function createMetrics(): Metrics {
  const registry = Registry.merge([figuresOfProcess()])
  const registers = [registry]
  return {
    registry,
    httpSeconds: new Histogram({
      name: "aworan_http_seconds",
      help: "Time to answer a request, by route",
      labelNames: ["method", "route", "status"],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    }),
    jobSeconds: new Histogram({
      name: "aworan_job_seconds",
      help: "Time of one attempt of a job, by outcome",
      labelNames: ["job", "outcome"],
      buckets: [0.02, 0.1, 0.5, 1, 5, 15, 30, 60, 120],
      registers,
    }),
    realtimeSockets: new Gauge({ name: "aworan_realtime_sockets", help: "Open realtime connections", registers }),
    picturesDrawn: new Counter({
      name: "aworan_pictures_drawn_total",
      help: "Finished pictures, by engine",
      labelNames: ["engine"],
      registers,
    }),
    runs: new Counter({
      name: "aworan_runs_total",
      help: "Paid engine work that ended, by kind, engine and outcome",
      labelNames: ["kind", "engine", "outcome"],
      registers,
    }),
    storageSeconds: new Histogram({
      name: "aworan_storage_seconds",
      help: "Time of one call to storage, by outcome",
      labelNames: ["call", "outcome"],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 1, 5, 30],
      registers,
    }),
    mails: new Counter({
      name: "aworan_mails_total",
      help: "Attempts to send a mail, by outcome: sent, failed (tried again), refused (for good), given_up",
      labelNames: ["outcome"],
      registers,
    }),
    providerSeconds: new Histogram({
      name: "aworan_provider_seconds",
      help: "Time of one try of a call to a provider, by outcome",
      labelNames: ["provider", "call", "outcome"],
      buckets: [0.1, 0.5, 1, 5, 15, 60, 180],
      registers,
    }),
    providerDollars: new Counter({
      name: "aworan_provider_dollars_total",
      help: "List price of what providers made, in US dollars, where it is known",
      labelNames: ["provider", "model"],
      registers,
    }),
    providerPauses: new Counter({
      name: "aworan_provider_pauses_total",
      help: "Times a part of a provider was switched off by itself",
      labelNames: ["part", "reason"],
      registers,
    }),
    spans: new Counter({
      name: "aworan_spans_total",
      help: "Pieces of traces by outcome: sent to the collector, or dropped",
      labelNames: ["outcome"],
      registers,
    }),
    clientErrors: new Counter({
      name: "aworan_client_errors_total",
      help: "Pages that failed in a browser: screen (in place of the page), error, rejection",
      labelNames: ["kind"],
      registers,
    }),
  }
}
