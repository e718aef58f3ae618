import { unzipSync } from "fflate"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { maxLinksOfPicture, type PrivateLink } from "#contract/studio/private-links.ts"
import { buildPictures, type PictureOptions } from "#server/testing/records/build-pictures.ts"
import { buildShot } from "#server/testing/records/build-records.ts"
import { twoColours } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { sharedPage } from "./service.ts"

let t: TestApp
let ada: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  ada = await t.signUp({ isVerified: true })
})
afterAll(() => t.close())

const browser = { "user-agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0" }
const look = (path: string, headers: Record<string, string> = browser) => t.request("GET", path, { headers })

/** A finished picture of Ada's, with its bytes. */
async function build(options: PictureOptions): Promise<string> {
  const [id = ""] = await buildPictures(t, ada.accountId, [options])
  await store("generations", id)
  return id
}

async function store(table: "generations" | "photoshoots", id: string): Promise<void> {
  const { storageKey } = await t.s.db
    .selectFrom(table)
    .select("storageKey")
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
  const bytes = await twoColours(640, 400).webp().toBuffer()
  for (const key of [storageKey, storageKey.replace(/[^/]+$/, "640.webp")])
    await t.s.storage.put(key, bytes, "image/webp")
}

async function createLink(id: string, hours: unknown = 24, { person = ada, source = "generations" } = {}) {
  const reply = await t.request("POST", `/own-pictures/${source}/${id}/links`, { person, body: { hours } })
  const data = (reply.json().data ?? {}) as PrivateLink & { url: string }
  return { status: reply.statusCode, ...data, path: data.url === undefined ? "" : new URL(data.url).pathname }
}

async function links(id: string): Promise<PrivateLink[]> {
  return (await t.request("GET", `/own-pictures/generations/${id}/links`, { person: ada })).json().data
}

const remove = (id: string) =>
  t.request("DELETE", `/v1/databases/main/collections/generations/documents/${id}`, { person: ada })
const restore = (id: string) =>
  t.request("POST", "/own-pictures/trash/restoration", {
    person: ada,
    body: { pictures: [{ source: "generations", id }] },
  })

test("a public picture has a page that reads without scripts, with its preview and the way to one like it", async () => {
  const prompt = `a "red" <b>bag</b> & a lamp`
  const id = await build({ prompt, mode: "flux-dev-realism" })
  const page = await look(`/picture/${id}`)
  expect([page.statusCode, page.headers["cache-control"]]).toEqual([200, "no-cache"])
  expect(page.body).toContain('<h1 dir="auto">a &#34;red&#34; &#60;b&#62;bag&#60;/b&#62; &#38; a lamp</h1>')
  expect(page.body).not.toMatch(/<script|<b>bag|noindex/)
  expect(page.body).toContain(`<link rel="canonical" href="${t.s.config.publicUrl}/picture/${id}">`)
  const property = (name: string) => new RegExp(`property="${name}" content="([^"]*)"`).exec(page.body)?.[1]
  expect(property("og:title")).toContain("red")
  expect(property("og:image")).toBe(`${t.s.config.publicUrl}/picture/${id}/preview.jpg?v=0`)
  const preview = await look(`/picture/${id}/preview.jpg?v=0`)
  expect([preview.statusCode, preview.headers["content-type"]]).toEqual([200, "image/jpeg"])
  expect(preview.rawPayload.length).toBeLessThan(300_000)
  const like = /class="go" href="([^"]+)"/.exec(page.body)?.[1]?.replaceAll("&#38;", "&") ?? ""
  const { pathname, searchParams } = new URL(like, "http://here")
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    "/generations/flux",
    { mode: "flux-dev-realism", prompt, shape: "1:1" },
  ])
  expect((await look(`/picture/${id}`, { ...browser, "if-none-match": String(page.headers.etag) })).statusCode).toBe(
    304,
  )

  const form = await look(`/picture/${id}/report`)
  expect([form.statusCode, form.body.includes('action="/picture/')]).toEqual([200, true])
  const sent = await t.request("POST", `/picture/${id}/report`, { body: { reason: "spam", note: "twice" } })
  expect([sent.statusCode, sent.body.includes("Somebody will look at it.")]).toEqual([200, true])
  const reports = await t.s.db.selectFrom("pictureReports").select(["note"]).where("generationId", "=", id).execute()
  expect(reports).toEqual([{ note: "twice" }])

  // Pictures of shoots and of a tool have theirs; a model of one's own is nobody else's to draw.
  const shot = await buildShot(t, ada.accountId, { isPublic: true, prompt: "a shoot" })
  expect((await look(`/picture/${shot}`)).body).toContain("/generations/flux?mode=")
  const scene = (await look(`/picture/${await build({ mode: "scene", prompt: "Mrs Obi, order 12.jpg" })}`)).body
  expect(scene).toContain('href="/generations/scene"')
  // It goes by what it is, not by the name of its maker's photo.
  expect([scene.includes("Mrs Obi"), scene.includes(">A product in a scene</h1>")]).toEqual([false, true])
  const ownModel = "bags-bbaf4367-91ef-4b84-a7a4-40e5eecd74af"
  const own = (await look(`/picture/${await build({ mode: ownModel, prompt: `a photo of ${ownModel} on sand` })}`)).body
  expect([own.includes("bbaf4367"), own.includes(">a photo of bags on sand</h1>")]).toEqual([false, true])

  const paths = [`/picture/${id}`, `/picture/${id}/preview.jpg`, `/picture/${id}/report`]
  const statuses = async () => Promise.all(paths.map(async (path) => (await look(path)).statusCode))
  const change = async (row: object) => t.s.db.updateTable("generations").set(row).where("id", "=", id).execute()
  for (const [gone, back] of [
    [{ isPublic: false }, { isPublic: true }],
    [{ isTakenDown: true }, { isTakenDown: false }],
    [{ waitsUntil: new Date("2099-01-01") }, { waitsUntil: null }],
  ]) {
    await change(gone ?? {})
    expect(await statuses()).toEqual([404, 404, 404])
    await change(back ?? {})
  }
  await remove(id)
  expect(await statuses()).toEqual([404, 404, 404])
  await restore(id)
  expect(await statuses()).toEqual([200, 200, 200])
  expect((await t.request("POST", "/picture/gone/report", { body: { reason: "spam" } })).statusCode).toBe(404)
})

test("a private link shows one picture to whoever has it, is counted, ends by itself or before, and is gone with its picture", async () => {
  const id = await build({ prompt: "secret words", isPublic: false })
  const made = await createLink(id, 1)
  expect([made.status, made.visits]).toEqual([201, 0])
  expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(3_600_000)
  const stored = await sql<{ row: string }>`select row_to_json(private_links)::text as row from private_links`.execute(
    t.s.db,
  )
  expect(stored.rows.map(({ row }) => row).join()).not.toContain(made.path.split("/").at(-1))

  expect((await look(`/pictures/${id}`)).statusCode).toBe(404)
  const page = await look(made.path)
  expect([page.statusCode, page.headers["x-robots-tag"], page.headers["referrer-policy"]]).toEqual([
    200,
    "noindex, nofollow",
    "no-referrer",
  ])
  expect(page.body).toContain('name="robots" content="noindex')
  expect(page.body).not.toMatch(/secret words|og:image|Ada/)
  for (const path of [`${made.path}/picture`, `${made.path}/picture/640`]) {
    const picture = await look(path)
    expect([picture.statusCode, picture.headers["cache-control"]]).toEqual([200, "no-store"])
    expect(picture.headers["x-robots-tag"]).toContain("noindex")
  }
  await look(made.path, { "user-agent": "WhatsApp/2.0" })
  await look(made.path)
  expect(await links(id)).toMatchObject([{ id: made.id, visits: 2 }])
  expect(JSON.stringify(await links(id))).not.toContain("shared")

  const all = async (status: number) => {
    for (const path of [made.path, `${made.path}/picture`, `${made.path}/picture/640`]) {
      expect([path, (await look(path)).statusCode]).toEqual([path, status])
    }
  }
  await remove(id)
  await all(404)
  await restore(id)
  await all(200)
  await t.s.db.updateTable("accounts").set({ publishing: "blocked" }).where("id", "=", ada.accountId).execute()
  await all(404)
  expect((await createLink(id)).status).toBe(403)
  await t.s.db.updateTable("accounts").set({ publishing: "new" }).where("id", "=", ada.accountId).execute()

  const bola = await t.signUp({ isVerified: true })
  const end = (person: TestPerson, link: string) => t.request("DELETE", `/own-pictures/links/${link}`, { person })
  expect((await end(bola, made.id)).statusCode).toBe(404)
  expect((await end(ada, made.id)).statusCode).toBe(200)
  await all(404)
  expect((await end(ada, made.id)).statusCode).toBe(404)

  const late = await createLink(id, 720)
  await sql`update private_links set expires_at = now() where id = ${late.id}`.execute(t.s.db)
  expect((await look(late.path)).statusCode).toBe(404)
  expect(await links(id)).toEqual([])

  // Of shoots too; never of another person's, and not without a confirmed address.
  const shot = await buildShot(t, ada.accountId, { isPublic: false })
  await store("photoshoots", shot)
  const ofShot = await createLink(shot, 24, { source: "photoshoots" })
  expect([(await look(ofShot.path)).statusCode, (await look(`${ofShot.path}/picture`)).statusCode]).toEqual([200, 200])
  expect((await createLink(id, 24, { person: bola })).status).toBe(404)
  const unconfirmed = await t.signUp({ isVerified: false })
  expect((await createLink(id, 24, { person: unconfirmed })).status).toBe(403)
  for (const hours of [0, 721, 1.5, "24", null]) expect((await createLink(id, hours)).status).toBe(400)
  for (const wrong of ["x", "a".repeat(32), "..%2f", "%ff%fe"])
    expect([400, 404]).toContain((await look(`/shared/${wrong}`)).statusCode)
  expect((await look(`${ofShot.path}/picture/320`)).statusCode).toBe(404)

  for (let n = 0; n < maxLinksOfPicture; n++) expect((await createLink(id)).status).toBe(201)
  expect((await createLink(id)).status).toBe(409)
  const copy = unzipSync((await t.request("GET", "/v1/account/export", { person: ada })).rawPayload)
  expect(JSON.parse(Buffer.from(copy["private-links.json"] ?? []).toString())[0]).toMatchObject({ picture: id })
})

test("a private link to an album shows what is in it now, page by page, without its name", async () => {
  const person = ada
  const albums = "/own-pictures/albums"
  const post = (path: string, body: object) => t.request("POST", `${albums}${path}`, { person, body })
  const album = (await post("", { name: "Cheap stock" })).json().data
  const wanted: PictureOptions[] = Array.from({ length: sharedPage + 1 }, () => ({
    isPublic: false,
    prompt: "my words",
  }))
  const ids = await buildPictures(t, ada.accountId, wanted)
  for (const some of [ids.slice(0, 40), ids.slice(40)]) await post(`/${album.id}/pictures`, { ids: some })
  await store("generations", ids[0] ?? "")
  const link = (await post(`/${album.id}/links`, { hours: 1 })).json().data as PrivateLink & { url: string }
  const path = new URL(link.url).pathname
  const page = await look(path)
  expect([page.statusCode, page.headers["x-robots-tag"]]).toEqual([200, "noindex, nofollow"])
  expect(page.body).toContain(`${sharedPage + 1} pictures shared with you`)
  expect(page.body).not.toMatch(/Cheap stock|my words|og:image|Ada/)
  expect(page.body.match(/<li>/g)).toHaveLength(sharedPage)
  const second = await look(`${path}?page=2`)
  expect(second.body.match(/<li>/g)).toHaveLength(1)
  const picture = `${path}/pictures/${ids[0]}`
  expect([(await look(picture)).statusCode, (await look(`${picture}/640`)).statusCode]).toEqual([200, 200])
  expect((await look(picture)).headers["cache-control"]).toBe("no-store")
  const other = await build({ prompt: "not in it" })
  for (const gone of [`${path}/pictures/${other}`, `${path}/picture`, `${picture}/320`]) {
    expect([gone, (await look(gone)).statusCode]).toEqual([gone, 404])
  }
  const listed = async () => (await t.request("GET", `${albums}/${album.id}/links`, { person })).json().data
  // Further pages are the same look.
  expect(await listed()).toMatchObject([{ id: link.id, visits: 1 }])
  for (const wrong of ["0", "3", "x", "99999"])
    expect([200, 404]).toContain((await look(`${path}?page=${wrong}`)).statusCode)

  // What is taken out, taken down or in the trash is in it no more.
  await t.s.db
    .updateTable("generations")
    .set({ isTakenDown: true })
    .where("id", "=", ids[0] ?? "")
    .execute()
  expect((await look(picture)).statusCode).toBe(404)
  await t.s.db
    .updateTable("generations")
    .set({ isTakenDown: false })
    .where("id", "=", ids[0] ?? "")
    .execute()
  await post(`/${album.id}/removal`, { ids: ids.slice(1) })
  expect((await look(path)).body).toContain("A picture shared with you")
  await remove(ids[0] ?? "")
  expect([(await look(path)).statusCode, (await look(picture)).statusCode]).toEqual([404, 404])
  await restore(ids[0] ?? "")
  expect((await look(path)).statusCode).toBe(200)
  const stranger = await t.signUp({ isVerified: true })
  const foreign = await t.request("POST", `${albums}/${album.id}/links`, { person: stranger, body: { hours: 1 } })
  expect(foreign.statusCode).toBe(404)
  await post(`/${album.id}/deletion`, { pictures: "keep" })
  expect((await look(path)).statusCode).toBe(404)
})
