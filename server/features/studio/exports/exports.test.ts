import { strFromU8, unzipSync } from "fflate"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { exportPresets } from "#contract/catalogue/export-presets.ts"
import { confirmForFreeWork, unconfirmedFreeWork } from "#contract/catalogue/free-work.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { keepPicture } from "#server/media/stored-picture.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { buildCutOut } from "./testing/build-cut-out.ts"

let t: TestApp
let person: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  person = await t.signUp()
})
afterAll(() => t.close())

describe("the calls", () => {
  async function ownPicture(prompt = "Ankara bag, red!", scale = 3): Promise<string> {
    const [id = ""] = await buildPictures(t, person.accountId, [{ isPublic: false, prompt }])
    const { storageKey } = await keepPicture(t.s, await buildCutOut(scale), null)
    await t.s.db.updateTable("generations").set({ storageKey, mimeType: "image/png" }).where("id", "=", id).execute()
    return `/pictures/${id}`
  }

  const get = (path: string, query: Record<string, string>, by: TestPerson | undefined = person) =>
    t.request("GET", `${path}?${new URLSearchParams(query)}`, by ? { person: by } : {})

  test("give one picture, or several in a ZIP with a manifest", async () => {
    const image = await ownPicture()
    const one = await get("/exports/download", { image, presets: "jumia-680x850" })
    expect(one.headers["content-type"]).toBe("image/jpeg")
    expect(one.headers["cross-origin-resource-policy"]).toBe("same-site")
    expect(one.headers["content-disposition"]).toContain('attachment; filename="ankara-bag-red-jumia-680x850.jpg"')
    expect(await sharp(one.rawPayload).metadata()).toMatchObject({ width: 680, height: 850 })
    const several = await get("/exports/download", { image, presets: "jumia-680x850,link-preview" })
    expect(several.headers["content-type"]).toBe("application/zip")
    const text = several.rawPayload.toString("latin1")
    for (const name of ["ankara-bag-red-jumia-680x850.jpg", "ankara-bag-red-link-preview.jpg", "manifest.csv"]) {
      expect(text).toContain(name)
    }
    const [head = "", line = ""] = strFromU8(unzipSync(several.rawPayload)["manifest.csv"] ?? new Uint8Array()).split(
      "\r\n",
    )
    expect(head).toBe('"file","place","width","height","bytes","check","failed rules"')
    expect(line).toMatch(/^"ankara-bag-red-jumia-680x850.jpg","[^"]+","680","850","\d+","(?:pass|fail)","[^"]*"$/)
    // Without a credit, and so for nothing.
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 0, held: 0 })
  })

  test("check before, with the reason for each rule", async () => {
    const image = await ownPicture()
    const made = await get("/exports/check", { image, preset: "amazon-2000" })
    expect(made.json().data).toMatchObject({ preset: "amazon-2000", isPassed: true })
    // What is shown beforehand is the file that comes.
    const shown = Buffer.from(made.json().data.preview.split(",")[1], "base64")
    const file = (await get("/exports/download", { image, presets: "amazon-2000" })).rawPayload
    const small = (bytes: Buffer) => sharp(bytes).resize(8, 8).removeAlpha().raw().toBuffer()
    const [one, other] = [await small(shown), await small(file)]
    for (const [i, value] of one.entries()) expect(Math.abs(value - (other[i] ?? 0))).toBeLessThan(40)
    const asItIs = (await get("/exports/check", { image, preset: "amazon-2000", what: "as-it-is" })).json().data
    expect(asItIs.isPassed).toBe(false)
    expect(asItIs.rules[0]).toMatchObject({
      rule: "size",
      isPassed: false,
      reason: "2700 × 2400 px; 2000 × 2000 is asked for.",
    })
  })

  test("say of a small picture that it is enlarged for a place, and let it pass where that is little", async () => {
    const image = await ownPicture("A small bag", 1)
    const sharpnessAt = async (preset: string) => {
      const { isPassed, rules } = (await get("/exports/check", { image, preset })).json().data
      return [isPassed, rules.find(({ rule }: { rule: string }) => rule === "sharpness").reason]
    }
    expect(await sharpnessAt("amazon-2000")).toEqual([
      false,
      "Too small: the product has 300 × 500 px and is made 3.4 times as large for this place, so it looks soft.",
    ])
    expect(await sharpnessAt("link-preview")).toEqual([true, "Made 1.1 times as large."])
    const asItIs = (await get("/exports/check", { image, preset: "amazon-2000", what: "as-it-is" })).json().data
    expect(asItIs.rules.map(({ rule }: { rule: string }) => rule)).not.toContain("sharpness")
    const several = await get("/exports/download", { image, presets: "amazon-2000,link-preview" })
    const manifest = strFromU8(unzipSync(several.rawPayload)["manifest.csv"] ?? new Uint8Array())
    expect(manifest).toContain('"fail","sharpness"')
  })

  test("put a cut-out before chosen colours where white is not asked for, in what is shown and in the file", async () => {
    const query = { image: await ownPicture(), from: "#102030", to: "#102030" }
    const cornerOf = async (bytes: Buffer): Promise<number[]> => [
      ...(await sharp(bytes).extract({ left: 2, top: 2, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
    ]
    const near = (colour: number[]) => colour.map((value) => expect.closeTo(value, -1))
    for (const [preset, corner] of [
      ["instagram-1x1", [16, 32, 48]],
      ["amazon-2000", [255, 255, 255]],
    ] as const) {
      const checked = (await get("/exports/check", { ...query, preset })).json().data
      const shown = Buffer.from(checked.preview.split(",")[1], "base64")
      const file = (await get("/exports/download", { ...query, presets: preset })).rawPayload
      for (const bytes of [shown, file]) expect(await cornerOf(bytes), preset).toEqual(near([...corner]))
    }
    expect((await get("/exports/check", { ...query, from: "blue", preset: "amazon-2000" })).statusCode).toBe(400)
  })

  test("refuse strangers, unknown places and other sites", async () => {
    const image = await ownPicture()
    const stranger = await t.signUp()
    expect((await get("/exports/download", { image, presets: "jumia-680x850" }, stranger)).statusCode).toBe(404)
    expect((await t.request("GET", `/exports/check?image=${image}&preset=amazon-2000`)).statusCode).toBe(401)
    expect((await get("/exports/download", { image, presets: "mars" })).statusCode).toBe(400)
    expect(
      (await get("/exports/download", { image: "https://example.com/a.jpg", presets: "jumia-680x850" })).statusCode,
    ).toBe(400)
  })

  test("have names in their own letters, in both forms and in a ZIP", async () => {
    const image = await ownPicture("Ọ̀ṣun bag for Ɗan Ƙasa")
    const one = await get("/exports/download", { image, presets: "jumia-680x850" })
    const name = "ọ̀ṣun-bag-for-ɗan-ƙasa-jumia-680x850.jpg"
    expect(one.headers["content-disposition"]).toBe(
      `attachment; filename="osun-bag-for-dan-kasa-jumia-680x850.jpg"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    const several = await get("/exports/download", { image, presets: "jumia-680x850,link-preview" })
    expect(Object.keys(unzipSync(several.rawPayload))).toContain(name)
  })

  test("ask for a confirmed address beyond a small daily amount", async () => {
    const strict = await openTestApp({ hasWorker: false, settings: { RATE_LIMIT_FACTOR: "1" } })
    try {
      const query = new URLSearchParams({
        image: "/pictures/none",
        presets: exportPresets.map(({ slug }) => slug).join(),
      })
      const made = async (by: TestPerson) =>
        (await strict.request("GET", `/exports/download?${query}`, { person: by })).json().message
      const unconfirmed = await strict.signUp()
      const messages: string[] = []
      for (let pieces = 0; pieces <= unconfirmedFreeWork.ofAccount; pieces += exportPresets.length) {
        messages.push(await made(unconfirmed))
      }
      // What is not there cannot be made; what was counted is, all the same.
      expect([messages[0], messages.at(-1)]).toEqual(["This picture does not exist.", confirmForFreeWork])
      expect(await made(await strict.signUp({ isVerified: true }))).toBe("This picture does not exist.")
    } finally {
      await strict.close()
    }
  })
})
