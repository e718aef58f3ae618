import { waitFor } from "@testing-library/react"
import { expect } from "vitest"

const open = new Set<FakeSocket>()

/** In the place of the browser's WebSocket: connects at once, and says what a test lets it say. */
class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readyState: number = FakeSocket.CONNECTING
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    queueMicrotask(() => {
      this.readyState = FakeSocket.OPEN
      open.add(this)
      this.dispatchEvent(new Event("open"))
      this.receive({ type: "connected", data: { channels: [], user: {} } })
    })
  }

  receive(frame: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }))
  }

  send(): void {}

  close(): void {
    this.readyState = FakeSocket.CLOSED
    open.delete(this)
    this.dispatchEvent(new CloseEvent("close"))
  }
}

globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket

/** Waits until the page hears what it is told. */
export async function connected(): Promise<void> {
  await waitFor(() => expect(countSockets()).toBe(1))
}

/** How many connections the page holds. */
export function countSockets(): number {
  return open.size
}

/**
 * Sends a frame of the hosted backend (docs/hosted-backend.md#frames) to every open connection.
 * @throws when there is none: nothing is sent again later, so a test has to wait for the connection first
 */
export function receiveFrame(frame: unknown): void {
  if (open.size === 0) throw new Error("The page holds no connection that could hear this.")
  for (const socket of open) socket.receive(frame)
}

/** Cuts every connection, as a restarting server does. */
export function cutSockets(): void {
  for (const socket of [...open]) socket.close()
}
