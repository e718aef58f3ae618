import { expect, test } from "vitest"
import { isStoredTurned } from "./photo-orientation.ts"

/** The beginning of a JPEG as phones write it. @param isLittle order of the bytes inside the EXIF part */
function jpegHead(orientation: number, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(60)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0xffd8)
  // Another part comes first, as JFIF does.
  view.setUint16(2, 0xffe0)
  view.setUint16(4, 4)
  view.setUint16(8, 0xffe1)
  view.setUint16(10, 34)
  bytes.set(new TextEncoder().encode("Exif\0\0"), 12)
  view.setUint16(18, isLittle ? 0x4949 : 0x4d4d)
  view.setUint16(20, 42, isLittle)
  view.setUint32(22, 8, isLittle)
  view.setUint16(26, 1, isLittle)
  view.setUint16(28, 0x0112, isLittle)
  view.setUint16(30, 3, isLittle)
  view.setUint32(32, 1, isLittle)
  view.setUint16(36, orientation, isLittle)
  view.setUint16(44, 0xffda)
  return bytes
}

test.each([
  ["held upright", jpegHead(1, false), false],
  ["turned to the side", jpegHead(6, false), true],
  ["turned, with its bytes the other way round", jpegHead(8, true), true],
  ["turned, but cut off before it says so", jpegHead(6, false).slice(0, 24), false],
  ["without a word about it", new Uint8Array([0xff, 0xd8, 0xff, 0xda, 0, 2]), false],
  ["no JPEG", new TextEncoder().encode("RIFF and so on"), false],
  ["empty", new Uint8Array(0), false],
])("reads how a photo is stored: %s", async (_, bytes, isTurned) => {
  expect(await isStoredTurned(new Blob([bytes]))).toBe(isTurned)
})
