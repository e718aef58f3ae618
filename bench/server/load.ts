import { Agent, request } from "node:http"
import { percentile } from "./figures.ts"

/** One request of a load. */
export interface Call {
  method: "GET" | "POST"
  path: string
  cookie: string
  body?: string
}

export interface LoadResult {
  perSecond: number
  medianMs: number
  p99Ms: number
  /** Replies by status. */
  statuses: Map<number, number>
}

/** Sends `count` requests over `connections` kept connections, each as soon as its last one is answered. */
export async function load(
  url: string,
  options: { count: number; connections: number; call: (n: number) => Call },
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections })
  const times: number[] = []
  const statuses = new Map<number, number>()
  let sent = 0
  const sendAll = async (): Promise<void> => {
    while (sent < options.count) {
      const began = performance.now()
      const status = await send(agent, url, options.call(sent++))
      times.push(performance.now() - began)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: options.connections }, sendAll))
  const seconds = (performance.now() - began) / 1_000
  agent.destroy()
  return {
    perSecond: options.count / seconds,
    medianMs: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    statuses,
  }
}

function send(agent: Agent, url: string, call: Call): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const headers = { cookie: call.cookie, ...(call.body ? { "content-type": "application/json" } : {}) }
    const sending = request({ agent, hostname, port, method: call.method, path: call.path, headers }, (reply) => {
      reply.on("end", () => resolve(reply.statusCode ?? 0)).on("error", reject)
      reply.resume()
    })
    sending.on("error", reject).end(call.body)
  })
}
