import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { fillIn, makePreview } from "#server/media/previews.ts"
import { inTurn } from "#server/platform/pictures/picture-turns.ts"
import { filesAt, randomFile, twoColours, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let owner: TestPerson
/** 200 by 100, red left and blue right. */
let picture = ""
/** 40 by 40, half clear. */
let sheer = ""

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1" } })
  owner = await t.signUp()
  const png = await twoColours(200, 100).png().toBuffer()
  picture = (await uploaded(t, png, { person: owner, name: "two.png" })).$id
  const background = { r: 0, g: 255, b: 0, alpha: 0.5 }
  const half = await sharp({ create: { width: 40, height: 40, channels: 4, background } })
    .png()
    .toBuffer()
  sheer = (await uploaded(t, half, { person: owner, name: "sheer.png" })).$id
})
afterAll(() => t.close())

function preview(query: string, id = picture) {
  return t.request("GET", `${filesAt("scratch", id, "preview")}?${query}`, { person: owner })
}

async function sizeOf(query: string, id = picture): Promise<[number, number]> {
  const reply = await preview(query, id)
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
  const { width, height } = await sharp(reply.rawPayload).metadata()
  return [width, height]
}

async function pixel(query: string, x: number, y: number, id = picture): Promise<number[]> {
  const { rawPayload } = await preview(query, id)
  const { data, info } = await sharp(rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = ((y < 0 ? info.height + y : y) * info.width + (x < 0 ? info.width + x : x)) * 4
  return [...data.subarray(at, at + 4)]
}

const red = [255, 0, 0, 255]
const blue = [0, 0, 255, 255]
const nothing = [0, 0, 0, 0]

describe("a preview", () => {
  test.each<[string, [number, number]]>([
    ["", [200, 100]],
    ["width=0&height=0", [200, 100]],
    ["width=50", [50, 25]],
    ["height=50", [100, 50]],
    ["width=50&height=50", [50, 50]],
    ["width=400", [400, 200]],
    ["width=4000&height=10", [4000, 10]],
    ["borderWidth=10&borderColor=ff0000", [220, 120]],
    ["rotation=90", [100, 200]],
    ["rotation=-90", [100, 200]],
    ["rotation=360", [200, 100]],
    ["width=50&impersonateuserid=&project=aworan&token=", [50, 25]],
    ["width=&height=&gravity=&output=", [200, 100]],
  ])("%j has this size", async (query, size) => {
    expect(await sizeOf(query)).toEqual(size)
  })

  test.each<[string, number[], number[]]>([
    ["gravity=left", red, red],
    ["gravity=top-left", red, red],
    ["gravity=bottom-left", red, red],
    ["gravity=right", blue, blue],
    ["gravity=top-right", blue, blue],
    ["gravity=bottom-right", blue, blue],
    ["gravity=center", red, blue],
    ["gravity=top", red, blue],
    ["gravity=bottom", red, blue],
    ["", red, blue],
  ])("cropped with %j shows the right part", async (query, left, right) => {
    const cropped = `width=40&height=50&output=png&${query}`
    expect(await pixel(cropped, 0, 25)).toEqual(left)
    expect(await pixel(cropped, -1, 25)).toEqual(right)
  })

  test("has a border around the picture, in 3, 6 or 8 digits", async () => {
    for (const colour of ["0f0", "00ff00", "00FF00ff"]) {
      const query = `borderWidth=5&borderColor=${colour}`
      expect(await pixel(query, 2, 2)).toEqual([0, 255, 0, 255])
      expect(await pixel(query, 5, 5)).toEqual(red)
    }
  })

  test("of a grey picture has a border in its own colour", async () => {
    const grey = await twoColours(20, 10).toColourspace("b-w").png().toBuffer()
    const { $id } = await uploaded(t, grey, { person: owner, name: "grey.png" })
    expect(await pixel("borderWidth=5&borderColor=00ff00&output=png", 2, 2, $id)).toEqual([0, 255, 0, 255])
  })

  test("of a very long picture is as long as one may be", async () => {
    const strip = await twoColours(10, 400).png().toBuffer()
    const { $id } = await uploaded(t, strip, { person: owner, name: "strip.png" })
    expect(await sizeOf("width=640", $id)).toEqual([100, 4000])
    const { $id: flat } = await uploaded(t, await twoColours(400, 10).png().toBuffer(), {
      person: owner,
      name: "f.png",
    })
    expect(await sizeOf("height=640", flat)).toEqual([4000, 100])
  })

  test("has round corners, opacity and a background", async () => {
    expect(await pixel("borderRadius=30", 0, 0)).toEqual(nothing)
    expect(await pixel("borderRadius=30", 10, 50)).toEqual(red)
    expect((await pixel("opacity=0.5", 10, 10))[3]).toBeCloseTo(128, -1)
    expect((await pixel("opacity=0", 10, 10))[3]).toBe(0)
    const [r = 0, g = 0, b = 0, a = 0] = await pixel("background=0000ff", 5, 5, sheer)
    expect([r, a]).toEqual([0, 255])
    expect(Math.abs(g - 128)).toBeLessThan(3)
    expect(Math.abs(b - 127)).toBeLessThan(3)
    expect(await pixel("rotation=45&background=ffffff", 0, 0)).toEqual([255, 255, 255, 255])
    expect(await pixel("rotation=45", 0, 0)).toEqual(nothing)
    expect(await pixel("rotation=90", 50, 5)).toEqual(red)
  })

  test("takes everything together", async () => {
    const query = "width=60&height=60&gravity=left&borderWidth=4&borderColor=000&borderRadius=12&opacity=0.8"
    expect(await sizeOf(`${query}&rotation=180&background=fff&quality=60&output=webp`)).toEqual([68, 68])
  })

  test.each([
    ["jpg", "image/jpeg", "jpeg"],
    ["jpeg", "image/jpeg", "jpeg"],
    ["png", "image/png", "png"],
    ["gif", "image/gif", "gif"],
    ["webp", "image/webp", "webp"],
    ["avif", "image/avif", "heif"],
  ])("comes as %s", async (output, type, format) => {
    for (const id of [picture, sheer]) {
      const reply = await preview(`output=${output}`, id)
      expect(reply.headers["content-type"]).toBe(type)
      expect((await sharp(reply.rawPayload).metadata()).format).toBe(format)
    }
  })

  test("comes in the file's own format, and smaller with less quality", async () => {
    const noise = sharp(randomFile(100 * 100 * 3), { raw: { width: 100, height: 100, channels: 3 } })
    const { $id } = await uploaded(t, await noise.jpeg().toBuffer(), { person: owner, name: "a.jpg" })
    const sizes = await Promise.all(
      ["100", "50", "0"].map(async (quality) => {
        const reply = await preview(`quality=${quality}`, $id)
        expect(reply.headers["content-type"]).toBe("image/jpeg")
        return reply.rawPayload.length
      }),
    )
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
    expect((await preview("quality=-1", $id)).statusCode).toBe(200)
  })

  test.each([
    "width=-1",
    "width=4001",
    "width=abc",
    "width=1.5",
    "width=1e3",
    "height=99999999999",
    "gravity=middle",
    "quality=101",
    "borderWidth=101",
    "borderColor=red",
    "borderColor=%23ff0000",
    "borderRadius=4001",
    "opacity=1.1",
    "opacity=-0.5",
    "opacity=NaN",
    "rotation=361",
    "background=12345",
    "output=svg",
    "output=tiff",
    "width[0]=5&width[1]=6",
  ])("refuses %s", async (query) => {
    const reply = await preview(query)
    expect(reply.json()).toMatchObject({ code: 400, type: "general_argument_invalid" })
  })

  test("of what is no picture is an icon", async () => {
    for (const bytes of [Buffer.from("words"), randomFile(100), Buffer.from("<svg/>")]) {
      const { $id } = await uploaded(t, bytes, { person: owner, name: "notes.txt" })
      const reply = await preview("width=64&output=png", $id)
      expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: "png", width: 64, height: 64 })
    }
  })

  test("turns a photo upright", async () => {
    const bytes = await twoColours(60, 30).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { $id } = await uploaded(t, bytes, { person: owner, name: "a.jpg" })
    expect(await sizeOf("", $id)).toEqual([30, 60])
  })

  test("is made once, however many ask, and only a few are kept", async () => {
    const { $id } = await uploaded(t, await twoColours(50, 50).png().toBuffer(), { person: owner, name: "a.png" })
    const replies = await Promise.all(Array.from({ length: 12 }, () => preview("width=20", $id)))
    expect(new Set(replies.map((reply) => reply.rawPayload.toString("base64"))).size).toBe(1)
    const kept = async () =>
      (
        await t.s.db
          .selectFrom("fileObjects")
          .innerJoin("files", "files.sequence", "fileObjects.fileSequence")
          .select("slot")
          .where("files.id", "=", $id)
          .where("slot", "like", "preview-%")
          .execute()
      ).length
    expect(await kept()).toBe(1)
    for (let width = 1; width <= 40; width++) expect((await preview(`width=${width}`, $id)).statusCode).toBe(200)
    expect(await kept()).toBe(32)
  })

  test("of a picture that breaks off in the middle is refused", async () => {
    const noise = sharp(randomFile(100 * 100 * 3), { raw: { width: 100, height: 100, channels: 3 } })
    const bytes = await noise.png().toBuffer()
    const { $id } = await uploaded(t, bytes.subarray(0, bytes.length / 2), { person: owner, name: "a.png" })
    expect((await preview("width=20", $id)).json()).toMatchObject({ code: 400, type: "storage_file_type_unsupported" })
  })
})

const large = { width: 2_200, height: 2_200 }
const grain = { type: "gaussian", mean: 128, sigma: 60 } as const

test("a preview has ten seconds for all of its steps together", async () => {
  const png = await twoColours(50, 50).png().toBuffer()
  const wanted = fillIn({ width: 20, rotation: 10 }, "png")
  expect((await sharp(await makePreview(png, "image/png", wanted)).metadata()).format).toBe("png")
  await expect(makePreview(png, "image/png", wanted, 0)).rejects.toThrow(/takes too long/)
  // The first step alone takes longer than all may.
  const noise = await sharp({ create: { ...large, channels: 3, background: "white", noise: grain } })
    .png()
    .toBuffer()
  for (const step of [
    { opacity: 0.5 },
    { background: "123456" },
    { borderWidth: 4 },
    { borderRadius: 90 },
    { rotation: 20 },
  ]) {
    const made = makePreview(noise, "image/png", fillIn({ ...step, output: "jpg" }, "png"), 0.01)
    await expect(made, JSON.stringify(step)).rejects.toThrow(/takes too long/)
  }
})

test("what is seen through takes longer to encode, and may be smaller", async () => {
  const [side, output] = [2_900, "avif"] as const
  const opaque = sharp({ create: { width: side, height: side, channels: 3, background: "white" } })
  const wanted = fillIn({ output }, "png")
  const clear = await opaque.clone().ensureAlpha(0.5).png().toBuffer()
  await expect(makePreview(clear, "image/png", wanted)).rejects.toThrow(/would take too long/)
  expect((await makePreview(await opaque.png().toBuffer(), "image/png", wanted)).length).toBeGreaterThan(0)
})

test("previews that wait keep nobody from uploading, and no more than sixty of a person wait", async () => {
  const person = await t.signUp({ isVerified: true })
  const end = Promise.withResolvers<void>()
  const worker = { share: `account:${person.accountId}` }
  const waiting = Array.from({ length: 61 }, () => inTurn("preview", worker, 1, () => end.promise))
  try {
    const png = await twoColours(50, 50).png().toBuffer()
    const { $id } = await uploaded(t, png, { person, name: "a.png" })
    const one = await t.request("GET", `${filesAt("scratch", $id, "preview")}?width=20`, { person })
    expect(one.json()).toMatchObject({ code: 429, type: "general_rate_limit_exceeded" })
  } finally {
    end.resolve()
    await Promise.all(waiting)
  }
})

test("one person makes a limited number of previews and icons a minute; those that are kept are not counted", async () => {
  const strict = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1", RATE_LIMIT_FACTOR: "0.2" } })
  try {
    const png = await twoColours(50, 50).png().toBuffer()
    const own = async (bytes: Buffer, name: string) => {
      const person = await strict.signUp()
      const { $id } = await uploaded(strict, bytes, { person, name })
      return async (width: number) =>
        (await strict.request("GET", `${filesAt("scratch", $id, "preview")}?width=${width}`, { person })).statusCode
    }
    // Of one network, each with a number of their own.
    for (const status of [await own(png, "a.png"), await own(Buffer.from("words"), "a.txt")]) {
      const made: number[] = []
      for (let width = 1; width <= 26; width++) made.push(await status(width))
      expect([made[0], made.at(-1)]).toEqual([200, 429])
      expect(await status(made.lastIndexOf(200) + 1)).toBe(200)
    }
  } finally {
    await strict.close()
  }
})

test("a new anonymous session makes no more previews than its network has left", async () => {
  const strict = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1", RATE_LIMIT_FACTOR: "0.2" } })
  try {
    const bytes = await twoColours(50, 50).png().toBuffer()
    const permissions = ['read("any")']
    const { $id } = await uploaded(strict, bytes, {
      person: await strict.signUp({ isVerified: true }),
      name: "a.png",
      permissions,
    })
    let width = 0
    const session = async () => {
      const reply = await strict.request("POST", "/v1/account/sessions/anonymous", { body: {} })
      const cookie = reply.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
      return async () => {
        const path = `${filesAt("scratch", $id, "preview")}?width=${++width}`
        return (await strict.request("GET", path, { headers: { cookie } })).statusCode
      }
    }
    const [first, second] = [await session(), await session()]
    expect(await second()).toBe(200)
    const made: number[] = []
    for (let turn = 0; turn < 12; turn++) made.push(await first())
    expect([made[0], made.at(-1)]).toEqual([200, 429])
    expect(await second()).toBe(429)
  } finally {
    await strict.close()
  }
})

test("a picture whose decoder makes remarks before its time is over is called slow, not unreadable", async () => {
  const side = { width: 4_000, height: 3_000 }
  const raw = { raw: { ...side, channels: 3 as const } }
  const avif = await sharp(randomFile(side.width * side.height * 3), raw)
    .avif({ quality: 60, effort: 0 })
    .toBuffer()
  const made = makePreview(avif, "image/avif", fillIn({ width: 320, output: "png" }, "avif"), 1)
  await expect(made).rejects.toMatchObject({ type: "picture_too_slow" })
})
