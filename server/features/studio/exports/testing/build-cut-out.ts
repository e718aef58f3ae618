import sharp from "sharp"

/** A red product on transparency, off the middle. */
export async function buildCutOut(): Promise<Buffer> {
  const product = await sharp({ create: { width: 300, height: 500, channels: 3, background: "#b02020" } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 900, height: 800, channels: 4, background: "#00000000" } })
    .composite([{ input: product, left: 40, top: 60 }])
    .png()
    .toBuffer()
}
