import sharp from "sharp"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { confirmForFreeWork, unconfirmedPreviews } from "#contract/catalogue/free-work.ts"
import { type PhotoPreview, photoPreviewPath } from "#contract/studio/photo-previews.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { uploadTrainingPhotos } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let person: TestPerson
let image: string

beforeAll(async () => {
  t = await openTestApp()
  person = await t.signUp({ isVerified: true, credits: 5 })
  const [uploaded = ""] = await uploadTrainingPhotos(t, person, ["#a05010"])
  image = uploaded
})
afterAll(() => t.close())

const look = (what: PhotoPreview, set?: string, of = image, by = person) =>
  t.request("GET", photoPreviewPath(of, what, set), { person: by })
const setName = (): string => t.s.engine.capabilities.templates[0]?.name ?? ""

test("an own photo is seen as each tool would make it, small, for nothing, and kept by the browser for its owner", async () => {
  for (const [what, set] of [
    ["white", undefined],
    ["place", undefined],
    ["larger", undefined],
    ["set", setName()],
  ] as const) {
    const reply = await look(what, set)
    expect(reply.statusCode, `${what}: ${reply.body}`).toBe(200)
    expect(reply.headers["content-type"]).toBe("image/webp")
    expect(reply.headers["cache-control"]).toMatch(/^private, max-age=/)
    const { width = 0, height = 0 } = await sharp(reply.rawPayload).metadata()
    expect(Math.max(width, height), what).toBeLessThanOrEqual(320)
  }
  const colours = { wall: "#1e1ec8", accent: "#101010" }
  const path = photoPreviewPath(image, "set", t.s.engine.capabilities.templates[1]?.name, colours)
  const blue = await t.request("GET", path, { person })
  expect([blue.statusCode, (await sharp(blue.rawPayload).stats()).dominant.b > 180]).toEqual([200, true])
  expect((await t.request("GET", path.replace(/&accent=.*/, ""), { person })).statusCode).toBe(400)
  const keeps = await t.request("GET", photoPreviewPath(image, "set", setName(), colours), { person })
  expect(keeps.json().message).toBe("This set cannot be drawn in other colours.")
  expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 5, held: 0 })
})

test("a cut-out goes on as it is, and a picture with a background is refused", async () => {
  const cut = await t.request("POST", "/background-remover", { person, body: { image } })
  const made = cut.json().data as string
  expect((await look("white", undefined, made)).statusCode).toBe(200)
  expect((await look("set", setName(), made)).statusCode).toBe(200)
  const scene = await t.request("POST", "/photo-scenes", {
    person,
    body: { image: made, ground: { kind: "colour", colour: "#ffffff" } },
  })
  const refused = await look("white", undefined, scene.json().data)
  expect([refused.statusCode, refused.json().message]).toEqual([400, "Remove the background of this picture first."])
})

test("a look whose time is over says so, in no 5xx", async () => {
  // Half a minute, over at once.
  const over = AbortSignal.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"))
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(over)
  try {
    for (const reply of [await look("larger"), await look("set", setName())]) {
      expect([reply.statusCode, reply.json().message]).toEqual([408, "This look took too long. Please try again."])
    }
  } finally {
    timeout.mockRestore()
  }
})

test("strangers, unknown sets and no set are refused", async () => {
  const stranger = await t.signUp({ isVerified: true })
  for (const what of ["white", "larger"] as const) {
    expect((await look(what, undefined, image, stranger)).statusCode).toBe(404)
  }
  expect((await t.request("GET", photoPreviewPath(image, "white"))).statusCode).toBe(401)
  expect((await look("set", "the moon")).json().message).toBe("There is no such set.")
  expect((await look("set")).statusCode).toBe(400)
  expect((await look("white", undefined, "https://example.com/a.jpg")).statusCode).toBe(400)
})

test("an address that is not confirmed has a day's amount of looks", async () => {
  const strict = await openTestApp({ hasWorker: false, settings: { RATE_LIMIT_FACTOR: "1" } })
  try {
    const newcomer = await strict.signUp()
    const path = photoPreviewPath("/pictures/none", "white")
    const said: string[] = []
    for (let looks = 0; looks <= unconfirmedPreviews.ofAccount; looks++) {
      said.push((await strict.request("GET", path, { person: newcomer })).json().message)
    }
    // What is not there cannot be looked at; it was counted all the same.
    expect(said.slice(-2)).toEqual(["This picture does not exist.", confirmForFreeWork])
  } finally {
    await strict.close()
  }
})
