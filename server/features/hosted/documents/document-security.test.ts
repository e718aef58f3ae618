import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Document } from "#contract/hosted/documents.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

const apiKey = "a-server-key-for-the-tests"
const key = { "x-appwrite-key": apiKey }

let t: TestApp
let owner: TestPerson
let other: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { API_KEY: apiKey, CONFORMANCE: "1" } })
  owner = await t.signUp({ isVerified: true })
  other = await t.signUp()
})
afterAll(() => t.close())

function at(collection: string, id = ""): string {
  return `/v1/databases/main/collections/${collection}/documents${id && `/${id}`}`
}

async function make(permissions?: string[], data: object = { title: "A note" }): Promise<Document> {
  const body = { documentId: "unique()", data, ...(permissions ? { permissions } : {}) }
  const reply = await t.request("POST", at("scratch"), { person: owner, body })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json()
}

describe("who may do what with a scratch document", () => {
  type Who = "visitor" | "other" | "owner" | "key"
  const own = (): string[] => ["read", "update", "delete"].map((action) => `${action}("user:${owner.accountId}")`)
  const kinds: [string, () => string[] | undefined, Record<string, Record<Who, number>>][] = [
    [
      "its maker's own",
      () => undefined,
      {
        get: { visitor: 404, other: 404, owner: 200, key: 200 },
        list: { visitor: 0, other: 0, owner: 1, key: 1 },
        patch: { visitor: 401, other: 401, owner: 200, key: 200 },
        delete: { visitor: 401, other: 401, owner: 204, key: 204 },
      },
    ],
    [
      "one that anybody may read",
      () => [...own(), 'read("any")'],
      {
        get: { visitor: 200, other: 200, owner: 200, key: 200 },
        list: { visitor: 1, other: 1, owner: 1, key: 1 },
        patch: { visitor: 401, other: 401, owner: 200, key: 200 },
        delete: { visitor: 401, other: 401, owner: 204, key: 204 },
      },
    ],
    [
      "one that signed-in people may write but not read",
      () => ['write("users")'],
      {
        get: { visitor: 404, other: 404, owner: 404, key: 200 },
        list: { visitor: 0, other: 0, owner: 0, key: 1 },
        patch: { visitor: 401, other: 200, owner: 200, key: 200 },
        delete: { visitor: 401, other: 204, owner: 204, key: 204 },
      },
    ],
    [
      "one that anybody may change",
      () => ['update("any")'],
      {
        get: { visitor: 404, other: 404, owner: 404, key: 200 },
        list: { visitor: 0, other: 0, owner: 0, key: 1 },
        patch: { visitor: 200, other: 200, owner: 200, key: 200 },
        delete: { visitor: 401, other: 401, owner: 401, key: 204 },
      },
    ],
    [
      "one without any permission",
      () => [],
      {
        get: { visitor: 404, other: 404, owner: 404, key: 200 },
        list: { visitor: 0, other: 0, owner: 0, key: 1 },
        patch: { visitor: 401, other: 401, owner: 401, key: 200 },
        delete: { visitor: 401, other: 401, owner: 401, key: 204 },
      },
    ],
  ]
  const cases = kinds.flatMap(([kind, permissions, table]) =>
    Object.entries(table).flatMap(([action, row]) =>
      Object.entries(row).map(([who, outcome]) => ({ kind, permissions, action, who, outcome })),
    ),
  )

  test.each(cases)("$kind: $action by $who gives $outcome", async ({ permissions, action, who, outcome }) => {
    const title = crypto.randomUUID()
    const { $id } = await make(permissions(), { title })
    const as = {
      ...(who === "owner" ? { person: owner } : {}),
      ...(who === "other" ? { person: other } : {}),
      ...(who === "key" ? { headers: key } : {}),
    }
    if (action === "list") {
      const query = encodeURIComponent(JSON.stringify({ method: "equal", attribute: "title", values: [title] }))
      const { total, documents } = (await t.request("GET", `${at("scratch")}?queries[0]=${query}`, as)).json()
      expect([total, documents.length]).toEqual([outcome, outcome])
      return
    }
    const reply =
      action === "get"
        ? await t.request("GET", at("scratch", $id), as)
        : action === "patch"
          ? await t.request("PATCH", at("scratch", $id), { ...as, body: { data: { title: "New" } } })
          : await t.request("DELETE", at("scratch", $id), { ...as, body: {} })
    expect(reply.statusCode, reply.body).toBe(outcome)
    const after = await t.request("GET", at("scratch", $id), { headers: key })
    if (action === "delete") expect(after.statusCode).toBe(outcome === 204 ? 404 : 200)
    if (action === "patch") expect(after.json().title).toBe(outcome === 200 ? "New" : title)
  })
})

describe("making a scratch document", () => {
  test("gives the maker everything when nothing is said, and the document as a get returns it", async () => {
    const made = await make(undefined, { title: "t", owner: "o" })
    expect(made).toMatchObject({ title: "t", owner: "o", $databaseId: "main", $collectionId: "scratch" })
    expect(made.$permissions).toEqual(
      ["read", "update", "delete"].map((action) => `${action}("user:${owner.accountId}")`),
    )
    expect((await t.request("GET", at("scratch", made.$id), { person: owner })).json()).toEqual(made)
  })

  test("takes an id of the client's, once", async () => {
    const body = { documentId: `own-${Date.now()}`, data: { title: "first" } }
    const first = await t.request("POST", at("scratch"), { person: owner, body })
    expect(first.json().$id).toBe(body.documentId)
    const again = await t.request("POST", at("scratch"), { person: other, body })
    expect(again.json()).toMatchObject({ code: 409, type: "document_already_exists" })
  })

  test("fills what is left out with null, and takes text of more than 64 characters", async () => {
    const title = "x".repeat(200)
    expect(await make(undefined, { title })).toMatchObject({ title, owner: null })
  })

  test("stores write as update and delete, and each permission once", async () => {
    const made = await make(['write("users")', 'read("any")', 'read("any")', 'update("users")'])
    expect(made.$permissions).toEqual(['update("users")', 'delete("users")', 'read("any")'])
  })

  test("gives a key's document no permissions", async () => {
    const body = { documentId: "unique()", data: { title: "by key" } }
    expect((await t.request("POST", at("scratch"), { headers: key, body })).json().$permissions).toEqual([])
  })

  test.each<[string, object, number, string]>([
    ["no data", {}, 400, "document_missing_data"],
    ["an unknown attribute", { data: { colour: "red" } }, 400, "document_invalid_structure"],
    ["a wrong type", { data: { title: 5 } }, 400, "document_invalid_structure"],
    ["too long a text", { data: { title: "x".repeat(257) } }, 400, "document_invalid_structure"],
    ["an id among the data", { data: { title: "x", $id: "y" } }, 400, "document_invalid_structure"],
    ["NUL", { data: { title: "a\u0000b" } }, 400, "document_invalid_structure"],
    [
      "a permission that is none",
      { data: { title: "x" }, permissions: ["everything"] },
      400,
      "general_argument_invalid",
    ],
    [
      "create as a permission",
      { data: { title: "x" }, permissions: ['create("any")'] },
      400,
      "general_argument_invalid",
    ],
    ["another person's role", { data: { title: "x" }, permissions: ['read("user:other")'] }, 401, "user_unauthorized"],
    ["a role of guests", { data: { title: "x" }, permissions: ['read("guests")'] }, 401, "user_unauthorized"],
    ["a team's role", { data: { title: "x" }, permissions: ['read("team:ops")'] }, 401, "user_unauthorized"],
    ["another's role", { data: { title: "x" }, permissions: ['read("users/unverified")'] }, 401, "user_unauthorized"],
  ])("refuses %s", async (_, more, code, type) => {
    const reply = await t.request("POST", at("scratch"), { person: owner, body: { documentId: "unique()", ...more } })
    expect(reply.json()).toMatchObject({ code, type })
  })

  test("is refused to visitors", async () => {
    const body = { documentId: "unique()", data: { title: "x" }, permissions: ['read("any")'] }
    expect((await t.request("POST", at("scratch"), { body })).json()).toMatchObject({
      code: 401,
      type: "user_unauthorized",
    })
  })
})

describe("an upsert", () => {
  test("makes the document under its id, then changes it", async () => {
    const id = `own-${Date.now()}-upsert`
    const put = (data: object, person: TestPerson) => t.request("PUT", at("scratch", id), { person, body: { data } })
    const made = await put({ title: "first" }, owner)
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json()).toMatchObject({ $id: id, title: "first" })
    const changed = await put({ title: "second" }, owner)
    expect(changed.statusCode).toBe(200)
    expect(changed.json()).toMatchObject({ $createdAt: made.json().$createdAt, title: "second" })
    expect((await put({ title: "third" }, other)).json()).toMatchObject({ code: 401, type: "user_unauthorized" })
    expect((await t.request("GET", at("scratch", id), { person: owner })).json().title).toBe("second")
  })

  test("of nothing is refused, whether or not the document is there", async () => {
    const { $id } = await make()
    const upsert = (id: string) => t.request("PUT", at("scratch", id), { person: owner, body: { data: {} } })
    expect((await upsert($id)).json()).toMatchObject({ code: 400, type: "document_missing_payload" })
    expect((await upsert("none")).json()).toMatchObject({ code: 400, type: "document_missing_data" })
  })

  test("never answers with a document of another id", async () => {
    const body = { data: { name: "Ada" } }
    const reply = await t.request("PUT", at("profiles", "not-mine"), { person: owner, body })
    expect(reply.json()).toMatchObject({ code: 401, type: "user_unauthorized" })
  })
})

describe("changing a scratch document", () => {
  test("replaces the whole list of permissions, and leaves it alone when none is given", async () => {
    const { $id, $updatedAt } = await make(['read("any")', 'update("users")'])
    const kept = await t.request("PATCH", at("scratch", $id), { person: owner, body: { data: { title: "b" } } })
    expect(kept.json().$permissions).toEqual(['read("any")', 'update("users")'])
    const body = { permissions: ['read("users")'] }
    const changed = (await t.request("PATCH", at("scratch", $id), { person: owner, body })).json()
    expect(changed).toMatchObject({ title: "b", $permissions: ['read("users")'] })
    expect(changed.$updatedAt > $updatedAt).toBe(true)
    expect((await t.request("GET", at("scratch", $id))).statusCode).toBe(404)
    const more = await t.request("PATCH", at("scratch", $id), { person: owner, body: { data: { title: "c" } } })
    expect(more.json()).toMatchObject({ code: 401, type: "user_unauthorized" })
  })

  test("does not let one hand out what one does not hold", async () => {
    const { $id } = await make()
    const body = { permissions: [`read("user:${other.accountId}")`] }
    const reply = await t.request("PATCH", at("scratch", $id), { person: owner, body })
    expect(reply.json()).toMatchObject({ code: 401, type: "user_unauthorized" })
    expect((await t.request("GET", at("scratch", $id), { person: other })).statusCode).toBe(404)
  })
})

test("nobody writes into locked, and anybody may look", async () => {
  for (const as of [{}, { person: owner }, { headers: key }]) {
    const body = { documentId: "unique()", data: { title: "x" } }
    const refused = { code: 401, type: "user_unauthorized" }
    expect((await t.request("POST", at("locked"), { ...as, body })).json()).toMatchObject(refused)
    expect((await t.request("GET", at("locked"), as)).json()).toEqual({ total: 0, documents: [] })
    const missing = { code: 404, type: "document_not_found" }
    expect((await t.request("PATCH", at("locked", "x"), { ...as, body })).json()).toMatchObject(missing)
    expect((await t.request("DELETE", at("locked", "x"), { ...as, body: {} })).json()).toMatchObject(missing)
  }
})

test("without the setting there are no such collections", async () => {
  const plain = await openTestApp({ hasWorker: false })
  for (const name of ["scratch", "locked"]) {
    expect((await plain.request("GET", at(name))).json()).toMatchObject({ code: 404, type: "collection_not_found" })
  }
  await plain.close()
})
