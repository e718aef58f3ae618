import { once } from "node:events"
import { until } from "./wait.ts"

/** Settings of a process whose heap is looked into, through the debugger's port. */
export function heapSettings(port: number): Record<string, string> {
  return { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` }
}

/** What lives in a process once everything that is not needed any more was thrown away. */
export interface LiveHeap {
  /** Objects of the main thread, in megabytes. */
  objects: number
  /** Buffers outside of them, the embedded database's memory among them, in megabytes. */
  buffers: number
}

interface Target {
  webSocketDebuggerUrl: string
}

interface Usage {
  usedSize: number
  backingStorageSize: number
}

/** Collects what is left over in a process, twice, and measures the rest. @param port as in its `heapSettings` */
export async function liveHeapAt(port: number): Promise<LiveHeap> {
  const target = await until(async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/json/list`)
    return ((await reply.json()) as Target[])[0]
  })
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  try {
    await once(socket, "open")
    let count = 0
    const ask = async (method: string): Promise<unknown> => {
      const id = ++count
      socket.send(JSON.stringify({ id, method }))
      for (;;) {
        const [{ data }] = (await once(socket, "message")) as [MessageEvent]
        const answer = JSON.parse(String(data)) as { id?: number; result?: unknown }
        if (answer.id === id) return answer.result
      }
    }
    // What ends its life in the first round may have kept other things alive until then.
    for (let round = 0; round < 2; round++) await ask("HeapProfiler.collectGarbage")
    const { usedSize, backingStorageSize } = (await ask("Runtime.getHeapUsage")) as Usage
    return { objects: usedSize / 1e6, buffers: backingStorageSize / 1e6 }
  } finally {
    socket.close()
  }
}
