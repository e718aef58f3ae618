import { afterAll, beforeAll, expect, test } from "vitest"
import { type FakeCloudinary, playCloudinary } from "#server/testing/providers/cloudinary.ts"
import { type FakeServer, type Fault, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { twoColours } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { clearImageHost } from "./clear-image-host.ts"

let fakes: FakeServer
let host: FakeCloudinary
let t: TestApp
let owner: TestPerson

beforeAll(async () => {
  fakes = await openFakeServer()
  host = playCloudinary(fakes)
  t = await openTestApp({ hasWorker: false, settings: host.settings })
  owner = await t.signUp()
})
afterAll(async () => {
  await t.close()
  await fakes.close()
})

interface Permit {
  id: string
  url: string
  fields: Record<string, string>
}

async function permit(bytes: number, person = owner, name = "bag.png"): Promise<Permit> {
  const reply = await t.request("POST", "/image-host/uploads", { person, body: { name, bytes } })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<{ data: Permit }>().data
}

/** What a browser does with a permit. */
async function upload({ url, fields }: Permit, picture: Buffer, changes: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...changes })) form.append(name, value)
  form.append("file", new Blob([Uint8Array.from(picture)]), "bag.png")
  const reply = await fetch(url, { method: "POST", body: form })
  return { status: reply.status, receipt: (await reply.json()) as Record<string, unknown> }
}

function take(id: string, receipt: Record<string, unknown>, person = owner) {
  const { public_id, version, format, signature } = receipt
  return t.request("POST", `/image-host/uploads/${id}`, { person, body: { public_id, version, format, signature } })
}

const picture = await twoColours(120, 80).png().toBuffer()

test("a picture goes to the host, and is then a file of the person's own here", async () => {
  const given = await permit(picture.length)
  const { status, receipt } = await upload(given, picture)
  expect(status).toBe(200)
  const hosted = (await take(given.id, receipt)).json()
  expect(hosted).toMatchObject({ width: 120, height: 80, bytes: picture.length, format: "png", public_id: given.id })
  const { pathname, search, origin } = new URL(hosted.secure_url)
  expect(origin).toBe(t.s.config.publicUrl)
  expect((await t.request("GET", pathname + search, { person: owner })).rawPayload.equals(picture)).toBe(true)
  expect((await t.request("GET", pathname + search)).statusCode).toBe(404)
  expect((await take(given.id, receipt)).json()).toEqual(hosted)
})

test.each<[string, Record<string, string>]>([
  ["another folder", { public_id: "aworan/somebody-else/x" }],
  ["another format", { allowed_formats: "svg,png" }],
  ["overwriting", { overwrite: "true" }],
  ["a later time", { timestamp: "4102444800" }],
])("the permit is for nothing but what was signed: not for %s", async (_, changes) => {
  const { status, receipt } = await upload(await permit(picture.length), picture, changes)
  expect([status, receipt]).toEqual([401, { error: { message: "Invalid Signature" } }])
})

test("only what the host has signed for this upload of this person is taken", async () => {
  const given = await permit(picture.length)
  const { receipt } = await upload(given, picture)
  const stranger = await t.signUp()
  expect((await take(given.id, receipt, stranger)).json()).toMatchObject({ code: 404, type: "not_found" })
  const forged = { ...receipt, signature: "0".repeat(40) }
  expect((await take(given.id, forged)).json()).toMatchObject({ code: 400, type: "general_argument_invalid" })
  const other = await permit(picture.length)
  expect((await take(other.id, receipt)).json()).toMatchObject({ code: 400, type: "general_argument_invalid" })
  expect((await t.request("POST", `/image-host/uploads/${given.id}`, { body: receipt })).statusCode).toBe(401)
})

test("a picture of another length than announced is not taken", async () => {
  const given = await permit(picture.length + 1)
  const { receipt } = await upload(given, picture)
  expect((await take(given.id, receipt)).json()).toMatchObject({ code: 400 })
})

test.each<[string, object, string]>([
  ["one that is too long", { name: "bag.png", bytes: 30_000_001 }, "general_argument_invalid"],
  ["an empty one", { name: "bag.png", bytes: 0 }, "general_argument_invalid"],
])("gives no permit for %s", async (_, body, type) => {
  const reply = await t.request("POST", "/image-host/uploads", { person: owner, body })
  expect(reply.json()).toMatchObject({ code: 400, type })
})

test.each<[string, Fault, boolean]>([
  ["does not let us read it", { status: 403 }, false],
  ["has lost it", { status: 404 }, false],
  ["leads elsewhere", { status: 302, headers: { location: "http://127.0.0.1:9/x" } }, false],
  ["sends more than was announced", { bytes: 60_000_000 }, false],
  ["sends a page of the same length", { status: 200, body: "<".repeat(picture.length) }, false],
  ["sends half of it", { truncates: true }, false],
  ["is out of order for a moment", { status: 503, headers: { "retry-after": "0" } }, true],
  ["asks us to wait", { status: 429, headers: { "retry-after": "0" } }, true],
])("a host that %s keeps nothing from the person: it can be taken then or afterwards", async (_, fault, isTaken) => {
  const given = await permit(picture.length)
  const { receipt } = await upload(given, picture)
  fakes.script([{ match: "GET /cloudinary-files", times: 1, fault }])
  const reply = await take(given.id, receipt)
  if (isTaken) expect(reply.statusCode, reply.body).toBe(200)
  else expect([400, 502]).toContain(reply.statusCode)
  expect((await take(given.id, receipt)).statusCode).toBe(200)
})

test("the host keeps nothing once permits are over, deleted accounts' pictures included", async () => {
  const person = await t.signUp()
  const given = await permit(picture.length, person)
  await upload(given, picture)
  await t.s.db.deleteFrom("accounts").where("id", "=", person.accountId).execute()
  const early = await permit(picture.length)
  await upload(early, picture)
  await t.s.db
    .updateTable("imageHostUploads")
    .set({ createdAt: new Date(Date.now() - 3 * 3_600_000) })
    .where("id", "!=", early.id)
    .execute()
  fakes.script([{ match: "POST /cloudinary/v1_1/aworan-test/image/destroy", times: 1, fault: { status: 400 } }])
  const clear = () => clearImageHost.run(t.s, {}, new AbortController().signal)
  const before = host.held.size
  await clear()
  expect(host.held.size).toBe(2)
  expect(before).toBeGreaterThan(2)
  await clear()
  expect([...host.held.keys()]).toEqual([`aworan/${owner.accountId}/${early.id}`])
  expect(await t.s.db.selectFrom("imageHostUploads").select("id").execute()).toEqual([{ id: early.id }])
})

test("pages may send pictures to the host, and nowhere else", async () => {
  const policy = (await t.request("GET", "/sign-in")).headers["content-security-policy"]
  expect(policy).toContain(`connect-src 'self' ${fakes.origin};`)
})
