import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { collections } from "#server/composition/collections.ts"
import { jobs } from "#server/composition/jobs.ts"
import { startWorker } from "#server/composition/worker.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

const apiKey = "a-server-key-for-the-tests"
const base = "/v1/databases/main/collections"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { API_KEY: apiKey } })
})
afterAll(() => t.close())

function at(collection: string, id = ""): string {
  return `${base}/${collection}/documents${id && `/${id}`}`
}

async function profileOf(person: TestPerson): Promise<Record<string, unknown> & { $id: string }> {
  const reply = await t.request("GET", at("profiles"), { person })
  return reply.json().documents[0]
}

/** What SDK clients send when they sign up (docs/product-rules.md#records). */
function signUpData(person: TestPerson) {
  return {
    accountId: person.accountId,
    email: person.email,
    name: "Ada Obi",
    imageUrl: "http://localhost:3000/v1/avatars/initials?name=Ada%20Obi&project=aworan",
    cohort: "2",
    country: "Nigeria",
    state: "Lagos",
    phoneNumber: "+234 801 234 5678",
    stage: "prospect",
    isActivated: false,
  }
}

describe("what is there", () => {
  test("no collection lets a client write what grants something", () => {
    const all = [...collections.values()]
    const writable = all.flatMap((one) => Object.keys(one.update?.schema.shape ?? {}))
    expect(writable.sort()).toEqual(["country", "imageUrl", "name", "phoneNumber", "state"])
    expect(all.filter((one) => one.make || one.documentSecurity).map(({ id }) => id)).toEqual(["trainings"])
  })

  test.each([
    ["another database", "/v1/databases/other/collections/profiles/documents", "database_not_found"],
    ["another collection", at("credit_transfers"), "collection_not_found"],
    ["a table without a policy", at("accounts"), "collection_not_found"],
    ["an unknown document", at("profiles", "nothing"), "document_not_found"],
  ])("%s is not found", async (_, url, type) => {
    const person = await t.signUp()
    expect((await t.request("GET", url, { person })).json()).toMatchObject({ code: 404, type })
  })

  test.each([
    ["a change of many documents at once", "PATCH", at("profiles")],
    ["an upsert of many", "PUT", at("profiles")],
    ["a removal of many", "DELETE", at("profiles")],
    ["counting an attribute up", "PATCH", `${at("profiles", "x")}/cohort/increment`],
    ["counting an attribute down", "PATCH", `${at("profiles", "x")}/cohort/decrement`],
    ["a transaction", "POST", "/v1/databases/transactions"],
    ["the operations of a transaction", "POST", "/v1/databases/transactions/x/operations"],
    ["the end of a transaction", "PATCH", "/v1/databases/transactions/x"],
  ] as const)("%s is not offered", async (_, method, url) => {
    const person = await t.signUp()
    const reply = await t.request(method, url, { person, body: { data: { name: "Ada" }, documents: [] } })
    expect(reply.json()).toMatchObject({ code: 404, type: "general_route_not_found" })
  })

  test("a picture cannot be made by a document call", async () => {
    const person = await t.signUp()
    const body = { documentId: "unique()", data: { creator: person.accountId, prompt: "a chair" } }
    const reply = await t.request("POST", at("generations"), { person, body })
    expect(reply.json()).toMatchObject({ code: 401, type: "user_unauthorized" })
  })
})

describe("the profile at sign-up", () => {
  test("fills in the one the server made and answers 201", async () => {
    const person = await t.signUp()
    const before = await profileOf(person)
    const body = { documentId: "unique()", data: signUpData(person), permissions: [`read("user:${person.accountId}")`] }
    const reply = await t.request("POST", at("profiles"), { person, body })
    expect(reply.statusCode, reply.body).toBe(201)
    expect(reply.headers["content-type"]).toContain("application/json")
    expect(reply.json()).toMatchObject({
      ...signUpData(person),
      phoneNumber: "+2348012345678",
      $id: before.$id,
      program: null,
      programId: null,
    })
    expect((await t.request("GET", at("profiles"), { person })).json()).toMatchObject({ total: 1 })
  })

  test("takes the data as a text and the address in other letters", async () => {
    const person = await t.signUp()
    const data = JSON.stringify({ ...signUpData(person), email: person.email.toUpperCase() })
    const reply = await t.request("POST", at("profiles"), { person, body: { documentId: "unique()", data } })
    expect(reply.statusCode, reply.body).toBe(201)
  })

  test.each<[string, object, string]>([
    ["another stage", { stage: "fusion" }, "document_invalid_structure"],
    ["another cohort", { cohort: "1" }, "document_invalid_structure"],
    ["activation", { isActivated: true }, "document_invalid_structure"],
    ["a program", { program: "x" }, "document_invalid_structure"],
    ["somebody else's account", { accountId: "somebody" }, "document_invalid_structure"],
    ["an unknown attribute", { credits: 1_000 }, "document_invalid_structure"],
    ["an own id", { $id: "mine" }, "document_invalid_structure"],
    ["a country of one letter", { country: "N" }, "document_invalid_structure"],
    ["a picture that is no web address", { imageUrl: "javascript:alert(1)" }, "document_invalid_structure"],
  ])("refuses %s and changes nothing", async (_, more, type) => {
    const person = await t.signUp()
    const before = await profileOf(person)
    const body = { documentId: "unique()", data: { ...signUpData(person), ...more } }
    expect((await t.request("POST", at("profiles"), { person, body })).json()).toMatchObject({ code: 400, type })
    expect(await profileOf(person)).toEqual(before)
  })

  test.each<[string, object, number, string]>([
    ["no data", { documentId: "unique()" }, 400, "document_missing_data"],
    ["empty data", { documentId: "unique()", data: {} }, 400, "document_missing_data"],
    ["a list as data", { documentId: "unique()", data: [1] }, 400, "document_invalid_structure"],
    ["broken text as data", { documentId: "unique()", data: "{" }, 400, "document_invalid_structure"],
    [
      "a text that reaches for a prototype",
      { documentId: "unique()", data: '{"__proto__":{"a":1}}' },
      400,
      "document_invalid_structure",
    ],
    ["no id", { data: { name: "Ada" } }, 400, "general_argument_invalid"],
    ["an id that is none", { documentId: "-x", data: { name: "Ada" } }, 400, "general_argument_invalid"],
    [
      "a malformed permission",
      { documentId: "unique()", data: { name: "Ada" }, permissions: ["all"] },
      400,
      "general_argument_invalid",
    ],
    [
      "a permission for somebody else",
      { documentId: "unique()", data: { name: "Ada" }, permissions: ['read("user:other")'] },
      401,
      "user_unauthorized",
    ],
  ])("refuses %s", async (_, body, code, type) => {
    const person = await t.signUp()
    expect((await t.request("POST", at("profiles"), { person, body })).json()).toMatchObject({ code, type })
  })

  test("is refused to visitors", async () => {
    for (const data of [{ name: "Ada" }, { stage: 1 }, undefined]) {
      const reply = await t.request("POST", at("profiles"), { body: { documentId: "unique()", data } })
      expect(reply.json()).toMatchObject({ code: 401, type: "user_unauthorized" })
    }
  })

  test("comes back when its row is missing", async () => {
    const person = await t.signUp()
    await t.s.db.deleteFrom("profiles").where("accountId", "=", person.accountId).execute()
    expect(await profileOf(person)).toMatchObject({ accountId: person.accountId, stage: "prospect", cohort: "2" })
  })
})

describe("changing a profile", () => {
  test("merges what is given and keeps the rest", async () => {
    const person = await t.signUp({ details: false })
    const before = await profileOf(person)
    const reply = await t.request("PATCH", at("profiles", before.$id), { person, body: { data: { country: "Ghana" } } })
    expect(reply.statusCode).toBe(200)
    const after = reply.json()
    expect(after).toEqual({ ...before, country: "Ghana", $updatedAt: after.$updatedAt })
    expect(after.$updatedAt > String(before.$updatedAt)).toBe(true)
  })

  test("leaves $updatedAt alone when nothing changes", async () => {
    const person = await t.signUp()
    const before = await profileOf(person)
    const body = { data: { name: before.name, $createdAt: "2000-01-01T00:00:00.000+00:00" } }
    const reply = await t.request("PATCH", at("profiles", before.$id), { person, body })
    expect(reply.json()).toEqual(before)
  })

  test("takes null for what may be empty", async () => {
    const person = await t.signUp()
    const { $id } = await profileOf(person)
    await t.request("PATCH", at("profiles", $id), { person, body: { data: { state: "Lagos" } } })
    const reply = await t.request("PATCH", at("profiles", $id), { person, body: { data: { state: null } } })
    expect(reply.json()).toMatchObject({ state: null })
  })

  test.each(["accountId", "email", "cohort", "stage", "isActivated", "program", "programId", "credits", "account_id"])(
    "refuses %s",
    async (name) => {
      const person = await t.signUp()
      const before = await profileOf(person)
      const reply = await t.request("PATCH", at("profiles", before.$id), {
        person,
        body: { data: { [name]: "fusion" } },
      })
      expect(reply.json()).toMatchObject({ code: 400, type: "document_invalid_structure" })
      expect(reply.json().message).toContain(`"${name}"`)
      expect(await profileOf(person)).toEqual(before)
    },
  )

  test("refuses an empty change", async () => {
    const person = await t.signUp()
    const { $id } = await profileOf(person)
    const reply = await t.request("PATCH", at("profiles", $id), { person, body: { data: {} } })
    expect(reply.json()).toMatchObject({ code: 400, type: "document_missing_payload" })
  })
})

describe("one document", () => {
  test("of a profile, with phone and place, is read by its person and by nobody else", async () => {
    const person = await t.signUp()
    const { $id } = await profileOf(person)
    expect((await t.request("GET", at("profiles", $id), { person })).json()).toMatchObject({ $id, email: person.email })
    const other = await t.signUp({ isVerified: true })
    for (const reader of [{ person: other }, {}]) {
      expect((await t.request("GET", at("profiles", $id), reader)).statusCode).toBeGreaterThanOrEqual(400)
    }
    const { documents } = (await t.request("GET", at("profiles"), { person: other })).json()
    expect(documents.map(({ email }: { email: string }) => email)).toEqual([other.email])
  })

  test("keeps the chosen attributes", async () => {
    const person = await t.signUp()
    const { $id } = await profileOf(person)
    const query = encodeURIComponent('select(["name"])')
    const reply = await t.request("GET", `${at("profiles", $id)}?queries[0]=${query}`, { person })
    expect(reply.json()).toMatchObject({ name: "Ada Obi", $id })
    expect(reply.json()).not.toHaveProperty("email")
  })

  test.each(['equal("accountId", ["x"])', "limit(1)", "offset(1)", 'orderDesc("$createdAt")', 'cursorAfter("x")'])(
    "takes no other query, such as %s",
    async (text) => {
      const person = await t.signUp()
      const { $id } = await profileOf(person)
      const query = encodeURIComponent(text)
      const reply = await t.request("GET", `${at("profiles", $id)}?queries[0]=${query}`, { person })
      expect(reply.json()).toMatchObject({ code: 400, type: "general_query_invalid" })
    },
  )

  test("that is deleted takes its files along when it leaves the trash", async () => {
    const person = await t.signUp()
    const [id = ""] = await buildPictures(t, person.accountId, [{}])
    const { storageKey } = await t.s.db
      .selectFrom("generations")
      .select("storageKey")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
    await t.s.storage.put(storageKey, Buffer.from("a picture"), "image/webp")
    const worker = startWorker(t.s, jobs)
    await t.request("DELETE", at("generations", id), { person, body: {} })
    await t.request("POST", "/own-pictures/trash/deletion", { person, body: { pictures: "all" } })
    await until(async () => (await t.s.storage.get(storageKey)) === null)
    await worker.stop(5_000)
  })
})

test.each([
  ["POST", "", "120"],
  ["PATCH", "x", "120"],
  ["PUT", "x", "120"],
  ["DELETE", "x", "60"],
] as const)("%s calls are limited by the minute", async (method, id, limit) => {
  const person = await t.signUp()
  const reply = await t.request(method, at("profiles", id), {
    person,
    body: { documentId: "x", data: { name: "Ada" } },
  })
  // The tests multiply every limit by 1,000.
  expect(reply.headers["x-ratelimit-limit"]).toBe(`${limit}000`)
})
