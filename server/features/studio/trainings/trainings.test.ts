import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { buildPhotos, buildReference, buildTraining } from "#server/testing/records/build-records.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

const path = "/v1/databases/main/collections/trainings/documents"

let t: TestApp
let person: TestPerson
let images: string[]

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  person = await t.signUp({ isVerified: true, credits: 5_000 })
  images = (await buildPhotos(t, person.accountId)).map(({ url }) => url)
})
afterAll(() => t.close())

function start(data: object, by = person) {
  return t.request("POST", path, { person: by, body: { documentId: "unique()", data } })
}

const order = (more: object = {}) => ({ PrimaryStyle: "Bags", images, ...more })

/** A person who paid once, whether or not the address is confirmed. */
async function buildBuyer(isVerified: boolean): Promise<TestPerson> {
  const buyer = await t.signUp({ isVerified, credits: 5_000 })
  const pockets = { fromPocket: "outside", toPocket: "available" } as const
  const purchase = { accountId: buyer.accountId, amount: 200, kind: "purchase", note: "Basic" } as const
  await t.s.db
    .insertInto("creditTransfers")
    .values({ ...pockets, ...purchase, reason: `purchase:${randomUUID()}` })
    .execute()
  return buyer
}

describe("starting a training", () => {
  test("takes no id that was another account's, also when that model is gone", async () => {
    const documentId = `model-${randomUUID().slice(0, 8)}`
    const body = { documentId, data: order() }
    expect((await t.request("POST", path, { person, body })).statusCode).toBe(201)
    await t.s.db.deleteFrom("trainings").where("id", "=", documentId).execute()
    const other = await t.signUp({ isVerified: true, credits: 5_000 })
    const photos = (await buildPhotos(t, other.accountId)).map(({ url }) => url)
    const reply = await t.request("POST", path, {
      person: other,
      body: { documentId, data: order({ images: photos }) },
    })
    expect(reply.json()).toMatchObject({ code: 409, type: "document_already_exists" })
  })

  test("as SDK clients do keeps what was sent, with the photos in their order", async () => {
    const sent = {
      isPublic: true,
      triggerWord: `Bags${randomUUID()}`,
      prompt: "",
      images: [...images].reverse(),
      userId: person.accountId,
      PrimaryStyle: "Bags",
      secondaryStyle: "",
      trainingStatus: "analysing_dataset",
      txRef: "",
    }
    const reply = await start(sent)
    expect(reply.statusCode, reply.body).toBe(201)
    const { userId, ...stored } = sent
    const made = reply.json()
    expect(made).toMatchObject({ ...stored, creator: userId, url: null, data_created: made.$createdAt })
    expect((await t.request("GET", `${path}/${made.$id}`, { person })).json()).toEqual(made)
    expect(made.$permissions).toEqual([`read("user:${userId}")`, `delete("user:${userId}")`])
  })

  test("keeps when somebody said that they may use the photos, and nothing where nobody did", async () => {
    const own = await t.signUp({ isVerified: true, credits: 500 })
    const photos = (await buildPhotos(t, own.accountId)).map(({ url }) => url)
    const said = await start(order({ images: photos, rightsConfirmed: true }), own)
    const silent = await start(order({ images: photos }), own)
    const { rightsConfirmedAt, $createdAt } = said.json()
    expect(Math.abs(Date.parse(rightsConfirmedAt) - Date.parse($createdAt))).toBeLessThan(60_000)
    expect(silent.json().rightsConfirmedAt).toBeNull()
  })

  test("makes a trigger word of the style and a random UUID when none comes", async () => {
    const [one, other] = [(await start(order())).json(), (await start(order())).json()]
    expect(one.triggerWord).toMatch(/^Bags-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
    expect(one.triggerWord).not.toBe(other.triggerWord)
  })

  test("takes a trigger word once, whoever asks", async () => {
    const triggerWord = `Bags-${randomUUID()}`
    expect((await start(order({ triggerWord }))).statusCode).toBe(201)
    const other = await t.signUp({ isVerified: true, credits: 5_000 })
    const own = (await buildPhotos(t, other.accountId)).map(({ url }) => url)
    const again = await start({ PrimaryStyle: "Bags", images: own, triggerWord }, other)
    expect(again.json()).toMatchObject({ code: 409, type: "document_already_exists" })
  })

  test("sent again after a lost answer is refused, and is neither there nor paid twice", async () => {
    const own = await t.signUp({ isVerified: true, credits: 500 })
    const photos = (await buildPhotos(t, own.accountId)).map(({ url }) => url)
    const body = { documentId: randomUUID(), data: order({ images: photos }) }
    const replies = [0, 1].map(() => t.request("POST", path, { person: own, body }))
    const together = await Promise.all(replies)
    const later = await t.request("POST", path, { person: own, body })
    expect([...together, later].map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
    expect(later.json().type).toBe("document_already_exists")
    expect((await balanceOf(t.s.db, own.accountId)).credits).toBe(488)
    const kept = await t.request("GET", "/trainings", { person: own })
    expect(kept.json().data.map(({ id }: { id: string }) => id)).toEqual([body.documentId])
  })

  test("counts a photo that is named twice once, by whichever of its addresses", async () => {
    const [first = ""] = images
    const twice = [...images, first, first.replace(t.s.config.publicUrl, "")]
    expect((await start(order({ images: twice }))).json().images).toEqual(images)
    const reply = await start(order({ images: [first, first, first] }))
    expect(reply.json().message).toContain("Please upload at least 3 images.")
  })

  test("loses a photo that its owner removes, and nothing else", async () => {
    const photos = await buildPhotos(t, person.accountId, { count: 4 })
    const made = (await start(order({ images: photos.map(({ url }) => url) }))).json()
    await t.request("DELETE", `/v1/storage/buckets/images/files/${photos[1]?.id}`, { person, body: {} })
    const { images: left } = (await t.request("GET", `${path}/${made.$id}`, { person })).json()
    expect(left).toEqual([0, 2, 3].map((index) => photos[index]?.url))
  })

  const address = (id: string) => `http://localhost:3000/v1/storage/buckets/images/files/${id}/view?project=aworan`
  test.each<[string, () => Promise<object> | object]>([
    ["two photos", () => ({ images: images.slice(1) })],
    ["no photos", () => ({ images: [] })],
    ["a photo of another host", () => ({ images: [...images, "https://example.com/photo.jpg"] })],
    ["an address that is none", () => ({ images: [...images, "javascript:alert(1)"] })],
    ["a photo that is not there", () => ({ images: [...images, address("nothing")] })],
    ["a path that climbs", () => ({ images: [...images, address("..%2f..")] })],
    [
      "another person's photo",
      async () => {
        const other = await t.signUp()
        return { images: [...images, ...(await buildPhotos(t, other.accountId)).map(({ url }) => url)] }
      },
    ],
    [
      "a photo that is still being uploaded",
      async () => {
        const [photo] = await buildPhotos(t, person.accountId, { count: 1, isReady: false })
        return { images: [...images, photo?.url] }
      },
    ],
    [
      "photos that are all too small",
      async () => ({ images: (await buildPhotos(t, person.accountId, { side: 383 })).map(({ url }) => url) }),
    ],
    [
      "three times the same photo",
      async () => ({ images: (await buildPhotos(t, person.accountId, { signature: "same" })).map(({ url }) => url) }),
    ],
    ["61 photos", () => ({ images: Array.from({ length: 61 }, (_, index) => address(`photo${index}`)) })],
    ["a text for the photos", () => ({ images: images[0] })],
    ["no style", () => ({ PrimaryStyle: "" })],
    ["markup as a style", () => ({ PrimaryStyle: "<b>" })],
    ["a trigger word of another style", () => ({ triggerWord: `Hats-${randomUUID()}` })],
    ["a trigger word that can be guessed", () => ({ triggerWord: "Bags-1" })],
    ["a finished training", () => ({ trainingStatus: "photoshoot_ready" })],
    ["a model's address", () => ({ url: "https://example.com" })],
    ["another person as creator", () => ({ userId: "somebody" })],
    ["two creators", () => ({ userId: "a", creator: "b" })],
    ["a date", () => ({ data_created: "2020-01-01T00:00:00.000+00:00" })],
    ["an unknown attribute", () => ({ credits: 1_000 })],
  ])("refuses %s, and keeps nothing", async (_, more) => {
    const count = () => t.s.db.selectFrom("trainings").select("id").execute()
    const before = await count()
    const reply = await start({ ...order(), ...(await more()) })
    expect(reply.json()).toMatchObject({ code: 400, type: "document_invalid_structure" })
    expect(await count()).toEqual(before)
  })

  test("is possible ten times before one has ended", async () => {
    const busy = await t.signUp({ isVerified: true, credits: 5_000 })
    for (let index = 0; index < 10; index++) await buildTraining(t, busy.accountId)
    const own = (await buildPhotos(t, busy.accountId)).map(({ url }) => url)
    const reply = await start({ PrimaryStyle: "Bags", images: own }, busy)
    expect(reply.json()).toMatchObject({ code: 429, type: "too_many_running" })
    await t.s.db
      .updateTable("trainings")
      .set({ status: "training_failed" })
      .where("accountId", "=", busy.accountId)
      .execute()
    expect((await start({ PrimaryStyle: "Bags", images: own }, busy)).statusCode).toBe(201)
  })
})

describe("who sees the results", () => {
  const startAs = async (buyer: TestPerson, more: object) => {
    const own = (await buildPhotos(t, buyer.accountId)).map(({ url }) => url)
    return start({ PrimaryStyle: "Bags", images: own, ...more }, buyer)
  }

  test("is everybody as long as nothing was paid, whatever was asked for", async () => {
    expect((await startAs(person, { isPublic: false })).json()).toMatchObject({ isPublic: true })
  })

  test("is as chosen for a buyer, the owner alone when nothing was", async () => {
    const buyer = await buildBuyer(true)
    expect((await startAs(buyer, {})).json()).toMatchObject({ isPublic: false })
    expect((await startAs(buyer, { isPublic: true })).json()).toMatchObject({ isPublic: true })
  })

  test("is never everybody before the address is confirmed, which keeps no buyer from starting", async () => {
    const buyer = await buildBuyer(false)
    expect((await startAs(buyer, {})).json()).toMatchObject({ isPublic: false })
    const published = await startAs(buyer, { isPublic: true })
    expect(published.json()).toMatchObject({ code: 401, type: "user_unauthorized" })
  })
})

describe("the reference of a paid order", () => {
  const statusWith = async (txRef: string) => (await start(order({ txRef }))).json().trainingStatus

  /** What a training with a reference that is not good leaves: its record, no work, and nothing paid. */
  async function expectInvalid(txRef: string): Promise<void> {
    const before = await balanceOf(t.s.db, person.accountId)
    const { $id, trainingStatus, url } = (await start(order({ txRef }))).json()
    expect([trainingStatus, url]).toEqual(["invalid_ref_code", null])
    expect(await balanceOf(t.s.db, person.accountId)).toEqual(before)
    const kept = await t.s.db
      .selectFrom("trainings")
      .select(["runId", "allowance"])
      .where("id", "=", $id)
      .executeTakeFirst()
    expect(kept).toEqual({ runId: null, allowance: 0 })
  }

  test("starts one training, which it pays for", async () => {
    const { code } = await buildReference(t, person.accountId)
    const before = await balanceOf(t.s.db, person.accountId)
    expect(await statusWith(code)).toBe("analysing_dataset")
    expect(await balanceOf(t.s.db, person.accountId)).toEqual(before)
    await expectInvalid(code)
  })

  test("is taken without being named, the oldest first, by as many trainings as there are orders", async () => {
    const buyer = await t.signUp({ isVerified: true, credits: 5_000 })
    const photos = (await buildPhotos(t, buyer.accountId)).map(({ url }) => url)
    const begin = (more: object) => start(order({ images: photos, ...more }), buyer)
    const next = async () => (await t.request("GET", "/studio", { person: buyer })).json().data.includedTraining
    const newer = await buildReference(t, buyer.accountId)
    const older = await buildReference(t, buyer.accountId)
    const paidAt = new Date("2026-01-05T10:00:00Z")
    await t.s.db.updateTable("codes").set({ createdAt: paidAt }).where("id", "=", older.id).execute()
    expect(await next()).toEqual({ tx_ref: older.code, paidAt: "2026-01-05T10:00:00.000+00:00" })
    expect((await begin({})).json()).toMatchObject({ txRef: older.code, trainingStatus: "analysing_dataset" })
    const both = await Promise.all([begin({ isIncluded: true }), begin({ txRef: "", isIncluded: true })])
    const refused = both.find(({ statusCode }) => statusCode !== 201)
    const message = "The training of your order was begun elsewhere. This one costs 12 credits."
    expect(refused?.json()).toMatchObject({ code: 409, type: "version_changed", message })
    expect(both.find((reply) => reply !== refused)?.json()).toMatchObject({ txRef: newer.code })
    expect([await next(), await balanceOf(t.s.db, buyer.accountId)]).toEqual([null, { credits: 5_000, held: 0 }])
    expect((await begin({})).json()).toMatchObject({ txRef: "", trainingStatus: "analysing_dataset" })
    expect(await balanceOf(t.s.db, buyer.accountId)).toEqual({ credits: 4_988, held: 12 })
  })

  test("stays good when the training was refused", async () => {
    const { code } = await buildReference(t, person.accountId)
    expect((await start(order({ txRef: code, triggerWord: "Bags-1" }))).statusCode).toBe(400)
    expect(await statusWith(code)).toBe("analysing_dataset")
  })

  test.each<[string, () => Promise<string> | string]>([
    ["unknown", () => "1764000000-unknown"],
    ["another person's", async () => (await buildReference(t, (await t.signUp()).accountId)).code],
    [
      "too old",
      async () => {
        const { id, code } = await buildReference(t, person.accountId)
        await t.s.db
          .updateTable("codes")
          .set({ expiresAt: new Date(0) })
          .where("id", "=", id)
          .execute()
        return code
      },
    ],
    [
      "a promotion's code",
      async () => {
        const { id, code } = await buildReference(t, person.accountId)
        await t.s.db.updateTable("codes").set({ kind: "promotion", percent: 10 }).where("id", "=", id).execute()
        return code
      },
    ],
  ])("that is %s makes a training that ended, and takes nothing", async (_, build) => {
    const code = await build()
    const unused = t.s.db.selectFrom("codes").select("usedAt").where("code", "=", code)
    await expectInvalid(code)
    expect((await unused.executeTakeFirst())?.usedAt ?? null).toBeNull()
  })
})
