import { afterAll, beforeAll, expect, test } from "vitest"
import { type PictureKind, pictureKinds } from "#server/testing/records/picture-kinds.ts"
import { sendForm } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let person: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  person = await t.signUp()
})
afterAll(() => t.close())

/** Uploads a picture as the studio does, under a name that says nothing, and looks at it. @returns what is told of it */
async function tryOut({ bytes }: PictureKind): Promise<{ isTaken: boolean; words: string }> {
  const form = new FormData()
  form.append("file", new Blob([Uint8Array.from(bytes)]), "IMG_0001")
  form.append("upload_preset", "photos")
  const reply = await sendForm(t, "/v1_1/aworan/image/upload", form, { person })
  const body = reply.json()
  if (reply.statusCode !== 200) {
    expect(reply.statusCode, reply.body).toBeLessThan(500)
    return { isTaken: false, words: body.error?.message ?? body.message }
  }
  const at = `/v1/storage/buckets/images/files/${body.public_id}/preview?width=32`
  const preview = await t.request("GET", at, { person })
  expect(preview.statusCode, preview.body).toBeLessThan(500)
  const shown = preview.statusCode === 200 ? "shown" : `kept, not shown: ${preview.json().message}`
  return { isTaken: true, words: `${body.format}, ${body.width} × ${body.height}, ${shown}` }
}

test("what happens to every kind of picture is what the page says", async () => {
  const kinds = await pictureKinds()
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
  expect(kinds.length).toBeGreaterThanOrEqual(168)
  const rows: string[] = []
  for (const kind of kinds) {
    const { isTaken, words } = await tryOut(kind)
    rows.push(`| ${kind.name} | ${isTaken ? "yes" : "no"} | ${words} |`)
  }
  const page = `# What happens to each kind of picture

Written by \`server/tests/picture-kinds.test.ts\`, which fails where it is no longer true (\`-u\` writes it anew). Each of these
${kinds.length} pictures is made by the test itself: by sharp, by hand after its format's description, or, for kinds that are
refused, as the first bytes by which they are known. Photos of real phones and cameras, and whatever only their programs write,
are not among them, nor JPEG with 12 bits; the whole HEIC, the sequence in AVIF and the JPEG with arithmetic coding are by
libheif, avifenc and cjpeg. All are uploaded as \`IMG_0001\`, without an ending: what they hold decides. The rules behind it: [product-rules.md](product-rules.md#kinds-of-pictures).

| Kind | Taken | What happens |
| --- | --- | --- |
${rows.join("\n")}
`
  await expect(page).toMatchFileSnapshot("../../docs/picture-kinds.md")
}, 300_000)
