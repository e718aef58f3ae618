import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { strToU8, unzipSync, zipSync } from "fflate"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { PictureDetails } from "#contract/studio/picture-details.ts"
import { seedCourses } from "#server/features/academy/learning/seed.ts"
import { sweepAccounts } from "#server/features/identity/accounts/sweep.ts"
import { runProgram, startProcess } from "#server/testing/processes/processes.ts"
import { filesAt, md5, photoWithPlace, twoColours, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { mailTo, until } from "#server/testing/wait.ts"
import { runAdmin } from "./commands.ts"

let dir: string
/** Where the person was, and where they go. */
let there: TestApp
let here: TestApp

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "aworan-import-"))
  there = await openTestApp()
  here = await openTestApp()
})
afterAll(async () => {
  await there.close()
  await here.close()
  rmSync(dir, { recursive: true, force: true })
})

type Entries = Record<string, Uint8Array>

async function download(person: TestPerson): Promise<Buffer> {
  const reply = await there.request("GET", "/v1/account/export", { person })
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
  return reply.rawPayload
}

async function take(zip: Uint8Array): Promise<{ code: number; said: string }> {
  const path = join(dir, "copy.zip")
  writeFileSync(path, zip)
  const lines: string[] = []
  const code = await runAdmin({ s: here.s, say: (line) => lines.push(line) }, ["import", "person", path])
  return { code, said: lines.join("\n") }
}

/** The same ZIP with something in it changed, whole otherwise. */
function changed(zip: Uint8Array, change: (entries: Entries) => void): Uint8Array {
  const entries = unzipSync(zip)
  change(entries)
  return zipSync(entries, { level: 0 })
}

/** The name of the picture that an address leads to. */
const idIn = (address: string, names: ReadonlyMap<string, string>) => names.get(address.split("/").at(-1) ?? "")

const json = (bytes: Uint8Array | undefined) => JSON.parse(Buffer.from(bytes ?? []).toString())

/** A person with two pictures of one public order, a cut-out, a star, an album and presets; and the copy of it all. */
async function carried(): Promise<{ person: TestPerson; pictures: string[]; cutOut: string; zip: Buffer }> {
  const person = await there.signUp({ credits: 50, name: "Amina Bello" })
  const call = async (method: "POST" | "PUT" | "PATCH", url: string, body: object = {}) => {
    const reply = await there.request(method, url, { person, body })
    expect(reply.statusCode, `${url} ${reply.body}`).toBeLessThan(300)
    return reply
  }
  const order = { prompt: "an amber glass bottle", aspect_ratio: "4:5", num_outputs: 2, is_public: true }
  const { job } = (await call("POST", "/image-gen-with-flux-dev-realism", order)).json()
  const pictures = (job.pictures as { id: string }[]).map(({ id }) => id)
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#c04020" } })
    .png()
    .toBuffer()
  const image = `data:image/png;base64,${photo.toString("base64")}`
  const cut = (await call("POST", "/background-remover", { image })).json()
  await uploaded(there, await photoWithPlace(), { person, bucket: "images", name: "shop front.jpg" })
  await call("PUT", `/own-pictures/${pictures[0]}/star`, { is_starred: true })
  const album = (await call("POST", "/own-pictures/albums", { name: "Bottles" })).json().data
  await call("POST", `/own-pictures/albums/${album.id}/pictures`, { ids: pictures })
  const preset = { name: "Shelf", mode: "flux1.1-pro", aspect_ratio: "4:5", num_outputs: 2, is_public: true }
  const { data } = (await call("POST", "/studio/presets", preset)).json()
  await call("PATCH", `/studio/presets/${data.id}`, { is_pinned: true })
  return { person, pictures, cutOut: cut.job.result.picture.id, zip: await download(person) }
}

/** Comes in at the new place as anybody does who forgot a password. */
async function comeIn(email: string): Promise<TestPerson> {
  const password = "clay pots of Abeokuta 7"
  const asked = await here.request("POST", "/v1/account/recovery", {
    body: { email, url: `${here.s.config.publicUrl}/reset-password` },
  })
  expect(asked.statusCode, asked.body).toBe(201)
  const mail = await mailTo(here, email)
  const link = new URL(mail.text.match(/https?:\/\/\S+/)?.[0] ?? "")
  const body = { userId: link.searchParams.get("userId"), secret: link.searchParams.get("secret"), password }
  const set = await here.request("PUT", "/v1/account/recovery", { body })
  expect(set.statusCode, set.body).toBe(200)
  const session = await here.request("POST", "/v1/account/sessions/email", { body: { email, password } })
  const cookie = session.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
  return { accountId: session.json().userId, email, password, cookie }
}

async function signUpHere(email: string, isConfirmed = true): Promise<TestPerson> {
  const password = "calabash and cowries 7"
  const body = { userId: "unique()", email, password, name: "Someone Here" }
  const made = await here.request("POST", "/v1/account", { body })
  expect(made.statusCode, made.body).toBe(201)
  const session = await here.request("POST", "/v1/account/sessions/email", { body: { email, password } })
  const cookie = session.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
  const person = { accountId: made.json().$id, email, password, cookie }
  if (isConfirmed) await confirm(person.accountId)
  return person
}

async function confirm(accountId: string): Promise<void> {
  await here.s.db.updateTable("accounts").set({ isEmailVerified: true }).where("id", "=", accountId).execute()
}

async function blockedNoMore(person: TestPerson): Promise<TestPerson> {
  await here.s.db.updateTable("accounts").set({ isBlocked: false }).where("id", "=", person.accountId).execute()
  return person
}

/** What an account has that a copy may bring. */
async function everything(accountId: string) {
  const of = async (table: "files" | "generations" | "albums" | "presets" | "pictureStars" | "runs") =>
    here.s.db.selectFrom(table).selectAll().where("accountId", "=", accountId).execute()
  return {
    pictures: await of("generations"),
    uploads: await of("files"),
    albums: await of("albums"),
    presets: await of("presets"),
    stars: await of("pictureStars"),
    runs: await of("runs"),
    keys: await storedKeys(),
  }
}

/** All objects in storage. */
async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of here.s.storage.list()) keys.push(key)
  return keys.sort()
}

async function expectNothing(email: string, zip: Uint8Array, words: string): Promise<void> {
  const stored = await storedKeys()
  const { code, said } = await take(zip)
  expect([code, said]).toEqual([2, expect.stringContaining(words)])
  expect(await here.s.db.selectFrom("accounts").select("id").where("email", "=", email).execute()).toEqual([])
  expect(await storedKeys()).toEqual(stored)
}

const own = async (person: TestPerson, query = "") =>
  (await here.request("GET", `/own-pictures${query}`, { person })).json().data as Record<string, unknown>[]

describe("a person's copy in another installation", () => {
  test("brings pictures, words, settings, stars, albums and presets, and the person comes in by a new password", async () => {
    const { person, pictures, cutOut, zip } = await carried()
    const { code, said } = await take(zip)
    expect([code, said]).toEqual([0, expect.stringContaining("An account is made: it has no password")])
    expect(said).toContain("came in   pictures, now private (3)")
    expect(said).toContain("left out  credits, payments, orders,")
    await sweepAccounts.run(here.s, {}, new AbortController().signal)

    const arrived = await comeIn(person.email)
    const account = (await here.request("GET", "/v1/account", { person: arrived })).json()
    expect(account).toMatchObject({ name: "Amina Bello", email: person.email, emailVerification: true })
    expect((await here.request("GET", "/terms-accepted", { person: arrived })).json().data.isAccepted).toBe(false)
    const shown = await own(arrived)
    expect(shown).toHaveLength(3)
    expect(shown.map(({ is_public }) => is_public)).toEqual([false, false, false])
    const drawn = shown.filter(({ mode }) => mode === "flux-dev-realism")
    expect(drawn).toMatchObject([
      { prompt: "an amber glass bottle", aspect_ratio: "4:5" },
      { prompt: "an amber glass bottle", aspect_ratio: "4:5" },
    ])

    const entries = unzipSync(zip)
    const bytes = await here.request("GET", `/pictures/${drawn[0]?.$id}`, { person: arrived })
    const sent = pictures.map((id) => md5(entries[`pictures/${id}.webp`] ?? new Uint8Array()))
    expect(sent).toContain(md5(bytes.rawPayload))
    expect((await here.request("GET", `/pictures/${drawn[0]?.$id}`)).statusCode).toBe(404)
    const seedOf = async (app: TestApp, who: TestPerson, id: unknown) =>
      (await app.request("GET", `/own-pictures/generations/${id}`, { person: who })).json().data.settings
    const before = await Promise.all(pictures.map((id) => seedOf(there, person, id)))
    const after = await Promise.all(drawn.map(({ $id }) => seedOf(here, arrived, $id)))
    expect(after.toSorted((a, b) => a.number - b.number)).toEqual(before.toSorted((a, b) => a.number - b.number))
    const cut = shown.find(({ mode }) => mode !== "flux-dev-realism")
    expect((await seedOf(here, arrived, cut?.$id)).seed).toBeNull()
    expect(cutOut).not.toBe(cut?.$id)

    expect(await own(arrived, "?starred=yes")).toHaveLength(1)
    const [album] = (await here.request("GET", "/own-pictures/albums", { person: arrived })).json().data
    expect(album).toMatchObject({ name: "Bottles", count: 2 })
    const presets = (await here.request("GET", "/studio/presets", { person: arrived })).json().data
    expect(presets).toMatchObject([{ name: "Shelf", num_outputs: 2, is_public: false, is_pinned: true }])
    const { files } = (await here.request("GET", filesAt("images"), { person: arrived })).json()
    expect(files).toMatchObject([{ name: "shop front.jpg", mimeType: "image/jpeg" }])
    const upload = Object.entries(entries).find(([name]) => name.startsWith("files/images/"))?.[1] ?? new Uint8Array()
    expect(files[0].signature).toBe(md5(upload))
    expect(files[0].$permissions).toEqual(
      ["read", "update", "delete"].map((may) => `${may}("user:${arrived.accountId}")`),
    )
    expect((await here.request("GET", `${filesAt("images", files[0].$id)}/view`)).statusCode).toBe(404)
    const prompts = (await here.request("GET", "/studio/recent-prompts", { person: arrived })).json().data
    expect(prompts.map(({ prompt }: { prompt: string }) => prompt)).toContain("an amber glass bottle")
  })

  test("goes into the account with the confirmed address, and adds nothing twice", async () => {
    const { person, zip } = await carried()
    const arrived = await signUpHere(person.email)
    const first = await take(zip)
    expect(first).toMatchObject({ code: 0, said: expect.stringContaining("It went into the account") })
    expect((await here.request("GET", "/v1/account", { person: arrived })).json().name).toBe("Someone Here")
    const all = await own(arrived)
    const state = () => everything(arrived.accountId)
    const before = await state()
    const second = await take(zip)
    expect(second.said).toContain("left out  pictures (3): they are here already")
    expect(second.said).toContain("left out  uploaded pictures (1): they are here already")
    expect(second.said).not.toContain("now private")
    expect(await state()).toEqual(before)
    expect(await own(arrived)).toEqual(all)
  })

  test("brings only what is new when a later copy comes", async () => {
    const { person, pictures, zip } = await carried()
    await take(changed(zip, (entries) => void delete entries[`pictures/${pictures[1]}.webp`]))
    const again = await take(zip)
    expect(again.said).toContain("came in   pictures, now private (1)")
    const arrived = await comeIn(person.email)
    const drawn = (await own(arrived)).filter(({ mode }) => mode === "flux-dev-realism")
    expect(new Set(drawn.map(({ $id }) => String($id).replace(/-\d$/, ""))).size).toBe(1)
    expect(drawn).toHaveLength(2)
  })

  test("shows of each picture what it was made of and what was made of it, as before, and the person's picture", async () => {
    const person = await there.signUp({ credits: 100, isVerified: true })
    const made = async (path: string, body: object): Promise<{ id: string; url: string }[]> => {
      const reply = await there.request("POST", path, { person, body })
      expect([path, reply.statusCode, reply.body.slice(0, 300)]).toEqual([path, 200, expect.anything()])
      const { job } = reply.json()
      return job.pictures ?? [job.result.picture, ...(job.result.cutOut ? [job.result.cutOut] : [])]
    }
    const order = { prompt: "an amber glass bottle", aspect_ratio: "4:5", num_outputs: 2, seed: 77 }
    const [drawn, sibling] = await made("/image-gen-with-flux-dev-realism", order)
    const [large] = await made("/image-upscaler", { image: drawn?.url, factor: 2 })
    const options = { person, bucket: "images", name: "bag.png" }
    const file = await uploaded(there, await twoColours(300, 200).png().toBuffer(), options)
    const image = `/v1/storage/buckets/images/files/${file.$id}/view`
    const ground = { kind: "picture", image: drawn?.url }
    const [scene, cutOut] = await made("/photo-scenes", { image, hasBackground: true, ground })
    // What is gone before the copy is made is gone afterwards too.
    const [lost] = await made("/image-gen-with-flux-dev-realism", { ...order, prompt: "a lost bottle", num_outputs: 1 })
    const [ofLost] = await made("/image-upscaler", { image: lost?.url, factor: 2 })
    await there.request("POST", "/own-pictures/deletion", { person, body: { ids: [lost?.id] } })
    const profiles = "/v1/databases/main/collections/profiles/documents"
    const [profile] = (await there.request("GET", profiles, { person })).json().documents
    const imageUrl = `${there.s.config.publicUrl}${image}?project=main`
    const data = { data: { imageUrl } }
    const saved = await there.request("PATCH", `${profiles}/${profile.$id}`, { person, body: data })
    expect(saved.statusCode, saved.body).toBe(200)

    const { code, said } = await take(await download(person))
    expect([code, said]).toEqual([0, expect.stringContaining("came in   profile picture (1)")])
    expect(said).toContain("left out  links to what pictures were made of (1): it did not come along")
    const arrived = await comeIn(person.email)
    const shown = await own(arrived)
    const { files } = (await here.request("GET", filesAt("images"), { person: arrived })).json()
    const shownIn = async (app: TestApp, who: TestPerson, id: unknown) =>
      (await app.request("GET", `/own-pictures/generations/${id}`, { person: who })).json().data as PictureDetails
    const before = await Promise.all(
      [drawn, sibling, large, scene, cutOut, ofLost].map((one) => shownIn(there, person, one?.id)),
    )
    const after = await Promise.all(shown.map(({ $id }) => shownIn(here, arrived, $id)))
    // The same picture in both, by what is known of it beside its name.
    const nameOf = ({ picture, settings }: PictureDetails) => `${picture.mode} of ${picture.prompt} ${settings.number}`
    const [namesThere, namesHere] = [before, after].map(
      (all) => new Map(all.map((one) => [one.picture.$id, nameOf(one)])),
    )
    const told = (all: PictureDetails[], names = new Map<string, string>(), uploadId = "") =>
      new Map(
        all.map(({ picture, settings, origins, siblings, made: results }) => {
          const ground =
            settings.ground?.kind === "picture" ? { kind: "picture", of: idIn(settings.ground.image, names) } : null
          const named = (one: { kind: string; id?: string; name?: string }) =>
            one.kind === "picture" ? names.get(one.id ?? "") : `${one.kind} ${one.name} ${one.id === uploadId}`
          return [
            names.get(picture.$id),
            {
              ...settings,
              ground,
              origins: origins.map(named),
              siblings: siblings.map(named),
              made: results.map(named).sort(),
            },
          ]
        }),
      )
    expect(told(after, namesHere, files[0].$id)).toEqual(told(before, namesThere, file.$id))
    expect(told(after, namesHere).get(nameOf(before[0] as PictureDetails))?.made).toHaveLength(2)
    expect(new Set(shown.map(({ $id }) => $id)).has(drawn?.id)).toBe(false)

    const [profileHere] = (await here.request("GET", profiles, { person: arrived })).json().documents
    expect(profileHere.imageUrl).toBe(
      `${here.s.config.publicUrl}/v1/storage/buckets/images/files/${files[0].$id}/view?project=main`,
    )
    expect((await here.request("GET", new URL(profileHere.imageUrl).pathname, { person: arrived })).statusCode).toBe(
      200,
    )
    const state = await everything(arrived.accountId)
    const again = await take(await download(person))
    expect(again.said).toContain("left out  pictures (6): they are here already")
    expect(again.said).toContain("left out  profile picture (1): the profile shows a picture already")
    expect(await everything(arrived.accountId)).toEqual(state)
  })

  test.each([
    ["a page of the other installation", "/studio", "left out  profile picture (1): it lies at the other installation"],
    ["a picture of another server", "https://pictures.example/amina.jpg", "came in   profile picture (1)"],
    ["no address", "javascript:alert(1)", ""],
  ])("has %s as profile picture", async (_, address, words) => {
    const { person, zip } = await carried()
    const imageUrl = address.startsWith("/") ? `${there.s.config.publicUrl}${address}` : address
    const { code, said } = await take(
      changed(zip, (entries) => {
        const [profile] = json(entries["documents/profiles.json"])
        entries["documents/profiles.json"] = strToU8(JSON.stringify([{ ...profile, imageUrl }]))
      }),
    )
    expect([code, said]).toEqual([0, expect.stringContaining(words)])
    const { accountId } = await comeIn(person.email)
    const shown = here.s.db.selectFrom("profiles").select("imageUrl").where("accountId", "=", accountId)
    const kept = (await shown.executeTakeFirstOrThrow()).imageUrl
    expect(kept).toMatch(words.startsWith("came") ? imageUrl : "/v1/avatars/initials?")
  })

  test("tells what stays behind, and what it does not know", async () => {
    const { person, pictures } = await carried()
    await there.request("POST", "/own-pictures/deletion", { person, body: { ids: [pictures[0]] } })
    const zip = await download(person)
    const { said } = await take(changed(zip, (entries) => Object.assign(entries, { "horoscopes.json": strToU8("[]") })))
    expect(said).toContain("left out  pictures of the trash (1): take them out of the trash there to bring them along")
    expect(said).toContain("left out  horoscopes.json: this version does not know them")
  })

  test("brings notes beside lessons that are here, and none over the person's own", async () => {
    const { person } = await carried()
    // A first look at the courses writes them down.
    await seedCourses(there.s.db)
    const lessons = await there.s.db.selectFrom("lessons").select("id").orderBy("id").limit(2).execute()
    const [first = "", second = ""] = lessons.map(({ id }) => id)
    const note = (lessonId: string, text: string) => ({ lessonId, text, updatedAt: new Date() })
    const whose = { accountId: person.accountId }
    const notes = [note(first, "Light from the window"), note(second, "Cloth first")]
    await there.s.db
      .insertInto("lessonNotes")
      .values(notes.map((one) => ({ ...whose, ...one })))
      .execute()
    const zip = changed(await download(person), (entries) => {
      const record = json(entries["learning.json"])
      record.notes.push({ ...record.notes[0], lessonId: "of-another-school" })
      entries["learning.json"] = strToU8(JSON.stringify(record))
    })
    const { accountId } = await signUpHere(person.email)
    await seedCourses(here.s.db)
    await here.s.db
      .insertInto("lessonNotes")
      .values({ accountId, ...note(second, "Mine") })
      .execute()
    const { said } = await take(zip)
    expect(said).toContain("came in   notes beside lessons (1)")
    expect(said).toContain("left out  notes beside lessons (1): their lessons are not here")
    expect(said).toContain("left out  notes beside lessons (1): there is a note beside the lesson already")
    const kept = await here.s.db.selectFrom("lessonNotes").select("text").where("accountId", "=", accountId).execute()
    expect(kept.map(({ text }) => text).sort()).toEqual(["Light from the window", "Mine"])
  })

  test("needs an address that was confirmed there, and is not somebody else's here", async () => {
    const { person, zip } = await carried()
    const unproved = changed(zip, (entries) => {
      const record = json(entries["account.json"])
      record.account.emailVerification = false
      entries["account.json"] = strToU8(JSON.stringify(record))
    })
    expect(await take(unproved)).toMatchObject({ code: 2, said: expect.stringContaining("was not confirmed where") })
    const squatter = await signUpHere(person.email, false)
    expect(await take(zip)).toMatchObject({ code: 2, said: expect.stringContaining("nobody confirmed yet") })
    await confirm(squatter.accountId)
    await here.s.db.updateTable("accounts").set({ isBlocked: true }).where("id", "=", squatter.accountId).execute()
    expect(await take(zip)).toMatchObject({ code: 2, said: expect.stringContaining("is blocked here") })
    expect(await own(await blockedNoMore(squatter))).toEqual([])
  })

  test.each<[string, string, (entries: Entries, picture: string) => object]>([
    ["another product's ZIP", "is no copy of a person's data", () => ({ "about.json": null })],
    [
      "a copy of a newer version",
      "is of a newer version (9)",
      (entries) => ({ "about.json": JSON.stringify({ ...json(entries["about.json"]), version: 9 }) }),
    ],
    ["a record that is no JSON", "albums.json of the copy is no JSON", () => ({ "albums.json": "{" })],
    [
      "a record of another shape",
      "presets.json of the copy cannot be taken in: 0.name",
      () => ({ "presets.json": '[{"name":7}]' }),
    ],
    [
      "an upload that is none",
      "shop front.jpg of the copy cannot be taken in",
      (entries) => ({ [Object.keys(entries).find((name) => name.startsWith("files/")) ?? ""]: "<html>" }),
    ],
    ["a picture that is none", "in the copy cannot be read", (_, id) => ({ [`pictures/${id}.webp`]: "<html>" })],
  ])("takes nothing of %s", async (_, words, change) => {
    const { person, pictures, zip } = await carried()
    const wrong = changed(zip, (entries) => {
      for (const [name, text] of Object.entries(change(entries, pictures[1] ?? ""))) {
        if (text === null) delete entries[name]
        else entries[name] = strToU8(text)
      }
    })
    await expectNothing(person.email, wrong, words)
  })

  test("takes nothing of half a ZIP", async () => {
    const { person, zip } = await carried()
    await expectNothing(person.email, zip.subarray(0, zip.length - 400), "only a part of one")
  })

  test("takes nothing when the person has no room for all of it", async () => {
    const { person, zip } = await carried()
    const { accountId } = await signUpHere(person.email)
    await here.s.db.insertInto("fileUsage").values({ accountId, files: 19_998, bytes: "5", unfinished: 0 }).execute()
    const stored = await storedKeys()
    const { code, said } = await take(zip)
    expect([code, said]).toEqual([2, expect.stringContaining("no room for more files")])
    expect(await storedKeys()).toEqual(stored)
    const { pictures, albums, presets } = await everything(accountId)
    expect([pictures, albums, presets]).toEqual([[], [], []])
  })

  test("takes a file at the machine and nothing else", async () => {
    const lines: string[] = []
    const say = (line: string) => lines.push(line)
    expect(await runAdmin({ s: here.s, say }, ["import", "planet"])).toBe(2)
    expect(await runAdmin({ s: here.s, say }, ["import", "person"])).toBe(2)
    expect(await runAdmin({ s: here.s, say }, ["import", "person", join(dir, "none.zip")])).toBe(2)
    expect(lines.join("\n")).toMatch(
      /^Please give one of these: import person FILE\.zip.*\n.*ZIP that the person downloaded.*\n.*none\.zip cannot be read/,
    )
  })
})

describe("beside a running process", () => {
  test("a death on the way leaves nothing, and the same copy comes in afterwards", async () => {
    const { person, pictures, zip } = await carried()
    const many = changed(zip, (entries) => {
      const documents: Record<string, unknown>[] = json(entries["documents/generations.json"])
      const [first] = documents.filter(({ $id }) => $id === pictures[0])
      for (let number = 0; number < 100; number++) {
        documents.push({ ...first, $id: `more-${number}` })
        entries[`pictures/more-${number}.webp`] = entries[`pictures/${pictures[0]}.webp`] ?? new Uint8Array()
      }
      entries["documents/generations.json"] = strToU8(JSON.stringify(documents))
    })
    const path = join(dir, "many.zip")
    writeFileSync(path, many)
    const settings = { DATA_DIR: join(dir, "running"), ENGINE: "fake" }
    const run = (...args: string[]) => runProgram("scripts/admin.ts", settings, args)
    const stored = () => readdirSync(join(settings.DATA_DIR, "files/pictures"), { recursive: true }).length

    const dying = await startProcess(settings)
    const broken = run("import", "person", path)
    await until(async () => existsSync(join(settings.DATA_DIR, "files/pictures")) && stored() > 20)
    await dying.kill()
    expect((await broken).code).not.toBe(0)

    const running = await startProcess(settings)
    try {
      expect(await run("verify")).toMatchObject({ code: 0 })
      const { code, output } = await run("import", "person", path)
      expect([code, output]).toEqual([0, expect.stringContaining("An account is made")])
      expect(output).toContain("so far    100 pictures are stored")
      expect(output).toContain("pictures, now private (103)")
      expect((await run("import", "person", path)).output).toContain("pictures (103): they are here already")
      expect(await run("verify")).toMatchObject({ code: 0 })
      expect((await run("credits", "grant", person.email, "1", "Welcome")).output).toContain("has 1 credits now")
    } finally {
      await running.stop()
    }
  })
})
