import { randomUUID } from "node:crypto"
import type { AddressInfo } from "node:net"
import * as sdk13 from "appwrite"
import * as sdk27 from "appwrite-27"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { buildApplication, buildPhotos, buildReference, buildShot } from "#server/testing/records/build-records.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let endpoint = ""

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1" } })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
  endpoint = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}/v1`
})
afterAll(() => t.close())

/** What both generations offer alike. */
interface Generation {
  databases: Pick<
    sdk13.Databases,
    "createDocument" | "listDocuments" | "getDocument" | "updateDocument" | "deleteDocument"
  >
  query: Pick<typeof sdk13.Query, "equal" | "orderDesc" | "limit" | "cursorAfter" | "search">
  unique: () => string
}

function open13(person: TestPerson): Generation {
  const client = new sdk13.Client().setEndpoint(endpoint).setProject("aworan")
  Object.assign(client.headers, { cookie: person.cookie })
  return { databases: new sdk13.Databases(client), query: sdk13.Query, unique: sdk13.ID.unique }
}

function client27(person: TestPerson): sdk27.Client {
  const client = new sdk27.Client().setEndpoint(endpoint).setProject("aworan")
  Object.assign(client.headers, { cookie: person.cookie })
  return client
}

function open27(person: TestPerson): Generation {
  const databases = new sdk27.Databases(client27(person)) as unknown as Generation["databases"]
  return { databases, query: sdk27.Query, unique: () => sdk27.ID.unique() }
}

const generations: [string, (person: TestPerson) => Generation][] = [
  ["13.0.2", open13],
  ["27.0.0", open27],
]

describe.each(generations)("the published SDK %s", (_, open) => {
  test("starts, lists, reads and removes trainings, and is told plainly what is refused", async () => {
    const person = await t.signUp({ isVerified: true, credits: 5_000 })
    const { databases, query, unique } = open(person)
    const images = (await buildPhotos(t, person.accountId)).map(({ url }) => url)
    const sent = {
      isPublic: true,
      triggerWord: `Bags-${randomUUID()}`,
      prompt: "",
      images,
      userId: person.accountId,
      PrimaryStyle: "Bags",
      secondaryStyle: "",
      trainingStatus: "analysing_dataset",
      txRef: (await buildReference(t, person.accountId)).code,
    }
    const first = await databases.createDocument("main", "trainings", unique(), sent)
    expect(first).toMatchObject({ creator: person.accountId, images, trainingStatus: "analysing_dataset" })
    const again = { ...sent, triggerWord: `Bags-${randomUUID()}` }
    const second = await databases.createDocument("main", "trainings", unique(), again)
    expect(second).toMatchObject({ trainingStatus: "invalid_ref_code" })
    const list = await databases.listDocuments("main", "trainings", [
      query.equal("creator", person.accountId),
      query.orderDesc("$createdAt"),
    ])
    expect(list).toMatchObject({ total: 2, documents: [{ $id: second.$id }, { $id: first.$id }] })
    expect(await databases.getDocument("main", "trainings", first.$id)).toMatchObject({ txRef: sent.txRef })
    const change = databases.updateDocument("main", "trainings", first.$id, { trainingStatus: "photoshoot_ready" })
    await expect(change).rejects.toMatchObject({ code: 401, type: "user_unauthorized" })
    const few = databases.createDocument("main", "trainings", unique(), { PrimaryStyle: "Bags", images: [] })
    await expect(few).rejects.toMatchObject({ code: 400, type: "document_invalid_structure" })
    await databases.deleteDocument("main", "trainings", first.$id)
    const gone = databases.getDocument("main", "trainings", first.$id)
    await expect(gone).rejects.toMatchObject({ code: 404, type: "document_not_found" })
  })

  test("pages through photoshoots newest first, as the galleries do", async () => {
    const person = await t.signUp()
    const { databases, query } = open(person)
    const made: string[] = []
    for (let index = 0; index < 55; index++) {
      const prompt = index % 11 === 0 ? "a leather bag on stone" : "a clay pot"
      const createdAt = new Date(Date.UTC(2026, 0, 5, 10, index))
      made.unshift(await buildShot(t, person.accountId, { isPublic: false, prompt, createdAt }))
    }
    const seen: string[] = []
    const sizes: number[] = []
    for (let cursor: string | undefined; ; cursor = seen.at(-1)) {
      const page = await databases.listDocuments("main", "photoshoots", [
        query.equal("customerID", person.accountId),
        query.orderDesc("$createdAt"),
        query.limit(25),
        ...(cursor ? [query.cursorAfter(cursor)] : []),
      ])
      expect(page.total).toBe(55)
      sizes.push(page.documents.length)
      seen.push(...page.documents.map(({ $id }) => $id))
      if (page.documents.length < 25) break
    }
    expect(sizes).toEqual([25, 25, 5])
    expect(seen).toEqual(made)
    const found = await databases.listDocuments("main", "photoshoots", [query.search("prompt", "bags")])
    expect(found.total).toBe(5)
    expect(found.documents.every((shot) => /\/photoshoots\/[\w-]+$/.test(String(shot.url)))).toBe(true)
    await databases.deleteDocument("main", "photoshoots", seen[0] ?? "")
    expect(
      (await databases.listDocuments("main", "photoshoots", [query.equal("customerID", person.accountId)])).total,
    ).toBe(54)
  })

  test("changes a profile, and records an application once it is paid", async () => {
    const person = await t.signUp()
    const { databases, query, unique } = open(person)
    const profiles = await databases.listDocuments("main", "profiles", [query.equal("accountId", person.accountId)])
    const id = profiles.documents[0]?.$id ?? ""
    expect(await databases.updateDocument("main", "profiles", id, { country: "Nigeria" })).toMatchObject({
      country: "Nigeria",
    })
    const sent = {
      userId: person.accountId,
      stage: "applied",
      program: "Systems Integration",
      ProgamId: "systems_intergration",
    }
    const record = () => databases.createDocument("main", "applications", unique(), sent)
    await expect(record()).rejects.toMatchObject({ code: 401, type: "user_unauthorized" })
    await buildApplication(t, person.accountId)
    expect(await record()).toMatchObject({ ...sent, status: "paid" })
    for (const collection of ["contracts", "bonuses", "codes"]) {
      const list = databases.listDocuments("main", collection)
      await expect(list).rejects.toMatchObject({ code: 401, type: "user_unauthorized" })
    }
  })

  test("shares a document and takes it back", async () => {
    const [person, other] = [await t.signUp({ isVerified: true }), await t.signUp()]
    const [mine, theirs] = [open(person).databases, open(other).databases]
    const everybody = [sdk13.Permission.read(sdk13.Role.any()), sdk13.Permission.update(sdk13.Role.users())]
    const made = await mine.createDocument(
      "main",
      "scratch",
      `own-${randomUUID().slice(0, 8)}`,
      { title: "a" },
      everybody,
    )
    expect(await theirs.updateDocument("main", "scratch", made.$id, { title: "b" })).toMatchObject({
      title: "b",
      $permissions: ['read("any")', 'update("users")'],
    })
    const own = [sdk13.Permission.read(sdk13.Role.user(person.accountId))]
    await mine.updateDocument("main", "scratch", made.$id, {}, own)
    await expect(theirs.getDocument("main", "scratch", made.$id)).rejects.toMatchObject({ code: 404 })
    expect(await mine.getDocument("main", "scratch", made.$id)).toMatchObject({ title: "b" })
  })
})

describe("SDK 27 alone", () => {
  test("upserts, and takes its arguments as an object", async () => {
    const person = await t.signUp()
    const databases = new sdk27.Databases(client27(person))
    const place = { databaseId: "main", collectionId: "scratch", documentId: sdk27.ID.unique() }
    expect(await databases.upsertDocument({ ...place, data: { title: "a" } })).toMatchObject({ title: "a" })
    expect(await databases.upsertDocument({ ...place, data: { title: "b" } })).toMatchObject({ title: "b" })
    const { Query } = sdk27
    const queries = [Query.or([Query.equal("title", ["b"]), Query.isNull("title")]), Query.contains("title", ["b"])]
    const list = await databases.listDocuments({ databaseId: "main", collectionId: "scratch", queries, total: false })
    expect(list).toMatchObject({ total: 0, documents: [{ $id: place.documentId }] })
  })

  test("speaks of tables and rows as well", async () => {
    const person = await t.signUp()
    const tables = new sdk27.TablesDB(client27(person))
    const { Query } = sdk27
    const table = { databaseId: "main", tableId: "scratch" }
    const place = { ...table, rowId: sdk27.ID.unique() }
    const made = await tables.createRow({ ...place, data: { title: "a" } })
    expect(made).toMatchObject({ $id: place.rowId, $tableId: "scratch", $databaseId: "main", title: "a" })
    expect(made).not.toHaveProperty("$collectionId")
    expect(await tables.updateRow({ ...place, data: { title: "b" } })).toMatchObject({ title: "b" })
    expect(await tables.upsertRow({ ...place, data: { title: "c" } })).toMatchObject({ title: "c" })
    expect(await tables.getRow(place)).toMatchObject({ title: "c" })
    const own = [Query.equal("title", "c"), Query.orderDesc("$createdAt"), Query.limit(1)]
    const list = await tables.listRows({ ...table, queries: own })
    expect(list).toMatchObject({ total: 1, rows: [{ $id: place.rowId, $tableId: "scratch" }] })
    await expect(tables.createRow({ ...place, data: { title: "d" } })).rejects.toMatchObject({
      code: 409,
      type: "row_already_exists",
    })
    await expect(tables.createRow({ ...place, rowId: "other", data: { title: 5 } as object })).rejects.toMatchObject({
      code: 400,
      type: "row_invalid_structure",
    })
    const stranger = new sdk27.TablesDB(client27(await t.signUp()))
    await expect(stranger.deleteRow(place)).rejects.toMatchObject({ code: 401, type: "user_unauthorized" })
    await tables.deleteRow(place)
    await expect(tables.getRow(place)).rejects.toMatchObject({ code: 404, type: "row_not_found" })
    const unknown = tables.listRows({ databaseId: "main", tableId: "nothing" })
    await expect(unknown).rejects.toMatchObject({ code: 404, type: "table_not_found" })
  })

  test("is told that transactions and counters are not offered", async () => {
    const databases = new sdk27.Databases(client27(await t.signUp()))
    const missing = { code: 404, type: "general_route_not_found" }
    await expect(databases.createTransaction()).rejects.toMatchObject(missing)
    const place = { databaseId: "main", collectionId: "profiles", documentId: "x", attribute: "cohort" }
    await expect(databases.incrementDocumentAttribute(place)).rejects.toMatchObject(missing)
  })
})
