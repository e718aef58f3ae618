import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { newId } from "#server/platform/ids.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { check, orderFor, play } from "#server/testing/records/payments.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const upscaler = "/image-upscaler"
const remover = "/background-remover"

function photo(width = 40, height = 30): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#c04020" } })
    .jpeg()
    .toBuffer()
}

async function upload(person: TestPerson, bytes: Buffer, name = "shoe.jpg"): Promise<string> {
  const boundary = `----${newId()}`
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="upload_preset"\r\n\r\nx\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const reply = await t.app.inject({
    method: "POST",
    url: "/v1_1/aworan/image/upload",
    headers: { cookie: person.cookie, "content-type": `multipart/form-data; boundary=${boundary}` },
    payload,
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().secure_url
}

const asData = (bytes: Buffer): string => `data:image/jpeg;base64,${bytes.toString("base64")}`
const post = (person: TestPerson, path: string, body: object, headers = {}) =>
  t.request("POST", path, { person, body, headers })
const creditsOf = async ({ accountId }: TestPerson) => (await balanceOf(t.s.db, accountId)).credits
const fetchBytes = (person: TestPerson, url: string) => t.request("GET", new URL(url).pathname, { person })

describe("a photo", () => {
  test("is made twice as large, kept among the person's pictures, and paid once", async () => {
    const person = await t.signUp({ credits: 10 })
    const image = await upload(person, await photo())
    const headers = { "idempotency-key": "press-0001" }
    const reply = await post(person, upscaler, { image }, headers)
    expect(reply.statusCode, reply.body).toBe(200)
    const { message, data, job } = reply.json()
    expect(message).toBe("Image upscaled successfully")
    expect(job).toMatchObject({ kind: "upscale", title: "Photo Upscaling", status: "ready", feeCredits: 2 })
    expect(job.result).toMatchObject({ sourceUrl: image, sourceWidth: 40, sourceHeight: 30, isSure: true })
    expect(job.result.picture).toMatchObject({ url: data, width: 80, height: 60 })
    const made = await sharp((await fetchBytes(person, data)).rawPayload).metadata()
    expect([made.width, made.height, made.format]).toEqual([80, 60, "webp"])
    expect((await post(person, upscaler, { image }, headers)).json().data).toBe(data)
    expect(await creditsOf(person)).toBe(8)
    const [spent] = (await t.request("GET", "/credits/entries?direction=out", { person })).json().data
    expect(spent).toMatchObject({ amount: -2, about: { path: `/photo-gallery?picture=${data.split("/").at(-1)}` } })
    const stranger = await t.signUp()
    expect((await fetchBytes(stranger, data)).statusCode).toBe(404)
    const query = `queries[0]=${encodeURIComponent(`equal("creator", ["${person.accountId}"])`)}`
    const listed = await t.request("GET", `/v1/databases/main/collections/generations/documents?${query}`, { person })
    expect(listed.json().documents).toMatchObject([{ mode: "photo-upscaling", prompt: "shoe", is_public: false }])
  })

  test("is enlarged for nothing after buying Max, a hundred times a day", async () => {
    const person = await t.signUp()
    const { tx_ref } = await orderFor(t, person, "credits:max")
    await play(t, tx_ref, { outcome: "success", notices: 0 })
    await check(t, person, tx_ref)
    const image = asData(await photo())
    const free = await post(person, upscaler, { image })
    expect(free.json().job).toMatchObject({ status: "ready", feeCredits: 0 })
    expect(await creditsOf(person)).toBe(1_500)
    await t.s.db.updateTable("freeUpscales").set({ count: 100 }).where("accountId", "=", person.accountId).execute()
    expect((await post(person, upscaler, { image })).json().job).toMatchObject({ status: "ready", feeCredits: 2 })
    expect(await creditsOf(person)).toBe(1_498)
    expect((await post(person, remover, { image })).json().job).toMatchObject({ feeCredits: 1 })
  })

  test("loses its background, and the result can be made four times as large", async () => {
    const person = await t.signUp({ credits: 10 })
    const cut = await post(person, remover, { image: asData(await photo()) })
    expect(cut.statusCode, cut.body).toBe(200)
    expect(cut.json().message).toBe("Background removed successfully")
    const bytes = (await fetchBytes(person, cut.json().data)).rawPayload
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", hasAlpha: true, width: 40 })
    expect(await creditsOf(person)).toBe(9)
    const large = await post(person, upscaler, { image: cut.json().data, factor: 4 })
    expect(large.json().job.result.picture).toMatchObject({ width: 160, height: 120 })
    expect(await creditsOf(person)).toBe(7)
  })

  test.each([
    ["nothing", undefined],
    ["an empty address", ""],
    ["two photos", ["a", "b"]],
  ])("is asked for when there is %s", async (_, image) => {
    const person = await t.signUp({ credits: 5 })
    const reply = await post(person, remover, { image })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toContain("Please upload at least 1 images.")
  })

  test.each([
    ["another site", "https://example.com/photo.jpg"],
    ["the machine itself", "http://127.0.0.1:5432/pictures/x"],
    ["a file of the machine", "file:///etc/passwd"],
    ["another page here", "/v1/account"],
    ["text as data", "data:text/plain;base64,aGVsbG8="],
    ["a picture that is none", "data:image/png;base64,aGVsbG8="],
    [
      "markup",
      `data:image/svg+xml;base64,${Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64")}`,
    ],
    ["broken data", "data:image/png;base64,@@@"],
  ])("of %s is refused and costs nothing", async (_, image) => {
    const person = await t.signUp({ credits: 5 })
    for (const path of [upscaler, remover]) {
      const reply = await post(person, path, { image })
      expect(reply.statusCode, reply.body).toBe(400)
    }
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 5, held: 0 })
  })

  test("of another person is as if it were not there; a public picture is not", async () => {
    const [person, owner] = [await t.signUp({ credits: 5 }), await t.signUp()]
    const image = await upload(owner, await photo())
    expect((await post(person, remover, { image })).statusCode).toBe(404)
    const [hidden = "", shown = ""] = await buildPictures(t, owner.accountId, [{ isPublic: false }, { isPublic: true }])
    expect((await post(person, remover, { image: `/pictures/${hidden}` })).statusCode).toBe(404)
    const asked = await post(person, remover, { image: `/pictures/${shown}` })
    // Its bytes are not in this test's storage, which the person hears without paying.
    expect(asked.json().message).toBe("The photo was deleted before its turn came.")
    expect(await creditsOf(person)).toBe(5)
  })

  test("that would become too large is never charged", async () => {
    const person = await t.signUp({ credits: 5 })
    const image = await upload(person, await photo(4_000, 3_000))
    const reply = await post(person, upscaler, { image, factor: 4 })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toBe("The result would have more than 50 megapixels. Twice the size is possible.")
    expect(await t.s.db.selectFrom("runs").select("id").where("accountId", "=", person.accountId).execute()).toEqual([])
  })

  test.each([
    [
      "has more pixels than can be kept",
      4_000,
      3_500,
      2,
      "more than 50 megapixels. The photo is large enough as it is.",
    ],
    [
      "has a longer side than can be kept",
      5_000,
      100,
      4,
      "a side of more than 16384 pixels. Twice the size is possible.",
    ],
  ])("whose result %s is refused before it is paid", async (_, width, height, factor, reason) => {
    const person = await t.signUp({ credits: 5 })
    const image = await upload(person, await photo(width, height))
    const reply = await post(person, upscaler, { image, factor })
    expect(reply.json()).toMatchObject({ code: 400, message: `The result would have ${reason}` })
    expect(await t.s.db.selectFrom("runs").select("id").where("accountId", "=", person.accountId).execute()).toEqual([])
  })

  test("sent as data is stored only when nothing refuses it", async () => {
    const [poor, rich] = [await t.signUp(), await t.signUp({ credits: 5 })]
    const stored = async (): Promise<number> =>
      (
        await t.s.db
          .selectFrom("mediaOrphans")
          .select("storageKey")
          .where("storageKey", "like", "run-sources/%")
          .execute()
      ).length
    const before = await stored()
    expect((await post(poor, remover, { image: asData(await photo()) })).statusCode).toBe(402)
    const large = asData(await photo(4_000, 3_000))
    expect((await post(rich, upscaler, { image: large, factor: 4 })).statusCode).toBe(400)
    const headers = { "idempotency-key": "press-data-1" }
    const image = asData(await photo())
    for (let press = 0; press < 2; press++) {
      expect((await post(rich, remover, { image }, headers)).statusCode).toBe(200)
    }
    expect((await stored()) - before).toBe(1)
  })

  test("that was cut off is named as the reason, and the credits return", async () => {
    const person = await t.signUp({ credits: 5 })
    const whole = await sharp({
      create: { width: 400, height: 300, channels: 3, noise: { type: "gaussian" }, background: "red" },
    })
      .jpeg()
      .toBuffer()
    const reply = await post(person, remover, { image: asData(whole.subarray(0, whole.length / 2)) })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).not.toBe("image upscaling falled")
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 5, held: 0 })
  })

  test("needs a session and credits", async () => {
    expect((await t.request("POST", remover, { body: { image: "x" } })).statusCode).toBe(401)
    const person = await t.signUp()
    const reply = await post(person, upscaler, { image: asData(await photo()) })
    expect(reply.json()).toMatchObject({ code: 402, message: "This costs 2 credits and you have 0." })
  })
})

test("an engine that breaks gives the fixed words and the credits back", async () => {
  const broken = await openTestApp()
  broken.s.engine = {
    ...broken.s.engine,
    run: () => Promise.reject(new Error("The engine broke.")),
  }
  const person = await broken.signUp({ credits: 5 })
  const reply = await broken.request("POST", remover, { person, body: { image: asData(await photo()) } })
  expect(reply.json()).toMatchObject({ code: 502, message: "image upscaling falled" })
  expect(await balanceOf(broken.s.db, person.accountId)).toEqual({ credits: 5, held: 0 })
  await broken.close()
})

test("a slow photo is answered with 202, followed, and found again after leaving", async () => {
  const slow = await openTestApp({ settings: { GENERATION_WAIT_SECONDS: "0" } })
  const person = await slow.signUp({ credits: 5 })
  const reply = await slow.request("POST", remover, { person, body: { image: asData(await photo()) } })
  expect(reply.statusCode).toBe(202)
  const { id } = reply.json().job
  const job = await until(async () => {
    const run = (await slow.request("GET", `/runs/${id}`, { person })).json().data
    return run.status === "ready" && run
  })
  expect(job.result).toMatchObject({ sourceUrl: null, picture: { width: 40, height: 30 } })
  await slow.close()
})

describe("a picture in words", () => {
  test("is paid once and comes as a prompt", async () => {
    const person = await t.signUp({ credits: 10 })
    const reply = await post(person, "/image-to-prompt", { image: asData(await photo(64, 32)) })
    expect(reply.statusCode, reply.body).toBe(200)
    const { data, job } = reply.json()
    expect(data).toBe("a plain picture of 64 by 32 pixels, soft light")
    expect(job).toMatchObject({ kind: "description", title: "Image to prompt", feeCredits: 1, result: { text: data } })
    expect(await creditsOf(person)).toBe(9)
  })
})
