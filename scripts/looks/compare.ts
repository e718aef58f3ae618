import sharp from "sharp"

/** Sides of the tiles that are compared, in pixels of the stored picture: about a word. */
const tilePx = 8

/** Levels (of 255) that a tile's mean may be off: another version of the browser draws edges a little differently. */
const toleratedLevels = 6

/** Where a page looks unlike it did. */
export interface Difference {
  /** Its height divided by that of the stored picture. */
  height: number
  /** Share of its tiles that differ, 0 to 1. */
  share: number
}

/** Compares two stored pictures of one page tile by tile. */
export async function compareLooks(now: Buffer, approved: Buffer): Promise<Difference> {
  const { width = 0, height = 0 } = await sharp(approved).metadata()
  const { height: heightNow = 0 } = await sharp(now).metadata()
  const columns = Math.ceil(width / tilePx)
  const rows = Math.ceil(height / tilePx)
  const means = (picture: Buffer): Promise<Buffer> =>
    sharp(picture).resize({ width: columns, height: rows, fit: "fill" }).removeAlpha().raw().toBuffer()
  const [one, other] = await Promise.all([means(now), means(approved)])
  let differing = 0
  for (let at = 0; at < one.length; at += 3) {
    const isOff = [0, 1, 2].some((n) => Math.abs((one[at + n] ?? 0) - (other[at + n] ?? 0)) > toleratedLevels)
    if (isOff) differing++
  }
  return { height: heightNow / height, share: differing / (columns * rows) }
}
