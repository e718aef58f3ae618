import { sql } from "kysely"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { usualFees } from "#contract/catalogue/fees.ts"
import { trainingPrice } from "#contract/catalogue/trainings.ts"
import type { OpenModel } from "#contract/studio/generations.ts"
import type { Model } from "#contract/studio/trainings.ts"
import { jobs } from "#server/composition/jobs.ts"
import { startWorker } from "#server/composition/worker.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { deleteOnceAwaited, holdOpen, untilWaiting } from "#server/testing/databases/locks.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import { buildReference } from "#server/testing/records/build-records.ts"
import { check, makeFinance, orderFor, play, refundFor } from "#server/testing/records/payments.ts"
import { uploadTrainingPhotos } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

const path = "/v1/databases/main/collections/trainings/documents"

/** What a training of this computer sets aside: its first shoot. */
const firstShoot = trainingPrice(usualFees, false).feeCredits * trainingPrice(usualFees, false).count

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

async function start(person: TestPerson, more: object = {}, at = t) {
  const data = { PrimaryStyle: "Bags", images: await uploadTrainingPhotos(at, person), ...more }
  return at.request("POST", path, { person, body: { documentId: "unique()", data } })
}

/** Buys Pro Studio. @returns its reference */
async function buyStudio(person: TestPerson, at = t): Promise<string> {
  const { tx_ref } = await orderFor(at, person, "studio:pro")
  await play(at, tx_ref, { outcome: "success", notices: 0 })
  expect((await check(at, person, tx_ref)).status).toBe("paid")
  return tx_ref
}

async function modelOf(person: TestPerson, id: string): Promise<Model> {
  return (await t.request("GET", `/trainings/${id}`, { person })).json().data
}

const untilStatus = (person: TestPerson, id: string, status: Model["trainingStatus"]) =>
  until(async () => {
    const model = await modelOf(person, id)
    return model.trainingStatus === status ? model : null
  })

describe("a model of one's own", () => {
  test("is trained, shot in every set of its style and then drawn where a prompt says", async () => {
    const person = await t.signUp({ isVerified: true, credits: firstShoot + 10 })
    const made = await start(person)
    expect(made.statusCode, made.body).toBe(201)
    const model = await untilStatus(person, made.json().$id, "photoshoot_ready")
    expect(model).toMatchObject({ views: 3, shots: 6, openShots: 0, allowance: 0, failure: null })
    expect(model.colours[0]).toMatch(/^#[0-9a-f]{6}$/)
    expect(model.findings).toHaveLength(3)
    expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(10)

    const query = encodeURIComponent(
      JSON.stringify({ method: "equal", attribute: "customerID", values: [person.accountId] }),
    )
    const shots = (
      await t.request("GET", `/v1/databases/main/collections/photoshoots/documents?queries[0]=${query}`, { person })
    ).json()
    expect(shots.total).toBe(6)
    expect(new Set(shots.documents.map((shot: { template: string }) => shot.template)).size).toBe(6)
    expect(shots.documents[0].prompt).toContain(model.triggerWord)
    for (const ending of ["", "/320", "/640"]) {
      const picture = await t.request("GET", new URL(shots.documents[0].url).pathname + ending, { person })
      expect(picture.headers["content-type"]).toBe("image/webp")
    }

    const body = { prompt: `a photo of ${model.triggerWord} on a beach`, aspect_ratio: "1:1", num_outputs: "2" }
    const drawn = await t.request("POST", model.url ?? "", { person, body })
    expect(drawn.statusCode, drawn.body).toBe(200)
    expect(drawn.json().data).toHaveLength(2)
    expect(drawn.json().job).toMatchObject({ mode: model.triggerWord, feeCredits: 2 * usualFees["own-model"] })
  })

  test("of a paid order costs nothing and brings thirty pictures, which go before credits", async () => {
    const person = await t.signUp({ isVerified: true })
    const { code } = await buildReference(t, person.accountId)
    const { $id } = (await start(person, { txRef: code })).json()
    expect(await untilStatus(person, $id, "photoshoot_ready")).toMatchObject({ shots: 6, allowance: 24 })
    const order = (count: number) =>
      t.request("POST", `/trainings/${$id}/shots`, {
        ...{ person, body: { count }, headers: { "idempotency-key": `shots-of-${$id}` } },
      })
    // Sent again at once, and when the shoot has ended: the answer may have got lost.
    const [more, same] = await Promise.all([order(8), order(8)])
    expect([more.statusCode, same.statusCode], more.body + same.body).toEqual([200, 200])
    expect(await untilStatus(person, $id, "photoshoot_ready")).toMatchObject({ shots: 14, allowance: 16 })
    expect((await order(8)).json().data).toMatchObject({ shots: 14, allowance: 16, openShots: 0 })
    expect((await order(7)).json()).toMatchObject({ code: 422, type: "idempotency_key_reused" })
    const dear = await t.request("POST", `/trainings/${$id}/shots`, { person, body: { count: 17 } })
    expect(dear.json()).toMatchObject({ type: "not_enough_credits" })
    expect(await modelOf(person, $id)).toMatchObject({ shots: 14, allowance: 16, openShots: 0 })
  })

  test("is what its order leads to for as long as it has not been started", async () => {
    const idle = await openTestApp({ hasWorker: false })
    try {
      const person = await idle.signUp({ isVerified: true })
      const txRef = await buyStudio(person, idle)
      const leads = async () => {
        const one = (await idle.request("GET", `/orders/${txRef}`, { person })).json().data.success
        const [listed] = (await idle.request("GET", "/orders", { person })).json().data
        expect(listed.success).toEqual(one)
        return [one.next.path, one.isUnused ?? false]
      }
      expect(await leads()).toEqual([`/training?ref=${txRef}`, true])
      const { $id } = (await start(person, { txRef }, idle)).json()
      expect(await leads()).toEqual(["/training-dataset", false])
      await idle.request("POST", `/trainings/${$id}/cancel`, { person, body: {} })
      expect(await leads()).toEqual([`/training?ref=${txRef}`, true])
    } finally {
      await idle.close()
    }
  })

  test("does not begin with the reference of a refunded order, and gives no more of its pictures", async () => {
    const person = await t.signUp({ isVerified: true })
    const [unused, used] = [await buyStudio(person), await buyStudio(person)]
    const operator = await t.signUp()
    await makeFinance(t, operator)
    expect(await refundFor(t, operator, unused)).toBe("200 of 200 credits, and 30 of 30 product images")
    const late = (await start(person, { txRef: unused })).json()
    expect(late.trainingStatus).toBe("invalid_ref_code")

    const { $id } = (await start(person, { txRef: used })).json()
    expect(await untilStatus(person, $id, "photoshoot_ready")).toMatchObject({ shots: 6, allowance: 24 })
    expect(await refundFor(t, operator, used)).toBe("200 of 200 credits, and 24 of 30 product images; 6 were made")
    expect(await modelOf(person, $id)).toMatchObject({ shots: 6, allowance: 0, trainingStatus: "photoshoot_ready" })
    const more = await t.request("POST", `/trainings/${$id}/shots`, { person, body: { count: 1 } })
    expect(more.json()).toMatchObject({ type: "not_enough_credits" })
  })

  test("that comes to nothing leaves its reference good for another try, but not after a refund", async () => {
    const idle = await openTestApp({ hasWorker: false })
    try {
      const person = await idle.signUp({ isVerified: true })
      const txRef = await buyStudio(person, idle)
      const begin = async () => (await start(person, { txRef }, idle)).json()
      const first = await begin()
      expect(first.trainingStatus).toBe("analysing_dataset")
      expect((await begin()).trainingStatus).toBe("invalid_ref_code")
      const stop = await idle.request("POST", `/trainings/${first.$id}/cancel`, { person, body: {} })
      expect(stop.statusCode, stop.body).toBe(200)
      const second = await begin()
      expect(second.trainingStatus).toBe("analysing_dataset")
      const operator = await idle.signUp()
      await makeFinance(idle, operator)
      expect(await refundFor(idle, operator, txRef)).toBe("200 of 200 credits, and 30 of 30 product images")
      const model = (await idle.request("GET", `/trainings/${second.$id}`, { person })).json().data
      expect(model).toMatchObject({ trainingStatus: "cancelled", allowance: 0 })
      expect((await begin()).trainingStatus).toBe("invalid_ref_code")
    } finally {
      await idle.close()
    }
  })

  test("is its owner's alone, and does not begin without the credits for it", async () => {
    const person = await t.signUp({ isVerified: true, credits: firstShoot })
    const { $id } = (await start(person, { PrimaryStyle: "Bags" })).json()
    const other = await t.signUp({ isVerified: true })
    await untilStatus(person, $id, "photoshoot_ready")
    expect((await t.request("GET", `/trainings/${$id}`, { person: other })).statusCode).toBe(404)
    expect(
      (
        await t.request("POST", `/trainings/${$id}/generate`, {
          person: other,
          body: { prompt: "it", aspect_ratio: "1:1" },
        })
      ).statusCode,
    ).toBe(404)
    expect((await start(person)).json()).toMatchObject({ code: 402, type: "not_enough_credits" })
  })

  test("that could not be trained says so, and its fee is returned", async () => {
    const person = await t.signUp({ isVerified: true, credits: firstShoot })
    const { $id } = (await start(person, { PrimaryStyle: "Broken" })).json()
    const model = await untilStatus(person, $id, "training_failed")
    expect(model).toMatchObject({ failure: "The training did not succeed. Please try again.", shots: 0, url: null })
    expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(firstShoot)
  })

  test("is learned from the photos in which a product is seen; its fee is returned when there is none", async () => {
    const person = await t.signUp({ isVerified: true, credits: 2 * firstShoot })
    const white = "#ffffff"
    const begin = async (...colours: string[]): Promise<string> =>
      (await start(person, { images: await uploadTrainingPhotos(t, person, colours) })).json().$id
    const seen = await untilStatus(person, await begin("#a05010", white, "#5010a0"), "photoshoot_ready")
    expect(seen).toMatchObject({ views: 2, findings: [[], [{ code: "no_product" }], []] })
    const views = await t.s.db.selectFrom("trainingViews").select("photo").where("trainingId", "=", seen.id).execute()
    expect(views.map(({ photo }) => photo).sort()).toEqual([0, 2])
    const unseen = await untilStatus(person, await begin(white, white, white), "training_failed")
    expect(unseen.failure).toMatch(/^We cannot tell the product from its background in any photo\./)
    expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(firstShoot)
  })

  test("that has too few photos left when its turn comes says so, and its fee is returned", async () => {
    const idle = await openTestApp({ hasWorker: false })
    try {
      const person = await idle.signUp({ isVerified: true, credits: firstShoot })
      const { $id, images } = (await start(person, {}, idle)).json()
      const photo = new URL(images[1]).pathname.replace("/view", "")
      expect((await idle.request("DELETE", photo, { person, body: {} })).statusCode).toBe(204)
      const worker = startWorker(idle.s, jobs)
      const failed = await until(async () => {
        const model = (await idle.request("GET", `/trainings/${$id}`, { person })).json().data as Model
        return model.trainingStatus === "training_failed" && model
      })
      await worker.stop(5_000)
      expect(failed.failure).toMatch(/^Only 2 of your 2 photos can be used\./)
      expect(failed.isRefunded).toBe(true)
      expect(await balanceOf(idle.s.db, person.accountId)).toEqual({ credits: firstShoot, held: 0 })
    } finally {
      await idle.close()
    }
  })

  test("ends with its work and its fee when it is removed or cancelled before it began", async () => {
    const idle = await openTestApp({ hasWorker: false })
    const outer = t
    t = idle
    try {
      const person = await idle.signUp({ isVerified: true, credits: firstShoot })
      const { $id } = (await start(person)).json()
      expect((await balanceOf(idle.s.db, person.accountId)).credits).toBe(0)
      const cancelled = await idle.request("POST", `/trainings/${$id}/cancel`, { person, body: {} })
      expect(cancelled.json().data).toMatchObject({ trainingStatus: "cancelled" })
      expect((await balanceOf(idle.s.db, person.accountId)).credits).toBe(firstShoot)
      const again = (await start(person)).json()
      expect((await idle.request("DELETE", `${path}/${again.$id}`, { person, body: {} })).statusCode).toBe(204)
      expect(await balanceOf(idle.s.db, person.accountId)).toEqual({ credits: firstShoot, held: 0 })
      expect((await idle.request("GET", "/trainings", { person })).json().data).toHaveLength(1)
    } finally {
      t = outer
      await idle.close()
    }
  })

  test("is among those under way from the start to the last picture of its shoot, for its owner alone", async () => {
    const idle = await openTestApp({ hasWorker: false })
    try {
      const person = await idle.signUp({ isVerified: true, credits: 2 * firstShoot + usualFees.shot })
      const stranger = await idle.signUp()
      const listed = async (by = person) =>
        (await idle.request("GET", "/generation-orders", { person: by })).json().models as OpenModel[]
      const open = async (by?: TestPerson) => (await listed(by)).map(({ id }) => id)
      const [first, second] = [(await start(person, {}, idle)).json().$id, (await start(person, {}, idle)).json().$id]
      expect(await open()).toEqual([second, first])
      expect(await open(stranger)).toEqual([])
      await idle.request("POST", `/trainings/${second}/cancel`, { person })
      expect(await open()).toEqual([first])
      const name = { PrimaryStyle: "Bags", trainingStatus: "analysing_dataset", progress: 0 }
      expect(await listed()).toMatchObject([name])
      // The run of a training is told by its model alone.
      expect((await idle.request("GET", "/generation-orders", { person })).json()).toMatchObject({ data: [], runs: [] })
      const worker = startWorker(idle.s, jobs)
      await until(async () => (await open()).length === 0)
      await worker.stop(5_000)
      expect((await idle.request("GET", `/trainings/${first}`, { person })).json().data).toMatchObject({ shots: 6 })
      await idle.request("POST", `/trainings/${first}/shots`, { person, body: { count: 1 } })
      expect(await open()).toEqual([first])
    } finally {
      await idle.close()
    }
  })

  test("has a name when its owner gives it one", async () => {
    const person = await t.signUp({ isVerified: true, credits: firstShoot })
    const { $id } = (await start(person)).json()
    expect((await modelOf(person, $id)).title).toMatch(/^Bags, \d+ \w+ \d{4}$/)
    await t.request("PATCH", `/trainings/${$id}`, { person, body: { title: "Market bag" } })
    expect((await modelOf(person, $id)).title).toBe("Market bag")
  })
})

test("photos are judged one by one, and what is none is told so", async () => {
  const person = await t.signUp()
  const photo = await sharp({ create: { width: 400, height: 400, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer()
  const check = (bytes: Buffer) =>
    t.request("POST", "/photo-checks", { person, body: { photo: bytes.toString("base64") } })
  expect((await check(photo)).json().data).toEqual({ isUsable: true, findings: [] })
  expect((await check(Buffer.from("no picture"))).json().data).toMatchObject({ isUsable: false })
  expect((await t.request("POST", "/photo-checks", { person, body: { photo: "***" } })).statusCode).toBe(400)
})

describe.runIf(isPostgres())("a model whose pictures end while it is stopped or removed", () => {
  /** A model with two pictures that wait, and what its owner's credits are held by until `release` is called. */
  async function busyModel() {
    const person = await idle.signUp({ isVerified: true, credits: firstShoot + 2 * usualFees.shot })
    const outer = t
    t = idle
    const { $id: id } = (await start(person)).json()
    t = outer
    const worker = startWorker(idle.s, jobs)
    await until(async () => {
      const { data } = (await idle.request("GET", `/trainings/${id}`, { person })).json()
      return data.trainingStatus === "photoshoot_ready"
    })
    await worker.stop(5_000)
    await idle.request("POST", `/trainings/${id}/shots`, { person, body: { count: 2 } })
    const shots = (await idle.request("GET", "/runs", { person })).json().data as { id: string }[]
    const ids = await idle.s.db
      .selectFrom("runs")
      .select("id")
      .where("accountId", "=", person.accountId)
      .where("status", "=", "waiting")
      .orderBy("id")
      .execute()
    expect([shots.length, ids.length]).toEqual([0, 2])
    const release = await holdOpen(idle.s.db, (tx) =>
      sql`select 1 from credit_accounts where account_id = ${person.accountId} for no key update`.execute(tx),
    )
    return { person, id, shots: ids.map((shot) => shot.id), release }
  }

  let idle: TestApp
  beforeAll(async () => {
    idle = await openTestApp({ hasWorker: false })
  })
  afterAll(() => idle.close())

  test("is stopped whole while its second picture is cancelled", async () => {
    const { person, id, shots, release } = await busyModel()
    const stopping = idle.request("POST", `/trainings/${id}/cancel`, { person, body: {} }).then((reply) => reply)
    await untilWaiting(idle.s.db, 1)
    const { rows } = await sql<{ id: string }>`
      select id from runs where id = any(${shots}::text[]) for update skip locked limit 1`.execute(idle.s.db)
    // One that is not held yet, where there is one.
    const other = rows[0]?.id ?? shots[1]
    const cancelling = idle.request("POST", `/runs/${other}/cancel`, { person }).then((reply) => reply)
    await untilWaiting(idle.s.db, 2)
    await release()
    expect((await stopping).statusCode).toBe(200)
    expect([200, 409]).toContain((await cancelling).statusCode)
    expect(await balanceOf(idle.s.db, person.accountId)).toEqual({ credits: 2 * usualFees.shot, held: 0 })
  })

  test("is removed while a picture is cancelled", async () => {
    const { person, id, shots, release } = await busyModel()
    const cancelling = idle.request("POST", `/runs/${shots[0]}/cancel`, { person }).then((reply) => reply)
    await untilWaiting(idle.s.db, 1)
    const removing = idle.request("DELETE", `${path}/${id}`, { person, body: {} }).then((reply) => reply)
    await untilWaiting(idle.s.db, 2)
    await release()
    expect([(await cancelling).statusCode, (await removing).statusCode]).toEqual([200, 204])
    expect(await balanceOf(idle.s.db, person.accountId)).toEqual({ credits: 2 * usualFees.shot, held: 0 })
  })
})

describe.runIf(isPostgres())("a refund of the order that paid for a model", () => {
  let idle: TestApp
  let operator: TestPerson
  beforeAll(async () => {
    idle = await openTestApp({ hasWorker: false })
    operator = await idle.signUp()
    await makeFinance(idle, operator)
  })
  afterAll(() => idle.close())

  test("ends pictures that were ordered while it waited, and gives none of them", async () => {
    const person = await idle.signUp({ isVerified: true })
    const txRef = await buyStudio(person, idle)
    const { $id: id } = (await start(person, { txRef }, idle)).json()
    const modelNow = async (): Promise<Model> => (await idle.request("GET", `/trainings/${id}`, { person })).json().data
    const worker = startWorker(idle.s, jobs)
    await until(async () => (await modelNow()).trainingStatus === "photoshoot_ready")
    await worker.stop(5_000)
    const release = await holdOpen(idle.s.db, (tx) =>
      tx.selectFrom("trainings").select("id").where("id", "=", id).forUpdate().execute(),
    )
    const ordering = idle
      .request("POST", `/trainings/${id}/shots`, { person, body: { count: 2 } })
      .then((reply) => reply)
    await untilWaiting(idle.s.db, 1)
    const refunding = refundFor(idle, operator, txRef)
    await untilWaiting(idle.s.db, 2)
    await release()
    expect((await ordering).statusCode).toBe(200)
    expect(await refunding).toBe("200 of 200 credits, and 24 of 30 product images; 6 were made")
    expect(await modelNow()).toMatchObject({
      shots: 6,
      openShots: 0,
      allowance: 0,
      trainingStatus: "photoshoot_ready",
    })
  })

  test("is in time for a training that had begun before it and not come to its reference", async () => {
    const person = await idle.signUp({ isVerified: true })
    const txRef = await buyStudio(person, idle)
    const images = await uploadTrainingPhotos(idle, person)
    const release = await holdOpen(idle.s.db, (tx) =>
      tx.selectFrom("files").select("id").where("accountId", "=", person.accountId).forUpdate().execute(),
    )
    const data = { PrimaryStyle: "Bags", images, txRef }
    const body = { documentId: "unique()", data }
    const starting = idle.request("POST", path, { person, body }).then((reply) => reply)
    await untilWaiting(idle.s.db, 1)
    await refundFor(idle, operator, txRef)
    await release()
    expect((await starting).json()).toMatchObject({ trainingStatus: "invalid_ref_code" })
  })
})

describe.runIf(isPostgres())("an account that is deleted while it is waited for", () => {
  let idle: TestApp
  beforeAll(async () => {
    idle = await openTestApp({ hasWorker: false })
  })
  afterAll(() => idle.close())

  test.each<["POST" | "DELETE", (id: string) => string]>([
    ["POST", (id) => `/trainings/${id}/shots`],
    ["DELETE", (id) => `${path}/${id}`],
  ])("is not thrown out for a call that needs its model: %s", async (method, at) => {
    const person = await idle.signUp({ isVerified: true, credits: firstShoot + usualFees.shot })
    const { $id: id } = (await start(person, {}, idle)).json()
    const worker = startWorker(idle.s, jobs)
    await until(async () => {
      const { data } = (await idle.request("GET", `/trainings/${id}`, { person })).json()
      return data.trainingStatus === "photoshoot_ready"
    })
    await worker.stop(5_000)
    const body = method === "POST" ? { count: 1 } : {}
    const call = () => idle.request(method, at(id), { person, body }).then((reply) => reply)
    const { begun } = await deleteOnceAwaited(idle.s.db, person.accountId, call)
    expect((await begun).statusCode).toBe(404)
  })
})
