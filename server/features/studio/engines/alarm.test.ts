import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import type { Mail, Mailer } from "#server/adapters/mail/port.ts"
import { AppError } from "#server/platform/errors.ts"
import { type FakeServer, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { playReplicate } from "#server/testing/providers/replicate.ts"
import { fluxPath } from "#server/testing/services/hosted.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let fakes: FakeServer
let t: TestApp
const alarms: Mail[] = []
const faults = new Map<string, Error[]>()

const mailer: Mailer = {
  kind: "smtp",
  async send(mail) {
    if (!/switched off/.test(mail.text)) return
    const fault = faults.get(mail.to)?.pop()
    if (fault) throw fault
    alarms.push(mail)
  },
  close: async () => {},
}

beforeAll(async () => {
  fakes = await openFakeServer()
  const settings = { ENGINE: "replicate", ENGINE_ROUTES: "inspection=fake", ...playReplicate(fakes).settings }
  t = await openTestApp({ settings, replace: { mailer, providerPace: { wait: async () => {} } } })
})
afterEach(() => t.s.db.deleteFrom("operators").execute())
afterAll(async () => {
  await t.close()
  await fakes.close()
})

async function makeOwner(): Promise<TestPerson> {
  const owner = await t.signUp()
  await t.s.db.insertInto("operators").values({ accountId: owner.accountId, role: "owner" }).execute()
  return owner
}

/** The provider refuses the key, so its part is switched off. */
async function breakProvider(): Promise<void> {
  await t.s.db.deleteFrom("providerPauses").execute()
  fakes.script([{ match: /^POST/, times: 1, fault: { status: 401 } }])
  const person = await t.signUp({ credits: 20 })
  const body = { prompt: "a clay pot", aspect_ratio: "1:1" }
  expect((await t.request("POST", fluxPath, { person, body })).json().message).toMatch(/out of order/)
}

const alarmsTo = ({ email }: TestPerson): Mail[] => alarms.filter(({ to }) => to === email)

test("an owner whose address is refused keeps no other owner from hearing of a provider that does not work", async () => {
  const [first, second, third] = [await makeOwner(), await makeOwner(), await makeOwner()]
  for (const { email } of [first, third]) {
    faults.set(email, [new AppError("general_bad_request", "The mail server refused the mail.")])
  }
  await breakProvider()
  await until(async () => alarmsTo(second).length === 1, 15_000)
  const undelivered = await until(() => t.s.db.selectFrom("undeliveredMails").selectAll().executeTakeFirst())
  expect(undelivered).toMatchObject({ job: "engines.alarm", outcome: "refused" })
})

test("an alarm that is sent again is the same mail for those who have it", async () => {
  const owners = [await makeOwner(), await makeOwner()]
  for (const { email } of owners) faults.set(email, [new Error("451 later")])
  await breakProvider()
  await until(async () => owners.every((owner) => alarmsTo(owner).length > 0), 15_000)
  const ids = owners.flatMap((owner) => alarmsTo(owner).map(({ id }) => id))
  expect(new Set(ids).size).toBe(owners.length)
})
