import { expect, test } from "vitest"
import { acceptedFiles, holdsFile, holdsPicture, holdsPictureOrPdf } from "./upload-file.ts"

const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46)

test.each([
  ["IMG_0001", jpeg, [true, true, true]],
  ["photo.jpe", jpeg, [true, true, true]],
  ["photo.pdf", jpeg, [true, true, true]],
  ["slip", "%PDF-1.7", [false, true, true]],
  ["song", "ID3", [false, false, true]],
  ["notes.docx", "PK", [false, false, true]],
  ["run.jpg", "MZ", [false, false, false]],
])("%s is what it holds", async (name, content, expected) => {
  const file = new File([content], name)
  expect([await holdsPicture(file), await holdsPictureOrPdf(file), await holdsFile(file)]).toEqual(expected)
})

test("a picker offers every ending of the kinds that are taken, and no kind that is not", () => {
  expect(acceptedFiles["image/jpeg"]).toEqual([".jpg", ".jpeg", ".jpe", ".jfif", ".pjpeg", ".pjp"])
  expect(Object.keys(acceptedFiles)).not.toContain("image/*")
})
