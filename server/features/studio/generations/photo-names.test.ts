import { afterAll, beforeAll, expect, test } from "vitest"
import { wishOf } from "#contract/catalogue/makers.ts"
import type { PhotoResult } from "#contract/studio/photos.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { twoColours, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

/** What strangers read of a picture that was made of a photo, whatever its file is called. */
const titles = {
  "bg-remover": wishOf("bg-remover"),
  "photo-upscaling": wishOf("photo-upscaling"),
  scene: "A product in a scene",
}
const secret = "Obi IMG_1018"

let t: TestApp
let ada: TestPerson
let bola: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  ada = await t.signUp({ credits: 100, isVerified: true })
  bola = await t.signUp({ credits: 100, isVerified: true })
})
afterAll(() => t.close())

const documents = "/v1/databases/main/collections/generations/documents"

/** Generations as the hosted backend lists them. */
async function list(queries: readonly string[], person?: TestPerson) {
  const query = queries.map((one, n) => `queries[${n}]=${encodeURIComponent(one)}`).join("&")
  const reply = await t.request("GET", `${documents}?${query}`, person ? { person } : {})
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as { total: number; documents: { $id: string; mode: string; prompt: string }[] }
}

/** Whoever may read a public picture. */
const readers = (): (TestPerson | undefined)[] => [undefined, bola]

test("nobody but its owner reads or finds what the file of a photo is called", async () => {
  const modes = Object.keys(titles) as (keyof typeof titles)[]
  const ids = await buildPictures(
    t,
    ada.accountId,
    modes.map((mode) => ({ mode, prompt: `${secret} ${mode}.CR2`, sentPrompt: `${secret} ${mode}.CR2` })),
  )
  const [drawn = ""] = await buildPictures(t, ada.accountId, [{ prompt: `${secret} on a shelf` }])
  const [hidden = ""] = await buildPictures(t, ada.accountId, [{ mode: "scene", prompt: secret, isPublic: false }])
  for (const person of readers()) {
    const told = await list(
      [`equal("creator", ["${ada.accountId}"])`, `equal("mode", ${JSON.stringify(modes)})`],
      person,
    )
    expect(told.documents.map(({ mode, prompt }) => [mode, prompt]).sort()).toEqual(Object.entries(titles).sort())
    expect(JSON.stringify(told)).not.toContain("Obi")
    // A search tells by what it finds, so it finds none; words that drew a picture are found as before.
    expect(await list([`search("prompt", "IMG_1018")`], person)).toMatchObject({
      total: 1,
      documents: [{ $id: drawn }],
    })
    for (const [place, id] of ids.entries()) {
      const mode = modes[place] ?? "scene"
      const one = await t.request("GET", `${documents}/${id}`, person ? { person } : {})
      expect(one.json()).toMatchObject({ prompt: titles[mode], sent_prompt: titles[mode] })
    }
  }
  const found = await t.request("GET", "/own-pictures?words=img_1018", { person: ada })
  expect((found.json().data as { $id: string }[]).map(({ $id }) => $id).sort()).toEqual([...ids, drawn, hidden].sort())
  expect(found.body).toContain(`${secret} scene.CR2`)
  // What only its owner may read says all there is.
  const own = await list([`equal("$id", ["${hidden}"])`], ada)
  expect(own.documents).toMatchObject([{ prompt: secret }])
})

test("neither is it told by the file, nor to whoever works on the picture", async () => {
  const file = await uploaded(t, await twoColours(300, 200).png().toBuffer(), {
    person: ada,
    bucket: "images",
    name: `${secret}.png`,
  })
  const image = `/v1/storage/buckets/images/files/${file.$id}/view`
  const work = async (person: TestPerson, body: object): Promise<NonNullable<PhotoResult["picture"]>> => {
    const reply = await t.request("POST", "/image-upscaler", { person, body: { factor: 2, ...body } })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().job.result.picture
  }
  const large = await work(ada, { image })
  await t.s.db.updateTable("generations").set({ isPublic: true, waitsUntil: null }).where("id", "=", large.id).execute()
  const download = async (person?: TestPerson) =>
    (await t.request("GET", `/pictures/${large.id}?download`, person ? { person } : {})).headers
  for (const person of readers()) {
    expect(await download(person)).toMatchObject({
      "content-disposition": expect.stringMatching(/^attachment; filename="a-larger-clearer-photo-/i),
      "cache-control": "public, max-age=300",
    })
  }
  expect(await download(ada)).toMatchObject({
    "content-disposition": expect.stringMatching(/^attachment; filename="obi-img-1018-/i),
    "cache-control": expect.stringContaining("private"),
  })

  const larger = await work(bola, { image: large.url })
  const details = await t.request("GET", `/own-pictures/generations/${larger.id}`, { person: bola })
  expect(details.json().data.origins).toMatchObject([{ kind: "others-picture", prompt: titles["photo-upscaling"] }])
  expect(details.body).not.toContain("Obi")
})
