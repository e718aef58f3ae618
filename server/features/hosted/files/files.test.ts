import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { jobs } from "#server/composition/jobs.ts"
import { startWorker } from "#server/composition/worker.ts"
import { apiKey, filesAt, isStored, randomFile, twoColours, upload, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

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

describe("who may do what with a file", () => {
  type Who = "visitor" | "other" | "owner" | "key"
  const full = { visitor: 404, other: 404, owner: 200, key: 200 }
  const open = { visitor: 200, other: 200, owner: 200, key: 200 }
  const kinds: [string, () => string[], Record<string, Record<Who, number>>][] = [
    [
      "its owner's",
      () => [],
      {
        get: full,
        list: { visitor: 0, other: 0, owner: 1, key: 1 },
        view: full,
        download: full,
        preview: full,
        put: { visitor: 401, other: 401, owner: 200, key: 200 },
        delete: { visitor: 401, other: 401, owner: 204, key: 204 },
      },
    ],
    [
      "one that anybody may see",
      () => ['read("any")', `update("user:${owner.accountId}")`],
      {
        get: open,
        list: { visitor: 1, other: 1, owner: 1, key: 1 },
        view: open,
        download: open,
        preview: open,
        put: { visitor: 401, other: 401, owner: 200, key: 200 },
        delete: { visitor: 401, other: 401, owner: 401, key: 204 },
      },
    ],
    [
      "one that signed-in people may write",
      () => ['write("users")'],
      {
        get: { ...full, owner: 404 },
        list: { visitor: 0, other: 0, owner: 0, key: 1 },
        view: { ...full, owner: 404 },
        download: { ...full, owner: 404 },
        preview: { ...full, owner: 404 },
        put: { visitor: 401, other: 200, owner: 200, key: 200 },
        delete: { visitor: 401, other: 204, owner: 204, key: 204 },
      },
    ],
  ]
  const cases = kinds.flatMap(([kind, permissions, table]) =>
    Object.entries(table).flatMap(([action, row]) =>
      Object.entries(row).map(([who, outcome]) => ({ kind, permissions, action, who, outcome })),
    ),
  )

  test.each(cases)("$kind: $action by $who gives $outcome", async ({ permissions, action, who, outcome }) => {
    const name = `${crypto.randomUUID()}.png`
    const bytes = await twoColours(8, 8).png().toBuffer()
    const { $id } = await uploaded(t, bytes, { person: owner, name, bucket: "images", permissions: permissions() })
    const as = {
      ...(who === "owner" ? { person: owner } : {}),
      ...(who === "other" ? { person: other } : {}),
      ...(who === "key" ? { headers: key } : {}),
    }
    if (action === "list") {
      const query = encodeURIComponent(JSON.stringify({ method: "equal", attribute: "name", values: [name] }))
      const list = (await t.request("GET", `${filesAt("images")}?queries[0]=${query}`, as)).json()
      expect([list.total, list.files.length]).toEqual([outcome, outcome])
      return
    }
    const reply =
      action === "put"
        ? await t.request("PUT", filesAt("images", $id), { ...as, body: { name: "new.png" } })
        : action === "delete"
          ? await t.request("DELETE", filesAt("images", $id), { ...as, body: {} })
          : await t.request("GET", filesAt("images", $id, action === "get" ? "" : action), as)
    expect(reply.statusCode, reply.body).toBe(outcome)
    if (outcome === 401) expect(reply.json().type).toBe("user_unauthorized")
    if (outcome === 404) expect(reply.json().type).toBe("storage_file_not_found")
    const after = await t.request("GET", filesAt("images", $id), { headers: key })
    if (action === "delete") expect(after.statusCode).toBe(outcome === 204 ? 404 : 200)
    if (action === "put") expect(after.json().name).toBe(outcome === 200 ? "new.png" : name)
  })

  test("visitors upload nothing, and only hear of that", async () => {
    for (const bucket of ["images", "scratch"]) {
      const reply = await upload(t, randomFile(10), { bucket, permissions: ['read("any")'] })
      expect(reply.json()).toMatchObject({ code: 401, type: "user_unauthorized" })
    }
  })

  test.each([
    ['read("user:somebody")', 401, "user_unauthorized"],
    ['read("guests")', 401, "user_unauthorized"],
    ["everything", 400, "general_argument_invalid"],
    ['create("any")', 400, "general_argument_invalid"],
  ])("%s cannot be given", async (permission, code, type) => {
    const reply = await upload(t, randomFile(10), { person: owner, permissions: [permission] })
    expect(reply.json()).toMatchObject({ code, type })
    const { $id } = await uploaded(t, randomFile(10), { person: owner })
    const body = { permissions: [permission] }
    expect((await t.request("PUT", filesAt("scratch", $id), { person: owner, body })).json()).toMatchObject({
      code,
      type,
    })
  })
})

describe("a file", () => {
  test("is described as SDK clients expect, and a get gives the same", async () => {
    const bytes = Buffer.from("plain words")
    const reply = await upload(t, bytes, { person: owner, name: "notes.txt" })
    expect(reply.statusCode).toBe(201)
    expect(reply.headers["content-type"]).toContain("application/json")
    const file = reply.json()
    expect(file).toEqual({
      $id: expect.stringMatching(/^[0-9a-f]{20}$/),
      bucketId: "scratch",
      $createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
      $updatedAt: expect.any(String),
      $permissions: ["read", "update", "delete"].map((action) => `${action}("user:${owner.accountId}")`),
      name: "notes.txt",
      folder: "",
      key: "notes.txt",
      signature: createHash("md5").update(bytes).digest("hex"),
      mimeType: "text/plain",
      sizeOriginal: 11,
      sizeActual: 11,
      chunksTotal: 1,
      chunksUploaded: 1,
      encryption: false,
      compression: "none",
      width: null,
      height: null,
    })
    expect((await t.request("GET", filesAt("scratch", file.$id), { person: owner })).json()).toEqual(file)
  })

  test("takes an id of the client's, once in each bucket", async () => {
    const fileId = `own-${Date.now()}`
    expect((await uploaded(t, randomFile(5), { person: owner, fileId })).$id).toBe(fileId)
    const again = await upload(t, randomFile(5), { person: owner, fileId })
    expect(again.json()).toMatchObject({ code: 409, type: "storage_file_already_exists" })
    const picture = await twoColours(4, 4).png().toBuffer()
    const elsewhere = await uploaded(t, picture, { person: owner, fileId, name: "a.png", bucket: "images" })
    expect(elsewhere).toMatchObject({ $id: fileId, width: 4, height: 4 })
  })

  test("is renamed and shared anew by an update, and keeps what is not given", async () => {
    const { $id, $permissions } = await uploaded(t, randomFile(5), { person: owner, name: "old.bin" })
    const at = filesAt("scratch", $id)
    const renamed = await t.request("PUT", at, { person: owner, body: { name: "new.bin" } })
    expect(renamed.json()).toMatchObject({ name: "new.bin", $permissions })
    const shared = await t.request("PUT", at, { person: owner, body: { permissions: ['read("any")'] } })
    expect(shared.json()).toMatchObject({ name: "new.bin", $permissions: ['read("any")'] })
    const refused = await t.request("PUT", at, { person: owner, body: { name: "third.bin" } })
    expect(refused.json()).toMatchObject({ code: 401, type: "user_unauthorized" })
  })

  test.each(["", "x".repeat(256), "line\nbreak", "nul\u0000"])("cannot be renamed to %j", async (name) => {
    const { $id } = await uploaded(t, randomFile(5), { person: owner })
    const reply = await t.request("PUT", filesAt("scratch", $id), { person: owner, body: { name } })
    expect(reply.json()).toMatchObject({ code: 400, type: "general_argument_invalid" })
  })

  test("takes its bytes along when it goes", async () => {
    const { $id } = await uploaded(t, randomFile(5), { person: owner })
    const { sequence } = await t.s.db
      .selectFrom("files")
      .select("sequence")
      .where("id", "=", $id)
      .executeTakeFirstOrThrow()
    const { storageKey } = await t.s.db
      .selectFrom("fileObjects")
      .select("storageKey")
      .where("fileSequence", "=", sequence)
      .executeTakeFirstOrThrow()
    expect(await isStored(t, storageKey)).toBe(true)
    const worker = startWorker(t.s, jobs)
    await t.request("DELETE", filesAt("scratch", $id), { person: owner, body: {} })
    await until(async () => !(await isStored(t, storageKey)))
    await worker.stop(5_000)
    const rows = await t.s.db.selectFrom("fileObjects").where("fileSequence", "=", sequence).select("slot").execute()
    expect(rows).toEqual([])
  })
})

describe("a list of files", () => {
  test("is filtered, ordered and paged by the same queries as documents", async () => {
    const person = await t.signUp()
    for (const name of ["a.txt", "b.txt", "c.txt"]) {
      await uploaded(t, Buffer.from(`${name} ${"x".repeat(name.charCodeAt(0))}`), { person, name })
    }
    const list = async (...asked: string[]) => {
      const queries = [...asked, 'endsWith("name", ".txt")', 'greaterThan("sizeOriginal", 100)']
      const query = queries.map((text, index) => `queries[${index}]=${encodeURIComponent(text)}`).join("&")
      return (await t.request("GET", `${filesAt("scratch")}?${query}`, { person })).json()
    }
    const names = (page: { files: { name: string }[] }) => page.files.map((file) => file.name)
    expect(names(await list('orderDesc("name")'))).toEqual(["c.txt", "b.txt", "a.txt"])
    expect(names(await list('greaterThan("sizeOriginal", 104)'))).toEqual(["c.txt"])
    const first = await list('orderAsc("name")', "limit(1)")
    expect(first).toMatchObject({ total: 3, files: [{ name: "a.txt" }] })
    expect(names(await list('orderAsc("name")', `cursorAfter("${first.files[0].$id}")`))).toEqual(["b.txt", "c.txt"])
    expect(await list('equal("mimeType", ["text/plain"])')).toMatchObject({ total: 3 })
    expect(await list('equal("accountId", ["x"])')).toMatchObject({ code: 400, type: "general_query_invalid" })
    expect(await list('cursorAfter("nothing")')).toMatchObject({ code: 400, type: "general_cursor_not_found" })
    const found = await t.request("GET", `${filesAt("scratch")}?search=B.TX`, { person })
    expect(names(found.json())).toEqual(["b.txt"])
  })
})

test("a bucket that does not exist, or only for conformance, is not found", async () => {
  const plain = await openTestApp({ hasWorker: false })
  const missing = { code: 404, type: "storage_bucket_not_found" }
  expect((await plain.request("GET", filesAt("scratch"))).json()).toMatchObject(missing)
  expect((await plain.request("GET", filesAt("images"))).json()).toEqual({ total: 0, files: [] })
  await plain.close()
  expect((await upload(t, randomFile(5), { person: owner, bucket: "nowhere" })).json()).toMatchObject(missing)
  for (const ending of ["", "view", "download", "preview"]) {
    expect((await t.request("GET", filesAt("nowhere", "x", ending))).json()).toMatchObject(missing)
  }
})
