import { strFromU8, unzipSync } from "fflate"
import type { KyselyPlugin } from "kysely"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messages } from "#contract/messages.ts"
import { PhotoResult } from "#contract/studio/photos.ts"
import { emptyProduct } from "#contract/studio/shelf.ts"
import type { Db } from "#server/db/open.ts"
import { getBatch } from "#server/features/studio/batches/service.ts"
import { readCsv } from "#server/testing/read-csv.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const white = { kind: "colour", colour: "#ffffff" }

/** Of what is more than twice as high as wide the engine of tests is not sure. */
async function cutOutOf(person: TestPerson, height: number) {
  const photo = await sharp({ create: { width: 100, height, channels: 3, background: "#c04020" } })
    .jpeg()
    .toBuffer()
  const image = `data:image/jpeg;base64,${photo.toString("base64")}`
  const { job } = (await t.request("POST", "/background-remover", { person, body: { image } })).json()
  return job.result.picture as { id: string; url: string }
}

async function make(person: TestPerson, path: string, body: object) {
  const { message, job } = (await t.request("POST", path, { person, body })).json()
  return { message, ...job.result } as { message: string } & Record<"picture" | "toLookAt", { id: string; url: string }>
}

/** The same database, with what is asked of it counted. */
function counted(db: Db) {
  const asked: unknown[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      asked.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), asked }
}

async function filesOf(person: TestPerson, ids: readonly string[]) {
  const { rawPayload } = await t.request("GET", `/own-pictures/download?ids=${ids.join(",")}`, { person })
  return Object.entries(unzipSync(rawPayload)).map(([name, bytes]) => ({ name, bytes }))
}

test("a doubt travels into all that is made of a cut-out, until its owner has looked at it", async () => {
  const person = await t.signUp({ credits: 20 })
  const cutOut = await cutOutOf(person, 300)
  const scene = await make(person, "/photo-scenes", { image: cutOut.url, ground: white })
  expect(scene).toMatchObject({ message: messages.cutOutDoubt, isSettled: false, toLookAt: { id: cutOut.id } })
  const larger = await make(person, "/image-upscaler", { image: scene.picture.url })
  expect(larger).toMatchObject({ message: messages.cutOutDoubt, isSettled: false, toLookAt: { id: cutOut.id } })
  const ids = [cutOut.id, scene.picture.id, larger.picture.id]
  const asked = `/cut-outs/doubts?pictures=${ids.join(",")}`
  const doubts = (await t.request("GET", asked, { person })).json().data
  expect(doubts).toEqual(ids.map((pictureId) => ({ pictureId, cutOutId: cutOut.id })))
  const stranger = await t.signUp()
  expect((await t.request("GET", asked, { person: stranger })).json().data).toEqual([])

  const settle = { person, body: { version: 0 } }
  expect((await t.request("POST", `/cut-outs/${cutOut.id}/settle`, settle)).statusCode).toBe(200)
  expect((await t.request("GET", asked, { person })).json().data).toEqual([])
  const again = await make(person, "/photo-scenes", { image: cutOut.url, ground: white })
  expect(again).toMatchObject({ message: "Made: product on white", isSettled: true, toLookAt: null })
})

test("a batch is asked for its doubts at once, however many photos it has", async () => {
  const person = await t.signUp({ credits: 40 })
  const askedFor = async (heights: readonly number[]) => {
    const images: string[] = []
    for (const height of heights) images.push((await cutOutOf(person, height)).url)
    const body = { images, recipe: { tool: "upscale" } }
    const started = await t.request("POST", "/photo-batches", { person, body })
    expect(started.statusCode, started.body).toBe(200)
    const { id } = started.json().data
    const { accountId } = person
    await until(async () => (await getBatch(t.s, accountId, id)).status === "ready")
    const { db, asked } = counted(t.s.db)
    const { items } = await getBatch({ ...t.s, db }, accountId, id)
    const doubtful = items.map(({ run }) => PhotoResult.parse(run.result).isSettled)
    expect(doubtful).toEqual(heights.map((height) => height < 200))
    return asked.length
  }
  const few = await askedFor([300, 150])
  expect(await askedFor([300, 301, 302, 150, 151, 303])).toBe(few)
})

test("the doubt of a cut-out stays while it lies in the trash", async () => {
  const person = await t.signUp({ credits: 20 })
  const cutOut = await cutOutOf(person, 300)
  const scene = await make(person, "/photo-scenes", { image: cutOut.url, ground: white })
  await t.request("POST", "/own-pictures/deletion", { person, body: { ids: [cutOut.id] } })
  const { data } = (await t.request("GET", `/cut-outs/doubts?pictures=${scene.picture.id}`, { person })).json()
  expect(data).toEqual([{ pictureId: scene.picture.id, cutOutId: null }])
})

test("what is made of a sure cut-out has no doubt", async () => {
  const person = await t.signUp({ credits: 20 })
  const cutOut = await cutOutOf(person, 150)
  const scene = await make(person, "/photo-scenes", { image: cutOut.url, ground: white })
  expect(scene).toMatchObject({ message: "Made: product on white", isSettled: true, toLookAt: null })
  expect((await filesOf(person, [cutOut.id, scene.picture.id])).map(({ name }) => name)).toHaveLength(2)
})

test("a ZIP of chosen pictures says which of them to look at, as a batch's does", async () => {
  const person = await t.signUp({ credits: 20 })
  const [unsure, sure] = [await cutOutOf(person, 300), await cutOutOf(person, 150)]
  const scene = await make(person, "/photo-scenes", { image: unsure.url, ground: white })
  const files = await filesOf(person, [scene.picture.id, sure.id])
  const names = files.map(({ name }) => name)
  expect(names.map((name) => name.includes("-look-at-this."))).toEqual([true, false, false])
  expect(names[2]).toBe("look-at-these.txt")
  const words = strFromU8(files[2]?.bytes ?? new Uint8Array())
  expect(words).toContain(messages.cutOutDoubt)
  expect(words).toContain(names[0])
  expect(words).not.toContain(names[1])
})

test("a product's ZIP says in the file's name and in its table which picture to look at, until that was done", async () => {
  const person = await t.signUp({ credits: 20 })
  const [unsure, sure] = [await cutOutOf(person, 300), await cutOutOf(person, 150)]
  const scene = await make(person, "/photo-scenes", { image: unsure.url, ground: white })
  const pictures = [scene.picture, sure].map(({ id }) => ({ source: "generations", id }))
  const product = { ...emptyProduct, name: "Tall vase", priceNgn: 1_500_000, pictures }
  const added = await t.request("POST", "/shelf/products", { person, body: product })
  expect(added.statusCode, added.body).toBe(201)
  const pack = async (query: string) => {
    const reply = await t.request("GET", `/own-shop/products.zip${query}`, { person })
    const { "manifest.csv": manifest, ...files } = unzipSync(reply.rawPayload)
    const [head = [], ...rows] = readCsv(Buffer.from(manifest ?? []).toString())
    const told = rows.map((row) => ["file", "reason"].map((column) => row[head.indexOf(column)]))
    return { names: Object.keys(files), told }
  }
  const marked = "0001-tall-vase/01-look-at-this.png"
  const plain = "0001-tall-vase/02.png"
  for (const query of ["", `?product=${added.json().data.id}`]) {
    expect(await pack(query)).toEqual({
      names: [marked, plain],
      told: [
        [marked, messages.cutOutDoubt],
        [plain, ""],
      ],
    })
  }
  await t.request("POST", `/cut-outs/${unsure.id}/settle`, { person, body: { version: 0 } })
  expect((await pack("")).told.map(([, reason]) => reason)).toEqual(["", ""])
})
