import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

async function fetchInitials(query: string, options: Parameters<TestApp["request"]>[2] = {}) {
  const reply = await t.request("GET", `/v1/avatars/initials?${query}`, options)
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
  return reply
}

/** The picture's colours at its corner and how much of it is not that colour. */
async function look(png: Buffer): Promise<{ width: number; height: number; corner: string; inkShare: number }> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colourAt = (pixel: number): string => data.subarray(pixel * 3, pixel * 3 + 3).toString("hex")
  const corner = colourAt(0)
  let ink = 0
  for (let pixel = 0; pixel < info.width * info.height; pixel++) if (colourAt(pixel) !== corner) ink++
  return { width: info.width, height: info.height, corner, inkShare: ink / (info.width * info.height) }
}

describe("GET /v1/avatars/initials", () => {
  test("draws letters on a coloured ground and may be kept for 45 days", async () => {
    const reply = await fetchInitials("name=Ada%20Obi&project=aworan")
    expect(reply.headers["content-type"]).toBe("image/png")
    expect(reply.headers["cache-control"]).toBe("private, max-age=3888000")
    const picture = await look(reply.rawPayload)
    expect([picture.width, picture.height]).toEqual([500, 500])
    expect(picture.inkShare).toBeGreaterThan(0.05)
    expect(picture.inkShare).toBeLessThan(0.4)
  })

  test.each([
    ["two words", "Ada Obi", "ada   obi"],
    ["a word with a line below", "ada_obi", "Ada Obi"],
    ["more than two words", "Ada Obi Musa", "Ada Obi"],
    ["signs before the letters", "(Ada) *Obi", "Ada Obi"],
    ["marks the font lacks", "A̐da Ọ̄bi", "Ada Ọbi"],
  ])("draws the same for %s", async (_, one, other) => {
    const [first, second] = [
      await fetchInitials(`name=${encodeURIComponent(one)}&width=64`),
      await fetchInitials(`name=${encodeURIComponent(other)}&width=64`),
    ]
    const [a, b] = [await look(first.rawPayload), await look(second.rawPayload)]
    expect(a.inkShare).toBe(b.inkShare)
  })

  test.each(["Ɓ", "Ɗ", "Ƙ", "Ƴ", "Ɛ", "Ɔ", "Ɖ", "Ƒ", "Ɣ", "Ŋ", "Ɲ", "Ʋ", "Ǝ", "Đ", "Ơ", "Ω", "Я", "Щ"])(
    "draws %s as itself, not as the letter it grew from or as nobody",
    async (letter) => {
      const drawn = await fetchInitials(`name=${encodeURIComponent(letter)}&width=64&background=fff`)
      const others = ["B", "D", "K", "Y", "E", "O", "F", "N", "R", "", "محمد"].map((name) =>
        fetchInitials(`name=${encodeURIComponent(name)}&width=64&background=fff`),
      )
      for (const other of await Promise.all(others)) expect(drawn.rawPayload.equals(other.rawPayload)).toBe(false)
    },
  )

  test("keeps the dots of Yoruba and Igbo letters", async () => {
    const plain = await look((await fetchInitials("name=Sola&width=200&background=fff")).rawPayload)
    const dotted = await look(
      (await fetchInitials(`name=${encodeURIComponent("Ṣọlá")}&width=200&background=fff`)).rawPayload,
    )
    expect(dotted.inkShare).toBeGreaterThan(plain.inkShare * 1.02)
  })

  test("gives the same letters the same ground and different ones several", async () => {
    const corners = new Set<string>()
    for (const name of ["Ada Obi", "Bola Eze", "Chidi Musa", "Zainab Kuti"]) {
      const [one, again] = [await fetchInitials(`name=${name}&width=32`), await fetchInitials(`name=${name}&width=64`)]
      const { corner } = await look(one.rawPayload)
      expect((await look(again.rawPayload)).corner).toBe(corner)
      corners.add(corner)
    }
    expect(corners.size).toBeGreaterThan(1)
  })

  test.each([
    ["width=200&height=100", 200, 100],
    ["width=200&height=0", 200, 200],
    ["width=0&height=0", 500, 500],
    ["width=1&height=1", 1, 1],
    ["width=2000&height=2000", 2000, 2000],
  ])("has the size of %s", async (query, width, height) => {
    const picture = await look((await fetchInitials(`name=Ada&${query}`)).rawPayload)
    expect([picture.width, picture.height]).toEqual([width, height])
  })

  test("takes a ground of its own and stays readable on it", async () => {
    const white = await look((await fetchInitials("name=Ada&background=fff")).rawPayload)
    expect(white).toMatchObject({ corner: "ffffff" })
    expect(white.inkShare).toBeGreaterThan(0.02)
    const night = await look((await fetchInitials("name=Ada&background=101020")).rawPayload)
    expect(night).toMatchObject({ corner: "101020" })
    expect(night.inkShare).toBeGreaterThan(0.02)
  })

  test("without a name it draws the signed-in person's and is not kept", async () => {
    const person = await t.signUp({ name: "Zainab Kuti" })
    const own = await fetchInitials("width=100", { person })
    expect(own.headers["cache-control"]).toBe("no-store")
    const named = await fetchInitials("name=Zainab%20Kuti&width=100")
    expect(own.rawPayload.equals(named.rawPayload)).toBe(true)
  })

  test("draws a person's outline when there is no letter to draw", async () => {
    const nobody = await look((await fetchInitials("width=100&height=100")).rawPayload)
    const arabic = await look(
      (await fetchInitials(`width=100&height=100&name=${encodeURIComponent("محمد")}`)).rawPayload,
    )
    expect(nobody.inkShare).toBeGreaterThan(0.15)
    expect(arabic).toEqual(nobody)
  })

  test.each([
    ["a width of 2,001", "name=Ada&width=2001"],
    ["a negative width", "name=Ada&width=-1"],
    ["a width in words", "name=Ada&width=wide"],
    ["a ground that is no colour", "name=Ada&background=red%22"],
    ["a name of 129 letters", `name=${"a".repeat(129)}`],
  ])("refuses %s", async (_, query) => {
    const reply = await t.request("GET", `/v1/avatars/initials?${query}`)
    expect(reply.json()).toMatchObject({ code: 400, type: "general_argument_invalid" })
  })

  test("ignores what SDK clients add", async () => {
    await fetchInitials("name=Ada&project=aworan&impersonateuserid=")
  })
})
