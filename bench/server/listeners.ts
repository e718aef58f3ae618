import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { WebSocket } from "ws"
import { signedIn } from "./traffic.ts"

/** Sockets of people who listen to what they make themselves. */
export interface Listeners {
  /** Milliseconds from an answer to the event about it; 0 for one that came before the answer. */
  delays(): number[]
  /** Documents that were answered for and not heard of. */
  missed(): number
  created(id: string, at: number): void
  close(): void
}

const channel = "databases.main.collections.scratch.documents"

/** Opens one socket for each person at this address. */
export async function openListeners(url: string, people: number): Promise<Listeners> {
  const heard = new Map<string, number>()
  const answered = new Map<string, number>()
  const sockets = await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      const address = `${url.replace(/^http/, "ws")}/v1/realtime?project=aworan&channels[]=${channel}`
      const socket = new WebSocket(address, { headers: signedIn(person) })
      const [greeting] = await once(socket, "message")
      if (!String(greeting).includes('"connected"')) throw new Error(`A socket was refused: ${greeting}`)
      socket.on("message", (data) => {
        const { data: event } = JSON.parse(String(data)) as { data?: { payload?: { $id?: string }; events?: string[] } }
        if (event?.payload?.$id && event.events?.some((name) => name.endsWith(".create")))
          heard.set(event.payload.$id, performance.now())
      })
      return socket
    }),
  )
  return {
    delays: () =>
      [...answered].flatMap(([id, at]) => {
        const then = heard.get(id)
        return then === undefined ? [] : [Math.max(0, then - at)]
      }),
    missed: () => [...answered.keys()].filter((id) => !heard.has(id)).length,
    created: (id, at) => void answered.set(id, at),
    close() {
      for (const socket of sockets) socket.terminate()
    },
  }
}

/** Lets what is on its way arrive. */
export async function untilHeard(listeners: Listeners): Promise<void> {
  for (let tried = 0; tried < 100 && listeners.missed() > 0; tried++) await sleep(100)
}
