import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { maxStrokePoints, maxTaps } from "#contract/studio/cut-outs.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { markOf, putMark, readMark } from "#server/media/ai-mark.ts"
import { newId } from "#server/platform/ids.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let owner: TestPerson
let stranger: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  owner = await t.signUp({ credits: 40 })
  stranger = await t.signUp({ credits: 5 })
})
afterAll(() => t.close())

const [width, height] = [80, 60]
const photo = (): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#c04020" } })
    .png()
    .toBuffer()

async function upload(bytes: Uint8Array): Promise<string> {
  const boundary = `----${newId()}`
  const part = (name: string, more: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
  const payload = Buffer.concat([
    Buffer.from(`${part("upload_preset", "")}x\r\n${part("file", '; filename="shoe.png"\r\ncontent-type: image/png')}`),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = { cookie: owner.cookie, "content-type": `multipart/form-data; boundary=${boundary}` }
  const reply = await t.app.inject({ method: "POST", url: "/v1_1/aworan/image/upload", headers, payload })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().secure_url
}

const post = (path: string, body?: object, person = owner) => t.request("POST", path, { person, ...(body && { body }) })
const get = (path: string, person = owner) => t.request("GET", path, { person })
const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address)
  return `${pathname}${search}`
}

async function cutOut(bytes?: Uint8Array): Promise<{ id: string; image: string; url: string }> {
  const image = await upload(bytes ?? (await photo()))
  const reply = await post("/background-remover", { image })
  expect(reply.statusCode, reply.body).toBe(200)
  return { id: reply.json().job.result.picture.id, image, url: reply.json().data }
}

async function alphaAt(address: string, x: number, y: number): Promise<number | undefined> {
  const { rawPayload, statusCode } = await get(pathOf(address))
  expect(statusCode).toBe(200)
  const { data, info } = await sharp(rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([width, height])
  return data[(y * width + x) * 4 + 3]
}

const keepCorner = { kind: "keep", radius: 5, points: [3, 3, 8, 3] }
const eraseMiddle = { kind: "erase", radius: 5, points: [40, 30] }
const tapMiddle = { kind: "foreign", x: 40, y: 30 }
const boxLeft = { kind: "box", left: 0, top: 0, right: 40, bottom: 60 }

describe("a cut-out", () => {
  test("is mended where its owner drew, at another address and at no cost, and the first one comes back", async () => {
    const { id, image, url } = await cutOut()
    const credits = (await balanceOf(t.s.db, owner.accountId)).credits
    const first = (await get(`/cut-outs/${id}`)).json().data
    const nothingElse = { isSure: true, isSettled: true, answers: null }
    expect(first).toEqual({ id, url, width, height, version: 0, isRefined: false, photoUrl: image, ...nothingElse })
    expect([await alphaAt(url, 3, 3), await alphaAt(url, 40, 30)]).toEqual([0, 255])
    const before = (await get(pathOf(url))).rawPayload

    const reply = await post(`/cut-outs/${id}/refine`, { version: 0, strokes: [keepCorner, eraseMiddle] })
    expect(reply.statusCode, reply.body).toBe(200)
    const mended = reply.json().data
    expect(mended).toMatchObject({ id, version: 1, isRefined: true, photoUrl: image })
    expect(mended.url).not.toBe(url)
    expect([await alphaAt(mended.url, 3, 3), await alphaAt(mended.url, 40, 30)]).toEqual([255, 0])
    const query = `queries[0]=${encodeURIComponent(`equal("$id", ["${id}"])`)}`
    const listed = await get(`/v1/databases/main/collections/generations/documents?${query}`)
    expect(listed.json().documents).toMatchObject([{ url: mended.url, preview_320: `${url}/320?v=1` }])
    expect((await get(`${pathOf(url)}/320?v=1`)).statusCode).toBe(200)

    const again = await post(`/cut-outs/${id}/refine`, { version: 1, strokes: [{ ...eraseMiddle, points: [60, 30] }] })
    expect(again.json().data).toMatchObject({ version: 2 })
    expect(await alphaAt(again.json().data.url, 40, 30)).toBe(0)
    const restored = (await post(`/cut-outs/${id}/restore`)).json().data
    expect(restored).toMatchObject({ version: 3, isRefined: false })
    expect((await get(pathOf(restored.url))).rawPayload.equals(before)).toBe(true)
    expect((await post(`/cut-outs/${id}/restore`)).json().data).toMatchObject({ version: 3 })
    expect((await balanceOf(t.s.db, owner.accountId)).credits).toBe(credits)
  })

  test("loses what its owner tapped and what lies outside a box, before strokes count", async () => {
    const { id } = await cutOut()
    const tapped = await post(`/cut-outs/${id}/refine`, { version: 0, taps: [tapMiddle, { ...tapMiddle, x: 60 }] })
    expect(tapped.json().data).toMatchObject({ version: 1, isRefined: true, isSettled: true })
    const { url: seen } = tapped.json().data
    expect([await alphaAt(seen, 40, 30), await alphaAt(seen, 60, 30), await alphaAt(seen, 25, 30)]).toEqual([0, 0, 255])
    const back = { kind: "belongs", x: 40, y: 30 }
    const body = { version: 1, taps: [back, boxLeft], strokes: [keepCorner] }
    const boxed = (await post(`/cut-outs/${id}/refine`, body)).json().data
    expect([await alphaAt(boxed.url, 30, 30), await alphaAt(boxed.url, 50, 30)]).toEqual([255, 0])
    expect(await alphaAt(boxed.url, 3, 3)).toBe(255)
    const late = await post(`/cut-outs/${id}/refine`, { version: 1, taps: [tapMiddle] })
    expect(late.json()).toMatchObject({ code: 409, type: "version_changed" })
  })

  test("that is unsure is settled by a look at this very version, and goes into no set before", async () => {
    const tall = await sharp({ create: { width: 30, height: 90, channels: 3, background: "#c04020" } })
      .png()
      .toBuffer()
    const { id, url } = await cutOut(tall)
    const [{ name = "" } = {}] = (await get("/photo-scenes/sets")).json().data
    const credits = async () => (await balanceOf(t.s.db, owner.accountId)).credits
    const before = await credits()
    const intoSet = () => post("/photo-scenes", { image: url, ground: { kind: "set", name } })
    expect((await intoSet()).json()).toMatchObject({ code: 409, type: "cut_out_unseen" })
    expect(await credits()).toBe(before)
    const colour = { image: url, ground: { kind: "colour", colour: "#0000ff" } }
    expect((await post("/photo-scenes", colour)).statusCode).toBe(200)
    expect((await post(`/cut-outs/${id}/settle`, { version: 3 })).json()).toMatchObject({ type: "version_changed" })
    expect((await post(`/cut-outs/${id}/settle`, { version: 0 }, stranger)).statusCode).toBe(404)
    const settled = (await post(`/cut-outs/${id}/settle`, { version: 0 })).json().data
    expect(settled).toMatchObject({ version: 0, isSure: false, isSettled: true, answers: { chosen: "first" } })
    expect((await post(`/cut-outs/${id}/settle`, { version: 0 })).json().data).toEqual(settled)
    expect((await intoSet()).statusCode).toBe(200)
    expect(await credits()).toBeLessThan(before)
  })

  test("gets an edge further out, further in or softer, alone or after strokes", async () => {
    const { id, url } = await cutOut()
    const coverOf = async (address: string): Promise<number> => {
      const { rawPayload } = await get(pathOf(address))
      return (await sharp(rawPayload).ensureAlpha().raw().toBuffer()).reduce(
        (sum, v, i) => sum + (i % 4 === 3 ? v : 0),
        0,
      )
    }
    const first = await coverOf(url)
    const edge = { shift: 1, feather: 0, isClean: false }
    const wider = (await post(`/cut-outs/${id}/refine`, { version: 0, edge })).json().data
    expect(wider).toMatchObject({ version: 1, isRefined: true })
    const more = await coverOf(wider.url)
    expect(more).toBeGreaterThan(first + 100 * 255)
    const body = { version: 1, strokes: [eraseMiddle], edge: { shift: -1, feather: 0.9 } }
    const narrower = (await post(`/cut-outs/${id}/refine`, body)).json().data
    expect(await coverOf(narrower.url)).toBeLessThan(more)
    expect(await alphaAt(narrower.url, 40, 30)).toBeLessThan(40)
  })

  test("goes on as the version that is seen: larger, in a scene, and never as one that is gone", async () => {
    const { id, url } = await cutOut()
    const { url: seen } = (await post(`/cut-outs/${id}/refine`, { version: 0, strokes: [eraseMiddle] })).json().data
    const larger = (await post("/image-upscaler", { image: seen })).json()
    expect(larger.job.result).toMatchObject({ sourceUrl: seen })
    const { rawPayload } = await get(pathOf(larger.data))
    const { data, info } = await sharp(rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(data[(60 * info.width + 80) * 4 + 3]).toBe(0)
    const ground = { kind: "colour", colour: "#0000ff" }
    const scene = (await post("/photo-scenes", { image: seen, ground, layout: { frame: "own" } })).json()
    expect(scene.job.result).toMatchObject({ sourceUrl: seen })
    const placed = await sharp((await get(pathOf(scene.data))).rawPayload)
      .raw()
      .toBuffer()
    expect([...placed.subarray((30 * width + 40) * 3, (30 * width + 40) * 3 + 3)]).toEqual([0, 0, 255])
    await post(`/cut-outs/${id}/restore`)
    const late = await post("/image-upscaler", { image: seen })
    expect(late.json()).toMatchObject({ code: 409, type: "version_changed" })
    expect((await post("/image-upscaler", { image: url })).json().job.result).toMatchObject({ sourceUrl: `${url}?v=2` })
  })

  test("leaves no file behind: versions between go, and all go with the picture", async () => {
    const { id } = await cutOut()
    const keyNow = async () =>
      (await t.s.db.selectFrom("generations").select("storageKey").where("id", "=", id).executeTakeFirstOrThrow())
        .storageKey
    const left = async () =>
      (await t.s.db.selectFrom("mediaOrphans").select("storageKey").execute()).map(({ storageKey }) => storageKey)
    const keys = [await keyNow()]
    for (const version of [0, 1]) {
      expect((await post(`/cut-outs/${id}/refine`, { version, strokes: [eraseMiddle] })).statusCode).toBe(200)
      keys.push(await keyNow())
    }
    expect(new Set(keys).size).toBe(3)
    const waiting = await left()
    expect(keys.map((key) => waiting.includes(key))).toEqual([false, true, false])
    await t.s.db.deleteFrom("generations").where("id", "=", id).execute()
    const after = await left()
    expect(keys.every((key) => after.includes(key))).toBe(true)
  })

  test("of an unsure engine has a second answer beside the first; either can be taken, and neither is lost", async () => {
    const tall = await sharp({ create: { width: 30, height: 90, channels: 3, background: "#c04020" } })
      .png()
      .toBuffer()
    const { id, url } = await cutOut(tall)
    const cornerOf = async (address: string): Promise<number | undefined> => {
      const { rawPayload, statusCode } = await get(pathOf(address))
      expect(statusCode).toBe(200)
      return (await sharp(rawPayload).ensureAlpha().raw().toBuffer())[3]
    }
    const credits = (await balanceOf(t.s.db, owner.accountId)).credits
    const take = async (answer: string) => (await post(`/cut-outs/${id}/answer`, { answer })).json().data
    const { isSure, isSettled, answers, version } = (await get(`/cut-outs/${id}`)).json().data
    expect([isSure, isSettled, answers.chosen, version]).toEqual([false, false, "first", 0])
    expect([await cornerOf(answers.firstUrl), await cornerOf(answers.otherUrl)]).toEqual([0, 255])

    const other = await take("other")
    expect(other).toMatchObject({
      version: 1,
      isRefined: true,
      isSettled: true,
      url: `${url}?v=1`,
      answers: { chosen: "other" },
    })
    expect(await cornerOf(other.url)).toBe(255)
    expect(await take("other")).toMatchObject({ version: 1 })
    const eraseAll = { kind: "erase", radius: 40, points: [0, 0, 0, 40] }
    const mended = (await post(`/cut-outs/${id}/refine`, { version: 1, strokes: [eraseAll] })).json().data
    expect(mended).toMatchObject({ version: 2, answers: { ...answers, chosen: null } })
    expect(await cornerOf(mended.url)).toBe(0)
    for (const [answer, corner] of [
      ["other", 255],
      ["first", 0],
    ] as const) {
      expect(await cornerOf((await take(answer)).url)).toBe(corner)
      expect([await cornerOf(answers.firstUrl), await cornerOf(answers.otherUrl)]).toEqual([0, 255])
    }
    expect((await balanceOf(t.s.db, owner.accountId)).credits).toBe(credits)
    for (const answer of ["first", "other"]) {
      expect((await get(`/cut-outs/${id}/answers/${answer}`, stranger)).statusCode).toBe(404)
      expect((await post(`/cut-outs/${id}/answer`, { answer }, stranger)).statusCode).toBe(404)
      expect((await t.request("GET", `/cut-outs/${id}/answers/${answer}`, {})).statusCode).toBe(404)
    }
    expect((await post(`/cut-outs/${id}/answer`, { answer: "third" })).statusCode).toBe(400)
    const keys = await t.s.db.selectFrom("otherCutOuts").select("storageKey").where("generationId", "=", id).execute()
    await t.s.db.deleteFrom("generations").where("id", "=", id).execute()
    const left = await t.s.db.selectFrom("mediaOrphans").select("storageKey").execute()
    expect(left).toEqual(expect.arrayContaining(keys))
  })

  test("of somebody else does not exist, and a picture that is none neither", async () => {
    const { id, image } = await cutOut()
    const larger = (await post("/image-upscaler", { image })).json().job.result.picture.id
    for (const [picture, person] of [
      [id, stranger],
      [larger, owner],
      ["nothing", owner],
    ] as const) {
      const body = { version: 0, strokes: [keepCorner] }
      expect((await get(`/cut-outs/${picture}`, person)).statusCode).toBe(404)
      expect((await post(`/cut-outs/${picture}/refine`, body, person)).statusCode).toBe(404)
      expect((await post(`/cut-outs/${picture}/restore`, undefined, person)).statusCode).toBe(404)
      expect((await post(`/cut-outs/${picture}/answer`, { answer: "other" }, person)).statusCode).toBe(404)
    }
    expect((await t.request("GET", `/cut-outs/${id}`, {})).statusCode).toBe(401)
    expect((await get(`/cut-outs/${id}`)).json().data).toMatchObject({ version: 0 })
  })

  test("is not changed twice from one version, and not by two calls at once", async () => {
    const { id } = await cutOut()
    const body = { version: 0, strokes: [eraseMiddle] }
    const replies = await Promise.all([post(`/cut-outs/${id}/refine`, body), post(`/cut-outs/${id}/refine`, body)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const late = await post(`/cut-outs/${id}/refine`, body)
    expect(late.json()).toMatchObject({ code: 409, type: "version_changed" })
  })

  test.each([
    ["no strokes", { version: 0, strokes: [] }],
    ["no taps", { version: 0, taps: [] }],
    ["a thousand taps", { version: 0, taps: Array(1_000).fill(tapMiddle) }],
    ["one tap too many", { version: 0, taps: Array(maxTaps + 1).fill(tapMiddle) }],
    ["a tap to the left of the picture", { version: 0, taps: [{ ...tapMiddle, x: -1 }] }],
    ["a tap below the picture", { version: 0, taps: [tapMiddle, { ...tapMiddle, y: height }] }],
    ["a tap nowhere", { version: 0, taps: [{ kind: "foreign", x: 40 }] }],
    ["a tap of another kind", { version: 0, taps: [{ ...tapMiddle, kind: "maybe" }] }],
    ["a box beside the picture", { version: 0, taps: [{ ...boxLeft, left: width, right: width + 9 }] }],
    ["a box turned inside out", { version: 0, taps: [{ ...boxLeft, left: 50 }] }],
    ["an edge as it is", { version: 0, edge: { shift: 0, feather: 0, isClean: false } }],
    ["an edge further out than anybody needs", { version: 0, edge: { shift: 9, feather: 0, isClean: false } }],
    ["a hardening of the edge", { version: 0, edge: { shift: 0, feather: -1, isClean: false } }],
    ["half a point", { version: 0, strokes: [{ ...keepCorner, points: [1, 2, 3] }] }],
    ["a brush without width", { version: 0, strokes: [{ ...keepCorner, radius: 0 }] }],
    ["an unknown wish", { version: 0, strokes: [{ ...keepCorner, kind: "paint" }] }],
    ["words for points", { version: 0, strokes: [{ ...keepCorner, points: ["1", "2"] }] }],
    ["a point far away", { version: 0, strokes: [{ ...keepCorner, points: [1, 1e9] }] }],
    ["no version", { strokes: [keepCorner] }],
    ["too many strokes", { version: 0, strokes: Array(201).fill(keepCorner) }],
    [
      "too many points",
      { version: 0, strokes: Array(3).fill({ ...keepCorner, points: Array(maxStrokePoints).fill(4) }) },
    ],
  ])("takes no %s", async (_, body) => {
    const { id } = await cutOut()
    const reply = await post(`/cut-outs/${id}/refine`, body)
    expect(reply.json()).toMatchObject({ code: 400, type: "general_argument_invalid" })
    expect((await get(`/cut-outs/${id}`)).json().data).toMatchObject({ version: 0 })
  })

  test("cannot be mended when its photo is gone, and says so", async () => {
    const image = `data:image/png;base64,${(await photo()).toString("base64")}`
    const { id } = (await post("/background-remover", { image })).json().job.result.picture
    expect((await get(`/cut-outs/${id}`)).json().data).toMatchObject({ photoUrl: null })
    const reply = await post(`/cut-outs/${id}/refine`, { version: 0, strokes: [keepCorner] })
    expect(reply.json()).toMatchObject({ code: 400 })
    expect(reply.json().message).toContain("photo of this cut-out is not kept")
  })

  test("keeps saying that a generator had a part in it", async () => {
    const mark = markOf("trainedAlgorithmicMedia", "fake")
    const { id } = await cutOut(putMark(await photo(), "image/png", mark))
    const { url } = (await post(`/cut-outs/${id}/refine`, { version: 0, strokes: [eraseMiddle] })).json().data
    expect(await readMark((await get(pathOf(url))).rawPayload)).toEqual(mark)
  })
})
