import { afterAll, beforeAll, expect, test } from "vitest"
import { heardEvents, open, withChannels } from "#server/testing/realtime-client.ts"
import { buildApplicant, buildOperator, enrol, saveCohort } from "#server/testing/records/build-applicant.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let operator: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  await t.app.listen({ port: 0, host: "127.0.0.1" })
  operator = await buildOperator(t)
})
afterAll(() => t.close())

/** The open page of somebody with a place, and what it heard. */
async function pageOf(part: "full" | "first") {
  const person = await t.signUp({ isVerified: true })
  await enrol(t, { person, operator, id: await buildApplicant(t, person) }, part)
  const page = await open(t, { person, query: withChannels("product") })
  return async () => {
    const events = await heardEvents(t, page)
    page.socket.close()
    return events.filter(({ data }) => JSON.stringify(data.events).includes("admissions.changed"))
  }
}

test("a cohort's new start is heard by those whose instalments it moves", async () => {
  const pages = [await pageOf("first"), await pageOf("first"), await pageOf("full")]
  const values = {
    startsOn: "2090-06-06",
    applyBy: "2090-05-01",
    enrolBy: "2090-05-20",
    seats: 30,
    fullScholarships: 1,
    partialScholarships: 2,
    isOpen: true,
  }
  await saveCohort(t, operator, "systems_intergration-3", values)
  const heard = []
  for (const heardOn of pages) heard.push(await heardOn())
  const told = { data: { payload: { status: "enrolled" } } }
  expect(heard).toMatchObject([[told], [told], []])
})
