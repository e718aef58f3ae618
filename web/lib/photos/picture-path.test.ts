import { expect, test } from "vitest"
import { downloadPath, picturePath } from "./picture-path.ts"

test.each([
  ["https://studio.example/v1/storage/a/view?project=aworan", "/v1/storage/a/view?project=aworan"],
  ["/files/a.webp", "/files/a.webp"],
  ["//elsewhere.example/a.webp", "/a.webp"],
  ["javascript:alert(1)", ""],
  ["data:image/svg+xml,<svg onload=alert(1)>", ""],
])("reads %s as a path on this origin", (address, expected) => {
  expect(picturePath(address)).toBe(expected)
})

test.each([
  ["https://studio.example/pictures/a", "/pictures/a?download"],
  ["/files/a?size=640", "/files/a?size=640&download"],
  ["javascript:alert(1)", ""],
])("saves %s from %s", (address, expected) => {
  expect(downloadPath(address)).toBe(expected)
})
