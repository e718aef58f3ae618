import { unzipSync } from "fflate"
import { afterAll, beforeAll, expect, test } from "vitest"
import { maxPresets, type Preset } from "#contract/studio/words/presets.ts"
import { maxRecentPrompts, type RecentPrompt } from "#contract/studio/words/recent-prompts.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let ada: TestPerson
let bola: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  ada = await t.signUp({ isVerified: true })
  bola = await t.signUp({ isVerified: true })
})
afterAll(() => t.close())

const shop = { name: "Jumia", mode: "flux-dev-realism", aspect_ratio: "4:5", num_outputs: 2, is_public: false }

async function keep(about: object = {}, person = ada) {
  return t.request("POST", "/studio/presets", { person: person, body: { ...shop, ...about } })
}
async function presetsOf(person = ada): Promise<Preset[]> {
  return (await t.request("GET", "/studio/presets", { person: person })).json<{ data: Preset[] }>().data
}
async function promptsOf(person = ada): Promise<RecentPrompt[]> {
  return (await t.request("GET", "/studio/recent-prompts", { person: person })).json<{ data: RecentPrompt[] }>().data
}

test("a preset is kept under a name, renamed, pinned and deleted, by its person alone", async () => {
  const made = await keep()
  expect(made.statusCode).toBe(201)
  const { id } = made.json<{ data: Preset }>().data
  await keep({ name: "Flyer", num_outputs: 1 })
  expect((await presetsOf()).map(({ name }) => name)).toEqual(["Flyer", "Jumia"])

  expect((await keep({ name: " jumia " })).json()).toMatchObject({
    message: "You have a preset “jumia” already. Choose another name.",
  })
  const path = `/studio/presets/${id}`
  expect((await t.request("PATCH", path, { person: bola, body: { is_pinned: true } })).statusCode).toBe(404)
  expect((await t.request("DELETE", path, { person: bola })).statusCode).toBe(404)
  expect((await t.request("PATCH", path, { person: ada, body: { name: "flyer" } })).statusCode).toBe(409)
  const changed = await t.request("PATCH", path, { person: ada, body: { name: "Jumia 4:5", is_pinned: true } })
  expect(changed.json<{ data: Preset }>().data).toEqual({ id, ...shop, name: "Jumia 4:5", is_pinned: true })
  expect((await presetsOf()).map(({ name }) => name)).toEqual(["Jumia 4:5", "Flyer"])

  expect((await t.request("DELETE", path, { person: ada })).statusCode).toBe(200)
  expect((await t.request("DELETE", path, { person: ada })).statusCode).toBe(404)
  expect((await presetsOf()).map(({ name }) => name)).toEqual(["Flyer"])
})

test.each([
  [{ name: "  " }],
  [{ name: "x".repeat(41) }],
  [{ name: "a\u0000b" }],
  [{ mode: "no-such-mode" }],
  [{ mode: "dalle3", aspect_ratio: "9:16" }],
  [{ num_outputs: 5 }],
])("a preset that cannot be is refused: %j", async (about) => {
  expect((await keep({ name: "Other", ...about })).statusCode).toBe(400)
})

test("presets are limited, also for two presses at once", async () => {
  for (let i = 1; i < maxPresets; i += 1) expect((await keep({ name: `Shop ${i}` }, bola)).statusCode).toBe(201)
  const both = await Promise.all([keep({ name: "Last" }, bola), keep({ name: "Very last" }, bola)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  expect(await presetsOf(bola)).toHaveLength(maxPresets)
})

test("the last prompts are those of a person's pictures, each once, the latest first", async () => {
  const person = await t.signUp({ isVerified: true })
  const at = (day: number): Date => new Date(Date.UTC(2026, 0, day))
  await buildPictures(t, person.accountId, [
    { prompt: "a mug", createdAt: at(1) },
    { prompt: "a hat", createdAt: at(2) },
    { prompt: "a mug", createdAt: at(3) },
  ])
  expect((await promptsOf(person)).map(({ prompt }) => prompt)).toEqual(["a mug", "a hat"])
  expect(await promptsOf()).toEqual([])

  const hat = (await promptsOf(person)).find(({ prompt }) => prompt === "a hat")
  const path = `/studio/recent-prompts/${hat?.id}`
  await t.request("DELETE", path, { person: bola })
  expect(await promptsOf(person)).toHaveLength(2)
  expect((await t.request("DELETE", path, { person: person })).statusCode).toBe(200)
  expect((await promptsOf(person)).map(({ prompt }) => prompt)).toEqual(["a mug"])
  expect((await t.request("DELETE", "/studio/recent-prompts/x", { person: person })).statusCode).toBe(400)

  expect((await t.request("DELETE", "/studio/recent-prompts", { person: person })).statusCode).toBe(200)
  expect(await promptsOf(person)).toEqual([])
  // Drawn with once more, they are back.
  await buildPictures(t, person.accountId, [{ prompt: "a hat", createdAt: new Date(Date.now() + 1_000) }])
  expect((await promptsOf(person)).map(({ prompt }) => prompt)).toEqual(["a hat"])
  const pictures = await t.s.db
    .selectFrom("generations")
    .where("accountId", "=", person.accountId)
    .select("id")
    .execute()
  expect(pictures).toHaveLength(4)
})

test("no more than the last hundred are told", async () => {
  const person = await t.signUp({ isVerified: true })
  await buildPictures(
    t,
    person.accountId,
    Array.from({ length: maxRecentPrompts + 5 }, (_, i) => ({
      prompt: `mug ${i}`,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, i)),
    })),
  )
  const prompts = await promptsOf(person)
  expect(prompts).toHaveLength(maxRecentPrompts)
  expect(prompts[0]?.prompt).toBe(`mug ${maxRecentPrompts + 4}`)
})

test("presets are in the copy of a person's data and go with the account", async () => {
  const person = await t.signUp({ isVerified: true })
  await keep({ name: "Mine" }, person)
  await t.request("DELETE", "/studio/recent-prompts", { person: person })
  const copy = await t.request("GET", "/v1/account/export", { person: person })
  const files = unzipSync(new Uint8Array(copy.rawPayload))
  const file = Object.entries(files).find(([name]) => name.endsWith("presets.json"))
  expect(JSON.parse(new TextDecoder().decode(file?.[1]))).toMatchObject([{ name: "Mine", mode: "flux-dev-realism" }])
  await t.s.db.deleteFrom("accounts").where("id", "=", person.accountId).execute()
  expect(await t.s.db.selectFrom("presets").where("accountId", "=", person.accountId).selectAll().execute()).toEqual([])
})
