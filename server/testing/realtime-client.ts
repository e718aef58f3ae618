import type { AddressInfo } from "node:net"
import { expect } from "vitest"
import { WebSocket } from "ws"
import { publish } from "#server/platform/realtime/realtime.ts"
import type { TestApp, TestPerson } from "./test-app.ts"

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

/** What follows `?` to listen to these channels. */
export function withChannels(...channels: string[]): string {
  return `project=aworan${channels.map((name) => `&channels%5B%5D=${name}`).join("")}`
}

export function isEvent(frame: Frame): boolean {
  return frame.type === "event"
}

/** Opens a socket and takes the first frame. A person's hears nothing of before, which may be told only now. */
export async function open(t: TestApp, options: ConnectOptions = {}): Promise<TestClient> {
  if (options.person || options.query?.includes("jwt=")) await newsTold(t)
  const client = connect(t, options)
  expect((await client.next()).type).toBe("connected")
  return client
}

const isMark = (frame: Frame): boolean => isEvent(frame) && (frame.data.events as string[])[0] === "mark"

/** Tells every socket that listens to marks. */
function publishMark(t: TestApp): Promise<void> {
  return publish(t.s.db, {
    kind: "event",
    events: ["mark"],
    channels: ["mark"],
    timestamp: "",
    payload: {},
    roles: ["any"],
  })
}

/** Waits until everything that was done so far, such as signing up, has been told. */
async function newsTold(t: TestApp): Promise<void> {
  const visitor = connect(t, { query: withChannels("mark") })
  await visitor.next()
  await publishMark(t)
  await visitor.next(isMark)
  visitor.socket.close()
  await visitor.closed
}

/** All events heard so far. A public message marks the end of what was said before, so nothing can still be on its way. */
export async function heardEvents(t: TestApp, client: TestClient): Promise<Frame[]> {
  client.send({ type: "subscribe", data: [{ subscriptionId: "mark", channels: ["mark"], queries: [] }] })
  await client.next((frame) => frame.type === "response" && frame.data.to === "subscribe")
  await publishMark(t)
  await client.next(isMark)
  return client.frames.filter((frame) => isEvent(frame) && !isMark(frame))
}

/** Renames a person's profile. @returns the document's id */
export async function changeProfile(t: TestApp, person: TestPerson, name: string): Promise<string> {
  const profiles = "/v1/databases/main/collections/profiles/documents"
  const { $id } = (await t.request("GET", profiles, { person })).json().documents[0]
  const reply = await t.request("PATCH", `${profiles}/${$id}`, { person, body: { data: { name } } })
  expect(reply.statusCode).toBe(200)
  return $id
}
