import { unzipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ownPicturesPage } from "#contract/studio/own-pictures.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let ada: TestPerson
let bola: TestPerson
let ids: string[]

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  ;[ada, bola] = [await t.signUp(), await t.signUp()]
  ids = await buildPictures(t, ada.accountId, [
    { prompt: "A Red handbag, hand-made", createdAt: new Date("2026-01-01") },
    { prompt: "a red pot of Ẹ̀KỌ́", mode: "bg-remover", engine: "replicate", createdAt: new Date("2026-01-02") },
    { prompt: "it's a \\ and a ' sign", isPublic: false, aspectRatio: "4:5", createdAt: new Date("2026-01-03") },
    { prompt: "a sketch", mode: "tok-style", createdAt: new Date("2026-01-04") },
  ])
  await buildPictures(t, bola.accountId, [{ prompt: "a red bag of somebody else" }])
})
afterAll(() => t.close())

async function list(query: Record<string, string>, person = ada) {
  const reply = await t.request("GET", `/own-pictures?${new URLSearchParams(query)}`, { person })
  return { status: reply.statusCode, data: reply.json().data as { $id: string; prompt: string }[] }
}

/** Places of the pictures in the order in which they were made. */
async function places(query: Record<string, string>): Promise<number[]> {
  return (await list(query)).data.map(({ $id }) => ids.indexOf($id))
}

describe("the list of own pictures", () => {
  test.each([
    [{}, [3, 2, 1, 0]],
    [{ words: "RED" }, [1, 0]],
    [{ words: "hand red" }, [0]],
    [{ words: "made" }, [0]],
    [{ words: "ẹ̀kọ́" }, [1]],
    [{ words: "it's \\ '" }, [2]],
    [{ words: "' \\ !" }, []],
    [{ words: "bag" }, []],
    [{ words: `a${"b".repeat(150)}` }, []],
    [{ mode: "bg-remover" }, [1]],
    [{ mode: "it's & \\" }, []],
    [{ seenBy: "me" }, [2]],
    [{ seenBy: "everyone", words: "red", mode: "flux1.1-pro" }, [0]],
    [{ kind: "styles" }, [3]],
    [{ shape: "4:5" }, [2]],
    [{ engine: "replicate" }, [1]],
    [{ shape: "1:1", words: "red" }, [1, 0]],
    [{ from: "2026-01-02T00:00:00Z", to: "2026-01-04T00:00:00Z" }, [2, 1]],
    [{ from: "2026-01-02T00:00:00Z", words: "red" }, [1]],
    [{ to: "2026-01-01T00:00:00Z" }, []],
  ] as [Record<string, string>, number[]][])("narrowed by %o has these, newest first", async (query, found) => {
    expect(await places(query)).toEqual(found)
  })

  test("goes on after a picture, narrowed too, whatever was made at the same moment", async () => {
    const many = Array.from({ length: ownPicturesPage * 2 + 3 }, (_, n) => ({
      prompt: n % 2 === 0 ? `a lamp ${n}` : `a chair ${n}`,
      createdAt: new Date("2026-02-01"),
    }))
    const person = await t.signUp()
    const made = await buildPictures(t, person.accountId, many)
    const seen: string[] = []
    for (let after = {}; ; after = { after: seen.at(-1) }) {
      const { data } = await list({ words: "LAMP", ...after }, person)
      seen.push(...data.map(({ $id }) => $id))
      if (data.length < ownPicturesPage) break
    }
    expect(seen).toEqual(made.filter((_, n) => n % 2 === 0))
    expect((await list({ after: made[0] ?? "" }, ada)).status).toBe(400)
  })

  test("can be of starred ones, which nobody but their owner is told", async () => {
    const star = async (person: TestPerson, id: string | undefined, is_starred: boolean) =>
      (await t.request("PUT", `/own-pictures/${id}/star`, { person, body: { is_starred } })).statusCode
    expect(await star(bola, ids[0], true)).toBe(404)
    expect(await star(bola, ids[0], false)).toBe(404)
    for (const place of [0, 3, 3]) expect(await star(ada, ids[place], true)).toBe(200)
    expect(await places({ starred: "yes" })).toEqual([3, 0])
    expect(await places({ starred: "yes", words: "red" })).toEqual([0])
    expect((await list({ starred: "yes" }, bola)).data).toEqual([])
    const marks = (await list({})).data.map((picture) => (picture as { is_starred?: boolean }).is_starred)
    expect(marks).toEqual([true, false, false, true])

    for (const options of [{}, { person: bola }, { person: ada }]) {
      const all = await t.request("GET", "/v1/databases/main/collections/generations/documents", options)
      expect(all.json().documents.length).toBeGreaterThan(2)
      expect(all.body).not.toMatch(/star/i)
    }
    const asked = encodeURIComponent('equal("is_starred",[true])')
    const probe = `/v1/databases/main/collections/generations/documents?queries[0]=${asked}`
    expect((await t.request("GET", probe, { person: ada })).statusCode).toBe(400)

    const copy = unzipSync((await t.request("GET", "/v1/account/export", { person: ada })).rawPayload)
    expect(Buffer.from(copy["starred-pictures.json"] ?? []).toString()).toContain(ids[3])
    expect(await star(ada, ids[3], false)).toBe(200)
    expect(await places({ starred: "yes" })).toEqual([0])
  })

  test("refuses what is too long or unknown, and guests", async () => {
    for (const query of [
      { words: "a".repeat(201) },
      { words: " " },
      { seenBy: "you" },
      { kind: "x" },
      { shape: "7:1" },
      { from: "today" },
      { words: "a\u0000" },
    ]) {
      expect((await list(query)).status).toBe(400)
    }
    expect((await t.request("GET", "/own-pictures")).statusCode).toBe(401)
  })

  test("tells what there is to narrow by", async () => {
    const reply = await t.request("GET", "/own-pictures/modes", { person: ada })
    expect(reply.json()).toEqual({ data: ["bg-remover", "flux1.1-pro", "tok-style"], engines: ["replicate"] })
  })
})

describe("many pictures at once", () => {
  const post = async (path: string, person: TestPerson, body: object) => {
    const reply = await t.request("POST", `/own-pictures/${path}`, { person, body })
    return { status: reply.statusCode, ...reply.json().data } as { status: number; done: string[]; skipped: object[] }
  }
  const isPublicOf = async (ids: string[]) =>
    (
      await t.s.db.selectFrom("generations").select("isPublic").where("id", "in", ids).orderBy("sequence").execute()
    ).map(({ isPublic }) => isPublic)

  test("are opened and closed by the rules for one, each by itself", async () => {
    const person = await t.signUp({ isVerified: false })
    const made = await buildPictures(t, person.accountId, [
      {},
      { isPublic: false, prompt: "a badword" },
      { isPublic: false },
    ])
    const [first = "", second = "", third = ""] = made
    const missing = { id: "gone", why: "This picture does not exist." }

    const closing = await post("visibility", person, { ids: [first, second], is_public: false })
    const isFree = "Free pictures are public. Buy credits once to make private ones."
    expect(closing.skipped).toEqual([first, second].map((id) => ({ id, why: isFree })))
    const opening = await post("visibility", person, { ids: [second], is_public: true })
    expect(opening.skipped).toEqual([{ id: second, why: "Please confirm your e-mail address before you publish." }])
    expect(await isPublicOf(made)).toEqual([true, false, false])

    await t.s.db.updateTable("accounts").set({ isEmailVerified: true }).where("id", "=", person.accountId).execute()
    await t.s.db
      .insertInto("blockedWords")
      .values({ id: "w", language: "en", word: "badword", spellings: [], reach: "public" })
      .execute()
    const mixed = await post("visibility", person, { ids: [second, third, third, "gone"], is_public: true })
    expect(mixed).toMatchObject({ status: 200, done: [third] })
    expect(mixed.skipped).toEqual([{ id: second, why: expect.stringContaining("badword") }, missing])
    expect(await isPublicOf(made)).toEqual([true, false, true])
  })

  test("are deleted, only one's own", async () => {
    const person = await t.signUp()
    const made = await buildPictures(t, person.accountId, [{}, {}])
    const [other = ""] = ids
    const outcome = await post("deletion", person, { ids: [...made, other, "gone"] })
    expect(outcome.done).toEqual(made)
    expect(outcome.skipped).toHaveLength(2)
    expect(await places({})).toContain(0)
    expect((await list({}, person)).data).toEqual([])
    const tooMany = Array.from({ length: 101 }, (_, n) => `p${n}`)
    for (const wrong of [[], tooMany, ["a\u0000"]]) {
      expect((await post("deletion", person, { ids: wrong })).status).toBe(400)
    }
  })

  test("are sent as a ZIP with names of their own, and with what is missing", async () => {
    const person = await t.signUp()
    const made = await buildPictures(t, person.accountId, [
      { prompt: "A Red Bag" },
      { prompt: "A Red Bag" },
      { prompt: "lost" },
      { prompt: "huge" },
    ])
    const rows = await t.s.db.selectFrom("generations").select(["id", "storageKey"]).where("id", "in", made).execute()
    for (const { id, storageKey } of rows) {
      if (id !== made[2]) await t.s.storage.put(storageKey, Buffer.from(`bytes of ${id}`), "image/webp")
    }
    await t.s.db
      .updateTable("generations")
      .set({ byteSize: 500_000_000 })
      .where("id", "=", made[3] ?? "")
      .execute()
    const wanted = [...made, ids[0] ?? "", made[0]].join(",")
    const reply = await t.request("GET", `/own-pictures/download?ids=${wanted}`, { person })
    expect(reply.headers["content-type"]).toBe("application/zip")
    const files = Object.entries(unzipSync(reply.rawPayload)).map(([name, bytes]) => [
      name,
      Buffer.from(bytes).toString(),
    ])
    expect(files.map(([name]) => name)).toEqual([
      expect.stringMatching(/^001-a-red-bag-\w+\.webp$/),
      expect.stringMatching(/^002-a-red-bag-\w+\.webp$/),
      "left-out.txt",
    ])
    expect(files[0]?.[1]).toBe(`bytes of ${made[0]}`)
    for (const word of ["003-lost", "004-huge", `${ids[0]}:`]) expect(files[2]?.[1]).toContain(word)
    expect(files[2]?.[1]?.trim().split("\r\n")).toHaveLength(4)

    const download = (ids: string) => t.request("GET", `/own-pictures/download?ids=${ids}`, { person })
    expect((await download(ids[0] ?? "")).statusCode).toBe(404)
    expect((await download(Array.from({ length: 101 }, (_, n) => `p${n}`).join(","))).statusCode).toBe(400)
    expect((await download("")).statusCode).toBe(400)
    expect((await t.request("GET", `/own-pictures/download?ids=${wanted}`)).statusCode).toBe(401)
  })
})
