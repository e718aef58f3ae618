import { describe, expect, test } from "vitest"
import { buildDocument } from "#web/testing/build-document.ts"
import { pictureSources, placeholderImage } from "./picture-facts.ts"

describe("pictureSources", () => {
  test("names the true width of each file of a tall picture", () => {
    expect(pictureSources(buildDocument({ $id: "a", width: 768, height: 1360 }), 481)).toBe(
      "/files/a-320.webp 181w, /files/a-640.webp 361w, /files/a.webp 768w",
    )
  })

  test("leaves the whole picture out of a tile that is as wide as a phone", () => {
    expect(pictureSources(buildDocument({ $id: "a", width: 768, height: 1360 }), 480)).toBe(
      "/files/a-320.webp 181w, /files/a-640.webp 361w",
    )
  })

  test("leaves out previews that are larger than the picture", () => {
    expect(pictureSources(buildDocument({ $id: "a", width: 400, height: 400 }), 200)).toBe(
      "/files/a-320.webp 320w, /files/a.webp 400w",
    )
  })
})

test("puts only a picture as a data address into a style", () => {
  const image = placeholderImage(buildDocument({ placeholder: "data:image/webp;base64,UklGRg==" }))
  expect(image).toBe('url("data:image/webp;base64,UklGRg==")')
  expect(placeholderImage(buildDocument({ placeholder: 'x"), url("https://elsewhere.example/a' }))).toBe("none")
})
