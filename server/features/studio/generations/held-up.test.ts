import { expect, test } from "vitest"
import { openTestApp } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

test("a call whose order has not begun is answered when the process stops, and the order waits for the next one", async () => {
  const t = await openTestApp({ hasWorker: false })
  const person = await t.signUp({ credits: 20 })
  const body = { prompt: "a clay pot", aspect_ratio: "1:1" }
  // It is sent as soon as somebody waits for it.
  const call = t.request("POST", "/image-gen-with-flux-1.1", { person, body }).then((reply) => reply)
  const orders = () => t.s.db.selectFrom("runs").select("status").execute()
  await until(async () => (await orders()).length === 1)
  await t.app.close()
  const reply = await call
  expect(reply.statusCode, reply.body).toBe(202)
  expect(await orders()).toEqual([{ status: "waiting" }])
  await t.close()
})

test("a call whose order has not begun is answered while the disk is too full for anything to be begun", async () => {
  const t = await openTestApp({ hasWorker: false })
  const person = await t.signUp({ credits: 20 })
  const body = { prompt: "a clay pot", aspect_ratio: "1:1" }
  const call = t.request("POST", "/image-gen-with-flux-1.1", { person, body }).then((reply) => reply)
  const orders = () => t.s.db.selectFrom("runs").select("status").execute()
  await until(async () => (await orders()).length === 1)
  // The disk is looked at again each second and has room.
  const filling = setInterval(() => t.s.space.reserveIsGiven(), 50)
  const reply = await call.finally(() => clearInterval(filling))
  expect(reply.statusCode, reply.body).toBe(202)
  expect(await orders()).toEqual([{ status: "waiting" }])
  await t.close()
})
