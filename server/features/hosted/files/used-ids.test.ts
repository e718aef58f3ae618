import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  apiKey,
  filesAt,
  randomFile,
  twoColours,
  upload,
  uploaded,
  uploadPiece,
} from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let owner: TestPerson
let stranger: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { API_KEY: apiKey, CONFORMANCE: "1" } })
  owner = await t.signUp({ credits: 10 })
  stranger = await t.signUp({ credits: 10 })
})
afterAll(() => t.close())

const taken = { code: 409, type: "storage_file_already_exists" }

async function remove(person: TestPerson, id: string): Promise<void> {
  const reply = await t.request("DELETE", filesAt("scratch", id), { person, body: {} })
  expect(reply.statusCode).toBe(204)
}

describe("an id that was a file's", () => {
  test("stays its first account's, in one piece and in several, also after that account", async () => {
    const leaver = await t.signUp()
    const long = randomFile(6_000_000)
    for (const person of [owner, leaver]) {
      const { $id: fileId } = await uploaded(t, randomFile(5), {
        person,
        fileId: `freed-${person.accountId.slice(-9)}`,
      })
      await remove(person, fileId)
      if (person === leaver) {
        const body = { password: leaver.password }
        expect((await t.request("DELETE", "/v1/account", { person, body })).statusCode).toBe(204)
      }
      expect((await upload(t, randomFile(5), { person: stranger, fileId })).json()).toMatchObject(taken)
      expect((await uploadPiece(t, long, 0, { person: stranger, fileId })).json()).toMatchObject(taken)
    }
  })

  test("may be used again by its account, by a server key, and in another bucket", async () => {
    const fileId = `again-${Date.now()}`
    for (let time = 0; time < 2; time++) {
      await uploaded(t, randomFile(5), { person: owner, fileId })
      await remove(owner, fileId)
    }
    const picture = await twoColours(4, 4).png().toBuffer()
    const elsewhere = { person: stranger, fileId, bucket: "images", name: "a.png" }
    expect((await upload(t, picture, elsewhere)).statusCode).toBe(201)
    const headers = { "x-appwrite-key": apiKey }
    expect((await upload(t, randomFile(5), { headers, fileId })).statusCode).toBe(201)
  })

  test("is kept as a hash, and of a deleted account nothing says whose it was", async () => {
    const person = await t.signUp()
    const fileId = `ada-obi-${Date.now()}`
    await uploaded(t, randomFile(5), { person, fileId })
    const rows = () => t.s.db.selectFrom("usedIds").selectAll().where("accountId", "=", person.accountId).execute()
    expect(await rows()).toHaveLength(1)
    expect((await rows())[0]?.idHash.toString("latin1")).not.toContain("ada-obi")
    await t.request("DELETE", "/v1/account", { person, body: { password: person.password } })
    expect(await rows()).toEqual([])
  })
})

test("an account's id is never another's: what was permitted to the first is not the second's to see", async () => {
  const person = await t.signUp()
  expect((await t.request("DELETE", "/v1/account", { person, body: { password: person.password } })).statusCode).toBe(
    204,
  )
  const body = { userId: person.accountId, email: `second-${Date.now()}@example.com`, password: "a long enough secret" }
  const reply = await t.request("POST", "/v1/account", { body })
  expect(reply.json()).toMatchObject({ code: 409, type: "user_already_exists" })
})
