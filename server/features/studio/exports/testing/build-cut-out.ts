import sharp from "sharp"

/** A red product on transparency, off the middle. @param scale 1 for 900 × 800 pixels */
export async function buildCutOut(scale = 1): Promise<Buffer> {
  const product = await sharp({
    create: { width: 300 * scale, height: 500 * scale, channels: 3, background: "#b02020" },
  })
    .png()
    .toBuffer()
  return sharp({ create: { width: 900 * scale, height: 800 * scale, channels: 4, background: "#00000000" } })
    .composite([{ input: product, left: 40 * scale, top: 60 * scale }])
    .png()
    .toBuffer()
}
