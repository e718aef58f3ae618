import sharp from "sharp"
import { expect, test } from "vitest"
import { findDifferences, fingerprintOf } from "./compare.ts"

/** A page with text and one button, as a browser would draw it. */
function draw({ left = 300, colour = "#c2410c", ground = "#fdfaf5", height = 2400, edge = 0 } = {}): Promise<Buffer> {
  const lines = Array.from({ length: 60 }, (_, n) => `<rect x="40" y="${60 + n * 36 + edge}" width="900" height="9"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="${height}">
    <rect width="1440" height="${height}" fill="${ground}"/><g fill="#8a8580">${lines.join("")}</g>
    <rect x="${left + 700}" y="500" width="120" height="44" rx="8" fill="${colour}"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

test("a page looks like itself, also when its letters are drawn with other edges", async () => {
  const approved = await fingerprintOf(await draw())
  expect(await findDifferences(await draw(), approved)).toEqual([])
  expect(await findDifferences(await draw({ edge: 0.3 }), approved)).toEqual([])
})

test.each([
  ["a button that moved by 12 px", { left: 312 }, /differs plainly at 984,504 px/],
  ["a button of another colour", { colour: "#c2600c" }, /differs plainly/],
  ["another ground, hardly to be seen", { ground: "#f5f2ed" }, /% of it differs/],
  ["a page that has grown by 20 px", { height: 2420 }, /2420 px high; 2400 px were approved/],
])("%s is seen", async (_, change, told) => {
  const approved = await fingerprintOf(await draw())
  expect((await findDifferences(await draw(change), approved)).join(" ")).toMatch(told)
})
