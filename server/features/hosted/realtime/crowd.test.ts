import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { publish } from "#server/platform/realtime/realtime.ts"
import { openCrowd } from "#server/testing/processes/sockets.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
})
afterAll(() => t.close())

test("an event reaches a thousand open sockets within a quarter of a second", async () => {
  const { port } = t.app.server.address() as AddressInfo
  const { cookie } = await t.signUp()
  const crowd = await openCrowd([`http://127.0.0.1:${port}`], 1_000, { channel: "news", cookie })
  const tell = () =>
    publish(t.s.db, { kind: "event", events: ["news"], channels: ["news"], timestamp: "", payload: {}, roles: ["any"] })
  let quickest = Number.POSITIVE_INFINITY
  // The sockets share this thread with the server, and the machine with other tests: the quickest of a hundred counts.
  for (let round = 0; round < 100 && quickest >= 250; round++) quickest = Math.min(quickest, await crowd.hearing(tell))
  expect(quickest).toBeLessThan(250)
  crowd.close()
}, 120_000)
