import { Query } from "appwrite"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { holdOpen } from "#server/testing/databases/locks.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import {
  openPictureLists,
  type PictureLists,
  picturesPath as path,
  thirdMinute,
} from "#server/testing/document-lists.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { openTestApp } from "#server/testing/test-app.ts"
import { rememberedTotal, rememberTotal } from "./totals.ts"

let lists: PictureLists

beforeAll(async () => {
  lists = await openPictureLists()
})
afterAll(() => lists.t.close())

const newestFirst = Query.orderDesc("$createdAt")

/** The ids newest first; of equal times the one inserted first. */
function expectedNewestFirst(): string[] {
  return lists.ids
    .map((id, index) => ({ id, index, minute: Math.floor(index / 3) }))
    .sort((a, b) => b.minute - a.minute || a.index - b.index)
    .map(({ id }) => id)
}

test("the pages after the first repeat its count, while a first page counts anew", async () => {
  const person = await lists.t.signUp()
  const [first = ""] = await buildPictures(lists.t, person.accountId, [{}, {}, {}])
  const own = Query.equal("creator", person.accountId)
  const totalOf = async (more: string[]) => (await lists.list([own, ...more], person)).body.total
  expect(await totalOf([])).toBe(3)
  await buildPictures(lists.t, person.accountId, [{}])
  expect(await totalOf([Query.cursorAfter(first)])).toBe(3)
  expect(await totalOf([])).toBe(4)
  expect(await totalOf([Query.cursorAfter(first)])).toBe(4)
})

test("a count is remembered for five minutes, and never that of a list in many words", async () => {
  const person = await lists.t.signUp()
  const [first = ""] = await buildPictures(lists.t, person.accountId, [{}, {}, {}])
  const short = [Query.equal("creator", person.accountId)]
  const long = [...short, Query.equal("mode", ["dalle3", "flux1.1-pro", "x".repeat(500)])]
  const totalOf = async (queries: string[]) => (await lists.list(queries, person)).body.total
  const next = Query.cursorAfter(first)
  expect([await totalOf(short), await totalOf(long)]).toEqual([3, 3])
  await buildPictures(lists.t, person.accountId, [{}])
  expect([await totalOf([...short, next]), await totalOf([...long, next])]).toEqual([3, 4])
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 60_000 + 1_000 })
  try {
    expect(await totalOf([...short, next])).toBe(4)
  } finally {
    vi.useRealTimers()
  }
})

test("ten thousand counts are remembered, and the one unused the longest is forgotten first", () => {
  for (let list = 0; list < 10_000; list++) rememberTotal(`list ${list}`, list)
  rememberTotal("list 0", 7)
  expect([rememberedTotal("list 0"), rememberedTotal("list 1"), rememberedTotal("list 2")]).toEqual([7, 1, 2])
  rememberTotal("one more", 3)
  expect([rememberedTotal("list 0"), rememberedTotal("list 1"), rememberedTotal("list 2")]).toEqual([7, null, 2])
})

describe("a page", () => {
  test("has 25 documents in the order of insertion when nothing is asked for, and the total of all", async () => {
    const { body } = await lists.list([lists.mine])
    expect(body.total).toBe(30)
    expect(body.documents.map((document: { $id: string }) => document.$id)).toEqual(lists.ids.slice(0, 25))
  })

  test("spells a document as the contract does", async () => {
    const { body } = await lists.list([lists.mine, Query.limit(1)])
    const [id] = lists.ids
    expect(body.documents).toEqual([
      {
        creator: lists.owner.accountId,
        prompt: 'two red chairs "0" – àwòrán',
        sent_prompt: "sent",
        url: `http://localhost:3000/pictures/${id}`,
        mode: "dalle3",
        trade: null,
        engine: null,
        is_public: false,
        waits_until: null,
        width: 64,
        height: 64,
        size: 100,
        aspect_ratio: "1:1",
        placeholder: "data:image/webp;base64,AAAA",
        preview_320: `http://localhost:3000/pictures/${id}/320`,
        preview_640: `http://localhost:3000/pictures/${id}/640`,
        $id: id,
        $sequence: expect.stringMatching(/^\d+$/),
        $createdAt: "2026-01-05T10:00:00.000+00:00",
        $updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
        $permissions: [`read("user:${lists.owner.accountId}")`, `delete("user:${lists.owner.accountId}")`],
        $databaseId: "main",
        $collectionId: "generations",
      },
    ])
  })

  test("comes newest first, and equal times in the order of insertion", async () => {
    expect(await lists.idsOf([lists.mine, newestFirst, Query.limit(30)])).toEqual(expectedNewestFirst())
  })

  test("is skipped to by offset", async () => {
    expect(await lists.idsOf([lists.mine, Query.offset(28)])).toEqual(lists.ids.slice(28))
  })

  test("counts nothing when the total is not wanted", async () => {
    expect((await lists.list([lists.mine], lists.owner, "&total=false")).body.total).toBe(0)
  })

  test("keeps the chosen attributes and the $ fields", async () => {
    const { body } = await lists.list([lists.mine, Query.limit(1), Query.select(["url"])])
    expect(Object.keys(body.documents[0] ?? {})).toEqual([
      "url",
      "$id",
      "$sequence",
      "$createdAt",
      "$updatedAt",
      "$permissions",
      "$databaseId",
      "$collectionId",
    ])
  })

  test("is filtered by the sequence that documents show", async () => {
    const { documents } = (await lists.list([lists.mine, Query.limit(2)])).body
    const [, second] = documents as unknown as { $id: string; $sequence: string }[]
    expect(await lists.idsOf([Query.equal("$sequence", second?.$sequence ?? "")])).toEqual([second?.$id])
    const after = await lists.idsOf([
      lists.mine,
      Query.greaterThan("$sequence", Number(second?.$sequence)),
      Query.limit(1),
    ])
    expect(after).toEqual([lists.ids[2]])
  })

  test("takes the queries as one text", async () => {
    const reply = await lists.t.request("GET", `${path}?queries=${encodeURIComponent(Query.limit(2))}`, {
      person: lists.owner,
    })
    expect(reply.json().documents).toHaveLength(2)
  })
})

describe("cursors", () => {
  test("walk through everything once, forwards", async () => {
    const seen: string[] = []
    let page = await lists.idsOf([lists.mine, newestFirst, Query.limit(7)])
    while (page.length > 0) {
      seen.push(...page)
      page = await lists.idsOf([lists.mine, newestFirst, Query.limit(7), Query.cursorAfter(page.at(-1) ?? "")])
    }
    expect(seen).toEqual(expectedNewestFirst())
  })

  test("walk back, each page in the requested order", async () => {
    const all = expectedNewestFirst()
    const page = await lists.idsOf([lists.mine, newestFirst, Query.limit(4), Query.cursorBefore(all[10] ?? "")])
    expect(page).toEqual(all.slice(6, 10))
  })

  test("start at a row that does not fit the filters", async () => {
    const all = expectedNewestFirst()
    const cursor = all.find((id) => lists.ids.indexOf(id) % 2 === 1) ?? ""
    const page = await lists.idsOf([lists.mine, Query.equal("mode", "dalle3"), newestFirst, Query.cursorAfter(cursor)])
    expect(page).toEqual(all.slice(all.indexOf(cursor) + 1).filter((id) => lists.ids.indexOf(id) % 2 === 0))
  })

  test("start at a row of somebody else that is not readable", async () => {
    const other = await lists.t.signUp()
    const [hidden = ""] = await buildPictures(lists.t, other.accountId, [
      { isPublic: false, createdAt: thirdMinute(27) },
    ])
    expect(await lists.idsOf([lists.mine, newestFirst, Query.cursorAfter(hidden), Query.limit(1)])).toEqual([
      lists.ids[24],
    ])
  })

  test("keep apart rows whose times differ by less than is shown", async () => {
    const person = await lists.t.signUp()
    const made = await buildPictures(lists.t, person.accountId, [{}, {}, {}])
    for (const [index, id] of made.entries()) {
      await sql`update generations set created_at = '2026-01-01 00:00:00.00012'::timestamptz + ${index} * interval '1 microsecond'
        where id = ${id}`.execute(lists.t.s.db)
    }
    const queries = [Query.equal("creator", person.accountId), newestFirst]
    const [newest = "", ...older] = await lists.idsOf(queries, person)
    expect(newest).toBe(made[2])
    expect(await lists.idsOf([...queries, Query.cursorAfter(newest)], person)).toEqual(older)
  })

  test("are refused when their row is gone", async () => {
    expect((await lists.list([Query.cursorAfter("nothing")])).body).toMatchObject({
      code: 400,
      type: "general_cursor_not_found",
    })
  })
})

describe("who sees what", () => {
  test("an owner lists private and public ones, others only public ones, and so do visitors", async () => {
    const other = await lists.t.signUp()
    const publicIds = lists.ids.filter((_, index) => index % 5 !== 0)
    expect(await lists.idsOf([lists.mine, Query.limit(100)])).toEqual(lists.ids)
    expect(await lists.idsOf([lists.mine, Query.limit(100)], other)).toEqual(publicIds)
    const visitor = await lists.t.request("GET", `${path}?queries[0]=${encodeURIComponent(lists.mine)}`)
    expect(visitor.json().total).toBe(publicIds.length)
  })

  test("the feed mixes everybody's public pictures in order, without those taken down", async () => {
    const [one, other] = [await lists.t.signUp(), await lists.t.signUp()]
    const times = [1, 2, 3, 4].map((day) => new Date(Date.UTC(2030, 0, day)))
    const [a] = await buildPictures(lists.t, one.accountId, [{ createdAt: times[0] as Date }])
    const [b] = await buildPictures(lists.t, other.accountId, [{ createdAt: times[1] as Date }])
    const [c] = await buildPictures(lists.t, one.accountId, [{ createdAt: times[2] as Date, isPublic: false }])
    const [d] = await buildPictures(lists.t, other.accountId, [{ createdAt: times[3] as Date, isTakenDown: true }])
    expect(await lists.idsOf([newestFirst, Query.limit(3)], one)).toEqual([c, b, a])
    expect(await lists.idsOf([newestFirst, Query.limit(3)], other)).toEqual([d, b, a])
    expect(await lists.idsOf([newestFirst, Query.limit(2)], await lists.t.signUp())).toEqual([b, a])
    const page = await lists.idsOf([newestFirst, Query.limit(1), Query.cursorAfter(c ?? "")], one)
    expect(page).toEqual([b])
  })
})

test.runIf(isPostgres())(
  "a list that takes too long is stopped after two seconds, on connections of its own",
  async () => {
    const { db, lists: ofLists } = lists.t.s
    const wait = (on: typeof db) =>
      sql`select pg_sleep(2.3)`.execute(on).then(
        () => "served",
        (error: Error) => error.message,
      )
    expect(await Promise.all([wait(ofLists), wait(db)])).toEqual([expect.stringMatching(/statement timeout/), "served"])
  },
)

/** Every list that a stranger may ask for, with the table it reads. */
const strangersLists = [
  [path, "generations"],
  ["/v1/tablesdb/main/tables/generations/rows", "generations"],
  ["/v1/storage/buckets/images/files", "files"],
] as const

test.runIf(isPostgres()).each(strangersLists)(
  "a list of %s whose answer takes too long is refused",
  async (url, table) => {
    const { database } = lists.t.s
    const release = await holdOpen(database.db, (tx) =>
      sql`lock table ${sql.ref(table)} in access exclusive mode`.execute(tx),
    )
    const reply = await lists.t.request("GET", url)
    await release()
    expect([reply.statusCode, reply.json().type]).toEqual([503, "service_unavailable"])
  },
)

test("guests of one network ask for a limited number of lists a minute, whichever they are", async () => {
  const strict = await openTestApp({ hasWorker: false, settings: { RATE_LIMIT_FACTOR: "0.01" } })
  try {
    const ask = async (url: string, network: string): Promise<number> =>
      (await strict.app.inject({ method: "GET", url, remoteAddress: network })).statusCode
    for (const [n, [url]] of strangersLists.entries()) {
      const network = `203.0.113.${n}`
      for (let times = 0; times < 3; times++) expect(await ask(url, network), url).toBe(200)
      for (const [any] of strangersLists) expect(await ask(any, network), any).toBe(429)
      expect(await ask(url, `198.51.100.${n}`)).toBe(200)
    }
  } finally {
    await strict.close()
  }
})
