import sharp from "sharp"

/** A photo as phones send it: about 660 kB of JPEG, turned, with its maker and its place in the header. */
export async function makePhoto(): Promise<Buffer> {
  const [width, height] = [1600, 1200]
  const grain = new Uint8Array(width * height * 3)
  // Always the same grain, so that every run sends the same bytes.
  let state = 1
  for (let at = 0; at < grain.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    grain[at] = 96 + ((state >>> 16) & 63) + ((at / (width * 3)) & 31)
  }
  const place = { GPSLatitudeRef: "N", GPSLatitude: "6/1 27/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "3/1 23/1 0/1" }
  return sharp(grain, { raw: { width, height, channels: 3 } })
    .blur(0.8)
    .withExif({ IFD0: { Make: "Phone", Orientation: "6" }, IFD3: place })
    .jpeg({ quality: 94 })
    .toBuffer()
}
