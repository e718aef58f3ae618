import { encodeQR } from "qr"
import { writePng } from "./indexed-png.ts"

/**
 * Draws a text as a QR code, black on white, at medium correction.
 * @param size side in pixels; modules are whole pixels wherever they fit, and what is left over goes to the margin
 * @param margin in modules
 */
export function drawQr(text: string, size: number, margin: number): Promise<Buffer> {
  // The library draws a border of one at least; ours is drawn here.
  const modules = encodeQR(text, "raw", { ecc: "medium", border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
  const count = modules.length + 2 * margin
  const scale = size >= count ? Math.floor(size / count) : size / count
  const start = (size - modules.length * scale) / 2
  const dark = new Float32Array(size * size)
  for (let y = 0; y < size; y++) {
    const row = modules[Math.floor((y - start) / scale)]
    for (let x = 0; x < size; x++) {
      if (row?.[Math.floor((x - start) / scale)]) dark[y * size + x] = 1
    }
  }
  return writePng(dark, { width: size, height: size }, [0, 0, 0], [255, 255, 255])
}
