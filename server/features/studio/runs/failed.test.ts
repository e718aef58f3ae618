import { afterAll, beforeAll, expect, test } from "vitest"
import { agreedCreditsHeader } from "#contract/money/agreed-credits.ts"
import type { FailedRun } from "#contract/studio/runs.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const flux = "/image-gen-with-flux-dev-realism"
const fail = (person: TestPerson, prompt = "[fail] a clay pot") =>
  t.request("POST", flux, { person, body: { prompt, aspect_ratio: "1:1", num_outputs: 2 } })

async function failed(person: TestPerson): Promise<FailedRun[]> {
  return (await t.request("GET", "/runs/failed", { person })).json().data
}

const retry = (person: TestPerson, id: string, credits?: number) =>
  t.request("POST", `/runs/${id}/retry`, {
    person,
    ...(credits !== undefined && { headers: { [agreedCreditsHeader]: String(credits) } }),
  })
const putAway = (person: TestPerson, id: string) => t.request("POST", `/runs/${id}/put-away`, { person })
const creditsOf = async ({ accountId }: TestPerson) => (await balanceOf(t.s.db, accountId)).credits

test("failed work is told with its price of now, ordered once more once, and put away", async () => {
  const ada = await t.signUp({ credits: 20 })
  expect((await fail(ada)).statusCode).toBeGreaterThanOrEqual(400)
  const [run] = await failed(ada)
  expect(run).toMatchObject({ status: "failed", prompt: "[fail] a clay pot", price: 4 })
  expect(await creditsOf(ada)).toBe(20)

  // Another price than the one that was agreed to is told, and nothing is paid.
  expect((await retry(ada, run?.id ?? "", 3)).json().type).toBe("price_changed")
  const bola = await t.signUp({ credits: 20 })
  expect((await retry(bola, run?.id ?? "")).statusCode).toBe(404)
  expect((await putAway(bola, run?.id ?? "")).statusCode).toBe(404)

  const both = await Promise.all([retry(ada, run?.id ?? "", 4), retry(ada, run?.id ?? "", 4)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const ids = both.map((reply) => reply.json().data.id)
  expect(ids[0]).toBe(ids[1])
  await expect.poll(async () => (await failed(ada)).map(({ id }) => id)).toEqual([ids[0]])
  // It failed again, and its credits are back.
  expect(await creditsOf(ada)).toBe(20)

  expect((await putAway(ada, ids[0])).statusCode).toBe(200)
  expect(await failed(ada)).toEqual([])
})

test("who may publish no more orders nothing public again", async () => {
  const ada = await t.signUp({ credits: 20 })
  await fail(ada, "[fail] a zzqq lamp")
  const [run] = await failed(ada)
  await t.s.db.updateTable("accounts").set({ publishing: "blocked" }).where("id", "=", ada.accountId).execute()
  expect((await retry(ada, run?.id ?? "")).statusCode).toBe(403)
  expect(await creditsOf(ada)).toBe(20)
  expect((await failed(ada)).map(({ id }) => id)).toEqual([run?.id])
})
