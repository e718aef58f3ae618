import { Flag } from "appwrite-27"
import decodeQr from "qr/decode.js"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { leastOf, threadMs } from "#server/testing/measure.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { drawPng } from "./drawing.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

async function fetchPng(path: string): Promise<Buffer> {
  const reply = await t.request("GET", `/v1/avatars/${path}`)
  expect(reply.statusCode, `${path}: ${reply.body.slice(0, 200)}`).toBe(200)
  expect(reply.headers["content-type"]).toBe("image/png")
  return reply.rawPayload
}

async function pixelsOf(png: Buffer) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Colours at places of the picture, given in hundredths of its sides. */
async function coloursAt(png: Buffer, places: readonly (readonly [number, number])[]): Promise<string[]> {
  const { data, width, height } = await pixelsOf(png)
  return places.map(([x, y]) => {
    const at = (Math.floor((y / 100) * height) * width + Math.floor((x / 100) * width)) * 3
    return data.subarray(at, at + 3).toString("hex")
  })
}

test("a picture is drawn once, however often it is asked for", async () => {
  const drawing = { field: { width: 40, height: 30 }, elements: '<rect width="40" height="30" fill="#332f94"/>' }
  const first = await drawPng(drawing, { width: 200, height: 0 })
  expect(await drawPng(drawing, { width: 200, height: 150 })).toBe(first)
  expect(await drawPng(drawing, { width: 100, height: 0 })).not.toEqual(first)
})

describe("flags", () => {
  test("are there for all 195 countries that clients name, each another", async () => {
    const codes = Object.values(Flag)
    expect(codes).toHaveLength(195)
    const seen = new Map<string, string>()
    for (const code of codes) {
      const key = (await fetchPng(`flags/${code}?width=30&height=20`)).toString("base64")
      const alike = seen.get(key)
      // Two pairs differ in their shape alone, or hardly in their blue, and all of ours have one shape.
      if (alike) expect(["id mc", "ro td"]).toContain([alike, code].sort().join(" "))
      seen.set(key, code)
    }
  })

  test.each([
    ["ng", ["008753", "ffffff", "008753"]],
    ["it", ["009246", "ffffff", "ce2b37"]],
    ["be", ["000001", "ffd90c", "f31830"]],
    ["jp", ["ffffff", "bc002d", "ffffff"]],
  ])("have the colours of %s from left to right", async (code, colours) => {
    const places = [
      [10, 50],
      [50, 50],
      [90, 50],
    ] as const
    expect(await coloursAt(await fetchPng(`flags/${code}?width=300&height=200`), places)).toEqual(colours)
  })

  test.each([
    ["", 100, 100],
    ["?width=0&height=0", 640, 480],
    ["?width=60&height=0", 60, 45],
    ["?width=0&height=100", 133, 100],
    ["?width=2000&height=1500", 2_000, 1_500],
    ["?width=1&height=2000", 1, 2_000],
  ])("have the size of %j", async (query, width, height) => {
    expect(await pixelsOf(await fetchPng(`flags/gb${query}`))).toMatchObject({ width, height })
  })

  test("show the middle when another shape is asked for", async () => {
    const [left, right] = await coloursAt(await fetchPng("flags/ng?width=100&height=400"), [
      [5, 50],
      [95, 50],
    ])
    expect([left, right]).toEqual(["ffffff", "ffffff"])
  })

  test("leave the thread that answers everybody free, six large ones at once", async () => {
    await fetchPng("flags/rs")
    const codes = ["rs", "bo", "mx", "es", "ng", "gb"]
    let side = 2_000
    // Another size each time, because what was drawn once is kept.
    const draw = () => {
      const query = `width=${--side}&height=${side}`
      return Promise.all(codes.map((code) => fetchPng(`flags/${code}?${query}`)))
    }
    // They take a second, of other threads: so many milliseconds are left for the six calls.
    expect(await leastOf(400, () => threadMs(draw))).toBeLessThan(400)
  })

  test.each(["xx", "eu", "arab", "NG", "constructor", "__proto__", "..%2fetc"])("of %s are not known", async (code) => {
    const reply = await t.request("GET", `/v1/avatars/flags/${code}`)
    expect(reply.json()).toMatchObject({ code: 404, type: "avatar_not_found" })
  })
})

describe("marks", () => {
  const browsers = "aa an ch ci cm cr ff sf mf ps oi om op on".split(" ")
  const cards =
    "amex argencard cabal cencosud diners discover elo hipercard jcb mastercard naranja targeta-shopping union-china-pay unionpay visa mir maestro rupay".split(
      " ",
    )

  test.each([
    ["browsers", browsers],
    ["credit-cards", cards],
  ])("of %s are all there and may be kept for a month", async (set, codes) => {
    for (const code of codes) {
      const reply = await t.request("GET", `/v1/avatars/${set}/${code}?project=aworan&impersonateuserid=`)
      expect(reply.statusCode, code).toBe(200)
      expect(reply.headers["cache-control"]).toBe("private, max-age=2592000")
      expect(new Set((await pixelsOf(reply.rawPayload)).data).size).toBeGreaterThan(5)
    }
    const unknown = await t.request("GET", `/v1/avatars/${set}/toString`)
    expect(unknown.json()).toMatchObject({ code: 404, type: "avatar_not_found" })
  })

  test.each(["width=2001", "height=-1", "quality=101", "width=wide"])("refuse %s", async (query) => {
    const reply = await t.request("GET", `/v1/avatars/browsers/ch?${query}`)
    expect(reply.json()).toMatchObject({ code: 400, type: "general_argument_invalid" })
  })
})

describe("QR codes", () => {
  async function read(query: string): Promise<string> {
    const { data, width, height } = await pixelsOf(await fetchPng(`qr?${query}`))
    return decodeQr({ width, height, data })
  }

  test.each(["https://aworan.example/app?ref=fusion&x=1", "Ẹ káàárọ̀ — naïve ₦ 日本", "0123456789".repeat(51), "a"])(
    "can be read again: %s",
    async (text) => {
      expect(await read(`text=${encodeURIComponent(text)}&size=600&margin=4`)).toBe(text)
    },
  )

  test("have the wanted size, whether the modules fit or not", async () => {
    for (const size of [1, 20, 333, 1_000]) {
      expect(await pixelsOf(await fetchPng(`qr?text=hello&size=${size}`))).toMatchObject({ width: size, height: size })
    }
  })

  test("are downloaded when asked for", async () => {
    const header = async (download: string) =>
      (await t.request("GET", `/v1/avatars/qr?text=a&download=${download}`)).headers["content-disposition"]
    expect(await header("true")).toBe('attachment; filename="qr.png"')
    expect(await header("1")).toBe('attachment; filename="qr.png"')
    expect(await header("false")).toBeUndefined()
  })

  test.each(["", "text=", `text=${"a".repeat(513)}`, "text=a&size=1001", "text=a&size=0", "text=a&margin=11"])(
    "are refused for %s",
    async (query) => {
      const reply = await t.request("GET", `/v1/avatars/qr?${query}`)
      expect(reply.json()).toMatchObject({ code: 400, type: "general_argument_invalid" })
    },
  )
})
