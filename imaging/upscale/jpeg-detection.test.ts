import { describe, expect, test } from "vitest"
import type { Picture } from "#imaging/pixels/picture.ts"
import { blockiness, looksLikeJpeg } from "./jpeg-detection.ts"

/** A soft wave with grain; with `block` its brightness is rounded per square of that many pixels, as coarse coding does. */
function wave(side: number, block: number, shift = 0): Picture {
  const data = new Uint8Array(side * side * 3)
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [(i % side) + shift, Math.floor(i / side) + shift]
    const at = (u: number, v: number): number => 128 + 60 * Math.sin(u / 23) * Math.cos(v / 31)
    const grain = ((Math.imul(i, 2654435761) >>> 16) % 5) - 2
    const centre = (u: number): number => Math.floor(u / block) * block + block / 2
    const error = block > 0 ? Math.round(at(centre(x), centre(y)) / 9) * 9 - at(centre(x), centre(y)) : 0
    data.fill(Math.round(at(x, y) + error + grain), i * 3, i * 3 + 3)
  }
  return { width: side, height: side, channels: 3, data }
}

describe("looksLikeJpeg", () => {
  test("sees squares of eight pixels, wherever the grid starts", () => {
    expect(looksLikeJpeg(wave(128, 8))).toBe(true)
    expect(looksLikeJpeg(wave(128, 8, 3))).toBe(true)
  })

  test("lets grain and squares of another size pass", () => {
    expect(looksLikeJpeg(wave(128, 0))).toBe(false)
    expect(looksLikeJpeg(wave(128, 11))).toBe(false)
  })

  test("is not fooled by a drawing whose few edges happen to fall on a grid", () => {
    const data = new Uint8Array(96 * 96 * 3).fill(230)
    for (let i = 0; i < 96 * 96; i++) {
      const distance = Math.hypot((i % 96) - 48, Math.floor(i / 96) - 48) - 32
      if (distance < 0.5) data.fill(Math.round(170 + 60 * Math.max(0, distance + 0.5)), i * 3, i * 3 + 3)
    }
    expect(looksLikeJpeg({ width: 96, height: 96, channels: 3, data })).toBe(false)
  })

  test("says nothing about pictures too small to tell", () => {
    expect(blockiness(wave(20, 8))).toBe(0)
  })
})
