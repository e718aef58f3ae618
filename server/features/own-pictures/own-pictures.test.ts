import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ownPicturesPage } from "#contract/product/own-pictures.ts"
import { buildPictures } from "#server/testing/build-pictures.ts"
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
    { prompt: "a red pot of Ẹ̀KỌ́", mode: "bg-remover", createdAt: new Date("2026-01-02") },
    { prompt: "it's a \\ and a ' sign", isPublic: false, createdAt: new Date("2026-01-03") },
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

  test("refuses what is too long or unknown, and guests", async () => {
    for (const query of [
      { words: "a".repeat(201) },
      { words: " " },
      { seenBy: "you" },
      { kind: "x" },
      { words: "a\u0000" },
    ]) {
      expect((await list(query)).status).toBe(400)
    }
    expect((await t.request("GET", "/own-pictures")).statusCode).toBe(401)
  })

  test("tells what there is to narrow by", async () => {
    const reply = await t.request("GET", "/own-pictures/modes", { person: ada })
    expect(reply.json().data).toEqual(["bg-remover", "flux1.1-pro", "tok-style"])
  })
})
