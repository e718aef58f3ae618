import { Query } from "appwrite"
import { afterAll, beforeAll, expect, test } from "vitest"
import { jobs } from "#server/composition/jobs.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

/** What a visitor of the showcase is shown of one trade. */
async function shown(trade: string): Promise<{ prompt: string; trade: string }[]> {
  const queries = [Query.equal("is_public", true), Query.isNull("waits_until"), Query.equal("trade", trade)]
  const query = [...queries, Query.orderDesc("$createdAt")].map(
    (text, index) => `queries[${index}]=${encodeURIComponent(text)}`,
  )
  const path = `/v1/databases/main/collections/generations/documents?${query.join("&")}`
  const { documents } = (await t.request("GET", path)).json()
  return documents
}

test("a picture is counted under the trade its words name", async () => {
  const person = await t.signUp({ credits: 20 })
  await t.s.db.updateTable("accounts").set({ publishing: "trusted" }).where("id", "=", person.accountId).execute()
  const body = { prompt: "a brown leather handbag on a podium", aspect_ratio: "1:1" }
  expect((await t.request("POST", "/image-gen-with-flux-1.1", { person, body })).statusCode).toBe(200)
  expect(await shown("bags")).toMatchObject([{ prompt: body.prompt, trade: "bags" }])
  expect(await shown("furniture")).toEqual([])
})

test("pictures from before are read, once and for all", async () => {
  const person = await t.signUp()
  const prompts = ["a white sneaker on a podium", "a pair of boots", "clouds"]
  await buildPictures(
    t,
    person.accountId,
    prompts.map((prompt, index) => ({ prompt, createdAt: new Date(2026, 0, index + 1) })),
  )
  expect(await shown("footwear")).toEqual([])
  await jobs.find(({ name }) => name === "generations.trades")?.run(t.s, {}, new AbortController().signal)
  expect((await shown("footwear")).map(({ prompt }) => prompt)).toEqual([
    "a pair of boots",
    "a white sneaker on a podium",
  ])
  expect((await shown("other")).map(({ prompt }) => prompt)).toEqual(["clouds"])
})
