import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { usualFees } from "#contract/catalogue/fees.ts"
import { trainingPrice } from "#contract/catalogue/trainings.ts"
import type { PhotoLook } from "#contract/studio/training-looks.ts"
import type { Model } from "#contract/studio/trainings.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { sendForm, uploadTrainingPhotos } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

/** What a training of this computer sets aside: its first shoot. */
const firstShoot = trainingPrice(usualFees, false).feeCredits * trainingPrice(usualFees, false).count

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

/** Photos of which the fake engine is not sure: they are more than twice as high as wide. */
async function uploadUnsure(person: TestPerson, colours: readonly string[]): Promise<string[]> {
  const addresses: string[] = []
  for (const [index, background] of colours.entries()) {
    const photo = await sharp({ create: { width: 400, height: 900 + index, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.append("file", new Blob([Uint8Array.from(photo)]), `tall-${index}.jpg`)
    form.append("upload_preset", "training")
    addresses.push((await sendForm(t, "/v1_1/aworan/image/upload", form, { person })).json().secure_url)
  }
  return addresses
}

const look = (person: TestPerson, image: string) => t.request("POST", "/training-looks", { person, body: { image } })
const lookOf = async (person: TestPerson, image: string): Promise<PhotoLook> => (await look(person, image)).json().data
const settle = (person: TestPerson, image: string, answer: string) =>
  t.request("POST", "/training-looks/settle", { person, body: { image, answer } })
const start = (person: TestPerson, images: string[]) =>
  t.request("POST", "/v1/databases/main/collections/trainings/documents", {
    ...{ person, body: { documentId: "unique()", data: { PrimaryStyle: "Bags", images } } },
  })
const creditsOf = ({ accountId }: TestPerson) => balanceOf(t.s.db, accountId)
const ended = (person: TestPerson, id: string) =>
  until(async () => {
    const model: Model = (await t.request("GET", `/trainings/${id}`, { person })).json().data
    return ["photoshoot_ready", "training_failed"].includes(model.trainingStatus) && model
  })
const signUp = () => t.signUp({ isVerified: true, credits: firstShoot })
const colours = ["#a05010", "#10a050", "#5010a0"]

describe("a look at a photo's cut-out before a training is paid", () => {
  test("costs nothing, shows both answers to the owner alone, and is worked out once", async () => {
    const person = await signUp()
    const [tall = ""] = await uploadUnsure(person, colours.slice(0, 1))
    const found = await lookOf(person, tall)
    expect(found).toMatchObject({ isFound: true, isSettled: false, chosen: "first" })
    expect(await lookOf(person, tall)).toEqual(found)
    const read = (address: string | null, by?: TestPerson) =>
      t.request("GET", new URL(address ?? "").pathname, by ? { person: by } : {})
    for (const address of [found.firstUrl, found.otherUrl]) {
      const { statusCode, rawPayload } = await read(address, person)
      expect(statusCode).toBe(200)
      expect(Math.max((await sharp(rawPayload).metadata()).height ?? 0)).toBeLessThanOrEqual(640)
      expect((await read(address, await t.signUp())).statusCode).toBe(404)
      expect((await read(address)).statusCode).toBe(404)
    }
    expect(await creditsOf(person)).toEqual({ credits: firstShoot, held: 0 })
    const [wide = ""] = await uploadTrainingPhotos(t, person, colours.slice(0, 1))
    expect(await lookOf(person, wide)).toMatchObject({ isFound: true, isSettled: true, otherUrl: null })
    expect((await settle(person, wide, "other")).statusCode).toBe(404)
  })

  test("is refused for what is not an own upload", async () => {
    const person = await signUp()
    const [tall = ""] = await uploadUnsure(await signUp(), colours.slice(0, 1))
    for (const image of [tall, "http://localhost/elsewhere.jpg", "data:image/png;base64,AAAA"]) {
      for (const reply of [await look(person, image), await settle(person, image, "first")]) {
        expect(reply.json()).toMatchObject({ code: 400, type: "document_invalid_structure" })
      }
    }
  })

  test("must be answered before a training that uses it begins, and nothing is held until then", async () => {
    const person = await signUp()
    const [tall = ""] = await uploadUnsure(person, colours.slice(0, 1))
    const images = [tall, ...(await uploadTrainingPhotos(t, person, colours.slice(1)))]
    for (const image of images) await look(person, image)
    expect((await start(person, images)).json()).toMatchObject({ code: 409, type: "cut_out_unseen" })
    expect(await creditsOf(person)).toEqual({ credits: firstShoot, held: 0 })
    expect((await settle(person, tall, "other")).json().data).toMatchObject({ isSettled: true, chosen: "other" })
    const reply = await start(person, images)
    expect(reply.statusCode, reply.body).toBe(201)
    const model = await ended(person, reply.json().$id)
    expect(model).toMatchObject({ trainingStatus: "photoshoot_ready", views: 3 })
    expect(await creditsOf(person)).toEqual({ credits: 0, held: 0 })
  })
})

describe("a training whose photos nobody looked at", () => {
  test("learns from the sure ones alone", async () => {
    const person = await signUp()
    const images = [
      ...(await uploadUnsure(person, colours.slice(0, 1))),
      ...(await uploadTrainingPhotos(t, person, colours.slice(1))),
    ]
    const model = await ended(person, (await start(person, images)).json().$id)
    expect(model).toMatchObject({ trainingStatus: "photoshoot_ready", views: 2 })
  })

  test("costs nothing when it is sure of none, says so, and begins once they were looked at", async () => {
    const person = await signUp()
    const images = await uploadUnsure(person, colours)
    const failed = await ended(person, (await start(person, images)).json().$id)
    expect(failed).toMatchObject({ trainingStatus: "training_failed", isRefunded: true })
    expect(failed.failure).toContain("look at them first")
    expect(await creditsOf(person)).toEqual({ credits: firstShoot, held: 0 })
    for (const image of images) expect((await settle(person, image, "first")).statusCode).toBe(200)
    const model = await ended(person, (await start(person, images)).json().$id)
    expect(model).toMatchObject({ trainingStatus: "photoshoot_ready", views: 3 })
  })
})

test("nothing is looked at where a provider is paid for cut-outs", async () => {
  const other = await openTestApp({ hasWorker: false, settings: { ENGINE_ROUTES: "cut-out=none" } })
  try {
    const person = await other.signUp({ isVerified: true, credits: usualFees.training })
    const [image = ""] = await uploadTrainingPhotos(other, person, colours.slice(0, 1))
    const reply = await other.request("POST", "/training-looks", { person, body: { image } })
    expect(reply.json()).toMatchObject({ code: 409, type: "engine_unavailable" })
  } finally {
    await other.close()
  }
})
