import { once } from "node:events"
import { WebSocket } from "ws"

/** Many open realtime sockets that hear the same. */
export interface Crowd {
  /** Runs `tell`, which lets one event out. @returns milliseconds from its start until everyone heard of it */
  hearing(tell: () => Promise<unknown>): Promise<number>
  close(): void
}

/** Sockets opened at once; more would only wait in the line of the listening port. */
const atOnce = 100

/**
 * Opens realtime sockets and waits until each is greeted.
 * @param urls addresses of the processes, which get as many each
 */
export async function openCrowd(
  urls: readonly string[],
  count: number,
  options: { channel: string; cookie: string },
): Promise<Crowd> {
  const sockets: WebSocket[] = []
  let heard = 0
  let enough = { count: Number.POSITIVE_INFINITY, call: (): void => {} }
  const open = async (url: string): Promise<void> => {
    const address = `${url.replace(/^http/, "ws")}/v1/realtime?project=aworan&channels[]=${options.channel}`
    const socket = new WebSocket(address, { headers: { cookie: options.cookie } })
    sockets.push(socket)
    const [greeting] = await once(socket, "message")
    if (!String(greeting).includes('"connected"')) throw new Error(`A socket was refused: ${greeting}`)
    socket.on("message", () => {
      if (++heard >= enough.count) enough.call()
    })
  }
  for (let begun = 0; begun < count; begun += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - begun) }, (_, n) => urls[n % urls.length] ?? "")
    await Promise.all(some.map(open))
  }
  return {
    async hearing(tell) {
      heard = 0
      const everyone = new Promise<void>((resolve) => {
        enough = { count, call: resolve }
      })
      const began = performance.now()
      await Promise.all([tell(), everyone])
      return performance.now() - began
    },
    close() {
      for (const socket of sockets) socket.terminate()
    },
  }
}
