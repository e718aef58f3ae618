import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { pieceBytes } from "#contract/hosted/files.ts"
import {
  filesAt,
  photoWithPlace,
  randomFile,
  twoColours,
  uploaded,
  uploadPiece,
} from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let owner: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1" } })
  owner = await t.signUp({ isVerified: true })
})
afterAll(() => t.close())

function get(url: string, headers: Record<string, string> = {}, person: TestPerson | undefined = owner) {
  return t.request("GET", url, { ...(person ? { person } : {}), headers })
}

describe("a file's bytes", () => {
  test("carry headers that keep them private and harmless, on every path", async () => {
    const bytes = await twoColours(8, 8).png().toBuffer()
    const { $id } = await uploaded(t, bytes, { person: owner, name: "a.png" })
    for (const ending of ["view", "download", "preview"]) {
      const { headers, statusCode } = await get(filesAt("scratch", $id, ending))
      expect(statusCode).toBe(200)
      expect(headers["x-content-type-options"]).toBe("nosniff")
      expect(headers["content-security-policy"]).toContain("default-src 'none'")
      expect(headers["content-security-policy"]).toContain("sandbox")
      expect(headers["cache-control"]).toBe(`private, max-age=${ending === "preview" ? 2_592_000 : 3_888_000}`)
      expect(headers["content-type"]).toBe("image/png")
    }
    const view = await get(filesAt("scratch", $id, "view"))
    expect(view.headers["content-disposition"]).toMatch(/^inline; filename="a.png"/)
    expect(view.rawPayload.equals(bytes)).toBe(true)
    const download = await get(filesAt("scratch", $id, "download"))
    expect(download.headers["content-disposition"]).toMatch(/^attachment; filename="a.png"/)
    expect(download.headers["content-length"]).toBe(String(bytes.length))
    const again = await get(filesAt("scratch", $id, "view"), { "if-none-match": String(view.headers.etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })

  test("are shown by other sites where everybody may see them, and only there", async () => {
    const png = await twoColours(8, 8).png().toBuffer()
    const share = (permissions: string[]) => uploaded(t, png, { person: owner, name: "a.png", permissions })
    const own = `read("user:${owner.accountId}")`
    for (const [permissions, policy, readers] of [
      [[own], "same-site", [owner]],
      [[own, 'read("users")'], "same-site", [owner, await t.signUp()]],
      [[own, 'read("any")'], "cross-origin", [owner, undefined]],
    ] as const) {
      const { $id } = await share([...permissions])
      for (const person of readers) {
        for (const ending of ["view", "download", "preview"]) {
          const reply = await t.request("GET", filesAt("scratch", $id, ending), person ? { person } : {})
          expect([reply.statusCode, reply.headers["cross-origin-resource-policy"]]).toEqual([200, policy])
          const again = { "if-none-match": String(reply.headers.etag) }
          const known = await t.request("GET", filesAt("scratch", $id, ending), {
            ...(person ? { person } : {}),
            headers: again,
          })
          expect([known.statusCode, known.headers["cross-origin-resource-policy"]]).toEqual([304, policy])
        }
      }
    }
  })

  test("of somebody else are kept for five minutes, then asked for again, and gone once they are taken back", async () => {
    const png = await twoColours(8, 8).png().toBuffer()
    const { $id } = await uploaded(t, png, { person: owner, name: "a.png" })
    const share = async (permissions: string[]) =>
      (await t.request("PUT", filesAt("scratch", $id), { person: owner, body: { permissions } })).statusCode
    const { accountId } = owner
    const own = [`read("user:${accountId}")`, `update("user:${accountId}")`, `delete("user:${accountId}")`]
    expect(await share([...own, 'read("users")'])).toBe(200)
    const reader = await t.signUp()
    for (const ending of ["view", "download", "preview"]) {
      const path = filesAt("scratch", $id, ending)
      const { headers, statusCode } = await get(path, {}, reader)
      expect([statusCode, headers["cache-control"]]).toEqual([200, "private, max-age=300"])
      const again = { "if-none-match": String(headers.etag) }
      expect((await get(path, again, reader)).statusCode).toBe(304)
      expect(await share(own)).toBe(200)
      expect((await get(path, again, reader)).statusCode).toBe(404)
      expect(await share([...own, 'read("users")'])).toBe(200)
    }
  })

  test.each([
    ["HTML", "a.html", "<!doctype html><script>alert(1)</script>"],
    ["HTML under a picture's name", "a.png", "  <html><body onload=alert(1)>"],
    ["SVG", "a.svg", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`],
    ["SVG behind a declaration", "a.jpg", `<?xml version="1.0"?><!-- x --><svg onload="alert(1)"/>`],
    ["XML", "a.xml", `<?xml version="1.0"?><a/>`],
    ["a script", "a.js", "alert(1)"],
  ])("%s is never sent as such", async (_, name, text) => {
    const { $id } = await uploaded(t, Buffer.from(text), { person: owner, name })
    for (const ending of ["view", "download"]) {
      const { headers, body } = await get(filesAt("scratch", $id, ending))
      expect(headers["content-type"]).toBe("text/plain; charset=utf-8")
      expect(headers["content-disposition"]).toMatch(/^attachment/)
      expect(body).toBe(text)
    }
    expect((await get(filesAt("scratch", $id, "preview"))).headers["content-type"]).toMatch(/^image\/(png|jpeg)$/)
  })

  test("have names of any letters, which never reach a header raw", async () => {
    const { $id } = await uploaded(t, randomFile(3), { person: owner, name: `ọjà "quoted" %22.bin` })
    const header = String((await get(filesAt("scratch", $id, "download"))).headers["content-disposition"])
    expect(header).toMatch(/^attachment; filename="[^"\\%]*"; filename\*=UTF-8''[\w.%-]+$/)
    expect(decodeURIComponent(header.split("UTF-8''")[1] ?? "")).toMatch(/^ọjà/)
  })
})

describe("a range", () => {
  let id = ""
  const whole = randomFile(pieceBytes + 1000)
  beforeAll(async () => {
    for (const number of [0, 1]) {
      id = (await uploadPiece(t, whole, number, { person: owner, ...(id ? { fileId: id } : {}) })).json().$id
    }
  })

  test.each([
    ["bytes=0-9", 0, 9],
    ["bytes=100-100", 100, 100],
    [`bytes=${pieceBytes - 5}-${pieceBytes + 4}`, pieceBytes - 5, pieceBytes + 4],
    [`bytes=${pieceBytes}-`, pieceBytes, pieceBytes + 999],
    ["bytes=-7", pieceBytes + 993, pieceBytes + 999],
    ["bytes=5-99999999999", 5, pieceBytes + 999],
  ])("%s gives these bytes alone, also across pieces", async (range, start, end) => {
    for (const ending of ["view", "download"]) {
      const reply = await get(filesAt("scratch", id, ending), { range })
      expect(reply.statusCode).toBe(206)
      expect(reply.headers["content-range"]).toBe(`bytes ${start}-${end}/${whole.length}`)
      expect(reply.headers["content-length"]).toBe(String(end - start + 1))
      expect(reply.rawPayload.equals(whole.subarray(start, end + 1))).toBe(true)
    }
  })

  test.each([`bytes=${pieceBytes + 1000}-`, "bytes=9999999999-99999999999", "bytes=9-5", "bytes=-0"])(
    "%s lies outside",
    async (range) => {
      const reply = await get(filesAt("scratch", id, "view"), { range })
      expect(reply.json()).toMatchObject({ code: 416, type: "storage_invalid_range" })
      expect(reply.headers["content-range"]).toBe(`bytes */${whole.length}`)
    },
  )

  test.each(["bytes=a-b", "bytes=0-1,3-4", "items=0-1", "bytes=-", "0-5"])(
    "%s is answered with the whole",
    async (range) => {
      const reply = await get(filesAt("scratch", id, "view"), { range })
      expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, whole.length])
    },
  )
})

describe("the place where a picture was taken", () => {
  test("and the device it was taken with are its owner's to see", async () => {
    const bytes = await twoColours(16, 16)
      .withExif({ IFD0: { Make: "Phone", Model: "X" } })
      .jpeg()
      .toBuffer()
    const { $id } = await uploaded(t, bytes, { person: owner, name: "a.jpg", permissions: ['read("any")'] })
    const reply = await t.request("GET", filesAt("scratch", $id, "view"))
    expect((await sharp(reply.rawPayload).metadata()).exif).toBeUndefined()
    expect((await get(filesAt("scratch", $id, "view"))).rawPayload.equals(bytes)).toBe(true)
  })

  test.each(["images", "scratch"])("is seen by its owner alone, in %s", async (bucket) => {
    const bytes = await photoWithPlace()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const permissions = ['read("any")']
    const { $id } = await uploaded(t, bytes, { person: owner, bucket, name: "photo.jpg", permissions })
    const other = await t.signUp()
    for (const ending of ["view", "download"]) {
      const own = await get(filesAt(bucket, $id, ending))
      expect(own.rawPayload.equals(bytes)).toBe(true)
      for (const person of [other, undefined]) {
        const reply = await t.request("GET", filesAt(bucket, $id, ending), person ? { person } : {})
        const seen = await sharp(reply.rawPayload).metadata()
        expect(seen).toMatchObject({ format: "jpeg", width: 64, height: 48 })
        expect([seen.exif, seen.xmp]).toEqual([undefined, undefined])
        expect(reply.headers["content-length"]).toBe(String(reply.rawPayload.length))
        expect(reply.headers.etag).not.toBe(own.headers.etag)
      }
    }
    const part = await t.request("GET", filesAt(bucket, $id, "view"), { headers: { range: "bytes=0-9" } })
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 10])
    const preview = await get(filesAt(bucket, $id, "preview"))
    expect((await sharp(preview.rawPayload).metadata()).exif).toBeUndefined()
  })

  test("a picture that says something else of itself says nothing to others, and all of it to its owner", async () => {
    const bytes = await twoColours(16, 16)
      .withExif({ IFD0: { Copyright: "Ada" } })
      .jpeg()
      .toBuffer()
    const { $id } = await uploaded(t, bytes, { person: owner, name: "a.jpg", permissions: ['read("any")'] })
    const path = filesAt("scratch", $id, "view")
    expect((await t.request("GET", path)).rawPayload.includes("Ada")).toBe(false)
    expect((await t.request("GET", path, { person: owner })).rawPayload.equals(bytes)).toBe(true)
  })
})
