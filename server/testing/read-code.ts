import { inflateSync } from "node:zlib"
import decodeQr from "qr/decode.js"

/** Pixels of a module, so that the reader finds it. */
const scale = 4

/** What the QR code that is drawn in a PDF says. @throws Error when there is none that can be read */
export function readCode(pdf: Buffer): string {
  const text = pdf.toString("latin1")
  for (const { index, 0: word } of text.matchAll(/stream\r?\n/g)) {
    const drawing = inflated(pdf.subarray(index + word.length))
    // Each run of dark modules is a rectangle, from its upper left corner to the right.
    const runs = [...drawing.matchAll(/^(\d+) (\d+) m\n(\d+) \2 l$/gm)].map(([, ...at]) => at.map(Number))
    if (runs.length > 0) return decodeQr(paint(runs))
  }
  throw new Error("No code is drawn in this PDF.")
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString("latin1")
  } catch {
    return ""
  }
}

function paint(runs: readonly number[][]): { width: number; height: number; data: Uint8Array } {
  // The border on the right and below is as wide as the one before the first module.
  const [first = 0] = runs[0] ?? []
  const side = (Math.max(...runs.map(([, , end = 0]) => end)) + first) * scale
  const data = new Uint8Array(side * side * 3).fill(255)
  for (const [start = 0, y = 0, end = 0] of runs) {
    for (let row = y * scale; row < (y + 1) * scale; row++) {
      data.fill(0, 3 * (row * side + start * scale), 3 * (row * side + end * scale))
    }
  }
  return { width: side, height: side, data }
}
