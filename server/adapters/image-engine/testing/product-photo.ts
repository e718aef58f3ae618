import sharp from "sharp"

/** A red tin with a dark label on light paper, 160 by 120 pixels, as a PNG; for tests. */
export function drawProductPhoto(): Promise<Uint8Array> {
  const tin = '<rect x="52" y="26" width="56" height="72" rx="6" fill="#b3261e"/>'
  const label = '<rect x="52" y="50" width="56" height="20" fill="#3c1410"/>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="120"><rect width="100%" height="100%" fill="#e9e7e2"/>${tin}${label}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
