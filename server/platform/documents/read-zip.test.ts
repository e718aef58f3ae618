import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { zipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openZip } from "./read-zip.ts"
import { zipStream } from "./zip-stream.ts"

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "aworan-zip-"))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function written(bytes: Uint8Array): string {
  const path = join(dir, "some.zip")
  writeFileSync(path, bytes)
  return path
}

const text = "Àwòrán ".repeat(1_000)

/** A ZIP as the product writes them: a packed text and bytes as they are. */
function own(): Promise<Buffer> {
  return buffer(
    zipStream(
      async (zip) => {
        zip.addText("words.json", text)
        await zip.addFile("pictures/à.webp", Buffer.from([1, 2, 3]))
      },
      () => {},
    ),
  )
}

describe("reading a ZIP", () => {
  test("gives what was put in, byte for byte", async () => {
    const zip = await openZip(written(await own()))
    expect(zip.names).toEqual(["words.json", "pictures/à.webp"])
    expect((await zip.read("words.json", 100_000))?.toString()).toBe(text)
    expect([...((await zip.read("pictures/à.webp", 3)) ?? [])]).toEqual([1, 2, 3])
    expect([zip.sizeOf("pictures/à.webp"), zip.sizeOf("none"), await zip.read("none", 9)]).toEqual([3, 0, null])
    await zip.close()
  })

  test("refuses a file that is longer than is taken, before it is unpacked", async () => {
    const zip = await openZip(written(zipSync({ bomb: [new Uint8Array(20_000_000), { level: 9 }] })))
    await expect(zip.read("bomb", 1_000_000)).rejects.toThrow("bomb in the ZIP is larger than 1 MB.")
    await zip.close()
  })

  test("refuses a file that unpacks to more than the list says, and one whose bytes were changed", async () => {
    const small = Buffer.from(zipSync({ bomb: [new Uint8Array(20_000_000), { level: 9 }] }))
    small.writeUInt32LE(10, small.lastIndexOf(Buffer.from("PK\u0001\u0002")) + 24)
    const lying = await openZip(written(small))
    await expect(lying.read("bomb", 1_000_000)).rejects.toThrow("not what was put into it")
    await lying.close()
    const bytes = await own()
    const at = bytes.indexOf(Buffer.from([1, 2, 3, 0x50]))
    bytes[at] = 9
    const edited = await openZip(written(bytes))
    await expect(edited.read("pictures/à.webp", 3)).rejects.toThrow("not what was put into it")
    await edited.close()
  })

  test.each(["../up.json", "/etc/passwd", "C:/windows", "a\\b", "a/../../b"])("refuses the name %s", async (name) => {
    await expect(openZip(written(zipSync({ [name]: new Uint8Array(1) })))).rejects.toThrow("leads out of its folder")
  })

  test("refuses files that lie over each other", async () => {
    const bytes = Buffer.from(
      zipSync({ a: [new Uint8Array(5_000), { level: 0 }], b: [new Uint8Array(5_000), { level: 0 }] }),
    )
    const last = bytes.lastIndexOf(Buffer.from("PK\u0001\u0002"))
    bytes.writeUInt32LE(9_000, last + 20)
    await expect(openZip(written(bytes))).rejects.toThrow("The ZIP is broken")
  })

  test("refuses half a ZIP, something else, a folder and a name that holds nothing", async () => {
    const bytes = await own()
    for (const part of [bytes.subarray(0, bytes.length >> 1), Buffer.from("no ZIP"), Buffer.alloc(0)]) {
      await expect(openZip(written(part))).rejects.toThrow("This is no ZIP, or only a part of one.")
    }
    await expect(openZip(dir)).rejects.toThrow("is no file")
    await expect(openZip(join(dir, "none.zip"))).rejects.toThrow("cannot be read")
  })

  test("refuses the same name twice and a locked file", async () => {
    const bytes = Buffer.from(zipSync({ aa: new Uint8Array(1), bb: new Uint8Array(1) }))
    const twice = Buffer.from(bytes.toString("latin1").replaceAll("bb", "aa"), "latin1")
    await expect(openZip(written(twice))).rejects.toThrow("The ZIP has aa twice.")
    bytes.writeUInt16LE(1, bytes.lastIndexOf(Buffer.from("PK\u0001\u0002")) + 8)
    await expect(openZip(written(bytes))).rejects.toThrow("bb in the ZIP is locked")
  })
})
