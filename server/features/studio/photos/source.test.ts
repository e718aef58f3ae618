import { afterAll, beforeAll, expect, test } from "vitest"
import type { Person } from "#server/platform/http/caller.ts"
import { filesAt, twoColours, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { findPhoto, readSource } from "./source.ts"

let t: TestApp
let owner: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  owner = await t.signUp()
})
afterAll(() => t.close())

test("work on a photo reads the photo that was ordered, and nothing that came under its id later", async () => {
  const fileId = `photo-${Date.now()}`
  const put = async (width: number) =>
    uploaded(t, await twoColours(width, 40).png().toBuffer(), {
      person: owner,
      bucket: "images",
      name: "bag.png",
      fileId,
    })
  await put(40)
  const caller = { kind: "person", accountId: owner.accountId } as Person
  const { source } = await findPhoto(t.s, caller, filesAt("images", fileId, "view"))
  expect((await readSource(t.s, source)).length).toBeGreaterThan(0)
  await t.request("DELETE", filesAt("images", fileId), { person: owner, body: {} })
  await put(60)
  await expect(readSource(t.s, source)).rejects.toMatchObject({ type: "general_argument_invalid" })
})
