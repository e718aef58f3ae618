import sharp from "sharp"
import { expect, test } from "vitest"
import { findBoxBelow, findBoxOnWhite, findOpaqueBox } from "./product-box.ts"

const white = '<rect width="100%" height="100%" fill="#ffffff"/>'
const draw = (...parts: string[]): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">${parts.join("")}</svg>`))
    .png()
    .toBuffer()
const mark = (fill: string, left = 7): string => `<rect x="${left}" y="11" width="5" height="3" ${fill}/>`
const box = { left: 7, top: 11, width: 5, height: 3 }

test("a cut-out's product is where it is seen at all", async () => {
  expect(await findOpaqueBox(await draw(mark('fill="#0000ff"')))).toEqual(box)
  expect(await findOpaqueBox(await draw(mark('fill="#ffffff" fill-opacity="0.07"')))).toEqual(box)
  expect(await findOpaqueBox(await draw(mark('fill="#0000ff" fill-opacity="0.03"')))).toBeNull()
})

test("a product on white is where any colour is darker, unless it touches the edge", async () => {
  expect(await findBoxOnWhite(await draw(white, mark('fill="#0000ff"')))).toEqual(box)
  expect(await findBoxOnWhite(await draw(white, mark('fill="#0000ff"', 0)))).toBeNull()
  expect(await findBoxOnWhite(await draw(white))).toBeNull()
})

test("one colour below the bound is enough, at the bound it is not", async () => {
  expect(await findBoxBelow(await draw(white, mark('fill="#ffffea"')), 235)).toEqual(box)
  expect(await findBoxBelow(await draw(white, mark('fill="#ffffeb"')), 235)).toBeNull()
  expect(await findBoxBelow(await draw(mark('fill="#000000"')), 235)).toEqual({
    left: 0,
    top: 0,
    width: 40,
    height: 30,
  })
})

const plainPicture = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()

test.each([
  [1, 1],
  [2, 2],
  [1, 2],
  [2, 500],
])("a picture of %i by %i pixels has its product too", async (width, height) => {
  const all = { left: 0, top: 0, width, height }
  expect(await findOpaqueBox(await plainPicture(width, height, "#c86432"))).toEqual(all)
  expect(await findBoxBelow(await plainPicture(width, height, "#c86432"), 235)).toEqual(all)
  expect(await findBoxOnWhite(await plainPicture(width, height, "#c86432"))).toBeNull()
})

test("the one dark pixel of a picture of four is found", async () => {
  const data = Uint8Array.from([255, 255, 255, 255, 255, 255, 0, 0, 0, 255, 255, 255])
  const four = await sharp(data, { raw: { width: 2, height: 2, channels: 3 } })
    .png()
    .toBuffer()
  expect(await findBoxBelow(four, 235)).toEqual({ left: 0, top: 1, width: 1, height: 1 })
})
