import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { hash } from "@node-rs/argon2"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { databaseId, projectId } from "#contract/project.ts"
import { runAdmin } from "#server/admin/commands.ts"
import { runProgram, startProcess } from "#server/testing/processes/processes.ts"
import { type FakeAppwrite, playAppwrite } from "#server/testing/providers/appwrite.ts"
import { type FakeServer, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { filesAt, md5, photoWithPlace, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { mailTo } from "#server/testing/wait.ts"
import { appwriteKeyName } from "./import.ts"

let server: FakeServer
let appwrite: FakeAppwrite
let t: TestApp
let dir: string
let photo: Buffer

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "aworan-appwrite-"))
  server = await openFakeServer()
  t = await openTestApp({ settings: { FIRST_OPERATOR_EMAIL: "first@example.com" } })
  photo = await photoWithPlace()
})
beforeEach(() => {
  server.reset()
  appwrite = playAppwrite(server)
})
afterAll(async () => {
  await t.close()
  await server.close()
  rmSync(dir, { recursive: true, force: true })
})

let numbers = 0

/** Somebody there with a confirmed address. */
function someone(values: Record<string, unknown> = {}): { id: string; email: string } {
  const id = `there${++numbers}`
  const email = `${id}@example.com`
  appwrite.addUser({ $id: id, email, name: "Amina Bello", ...values })
  return { id, email }
}

const ownBy = (id: string): string[] => ["read", "update", "delete"].map((action) => `${action}("user:${id}")`)

function fileOf(
  id: string,
  values: Partial<Parameters<FakeAppwrite["addFile"]>[1]> & { bucket?: string } = {},
): string {
  const { bucket = "uploads", ...file } = values
  const fileId = file.id ?? `file${++numbers}`
  appwrite.addFile(bucket, {
    name: "shop.jpg",
    mimeType: "image/jpeg",
    bytes: photo,
    permissions: [...ownBy(id), 'read("any")'],
    ...file,
    id: fileId,
  })
  return fileId
}

/** A picture's document. @returns the file it was kept in */
function pictureOf(id: string, values: Record<string, unknown> = {}): string {
  const file = fileOf(id, { bucket: "made" })
  const document = `picture${++numbers}`
  const url = `${appwrite.address}/storage/buckets/made/files/${file}/view?project=${appwrite.project}`
  const words = { prompt: "an amber glass bottle", mode: "flux-dev-realism", aspect_ratio: "4:5" }
  const about = { $id: document, $createdAt: "2025-03-01T09:30:00.000+00:00", $permissions: ['read("any")'] }
  add("generations", { ...about, ...words, creator: id, url, is_public: true, ...values })
  return file
}

function add(collection: string, document: Record<string, unknown>): void {
  appwrite.collections.set(collection, [...(appwrite.collections.get(collection) ?? []), document])
}

function profileOf(id: string, values: Record<string, unknown> = {}): void {
  const details = { phoneNumber: "08031234567", country: "Nigeria", state: "Lagos" }
  add("profiles", { $id: `profile${++numbers}`, $permissions: ownBy(id), accountId: id, ...details, ...values })
}

async function take(...more: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = []
  const given = { [appwriteKeyName]: appwrite.key }
  const from = more[0]?.startsWith("/") ? [] : [appwrite.address]
  const args = [
    "import",
    "appwrite",
    ...from,
    ...more.slice(0, 1 - from.length),
    appwrite.project,
    ...more.slice(1 - from.length),
  ]
  const code = await runAdmin({ s: t.s, say: (line) => lines.push(line), given }, args)
  return { code, said: lines.join("\n") }
}

async function signIn(email: string, password: string) {
  const reply = await t.request("POST", "/v1/account/sessions/email", { body: { email, password } })
  const cookie = reply.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
  return { reply, person: { accountId: reply.json().userId, email, password, cookie } as TestPerson }
}

const accountAt = (email: string) =>
  t.s.db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst()

async function filesOf(accountId: string) {
  return t.s.db.selectFrom("files").selectAll().where("accountId", "=", accountId).orderBy("sequence").execute()
}

async function picturesOf(accountId: string) {
  return t.s.db.selectFrom("generations").selectAll().where("accountId", "=", accountId).execute()
}

/** What an import could change. */
async function everything() {
  const keys: string[] = []
  for await (const { key } of t.s.storage.list()) keys.push(key)
  const all = async (table: "accounts" | "profiles" | "files" | "generations" | "arrivedAccounts" | "accountLogs") =>
    t.s.db.selectFrom(table).selectAll().execute()
  const tables = ["accounts", "profiles", "files", "generations", "arrivedAccounts", "accountLogs"] as const
  return { keys: keys.sort(), rows: await Promise.all(tables.map(all)) }
}

/** A password as Appwrite hashes it. */
const hashed = (password: string) => hash(password, { memoryCost: 65_536, timeCost: 4, parallelism: 3 })

describe("accounts of an Appwrite project", () => {
  test("keep id, name, preferences, confirmation and password, and get nothing for it", async () => {
    const prefs = { theme: "dark", shop: { open: true } }
    const { id, email } = someone({
      password: await hashed("gourds of Kano 12"),
      prefs,
      labels: ["admin"],
      phone: "+2348",
    })
    const { code, said } = await take()
    expect(code, said).toBe(0)
    expect(said).toContain("came in   accounts, new here (1)")
    expect(said).toContain("came in   … with their password (1)")
    expect(said).toContain(`left out  labels (1): they mean nothing here; such as ${id}`)
    const { reply, person } = await signIn(email, "gourds of Kano 12")
    expect(reply.statusCode, reply.body).toBe(201)
    const account = (await t.request("GET", "/v1/account", { person })).json()
    expect(account).toMatchObject({ $id: id, name: "Amina Bello", emailVerification: true, prefs, labels: [] })
    expect((await t.request("GET", "/terms-accepted", { person })).json().data.isAccepted).toBe(false)
    expect((await t.request("GET", "/v1/account/logs", { person })).json().logs).toContainEqual(
      expect.objectContaining({ detail: "user.import" }),
    )
    const credits = await t.s.db.selectFrom("creditTransfers").selectAll().where("accountId", "=", id).execute()
    expect(credits).toEqual([])
  })

  test("come without a password that our check cannot verify, or that is too weak or too costly to check", async () => {
    const strong = await hashed("gourds of Kano 12")
    const hashes = [
      "",
      "$2y$10$abcdefghijklmnopqrstuuWZ8sJx8dIhGkLuS7pD3vQ2rT5nY1cO6",
      "$argon2id$v=19$m=2048,t=4,p=3$aUZjLnliVWRINmFNTWMudg$5S+x+7uA31xFnrHFT47yFwcJeaP0w92L/4LdgrVRXxE",
      strong.replace("m=65536", "m=4194304"),
      strong.replace("argon2id", "argon2i"),
      strong.slice(0, -1),
    ]
    const people = hashes.map((password) => someone({ password }))
    const { said } = await take()
    expect(said).toContain('… without a password: "Forgot password" lets them in (6)')
    for (const { email } of people) expect(await accountAt(email)).toMatchObject({ passwordHash: null })
  })

  test("come in by a new password where theirs did not come, and are not welcomed with credits again", async () => {
    const { id, email } = someone()
    await take()
    const url = `${t.s.config.publicUrl}/reset-password`
    await t.request("POST", "/v1/account/recovery", { body: { email, url } })
    const link = new URL((await mailTo(t, email)).text.match(/https?:\/\/\S+/)?.[0] ?? "")
    const secret = { userId: link.searchParams.get("userId"), secret: link.searchParams.get("secret") }
    const body = { ...secret, password: "gourds of Kano 12" }
    expect((await t.request("PUT", "/v1/account/recovery", { body })).statusCode).toBe(200)
    expect((await signIn(email, "gourds of Kano 12")).person.accountId).toBe(id)
    expect(await t.s.db.selectFrom("creditTransfers").select("id").where("accountId", "=", id).execute()).toEqual([])
  })

  test("stay blocked, and unconfirmed where they were; the first operator confirms here", async () => {
    const blocked = someone({ status: false, password: await hashed("gourds of Kano 12") })
    const unproved = someone({ emailVerification: false })
    someone({ email: "First@Example.com" })
    const { said } = await take()
    expect(said).toContain("… blocked, as they are there (1)")
    expect(said).toContain("… whose address is to be confirmed here, as it was not there (1)")
    expect((await signIn(blocked.email, "gourds of Kano 12")).reply.json()).toMatchObject({ type: "user_blocked" })
    expect(await accountAt(unproved.email)).toMatchObject({ isEmailVerified: false })
    expect(await accountAt("first@example.com")).toMatchObject({ isEmailVerified: false })
    expect(await t.s.db.selectFrom("operators").selectAll().execute()).toEqual([])
  })

  test("merge with one that is here only when the address was confirmed on both sides", async () => {
    const [both, here, there, barred] = await Promise.all([
      t.signUp({ isVerified: true, name: "Here" }),
      t.signUp({ isVerified: true }),
      t.signUp(),
      t.signUp({ isVerified: true }),
    ])
    await t.s.db.updateTable("accounts").set({ isBlocked: true }).where("id", "=", barred.accountId).execute()
    const joined = someone({ email: both.email.toUpperCase(), password: await hashed("not this one 12") })
    const others = [
      someone({ email: here.email, emailVerification: false }),
      someone({ email: there.email }),
      someone({ email: barred.email }),
      someone({ email: "" }),
    ]
    const strangers = others.map(({ id }) => fileOf(id))
    const own = fileOf(joined.id)
    const { said } = await take()
    expect(said).toContain("came in   accounts, into those with the same confirmed address (1)")
    expect(said).toContain("there is an account with this address here, and it was not confirmed there")
    expect(said).toContain("there is an account with this address here that nobody confirmed yet")
    expect(said).toContain("the account with this address is blocked here")
    expect(said).toContain("they have no e-mail address that can be kept")
    expect(said).toContain(`left out  files (${strangers.length}): the account they belong to did not come in`)
    expect((await filesOf(both.accountId)).map(({ id }) => id)).toEqual([own])
    expect((await signIn(both.email, both.password)).reply.statusCode).toBe(201)
    expect(await accountAt(both.email)).toMatchObject({ name: "Here" })
    expect(await filesOf(there.accountId)).toEqual([])
  })

  test("get another id where theirs is or was somebody's here, and what is theirs follows", async () => {
    const stranger = await t.signUp()
    const leaver = await t.signUp()
    await t.request("DELETE", "/v1/account", { person: leaver, body: { password: leaver.password } })
    const taken = [stranger.accountId, leaver.accountId].map((id) => someone({ $id: id }))
    pictureOf(stranger.accountId)
    profileOf(stranger.accountId)
    const file = fileOf(stranger.accountId)
    await take()
    for (const { email } of taken)
      expect([stranger.accountId, leaver.accountId]).not.toContain((await accountAt(email))?.id)
    const id = (await accountAt(taken[0]?.email ?? ""))?.id ?? ""
    expect(await filesOf(stranger.accountId)).toEqual([])
    expect(await filesOf(id)).toMatchObject([{ id: file, permissions: ownBy(id) }])
    expect(await picturesOf(id)).toMatchObject([{ isPublic: false }])
    expect((await take()).said).toContain("left out  accounts (2): they are here already")
    expect(await filesOf(id)).toHaveLength(1)
  })
})

describe("documents of an Appwrite project", () => {
  test("fill in a profile and bring pictures, private, with their words", async () => {
    const { id } = someone()
    const imageUrl = "https://pictures.example/amina.jpg"
    profileOf(id, { stage: "graduate", isActivated: true, favouriteColour: "indigo", name: "", imageUrl })
    const file = pictureOf(id)
    const other = someone().id
    profileOf(other, {
      imageUrl: `${appwrite.address}/storage/buckets/made/files/face/view?project=${appwrite.project}`,
    })
    add("recipes", { $id: "jollof", $permissions: [] })
    add("codes", { $id: "free", code: "FREE", credits: 1_000, $permissions: [] })
    const { code, said } = await take()
    expect(code, said).toBe(0)
    const profile = await t.s.db
      .selectFrom("profiles")
      .selectAll()
      .where("accountId", "=", id)
      .executeTakeFirstOrThrow()
    expect(profile).toMatchObject({
      phoneNumber: "+2348031234567",
      state: "Lagos",
      stage: "prospect",
      isActivated: false,
      imageUrl,
    })
    expect(said).toContain("left out  profile picture (1): it lies at the other installation")
    const [picture, ...more] = await picturesOf(id)
    expect(more).toEqual([])
    expect(picture).toMatchObject({
      prompt: "an amber glass bottle",
      sentPrompt: "an amber glass bottle",
      isPublic: false,
    })
    expect(picture?.createdAt.toISOString()).toBe("2025-03-01T09:30:00.000Z")
    expect(said).toContain("left out  values of profiles.stage (1): it is decided here")
    expect(said).toContain("left out  values of generations.is_public (1): it is decided here")
    expect(said).toContain("left out  values of profiles.favouriteColour (1): there is no such attribute here")
    expect(said).toContain("left out  documents of recipes (1): there is no collection of this name here")
    expect(said).toContain("left out  documents of codes (1): what is in it is decided or made here")
    expect(said).toContain(`left out  files (1): they are the pictures of documents; such as ${file}`)
    expect(await t.s.db.selectFrom("codes").selectAll().execute()).toEqual([])
  })

  test("that break a rule are left out with it, and the others come", async () => {
    const { id } = someone()
    profileOf(id, { country: "N" })
    pictureOf(id, { prompt: 7 })
    pictureOf(id, { aspect_ratio: "17:3" })
    pictureOf(id, { creator: "nobody" })
    pictureOf(id, { url: "https://pictures.example.com/1.webp" })
    pictureOf(id)
    const broken = pictureOf(id)
    for (const held of appwrite.files.get("made") ?? []) {
      if (held.record.$id === broken) held.bytes = Buffer.from("<html>")
    }
    const { code, said } = await take()
    expect(code, said).toBe(0)
    expect(await picturesOf(id)).toHaveLength(1)
    expect(said).toContain("documents of profiles (1): the attribute country: Country is required")
    expect(said).toMatch(/documents of generations \(1\): the attribute prompt: /)
    expect(said).toMatch(/documents of generations \(1\): the attribute aspect_ratio: /)
    expect(said).toContain("documents of generations (1): the account they belong to did not come in")
    expect(said).toContain("documents of generations (1): The picture cannot be read.")
    expect(said).toContain("left out  pictures (1): their files did not come with them")
  })
})

describe("a document that names what is somebody else's", () => {
  test("brings neither another's private file nor a change to another's profile", async () => {
    const [thief, victim] = [someone(), someone()]
    const hidden = fileOf(victim.id, { permissions: ownBy(victim.id) })
    const url = `${appwrite.address}/storage/buckets/uploads/files/${hidden}/view?project=${appwrite.project}`
    pictureOf(thief.id, { url })
    pictureOf(victim.id, { url })
    profileOf(thief.id, { accountId: victim.id, state: "Elsewhere" })
    const { said } = await take()
    expect(await picturesOf(thief.id)).toEqual([])
    expect(await picturesOf(victim.id)).toHaveLength(1)
    expect(said).toContain("documents of generations (1): their picture is not there, or not their owner's to see")
    expect(said).toContain("documents of profiles (1): whose they are is not known")
    const profiles = await t.s.db.selectFrom("profiles").select("state").where("accountId", "=", victim.id).execute()
    expect(profiles).toEqual([{ state: null }])
  })
})

describe("files of an Appwrite project", () => {
  test("become private uploads with their ids, in the place for their kind", async () => {
    const { id, email } = someone({ password: await hashed("gourds of Kano 12") })
    const picture = fileOf(id)
    const notes = fileOf(id, {
      name: "notes.txt",
      mimeType: "text/plain",
      bytes: Buffer.from("Cloth first"),
      bucket: "papers",
    })
    await take()
    const { person } = await signIn(email, "gourds of Kano 12")
    const view = await t.request("GET", filesAt("images", picture, "view"), { person })
    expect(md5(view.rawPayload)).toBe(md5(photo))
    expect((await t.request("GET", filesAt("images", picture, "view"))).statusCode).toBe(404)
    const [first] = (await t.request("GET", filesAt("documents"), { person })).json().files
    expect(first).toMatchObject({ $id: notes, name: "notes.txt", $permissions: ownBy(id) })
  })

  test("get another id where theirs is somebody's here, and two of one id both come, once", async () => {
    const stranger = await t.signUp()
    const { $id: taken } = await uploaded(t, photo, {
      person: stranger,
      bucket: "images",
      fileId: `logo${++numbers}`,
      name: "a.jpg",
    })
    const { id } = someone()
    fileOf(id, { id: taken })
    const other = Buffer.concat([photo, Buffer.from([0])])
    const shared = fileOf(id, { bucket: "one" })
    fileOf(id, { id: shared, bucket: "two", bytes: other })
    await take()
    const ids = (await filesOf(id)).map((file) => file.id)
    expect(ids).toHaveLength(3)
    expect(ids).toContain(shared)
    expect(ids).not.toContain(taken)
    expect((await take()).said).toContain("left out  files (3): they are here already")
    expect(await filesOf(id)).toHaveLength(3)
  })

  test("are checked like uploads: what cannot be kept is told, the rest comes", async () => {
    const { id } = someone()
    const [bell, html] = ["\u001b[31mshop\u0007.jpg", "<html>"]
    fileOf(id, { name: bell })
    fileOf(id, { bytes: Buffer.from(html) })
    fileOf(id, { name: "run.exe", mimeType: "application/x-msdownload", bytes: Buffer.from("MZ") })
    fileOf(id, { bytes: Buffer.alloc(30_000_001) })
    fileOf(id, { permissions: ['read("any")'] })
    fileOf(id, { permissions: ['update("user:a")', 'update("user:b")'] })
    const lying = fileOf(id)
    for (const { record } of appwrite.files.get("uploads") ?? []) if (record.$id === lying) record.sizeOriginal = 12
    const { code, said } = await take()
    expect(code, said).toBe(0)
    expect((await filesOf(id)).map(({ name }) => name)).toEqual(["[31mshop .jpg"])
    expect(said).toContain("left out  files (1): Only pictures are taken here")
    expect(said).toContain("left out  files (1): Only these are taken here")
    expect(said).toContain("left out  files (1): they have more than 30000000 bytes")
    expect(said).toContain("left out  files (2): whose they are is not known")
    expect(said).toContain("left out  files (1): their bytes are not as many as they are said to be")
    expect(said).not.toContain("\u001b")
  })

  test("stay behind when their owner has no room", async () => {
    const person = await t.signUp({ isVerified: true })
    const { id } = someone({ email: person.email })
    const { accountId } = person
    await t.s.db.insertInto("fileUsage").values({ accountId, files: 20_000, bytes: "5", unfinished: 0 }).execute()
    fileOf(id)
    pictureOf(id)
    const { said } = await take()
    expect(said).toContain("files (1): There is no room for more files")
    expect(said).toContain("documents of generations (1): their owner has no room for more files")
    expect([await filesOf(accountId), await picturesOf(accountId)]).toEqual([[], []])
  })
})

describe("an import", () => {
  test("writes nothing when it only looks, and nothing twice", async () => {
    const { id } = someone()
    profileOf(id)
    pictureOf(id)
    fileOf(id)
    const before = await everything()
    const looked = await take("--look")
    expect(looked.said).toContain("would come  accounts, new here (1)")
    expect(looked.said).toContain("would come  documents of generations (1)")
    expect(looked.said).toContain("would come  uploaded pictures, seen by their owner alone (1)")
    expect(looked.said).toContain("Nothing was written.")
    expect(await everything()).toEqual(before)
    expect(server.count(/\/download$/)).toBe(0)
    await take()
    const after = await everything()
    const again = await take()
    expect(again.said).toContain("left out  accounts (1): they are here already")
    expect(again.said).toContain("left out  pictures (1): they are here already")
    expect(again.said).toContain("left out  files (1): they are here already")
    expect(again.said).not.toContain("came in")
    expect(await everything()).toEqual(after)
  })

  test("knows an account again that changed its address, and leaves one alone that was deleted here", async () => {
    const password = "gourds of Kano 12"
    const [changer, leaver] = [
      someone({ password: await hashed(password) }),
      someone({ password: await hashed(password) }),
    ]
    await take()
    await t.s.db.updateTable("accounts").set({ email: "new@example.com" }).where("id", "=", changer.id).execute()
    const { person } = await signIn(leaver.email, password)
    await t.request("DELETE", "/v1/account", { person, body: { password } })
    fileOf(leaver.id)
    const { said } = await take()
    expect(said).toContain(`accounts (1): they were deleted here since they came; such as ${leaver.id}`)
    expect(said).toContain("accounts (1): they are here already")
    expect([await accountAt(leaver.email), await accountAt(changer.email)]).toEqual([undefined, undefined])
    expect(await filesOf(leaver.id)).toEqual([])
  })

  test("beside another one of the same project takes nothing twice", async () => {
    const people = Array.from({ length: 5 }, () => someone())
    for (const { id } of people) {
      fileOf(id)
      pictureOf(id)
    }
    const both = await Promise.all([take(), take()])
    expect(
      both.map(({ code }) => code),
      JSON.stringify(both),
    ).toEqual([0, 0])
    for (const { id, email } of people) {
      expect(await accountAt(email)).toMatchObject({ id })
      expect([await filesOf(id), await picturesOf(id)]).toMatchObject([[{}], [{}]])
    }
  })

  test("reads more than one page, and each row once where rows move between pages", async () => {
    const people = Array.from({ length: 130 }, () => someone())
    const [first] = people
    for (let count = 0; count < 105; count++)
      fileOf(first?.id ?? "", { bytes: Buffer.from(`Note ${count}`), name: "a.txt", mimeType: "text/plain" })
    const { said } = await take()
    expect(said).toContain("came in   accounts, new here (130)")
    expect(said).toContain("came in   documents, seen by their owner alone (105)")
    expect(said).toContain("so far    100 files are looked at")
    const asked = server.log().map(({ path }) => decodeURIComponent(path))
    expect(asked.filter((path) => path.includes("/users"))).toHaveLength(3)
  })

  test("stops at a server that answers with the same page again and again", async () => {
    someone()
    appwrite.ignoresCursors = true
    const { code, said } = await take()
    expect([code, said]).toEqual([2, expect.stringContaining("answered /users with the same page twice")])
    expect(said).toContain("What came in stays; run the command again to go on.")
  })

  test("asks again when told to wait or when the line breaks", async () => {
    const { id } = someone()
    fileOf(id)
    const wait = { status: 429, headers: { "retry-after": "0" } }
    server.script([
      { match: "GET /appwrite/v1/users", times: 2, fault: wait },
      { match: /\/download$/, times: 1, fault: { reset: "halfway" } },
      { match: "GET /appwrite/v1/databases", times: 1, fault: { status: 503, headers: { "retry-after": "0" } } },
    ])
    const { code, said } = await take()
    expect(code, said).toBe(0)
    expect(await filesOf(id)).toHaveLength(1)
  })

  test.each<[string, RegExp, object, string]>([
    ["a refused key", /\/users/, { status: 401 }, "refuses the key (401). It needs the scopes users.read"],
    [
      "a server that wants no more",
      /\/users/,
      { status: 429, headers: { "retry-after": "0" } },
      "asks us to wait (429)",
    ],
    ["a server in trouble", /\/files/, { status: 500, headers: { "retry-after": "0" } }, "does not answer /storage"],
    ["an answer that is cut off", /\/buckets\?/, { truncates: true }, "with something that cannot be used"],
    ["an answer of another kind", /\/buckets\?/, { status: 200, body: { hello: 1 } }, "with something else: buckets"],
    ["an address that moved", /\/users/, { status: 301, headers: { location: "/" } }, "that cannot be used (301)"],
    ["a wrong address", /\/users/, { status: 404 }, "knows no /users (404). Look at the address"],
  ])("ends with what is wrong at %s, and the next run goes on", async (_, match, fault, words) => {
    const { id, email } = someone()
    fileOf(id)
    server.script([{ match, fault }])
    const { code, said } = await take()
    expect([code, said]).toEqual([2, expect.stringContaining(words)])
    expect(said).not.toContain(appwrite.key)
    server.reset()
    expect((await take()).code).toBe(0)
    expect(await filesOf((await accountAt(email))?.id ?? "")).toHaveLength(1)
  })

  test("needs a key, an address or a folder, and a project", async () => {
    const run = async (args: string[], given?: Record<string, string>) => {
      const lines: string[] = []
      const context = { s: t.s, say: (line: string) => lines.push(line), ...(given ? { given } : {}) }
      expect(await runAdmin(context, ["import", "appwrite", ...args])).toBe(2)
      return lines.join("\n")
    }
    const given = { [appwriteKeyName]: appwrite.key }
    expect(await run([appwrite.address, appwrite.project])).toContain(
      "Please put the key into the environment, as APPWRITE_API_KEY",
    )
    expect(await run([appwrite.address], given)).toContain("Please give the id of the project there")
    expect(await run([], given)).toContain("Please give the address of the API, or a folder")
    expect(await run(["https://me:secret@example.com/v1", "shop"], given)).toContain(
      "Please give the address of the API",
    )
    expect(await run([join(dir, "nothing"), "shop"])).toContain("There is no users.json in")
  })

  test("reads the same answers from a folder", async () => {
    const { id, email } = someone()
    const next = someone()
    pictureOf(id)
    const file = fileOf(id)
    const folder = join(dir, "export")
    const write = (path: string, content: object | Uint8Array): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content instanceof Uint8Array ? content : JSON.stringify(content))
    }
    write("users.json", { total: 2, users: appwrite.users.slice(0, 1) })
    write("users.2.json", { total: 2, users: appwrite.users.slice(1) })
    write("databases.json", { total: 1, databases: [{ $id: "main", name: "Main" }] })
    write("databases/main/collections.json", { total: 1, collections: [{ $id: "generations", name: "generations" }] })
    const documents = appwrite.collections.get("generations") ?? []
    write("databases/main/collections/generations/documents.json", { total: 1, documents })
    write("storage/buckets.json", { total: 2, buckets: [...appwrite.files.keys()].map(($id) => ({ $id })) })
    for (const [bucket, files] of appwrite.files) {
      write(`storage/buckets/${bucket}/files.json`, { total: 1, files: files.map(({ record }) => record) })
      for (const { record, bytes } of files) write(`storage/buckets/${bucket}/files/${record.$id}/download`, bytes)
    }
    const { code, said } = await take(folder)
    expect(code, said).toBe(0)
    expect(await picturesOf((await accountAt(email))?.id ?? "")).toHaveLength(1)
    expect(await accountAt(next.email)).toMatchObject({ isEmailVerified: true })
    expect((await filesOf(id)).map((one) => one.id)).toEqual([file])
    expect(server.log()).toEqual([])
    // The same project over its server: nothing twice.
    expect((await take()).said).not.toContain("came in")
    writeFileSync(join(folder, "users.2.json"), "{")
    expect(await take(folder)).toMatchObject({ code: 2, said: expect.stringContaining("users.2.json in") })
  })
})

test("reads documents and files of this very product, which speaks the same protocol", async () => {
  const there = await openTestApp({ hasWorker: false, settings: { API_KEY: appwrite.key } })
  try {
    const person = await there.signUp({ isVerified: true, name: "Chi Okoro" })
    const { $id: file } = await uploaded(there, photo, { person, bucket: "images", name: "shop front.jpg" })
    const user = (await there.request("GET", "/v1/account", { person })).json()
    // What the product has no calls for: its accounts, and the names of collections and buckets.
    const lists: Record<string, object> = {
      "/v1/users": { users: [user] },
      "/v1/databases": { databases: [{ $id: databaseId, name: databaseId }] },
      [`/v1/databases/${databaseId}/collections`]: { collections: [{ $id: "profiles", name: "profiles" }] },
      "/v1/storage/buckets": { buckets: [{ $id: "images", name: "images" }] },
    }
    server.mount("/own", async ({ headers }, url) => {
      const list = lists[url.pathname]
      if (list) return { status: 200, body: url.search.includes("cursorAfter") ? emptied(list) : list }
      const named = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("x-appwrite")))
      const reply = await there.request("GET", url.pathname + url.search, { headers: named as Record<string, string> })
      return { status: reply.statusCode, body: reply.rawPayload }
    })
    const lines: string[] = []
    const context = { s: t.s, say: (line: string) => lines.push(line), given: { [appwriteKeyName]: appwrite.key } }
    const code = await runAdmin(context, ["import", "appwrite", `${server.origin}/own/v1/`, projectId])
    expect(code, lines.join("\n")).toBe(0)
    const { accountId } = person
    const profile = await t.s.db
      .selectFrom("profiles")
      .selectAll()
      .where("accountId", "=", accountId)
      .executeTakeFirst()
    expect(profile).toMatchObject({ phoneNumber: "+233241234567", country: "Ghana", state: "Accra" })
    expect(await filesOf(accountId)).toMatchObject([{ id: file, name: "shop front.jpg", signature: md5(photo) }])
  } finally {
    await there.close()
  }
})

const emptied = (list: object) => Object.fromEntries(Object.keys(list).map((name) => [name, []]))

test("works beside a running process, which is handed the key; a death on the way is gone on from", async () => {
  const people = Array.from({ length: 3 }, () => someone())
  for (const { id } of people) for (let count = 0; count < 10; count++) fileOf(id)
  const settings = { DATA_DIR: join(dir, "running"), ENGINE: "fake" }
  const env = { ...settings, [appwriteKeyName]: appwrite.key }
  const run = () => runProgram("scripts/admin.ts", env, ["import", "appwrite", appwrite.address, appwrite.project])
  const dying = await startProcess(settings)
  const isHalfway = new Promise<void>((resolve) => {
    server.script([
      {
        match: ({ path }) => {
          if (server.count(/\/download$/) === 12) resolve()
          return path.endsWith("/download") && server.count(/\/download$/) >= 12
        },
        fault: { hangs: true },
      },
    ])
  })
  const broken = run()
  await isHalfway
  await dying.kill()
  expect((await broken).code).not.toBe(0)

  server.reset()
  const running = await startProcess(settings)
  try {
    const { code, output } = await run()
    expect([code, output]).toEqual([0, expect.stringContaining("accounts (3): they are here already")])
    expect(output).toMatch(/came in {3}uploaded pictures, seen by their owner alone \((19|2\d|30)\)/)
    expect(output).not.toContain(appwrite.key)
    expect((await run()).output).toContain("left out  files (30): they are here already")
    expect(await runProgram("scripts/admin.ts", settings, ["verify"])).toMatchObject({ code: 0 })
  } finally {
    await running.stop()
  }
})
