import { afterAll, beforeAll, expect, test } from "vitest"
import type { PictureDetails } from "#contract/studio/picture-details.ts"
import { buildShot } from "#server/testing/records/build-records.ts"
import { twoColours, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let ada: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  ada = await t.signUp({ credits: 100, isVerified: true })
})
afterAll(() => t.close())

async function details(id: string, { person = ada, source = "generations" } = {}) {
  const reply = await t.request("GET", `/own-pictures/${source}/${id}`, { person })
  const { type, data } = reply.json()
  return { status: reply.statusCode, type, ...(data as PictureDetails) }
}

/** Places an order that is ready in time. @returns the pictures of it */
async function made(path: string, body: object): Promise<{ id: string; url: string }[]> {
  const reply = await t.request("POST", path, { person: ada, body })
  expect([path, reply.statusCode, reply.body.slice(0, 300)]).toEqual([path, 200, expect.anything()])
  const { job } = reply.json()
  return job.pictures ?? [job.result.picture, ...(job.result.cutOut ? [job.result.cutOut] : [])]
}

const idsOf = (related: readonly object[]) => related.map((one) => (one as { id?: string }).id)

test("a picture tells how it was ordered, what it was made of and what was made of it, up and down the line", async () => {
  const order = { prompt: "an amber glass bottle", aspect_ratio: "4:5", num_outputs: 2, seed: 77 }
  const [drawn, sibling] = await made("/image-gen-with-flux-dev-realism", order)
  const [large] = await made("/image-upscaler", { image: drawn?.url, factor: 2 })
  const file = await uploaded(t, await twoColours(300, 200).png().toBuffer(), {
    person: ada,
    bucket: "images",
    name: "bag.png",
  })
  const image = `/v1/storage/buckets/images/files/${file.$id}/view`
  const ground = { kind: "picture", image: drawn?.url }
  const [scene, cutOut] = await made("/photo-scenes", { image, hasBackground: true, ground })

  const ofDrawn = await details(drawn?.id ?? "")
  expect(ofDrawn).toMatchObject({
    status: 200,
    picture: { $id: drawn?.id, prompt: "an amber glass bottle", aspect_ratio: "4:5", is_starred: false },
    settings: { seed: 77, number: 1, count: 2, isRaw: false, isPoster: false, factor: null, ground: null },
    origins: [],
  })
  expect(ofDrawn.picture.sent_prompt.length).toBeGreaterThan(0)
  expect(idsOf(ofDrawn.siblings)).toEqual([sibling?.id])
  expect(new Set(idsOf(ofDrawn.made))).toEqual(new Set([large?.id, scene?.id]))

  const ofLarge = await details(large?.id ?? "")
  expect(ofLarge).toMatchObject({ settings: { factor: 2, seed: null, count: 1 }, made: [], siblings: [] })
  expect(ofLarge.origins).toMatchObject([{ kind: "picture", id: drawn?.id, mode: "flux-dev-realism" }])

  // The photo, then what was cut out of it, then the scene.
  const ofScene = await details(scene?.id ?? "")
  expect(ofScene.settings.ground).toEqual(ground)
  expect(ofScene.origins.map(({ kind }) => kind)).toEqual(["picture", "picture"])
  expect(idsOf(ofScene.origins)).toEqual([cutOut?.id, drawn?.id])
  const ofCutOut = await details(cutOut?.id ?? "")
  expect(ofCutOut.origins).toMatchObject([{ kind: "upload", id: file.$id, name: "bag.png" }])
  expect(idsOf(ofCutOut.made)).toEqual([scene?.id])

  // A picture of a shoot is worked on as well.
  const shot = await buildShot(t, ada.accountId, { isPublic: false })
  const { storageKey } = await t.s.db
    .selectFrom("photoshoots")
    .select("storageKey")
    .where("id", "=", shot)
    .executeTakeFirstOrThrow()
  await t.s.storage.put(storageKey, await twoColours(64, 64).webp().toBuffer(), "image/webp")
  const [ofShoot] = await made("/image-upscaler", { image: `/photoshoots/${shot}`, factor: 2 })
  expect((await details(ofShoot?.id ?? "")).origins).toMatchObject([
    { kind: "picture", source: "photoshoots", id: shot },
  ])
  expect(await details(shot, { source: "photoshoots" })).toMatchObject({
    picture: { $id: shot, mode: "photoshoot", creator: ada.accountId },
    made: [{ id: ofShoot?.id }],
  })

  // What is in the trash is told of as gone, on both sides.
  await t.request("DELETE", `/v1/databases/main/collections/generations/documents/${drawn?.id}`, { person: ada })
  expect((await details(large?.id ?? "")).origins).toEqual([{ kind: "gone", name: "an amber glass bottle" }])
  expect(await details(drawn?.id ?? "")).toMatchObject({ status: 404, type: "picture_in_trash" })
  expect((await details(sibling?.id ?? "")).siblings).toEqual([])

  const stranger = await t.signUp({ credits: 5 })
  for (const id of [sibling?.id, drawn?.id]) {
    expect(await details(id ?? "", { person: stranger })).toMatchObject({ status: 404, type: "not_found" })
  }
  expect((await details("gone")).status).toBe(404)
  expect((await details(shot, { source: "files" })).status).toBe(400)
  const image2 = { person: stranger, body: { image: `/photoshoots/${shot}`, factor: 2 } }
  expect((await t.request("POST", "/image-upscaler", image2)).statusCode).toBe(404)
})
