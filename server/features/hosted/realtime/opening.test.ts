import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import { giveRole } from "#server/features/identity/operators/service.ts"
import { publish } from "#server/platform/realtime/realtime.ts"
import {
  connect,
  heardEvents,
  open,
  sessionOf,
  type TestClient,
  withChannels,
} from "#server/testing/realtime-client.ts"
import { holdNextAnswer } from "#server/testing/services/held-answer.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp
let owner: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
  owner = await t.signUp()
  await transact(t.s.db, (tx) => giveRole(tx, owner.accountId, "owner"))
})
afterAll(() => t.close())

async function signUpFinance(): Promise<TestPerson> {
  const person = await t.signUp()
  await transact(t.s.db, (tx) => giveRole(tx, person.accountId, "finance"))
  return person
}

const tellFinance = () =>
  publish(t.s.db, {
    kind: "event",
    events: ["money"],
    channels: ["money"],
    timestamp: "",
    payload: {},
    roles: ["team:operators/finance"],
  })

/** Comes back when every socket of the process was told what was said so far. */
async function untilTold(visitor: TestClient): Promise<void> {
  await heardEvents(t, visitor)
}

describe.each<[string, (person: TestPerson) => Promise<TestClient>]>([
  ["opens", async (person) => connect(t, { person, query: withChannels("money") })],
  [
    "signs in",
    async (person) => {
      const client = await open(t, { query: withChannels("money") })
      client.send({ type: "authentication", data: { session: sessionOf(person) } })
      return client
    },
  ],
])("a socket that %s", (_, begin) => {
  describe.each([
    ["its session is read", "sessions"],
    ["its account is read", "accounts"],
  ] as const)("while %s", (_when, table) => {
    test("loses a session that ends in that moment", async () => {
      const [person, visitor] = [await signUpFinance(), await open(t)]
      const answer = holdNextAnswer(t.s.db, table)
      const client = await begin(person)
      await answer.answered
      expect((await t.request("DELETE", "/v1/account/sessions/current", { person, body: {} })).statusCode).toBe(204)
      await untilTold(visitor)
      answer.release()
      const { data } = await client.next()
      await tellFinance()
      expect(await heardEvents(t, client)).toEqual([])
      expect(data.user ?? null).toBeNull()
    })

    test("loses a role that is taken in that moment", async () => {
      const [person, visitor] = [await signUpFinance(), await open(t)]
      const answer = holdNextAnswer(t.s.db, table)
      const client = await begin(person)
      await answer.answered
      const path = `/operators/team/${person.accountId}/removal`
      expect((await t.request("POST", path, { person: owner, body: { reason: "A try" } })).statusCode).toBe(200)
      await untilTold(visitor)
      answer.release()
      expect((await client.next()).data.user).toMatchObject({ $id: person.accountId })
      await tellFinance()
      expect(await heardEvents(t, client)).toEqual([])
    })

    test("keeps a role that stays", async () => {
      const person = await signUpFinance()
      const answer = holdNextAnswer(t.s.db, table)
      const client = await begin(person)
      await answer.answered
      answer.release()
      await client.next()
      await tellFinance()
      expect(await heardEvents(t, client)).toHaveLength(1)
    })
  })
})

test("a socket gets no rights of somebody else who used it before", async () => {
  const [before, now, visitor] = [await signUpFinance(), await t.signUp(), await open(t)]
  const client = await open(t, { person: before, query: withChannels("money") })
  const answer = holdNextAnswer(t.s.db, "accounts")
  await publish(t.s.db, { kind: "roles-changed", accountId: before.accountId })
  await answer.answered
  client.send({ type: "authentication", data: { session: sessionOf(now) } })
  expect((await client.next()).data).toMatchObject({ user: { $id: now.accountId } })
  answer.release()
  await untilTold(visitor)
  await tellFinance()
  expect(await heardEvents(t, client)).toEqual([])
})

test("a socket that closes while it signs in is not counted for that person", async () => {
  const limited = await openTestApp({ hasWorker: false, settings: { RATE_LIMIT_FACTOR: "0.1" } })
  try {
    await limited.app.listen({ port: 0, host: "127.0.0.1" })
    const person = await limited.signUp()
    const client = await open(limited)
    const answer = holdNextAnswer(limited.s.db, "sessions")
    client.send({ type: "authentication", data: { session: sessionOf(person) } })
    await answer.answered
    client.socket.close()
    await until(async () => (await limited.s.metrics.realtimeSockets.get()).values[0]?.value === 0)
    answer.release()
    // As many as a person may have.
    for (let n = 0; n < 3; n++) await open(limited, { person })
  } finally {
    await limited.close()
  }
})
