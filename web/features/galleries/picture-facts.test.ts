import { describe, expect, test } from "vitest"
import { buildDocument } from "./build-document.ts"
import { downloadName, formatBytes, pictureSources } from "./picture-facts.ts"

describe("pictureSources", () => {
  test("names the true width of each file of a tall picture", () => {
    expect(pictureSources(buildDocument({ $id: "a", width: 768, height: 1360 }))).toBe(
      "/files/a-320.webp 181w, /files/a-640.webp 361w, /files/a.webp 768w",
    )
  })

  test("leaves out previews that are larger than the picture", () => {
    expect(pictureSources(buildDocument({ $id: "a", width: 400, height: 400 }))).toBe(
      "/files/a-320.webp 320w, /files/a.webp 400w",
    )
  })
})

test.each([
  [300, "1 kB"],
  [182_345, "182 kB"],
  [3_412_000, "3.4 MB"],
])("writes %d bytes as %s", (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected)
})

describe("downloadName", () => {
  test("is made of the first words of the prompt", () => {
    const document = buildDocument({ prompt: "A jar of shea butter on linen, morning light!", url: "/files/a.png?v=1" })
    expect(downloadName(document)).toBe("a-jar-of-shea-butter-on.png")
  })

  test("keeps the letters of other languages, without their marks", () => {
    expect(downloadName(buildDocument({ prompt: "àwòrán ẹja" }))).toBe("aworan-eja.webp")
  })

  test("leaves the ending to the server where the address has none", () => {
    expect(downloadName(buildDocument({ prompt: "…", url: "/v1/storage/files/a/view" }))).toBe("picture")
  })
})
