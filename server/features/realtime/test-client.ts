import type { AddressInfo } from "node:net"
import { WebSocket } from "ws"
import type { TestApp, TestPerson } from "#server/testing/test-app.ts"

export interface Frame {
  type: string
  data: Record<string, unknown>
}

/** A real socket to the running app, with everything it heard. */
export interface TestClient {
  socket: WebSocket
  frames: Frame[]
  /** The next frame not yet taken that fits; waits for it. @throws when the socket closes first */
  next(fits?: (frame: Frame) => boolean): Promise<Frame>
  send(frame: object | string): void
  /** Code of the close. */
  closed: Promise<number>
}

export interface ConnectOptions {
  person?: TestPerson
  /** What follows `?`; the project alone unless told otherwise. */
  query?: string
  headers?: Record<string, string>
}

/** Opens a socket. The app must listen. */
export function connect(
  t: TestApp,
  { person, query = "project=aworan", headers = {} }: ConnectOptions = {},
): TestClient {
  const { port } = t.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/realtime?${query}`, {
    headers: { ...(person ? { cookie: person.cookie } : {}), ...headers },
  })
  const frames: Frame[] = []
  let waiting: (() => void)[] = []
  let isClosed = false
  const wake = (): void => {
    const all = waiting
    waiting = []
    for (const call of all) call()
  }
  socket.on("message", (data) => {
    frames.push(JSON.parse(data.toString()) as Frame)
    wake()
  })
  const closed = new Promise<number>((resolve) => {
    socket.on("close", (code) => {
      isClosed = true
      resolve(code)
      wake()
    })
  })
  socket.on("error", () => {})
  let taken = 0
  return {
    socket,
    frames,
    closed,
    async next(fits = () => true) {
      for (;;) {
        while (taken < frames.length) {
          const frame = frames[taken++]
          if (frame && fits(frame)) return frame
        }
        if (isClosed) throw new Error(`The socket closed after ${JSON.stringify(frames)}`)
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    send: (frame) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame)),
  }
}

/** Session value as SDK clients send it in an authentication frame: the cookie's own. */
export function sessionOf(person: TestPerson): string {
  const [, value = ""] = person.cookie.match(/a_session_aworan=([^;]+)/) ?? []
  return decodeURIComponent(value)
}
